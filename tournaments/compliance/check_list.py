"""List of the checks of the protocol, in the order in which they are made."""

from collections.abc import Iterator, Sequence
from functools import partial

from core.game.rules import Rule
from tournaments.acceptance.game_checks import plays_a_game
from tournaments.compliance import (
    command_checks,
    limit_checks,
    manager_checks,
    process_checks,
    rule_checks,
)
from tournaments.compliance.compliance_check import ComplianceCheck, Needs
from tournaments.play.league import LEAGUES, SECOND_GROUP, League

_LEAGUE_OF = {one.rule: one for one in LEAGUES.values() if one.size == command_checks.SIZE}

LEAGUE_RULES = tuple(_LEAGUE_OF)
"""Rules that Gomocup has a league for on the board of 15 x 15."""

START = ComplianceCheck(
    "START",
    command_checks.answers_start,
    "START 15 is answered by OK and nothing else, ended by a line feed.",
    "Print OK, end the line, flush the output, and say nothing unasked. Put greetings into MESSAGE "
    "lines, and load what takes long after the OK.",
    Needs.NOTHING,
)

BEGIN = ComplianceCheck(
    "BEGIN",
    command_checks.begins,
    "BEGIN is answered by a move x,y on the empty board, counted from 0.",
    "Answer with two numbers and a comma, end the line and flush the output. ERROR, SUGGEST or "
    "any other line loses the game.",
    Needs.START,
)

COMMANDS = (
    BEGIN,
    ComplianceCheck(
        "TURN",
        command_checks.takes_turns,
        "TURN x,y is the opponent's move, answered by a move; it may come first after START.",
        "Put both stones on your own board, and play on free squares only.",
    ),
    ComplianceCheck(
        "one answer",
        command_checks.says_one_thing,
        "Each request has one answer; nothing but MESSAGE lines is printed unasked.",
        "Begin other lines by MESSAGE and print them before the answer, short and without control "
        "characters. Leave out DEBUG lines.",
    ),
    ComplianceCheck(
        "START: time",
        command_checks.starts_soon,
        "Managers wait 3 s (c-gomoku-cli) for OK; GomocupJudge counts the start into the first "
        "move.",
        "Answer START first, and load nets and tables afterwards.",
        Needs.START,
    ),
    ComplianceCheck(
        "START 20",
        command_checks.plays_on_20,
        "A board of 20 x 20 must be supported, and Gomocup plays on 15 x 15 too.",
        "Make the board as large as START says; coordinates go from 0 to 19.",
    ),
    ComplianceCheck(
        "START: odd sizes",
        command_checks.survives_odd_sizes,
        "A size that is not supported is answered by ERROR; the next START may be another one.",
        "Check the size before making the board.",
    ),
    ComplianceCheck(
        "START again",
        command_checks.starts_again,
        "START may come again in the same process and begins a new game (c-gomoku-cli).",
        "Empty the board and forget the old search at each START.",
    ),
    ComplianceCheck(
        "RECTSTART",
        command_checks.takes_rectangles,
        "RECTSTART w,h is optional: OK, ERROR or UNKNOWN.",
        "Answer UNKNOWN or ERROR if you do not play on rectangles.",
        Needs.START,
    ),
    ComplianceCheck(
        "RESTART",
        command_checks.restarts,
        "RESTART is answered by OK and empties the board; UNKNOWN has the manager start a new "
        "process.",
        "Treat it as START with the size as it is.",
    ),
    ComplianceCheck(
        "BOARD",
        command_checks.reads_a_board,
        "BOARD, lines x,y,who (1 own, 2 opponent), DONE: answered by a move; TURN follows.",
        "Read to DONE, then move. Do not take the order of the lines for the order of the moves.",
    ),
    ComplianceCheck(
        "BOARD, empty",
        command_checks.reads_an_empty_board,
        "BOARD and DONE without stones ask for the first move; GomocupJudge never sends BEGIN.",
        "Move as at BEGIN when DONE comes and the board is empty.",
    ),
    ComplianceCheck(
        "BOARD again",
        command_checks.replaces_the_board,
        "BOARD replaces the whole position, also in the middle of a game.",
        "Empty the board when BOARD comes.",
    ),
    ComplianceCheck(
        "BOARD, one free square",
        command_checks.fills_the_board,
        "A game may go on until the board is full.",
        "Have any free square as the last resort when the search finds nothing.",
    ),
    ComplianceCheck(
        "BOARD, stones of kind 3",
        command_checks.passes_over_field_3,
        "A third kind of stones marks squares that are taken (Piskvork, qpiskvork).",
        "Treat them as walls.",
    ),
    ComplianceCheck(
        "TAKEBACK",
        command_checks.takes_back,
        "TAKEBACK x,y is optional; OK, then the square is free again.",
        "Answer UNKNOWN if you do not support it.",
    ),
    ComplianceCheck(
        "ABOUT",
        partial(command_checks.introduces_itself, first=False),
        'ABOUT is answered by one line such as name="Mine", version="1.0", author="Me".',
        "Print that line and flush it.",
        Needs.START,
    ),
    ComplianceCheck(
        "ABOUT before START",
        partial(command_checks.introduces_itself, first=True),
        "ABOUT may come first: c-gomoku-cli and GomocupJudgeLocal send it before START.",
        "Answer it without waiting for a board.",
        Needs.START,
    ),
    ComplianceCheck(
        "INFO",
        command_checks.keeps_silent_at_info,
        "INFO is never answered, whatever its key; the value may have blanks.",
        "Skip keys that you do not know without a word: a line would count as the next answer.",
    ),
    ComplianceCheck(
        "INFO before START",
        command_checks.takes_info_before_start,
        "INFO may come before START.",
        "Keep the values, and use them when the game begins.",
    ),
    ComplianceCheck(
        "unknown commands",
        command_checks.knows_what_it_does_not_know,
        "An unknown command is answered by UNKNOWN and some text.",
        "Print UNKNOWN command in the last branch of your parser, and go on.",
    ),
    *(
        ComplianceCheck(
            f"SWAP2BOARD, {stones} stones",
            partial(command_checks.chooses_by_swap2, stones=stones),
            "SWAP2BOARD is optional: " + answers,
            "Answer UNKNOWN if you do not support it.",
        )
        for stones, answers in {
            0: "three stones x,y x,y x,y open the game.",
            3: "SWAP, one move, or two more stones.",
            5: "SWAP, or one move.",
        }.items()
    ),
)

