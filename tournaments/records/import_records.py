"""Games of `.psq` and SGF files, our own and other programs', as game records.

Fields that a file does not give stay empty; the ending is then read off the board.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.game.board import BLACK, WHITE, Board
from core.game.game_line import GameLine, game_line
from core.game.rules import Rule
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.records.recorded_outcome import (
    end_of_line,
    natural_end,
    reason_of,
    replayed,
    won_by,
)
from tournaments.records.records import (
    JUDGED,
    OPENING,
    PSQ_NORMAL,
    PSQ_TIMEOUT,
    PSQ_UNFINISHED,
    from_psq,
    set_up_stones,
    sgf_moves,
)
from tournaments.records.sgf_collection import first_game

_PSQ_REASONS = {7: Reason.ILLEGAL, PSQ_TIMEOUT: Reason.TIME, 16: Reason.MEMORY}
"""Piskvork's codes of a lost game that give the reason; other codes only mean an error."""


OPENINGS = (OPENING, "opening move")
"""Comments of the moves of an opening, by us and by c-gomoku-cli."""


def record_of_psq(text: str, rule: Rule) -> GameRecord:
    """Return the game of a `.psq` by Piskvork, by Gomocup's judge or by us.

    A foul of renju at its end is no move of the record, as in our own records.

    Args:
        rule: the rule of the game, which the format does not give.
    Raises:
        ValueError: it is no `.psq`, or the moves are not legal under this rule.
    """
    record, line = _psq_game(text, rule)
    if line.foul and not line.left_out and record.result is Result.WHITE:
        legal = record.moves[:-1]
        return replace(record, moves=legal, opening_plies=min(record.opening_plies, len(legal)))
    if line.note:
        replayed(record.size, rule, record.moves)  # raises, and asks for the rule
    return record


def psq_as_written(text: str, rule: Rule) -> GameRecord:
    """Return the game of a `.psq`, which may go on after its end or have a foul of renju.

    Args:
        rule: the rule of the game, which the format does not give.
    Raises:
        ValueError: it is no `.psq`, or a move before the game's end is on no free square.
    """
    return _psq_game(text, rule)[0]


def _psq_game(text: str, rule: Rule) -> tuple[GameRecord, GameLine]:
    """Return the game of a `.psq` as written, and its moves up to their end."""
    size, moves, opening_plies, trailer = from_psq(text)
    names, codes = _names_and_codes(trailer)
    if text.splitlines()[0].rstrip().endswith(" 1"):  # the second player began
        names.reverse()
    line = game_line(size, rule, [(move.x, move.y) for move in moves])
    result, reason = _psq_ending(line, len(moves), codes)
    record = GameRecord(
        number=1,
        round=1,
        black=names[0],
        white=names[1],
        rule=rule,
        size=size,
        opening_plies=opening_plies,
        moves=tuple(moves),
        result=result,
        reason=reason,
        detail="",
        started="",
    )
    return record, line


