"""Records of other programs, and our own read back: their fields are kept, missing ones are
empty."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game.rules import Rule
from core.system.text import shown
from tests.tournaments.samples import sample
from tournaments.model import GameRecord, Reason, Result, SideReport, TimedMove
from tournaments.records.import_records import record_of_psq, record_of_sgf
from tournaments.records.pgn import from_pgn, to_pgn
from tournaments.records.records import to_psq, to_sgf

BLACK_WINS = tuple(TimedMove(x, y, 7) for i in range(5) for x, y in ((i, 0), (i, 2)))[:-1]
words = st.text(string.ascii_letters + string.digits + "._-:()\"\\[]{};'<>&é五", max_size=20)
names = st.builds(lambda first, rest: first + rest, st.sampled_from("ab五"), words)


@st.composite
def games(draw: st.DrawFn) -> GameRecord:
    """Draw a game of a few legal moves, or one in which Black makes five, with any fitting end."""
    rule = draw(st.sampled_from([Rule.FREESTYLE, Rule.STANDARD, Rule.CARO]))
    plies = draw(st.integers(0, 3))
    winners = st.sampled_from([Result.BLACK, Result.WHITE])
    if draw(st.booleans()):
        moves = BLACK_WINS
        hungry = st.tuples(winners, st.just(Reason.MEMORY))
        result, reason = draw(st.one_of(st.just((Result.BLACK, Reason.FIVE)), hungry))
    else:
        squares = st.tuples(st.integers(0, 14), st.integers(0, 14))
        points = draw(st.lists(squares, unique=True, min_size=3, max_size=8))
        moves = tuple(TimedMove(x, y, draw(st.integers(0, 10**6))) for x, y in points)
        forfeits = st.sampled_from([Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.MEMORY])
        result, reason = draw(
            st.one_of(
                st.tuples(winners, forfeits),
                st.just((Result.DRAW, Reason.DRAW_AFTER)),
            )
        )
    said = st.lists(st.builds("MESSAGE {}".format, names), max_size=2)
    opening = tuple(TimedMove(m.x, m.y) for m in moves[:plies])
    played = tuple(TimedMove(m.x, m.y, m.ms, tuple(draw(said))) for m in moves[plies:])
    return sample(
        draw(st.integers(1, 999)),
        draw(names),
        draw(names),
        result,
        reason,
        rule=rule,
        round=draw(st.integers(1, 99)),
        opening_plies=plies,
        moves=opening + played,
        detail=draw(names),
        started="2026-11-21",
        black_report=SideReport(),
        white_report=SideReport(),
    )


def without(record: GameRecord, **changes: object) -> GameRecord:
    """Return the record as kept by a less complete format."""
    fields = {name: getattr(record, name) for name in GameRecord.__dataclass_fields__}
    return GameRecord(**{**fields, **changes})


def silent(record: GameRecord, times: bool = True) -> tuple[TimedMove, ...]:
    return tuple(TimedMove(m.x, m.y, m.ms if times else 0) for m in record.moves)


@given(games())
def test_sgf_keeps_all_but_what_the_engines_used(record: GameRecord) -> None:
    assert record_of_sgf(to_sgf(record), Rule.RENJU) == record


@given(games())
def test_psq_keeps_players_moves_times_and_the_winner(record: GameRecord) -> None:
    read = record_of_psq(to_psq(record), record.rule)
    # Piskvork has no code of its own for the others, the judge names all
    won_to_move = record.result is (Result.BLACK, Result.WHITE)[len(record.moves) % 2]
    kept = record.reason in (Reason.FIVE, Reason.TIME, Reason.MEMORY) or won_to_move
    opening, plies = silent(record)[: record.opening_plies], record.opening_plies
    expected = without(
        record,
        number=1,
        round=1,
        moves=opening + tuple(TimedMove(m.x, m.y, m.ms or 1) for m in record.moves[plies:]),
        reason=record.reason if kept else Reason.UNKNOWN,
        detail="",
        started="",
    )
    assert read == expected


@given(st.lists(games(), max_size=4))
def test_pgn_keeps_players_moves_and_ending(records: list[GameRecord]) -> None:
    text = "".join(to_pgn(record) for record in records)
    expected = [without(r, moves=silent(r, times=False), detail="") for r in records]
    assert list(from_pgn(text, Rule.RENJU)) == expected


@given(st.text(), st.text(), st.text(max_size=5))
def test_no_name_and_no_message_breaks_a_format(black: str, white: str, said: str) -> None:
    moves = (*BLACK_WINS[:-1], TimedMove(4, 0, 7, (said,)))
    record = sample(black=black, white=white, detail=said, moves=moves)
    (pgn,) = from_pgn(to_pgn(record), Rule.RENJU)
    assert isinstance(pgn, GameRecord)
    psq = record_of_psq(to_psq(record), record.rule)
    for read in (pgn, psq, record_of_sgf(to_sgf(record), Rule.RENJU)):
        assert silent(read, times=False) == silent(record, times=False)
        assert (read.result, read.reason) == (Result.BLACK, Reason.FIVE)
        if read is not psq:
            assert (read.black, read.white) == (shown(black), shown(white))
    assert psq.black
    assert psq.white


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a\nb", r"a\nb"),
        ("a\x85b\u2028c", r"a\x85b\u2028c"),
        ("5,5,100", "5;5;100"),
        ("5,5", "5;5"),
        ("1, 2 or 3", "1; 2 or 3"),
        ("", "?"),
        (" \n", r"\n"),
        ("Pela, 2026", "Pela, 2026"),
    ],
)
def test_a_psq_has_each_name_on_a_line_of_its_own(name: str, written: str) -> None:
    record = sample(black=name, white="other", moves=BLACK_WINS)
    assert to_psq(record).split("\n")[-4:] == [written, "other", "0", ""]
    read = record_of_psq(to_psq(record), Rule.FREESTYLE)
    assert (read.black, read.white, len(read.moves)) == (written, "other", len(BLACK_WINS))


def test_pgn_is_what_rating_programs_read() -> None:
    assert to_pgn(sample(3, 'a "quoted" name')).splitlines() == [
        '[Event "3"]',
        '[Date "2026.11.21"]',
        '[Round "1.3"]',
        '[White "beta"]',
        '[Black "a \\"quoted\\" name"]',
        '[Result "0-1"]',
        '[Termination "five"]',
        '[PlyCount "3"]',
        '[Variant "freestyle"]',
        '[BoardSize "15"]',
        '[OpeningPlies "1"]',
        "",
        "{h8 a1 i9}",
        "0-1",
        "",
    ]


def test_pgn_of_c_gomoku_cli() -> None:
    text = (
        '[Event "4"]\n[Date "2026-11-20"]\n[Round "2.2"]\n[Black "A"]\n[White "B"]\n'
        '[Result "1-0"]\n[Termination "White win by time forfeit"]\n[PlyCount "31"]\n1-0\n\n'
    )
    (read,) = from_pgn(text, Rule.STANDARD)
    assert isinstance(read, GameRecord)
    assert (read.number, read.round, read.black, read.white) == (2, 2, "A", "B")
    assert (read.result, read.reason) == (Result.WHITE, Reason.TIME)
    assert (read.rule, read.size, read.moves) == (Rule.STANDARD, 0, ())


def test_a_game_of_a_pgn_that_cannot_be_read_does_not_hide_the_others() -> None:
    broken = '[White "a"]\n[Result "1-0"]\n\n1-0\n\n'
    first, second = from_pgn(broken + to_pgn(sample()), Rule.FREESTYLE)
    assert str(first) == "game 1: the tag Black is missing"
    assert isinstance(second, GameRecord)


def test_sgf_of_c_gomoku_cli() -> None:
    data = (
        b"(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.11.21 10:00:00]RO[1.1]RU[1]SZ[20]PB[A]PW[B]RE[W+1]"
        b"TE[White win by opponent illegal move]\n"
        b";B[sh]C[opening move];W[sg]C[opening move];B[jl]C[1ms];W[aa]C[250ms])"
    )
    read = record_of_sgf(data, Rule.FREESTYLE)
    assert (read.rule, read.size, read.opening_plies) == (Rule.STANDARD, 20, 2)
    assert read.moves[2:] == (TimedMove(9, 11, 1), TimedMove(0, 0, 250))
    assert (read.result, read.reason, read.black) == (Result.WHITE, Reason.ILLEGAL, "A")
    assert read.started == "2026-11-21 10:00:00"


def test_stones_set_up_in_an_sgf_are_its_opening() -> None:
    data = b"(;GM[4]SZ[15:15]RE[B+]AB[hh][ih][jh][kh]AW[ha][ja][la];W[na]C[9ms];B[lh]C[7ms])"
    read = record_of_sgf(data, Rule.FREESTYLE)
    assert read.opening_plies == 7
    assert {(move.x, move.y) for move in read.moves[:7:2]} == {(x, 7) for x in (7, 8, 9, 10)}
    assert read.moves[7:] == (TimedMove(13, 0, 9), TimedMove(11, 7, 7))
    assert (read.result, read.reason) == (Result.BLACK, Reason.FIVE)


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ("AB[hh][ii][jj];W[ha]", "3 black and 0 white stones"),
        (";W[hh];B[ii]", "move 1 is by the wrong colour"),
        ("AB[hh];B[ii]", "move 2 is by the wrong colour"),
        (";B[hh]AW[ii]", "stones are set up in the middle"),
    ],
)
def test_an_sgf_that_black_and_white_cannot_have_played_in_turns_is_an_error(
    moves: str, error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        record_of_sgf(f"(;GM[4]SZ[15]{moves})".encode(), Rule.FREESTYLE)


def test_psq_of_piskvork_and_of_the_judge() -> None:
    moves = "".join(f"{m.x + 1},{m.y + 1},9\n" for m in BLACK_WINS)
    piskvork = record_of_psq(
        "Piskvorky 20x20, 7:7, 1\r\n" + moves + "pisq7.exe\r\nother.zip\r\n0\r\n", Rule.FREESTYLE
    )
    # the second player began
    assert (piskvork.black, piskvork.white) == ("other.zip", "pisq7.exe")
    assert (piskvork.result, piskvork.reason) == (Result.BLACK, Reason.FIVE)
    judge = record_of_psq(
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1000\nA.zip\nB.zip\n-1\n2,Freestyle\n",
        Rule.FREESTYLE,
    )
    assert (judge.result, judge.reason) == (Result.WHITE, Reason.UNKNOWN)
    assert judge.opening_plies == 1


@pytest.mark.parametrize(
    ("trailer", "result", "reason"),
    [
        ("a\nb\n15\n", Result.WHITE, Reason.TIME),
        ("a\nb\n7\n", Result.WHITE, Reason.ILLEGAL),
        ("a\nb\n-2\n", Result.WHITE, Reason.UNKNOWN),
        ("a\nb\n0\n", Result.DRAW, Reason.UNKNOWN),
        ("a\nb\n9\n", Result.VOID, Reason.UNKNOWN),
        ("0\n", Result.DRAW, Reason.UNKNOWN),
        ("", Result.VOID, Reason.UNKNOWN),
    ],
)
def test_codes_of_a_psq(trailer: str, result: Result, reason: Reason) -> None:
    text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\n" + trailer  # Black is to move
    read = record_of_psq(text, Rule.FREESTYLE)
    assert (read.result, read.reason) == (result, reason)
    assert (read.black, read.white) == (("a", "b") if trailer.startswith("a") else ("", ""))


def test_moves_without_a_time_are_no_opening() -> None:
    read = record_of_psq("Piskvorky 15x15, 11:11, 0\n8,8\n9,9\nAnn\nBob\n9\n", Rule.FREESTYLE)
    assert (read.opening_plies, read.black, len(read.moves)) == (0, "Ann", 2)


def test_moves_that_the_rule_forbids_are_an_error() -> None:
    six = tuple(TimedMove(x, y, 1) for i in (0, 1, 2, 4, 5, 3) for x, y in ((i, 0), (2 * i, 9)))
    late = sample(moves=six, reason=Reason.TIME)
    standard = record_of_psq(to_psq(late), Rule.STANDARD)
    assert standard.reason is not Reason.FIVE
    with pytest.raises(ValueError, match=r"move 12: .*; is the rule freestyle\?"):
        record_of_psq(to_psq(sample(moves=six)), Rule.FREESTYLE)
    with pytest.raises(ValueError, match="pass"):
        record_of_sgf(b"(;FF[4]GM[4]SZ[15];B[hh];W[])", Rule.FREESTYLE)


OVERLINE = tuple((x, y) for i in (0, 1, 2, 4, 5, 3) for x, y in ((i, 0), (2 * i, 9)))[:-1]


@pytest.mark.parametrize("trailer", ["0", "-1", "-1\n2,Renju"])
def test_a_psq_that_ends_with_a_foul_is_whites_win(trailer: str) -> None:
    moves = "".join(f"{x + 1},{y + 1},9\n" for x, y in OVERLINE)
    text = f"Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n{trailer}\n"
    read = record_of_psq(text, Rule.RENJU)
    assert (read.result, read.reason) == (Result.WHITE, Reason.FOUL)
    assert [(move.x, move.y) for move in read.moves] == list(OVERLINE[:-1])


def test_a_foul_that_won_is_of_another_rule() -> None:
    moves = "".join(f"{x + 1},{y + 1},9\n" for x, y in OVERLINE)
    text = f"Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n1,Freestyle\n"
    with pytest.raises(ValueError, match=r"move 11: .*; is the rule renju\?"):
        record_of_psq(text, Rule.RENJU)


@pytest.mark.parametrize(
    ("move", "why"),
    [("16,8,3", "p8 is outside the 15x15 board"), ("8,8,3", "h8 is taken")],
)
def test_a_move_that_no_rule_allows_is_named_as_boards_name_it(move: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^move 2: {why}$"):
        record_of_psq(f"Piskvorky 15x15, 11:11, 0\n8,8,0\n{move}\n", Rule.FREESTYLE)


@pytest.mark.parametrize(
    ("date", "started"), [("2026.11.21", "2026-11-21"), ("????.??.??", ""), ("2026.??.??", "")]
)
def test_a_date_that_is_not_known_in_full_is_left_out(date: str, started: str) -> None:
    text = to_pgn(sample()).replace('[Date "', '[Date "' + date + '"]\n[Was "', 1)
    (read,) = from_pgn(text, Rule.FREESTYLE)
    assert isinstance(read, GameRecord)
    assert read.started == started


@pytest.mark.parametrize(("player", "encoding"), [("李", "utf-8"), ("René", "latin-1")])
def test_an_sgf_that_names_no_encoding_may_be_utf8(player: str, encoding: str) -> None:
    data = f"(;GM[4]SZ[15]PB[{player}];B[hh])".encode(encoding)
    assert record_of_sgf(data, Rule.FREESTYLE).black == player