MANAGERS = (
    ComplianceCheck(
        "Piskvork",
        manager_checks.plays_under_piskvork,
        "Piskvork reads the standard error together with the answers, and sends INFO folder with "
        "blanks.",
        "Write nothing to the standard error, not even warnings of libraries.",
    ),
    ComplianceCheck(
        "GomocupJudge",
        manager_checks.plays_under_the_judge,
        "GomocupJudge waits for no OK, asks by BOARD, and suspends the process between moves.",
        "Start clocks when the request for a move is read; do not count on wall clocks.",
    ),
    ComplianceCheck(
        "c-gomoku-cli",
        manager_checks.plays_under_c_gomoku_cli,
        "c-gomoku-cli ends lines by LF, sends ABOUT first, keeps the process for the next game, "
        "and may send BOARD before each move.",
        "Accept both ends of lines, and take each BOARD for the whole truth.",
    ),
    ComplianceCheck(
        "qpiskvork",
        manager_checks.plays_under_qpiskvork,
        "qpiskvork sends START, ABOUT, INFO and BEGIN at once.",
        "Answer one command after the other, in their order.",
    ),
    ComplianceCheck(
        "Yixin-Board",
        manager_checks.plays_under_yixin_board,
        "Commands may come in lower case (Yixin-Board).",
        "Compare command words without regard to case.",
    ),
    ComplianceCheck(
        "white space",
        manager_checks.reads_odd_white_space,
        "Empty lines and blanks at the end mean nothing.",
        "Strip each line, and skip it if nothing is left.",
    ),
    ComplianceCheck(
        "ends of lines",
        manager_checks.ends_its_lines,
        "Lines may end by LF or CR LF, but one manager wants LF alone.",
        "Write bare line feeds, on Windows too (binary mode).",
    ),
)

WHEN_THINKING = {"when idle": False, "in mid-search": True}