def _names_and_codes(trailer: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the two names (empty if there are none) and the lines after them."""
    if len(trailer) < 3:
        return ["", ""], list(trailer)
    return list(trailer[:2]), list(trailer[2:])


def _psq_ending(line: GameLine, plies: int, codes: Sequence[str]) -> tuple[Result, Reason]:
    """Return the ending shown by the board, by the judge's line, or by Piskvork's code for the
    side to move after the written plies."""
    found, judged = end_of_line(line), _judged(codes)
    # An engine that has made five may still lose by its memory. A foul that wins is one of another
    # rule than the game's.
    wins_by_foul = bool(line.foul) and judged is not None and judged[0] is not Result.WHITE
    if judged is not None and (found is None or judged[1].is_forfeit or wins_by_foul):
        return judged
    if found is not None:
        return found
    code = int(codes[0]) if codes and re.fullmatch(r"-?\d{1,9}", codes[0]) else PSQ_UNFINISHED
    if code == PSQ_UNFINISHED:
        return Result.VOID, Reason.UNKNOWN
    if code == PSQ_NORMAL:
        return Result.DRAW, Reason.UNKNOWN
    return won_by(WHITE if plies % 2 == 0 else BLACK), _PSQ_REASONS.get(code, Reason.UNKNOWN)


def _judged(codes: Sequence[str]) -> tuple[Result, Reason] | None:
    """Return the ending of the judge's line `result,tournament`, where we write our reason."""
    line = re.fullmatch(r"([012]),(.*)", codes[-1]) if codes else None
    if line is None:
        return None
    ours = (reason for reason in Reason if reason.value == line[2])
    return JUDGED[int(line[1])], next(ours, Reason.UNKNOWN)


def record_of_sgf(data: bytes, rule: Rule) -> GameRecord:
    """Return the game of an SGF's main line; of several games, the first.

    Stones set up at its root become moves of the opening.

    Args:
        rule: the rule of the game where RU does not give one.
    Raises:
        ValueError: it is no SGF, has a pass, a colour moves out of turn, or the moves are not legal
            under the rule.
    """
    game = first_game(data)
    size, root = int(game.get_size()), game.get_root()
    named = _rule(_text(root, "RU")) or rule
    comments = [(point, parse_comment(_text(node, "C"))) for node, point in sgf_moves(game)]
    set_up = [TimedMove(*point) for point in set_up_stones(game)]
    moves = (
        *set_up,
        *(
            TimedMove(*point, comment.ms, tuple(filter(None, comment.lines)))
            for point, comment in comments
        ),
    )
    result, reason = _sgf_ending(root, replayed(size, named, moves))
    round_, _, number = _text(root, "RO").partition(".")
    return GameRecord(
        number=_number(number),
        round=_number(round_),
        black=_text(root, "PB"),
        white=_text(root, "PW"),
        rule=named,
        size=size,
        opening_plies=len(set_up) + sum(comment.is_opening for _, comment in comments),
        moves=moves,
        result=result,
        reason=reason,
        detail=_text(root, "GC"),
        started=_text(root, "DT").replace(".", "-"),  # c-gomoku-cli's dates have dots
    )


def _sgf_ending(root: Any, board: Board) -> tuple[Result, Reason]:
    """Return the ending by RE and the reason given with it, or by the board where they say
    nothing."""
    found = natural_end(board)
    named = reason_of(_text(root, "REASON") or _raw(root, "TE"))
    written = _text(root, "RE")
    result, how = ending_of(written)
    if result is Result.VOID:
        return found or (Result.VOID, named)
    if named is Reason.UNKNOWN:
        named = how
    if named is Reason.UNKNOWN and found is not None:
        return found
    return result, named


def ending_of(written: str) -> tuple[Result, Reason]:
    """Return the ending that the property RE of an SGF gives, such as `W+T`; VOID for none."""
    letters = {"B": Result.BLACK, "W": Result.WHITE, "0": Result.DRAW, "D": Result.DRAW}
    reasons = {"+T": Reason.TIME, "+R": Reason.RESIGNATION}
    result = letters.get(written[:1].upper(), Result.VOID)
    return result, reasons.get(written[1:3].upper(), Reason.UNKNOWN)


class MoveComment(NamedTuple):
    """The comment of a move in an SGF.

    Attributes:
        record: the line of a tournament's manager about the move, empty without one: `opening`, or
            the time that the move took.
        ms: this time in milliseconds, 0 if unknown.
        lines: the other lines.
    """

    record: str
    ms: int
    lines: tuple[str, ...]

    @property
    def is_opening(self) -> bool:
        """True for a move that the manager placed."""
        return self.record.startswith(OPENING)


def parse_comment(text: str) -> MoveComment:
    """Return the parts of a move's comment."""
    first, *others = text.split("\n")
    if first in OPENINGS:
        return MoveComment(first, 0, tuple(others))
    timed = re.fullmatch(r"(\d{1,9}) ?ms", first)
    if timed is None:
        return MoveComment("", 0, (first, *others))
    return MoveComment(first, int(timed[1]), tuple(others))


def _text(node: Any, key: str) -> str:
    return str(node.get(key)) if node.has_property(key) else ""


def _raw(root: Any, key: str) -> str:
    """Return a property unparsed: c-gomoku-cli writes its reason into TE, which in SGF is no
    text."""
    return root.get_raw(key).decode(errors="replace") if root.has_property(key) else ""


def _rule(text: str) -> Rule | None:
    try:
        return Rule.parse(text)
    except ValueError:
        return None


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,9}", text) else 1