PROCESS = (
    *(
        ComplianceCheck(
            f"END {when}",
            partial(process_checks.leaves_at_end, thinking=thinking),
            "END ends the process within a second, also in mid-search, with all its children.",
            "Read input in a thread of its own, and exit at once; end your children first.",
        )
        for when, thinking in WHEN_THINKING.items()
    ),
    ComplianceCheck(
        "END: silence",
        process_checks.says_nothing_at_end,
        "END is not answered.",
        "Print nothing when END comes.",
    ),
    *(
        ComplianceCheck(
            f"end of input {when}",
            partial(process_checks.leaves_at_end_of_input, thinking=thinking),
            "A manager that dies closes the pipe; an engine that stays takes a processor for ever.",
            "Exit as at END when reading returns the end of the file.",
        )
        for when, thinking in WHEN_THINKING.items()
    ),
    ComplianceCheck(
        "floods",
        process_checks.survives_many_lines,
        "Many lines and long lines may come at once.",
        "Read whole lines of any length; do not search while input waits.",
    ),
    ComplianceCheck(
        "another folder",
        process_checks.plays_from_another_folder,
        "Piskvork starts engines in a temporary folder; paths may have blanks and umlauts.",
        "Look for your files next to the program, not in the working directory, and write none "
        "there.",
    ),
    ComplianceCheck(
        "two copies",
        process_checks.shares_the_machine,
        "Two copies of an engine may run at the same time, for instance against each other.",
        "Lock no files, and write temporary ones under unique names.",
    ),
)

LIMITS = (
    *(
        ComplianceCheck(
            f"turn of {turn:g} s",
            partial(limit_checks.keeps_the_turn, turn=turn),
            "timeout_turn is the limit of each move in milliseconds; 0 means at once.",
            "Plan for less than the limit (150 ms less at long turns), and look at the clock "
            "every few milliseconds.",
        )
        for turn in (0, 0.05, 0.3, 1)
    ),
    *(
        ComplianceCheck(
            f"time_left {left}",
            partial(limit_checks.keeps_the_rest, left=left),
            "time_left is what remains of the game, and may be less than a turn or negative.",
            "Take the lesser of timeout_turn and a share of time_left; answer at once when little "
            "is left.",
        )
        for left in (1000, 100, -500)
    ),
    ComplianceCheck(
        "no limits",
        limit_checks.takes_any_limits,
        "timeout_match 0, max_memory 0 and time_left 2147483647 mean no limit.",
        "Treat 0 and 2147483647 as no limit, not as none left.",
    ),
    *(
        ComplianceCheck(
            f"{command.rpartition(' ')[0] or command} in mid-search",
            partial(limit_checks.moves_at_once_when_told, command=command),
            "Optional: it means move now, during a search (Piskvork's button; YXSTOP: Yixin).",
            "Read input while you think.",
            slow=True,
        )
        for command in ("INFO timeout_turn 0", "YXSTOP")
    ),
    ComplianceCheck(
        "memory",
        limit_checks.keeps_its_memory,
        "max_memory bounds the private memory of the process and its children; GomocupJudge "
        "measures it after each move.",
        "Size tables by INFO max_memory (350 MiB at Gomocup), and count the libraries too.",
    ),
)


def checks_of(rules: Sequence[Rule]) -> list[ComplianceCheck]:
    """Return all checks, with those of these rules."""
    return [START, *COMMANDS, *MANAGERS, *PROCESS, *LIMITS, *_rule_checks(rules)]


def _rule_checks(rules: Sequence[Rule]) -> Iterator[ComplianceCheck]:
    """Yield the checks of each rule, on the board of 15 x 15, with the limits of its league if it
    has one."""
    for rule in rules:
        league = _LEAGUE_OF.get(rule) or League(rule.label, SECOND_GROUP, rule=rule)
        yield ComplianceCheck(
            f"{league.rule.label}: positions",
            partial(rule_checks.answers_positions, league=league),
            "Gomocup's test of entries demands these answers: fives and threes as the rule counts "
            "them, and no foul.",
            "Check lines as the rule of INFO rule has them (1 exactly five, 4 renju, 8 caro). A "
            "search that is too short may miss them, too.",
        )
        yield ComplianceCheck(
            f"{league.rule.label}: a game",
            partial(plays_a_game, league=league, clock=rule_checks.GAME),
            f"A game under {league.rule.label} ends without a late or illegal move or a foul.",
            "Read the last lines of the pipe; leave out with --rule what you do not play.",
            slow=True,
        )
