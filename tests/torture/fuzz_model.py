"""A model of the protocol: the reply that a brain must give to each line, and a check of it.

It is independent of `pbrain`'s own state: the fuzzer compares the two. Only the splitting of a line
into words and numbers is shared, which has tests of its own.
"""

import re

from core.game.board import BLACK, EMPTY, WALL, WHITE, Board, Point
from pbrain import parse
from pbrain.info import ManagerSettings

BLOCKS = ("BOARD", "YXBOARD", "SWAP2BOARD")
STOPS = ("YXSTOP", "STOP")
NEW_POSITION = ("START", "RECTSTART", "RESTART", "TAKEBACK", *BLOCKS)
OTHERS = ("ABOUT", "BEGIN", "INFO", "PLAY", "TURN", "YXNBEST", "YXSHOWFORBID")
WORDS = (*NEW_POSITION, *STOPS, *OTHERS)


class Model:
    """The position after the lines so far, and the reply due to the last one.

    `owed` is "" for none, else OK, ERROR, UNKNOWN, ABOUT, FORBID, MOVE, SWAP2 or the exact text.
    """

    def __init__(self) -> None:
        self.size = 20
        self.to_move = BLACK
        self.stones: dict[Point, int] = {}
        self.settings = ManagerSettings()
        self.owed = ""
        self._block = ""
        self._lines: list[str] = []
        self._asked_rule = self.settings.rule

    @property
    def in_block(self) -> bool:
        return bool(self._block)

    def board(self) -> Board:
        """Return the position under the rule that applied when the last line came."""
        stones = [(x, y, colour) for (x, y), colour in self.stones.items()]
        return Board.from_stones(self.size, self._asked_rule, stones, self.to_move)

    def take(self, line: str) -> None:
        """Process a line; replies due to earlier lines are cancelled."""
        word, rest = parse.command(line)
        self.owed = ""
        if word == "INFO":
            self.inform(rest)
        elif self._block and word not in WORDS:
            self._block_line(line)
        elif word and word not in STOPS:
            self._block = ""
            self.owed = self._command(word, rest)
        self._asked_rule = self.settings.rule

    def inform(self, rest: str) -> None:
        """Process the rest of an INFO line; a due reply stays due."""
        key, _, value = rest.partition(" ")
        self.settings.set(key, value.strip())

    def _command(self, word: str, rest: str) -> str:
        if word in BLOCKS:
            return self._open(word, rest)
        if word in ("START", "RECTSTART", "RESTART"):
            return self._new_game(f"{self.size}" if word == "RESTART" else rest)
        if word in ("TURN", "PLAY", "TAKEBACK"):
            return self._one_point(word, parse.point(rest))
        if word in ("BEGIN", "YXNBEST"):
            return self._move_owed()
        return {"ABOUT": "ABOUT", "YXSHOWFORBID": "FORBID"}.get(word, "UNKNOWN")

    def _new_game(self, rest: str) -> str:
        size = parse.board_size(rest)
        if size is None or size[0] != size[1] or not 5 <= size[0] <= 22:
            return "ERROR"
        self.size, self.stones, self.to_move = size[0], {}, BLACK
        return "OK"

    def _one_point(self, word: str, point: Point | None) -> str:
        if point is None or not self._inside(point):
            return "ERROR"
        if (point in self.stones) != (word == "TAKEBACK"):
            return "ERROR"
        if word == "TAKEBACK":
            self._take_back(point)
            return "OK"
        self.put(point)
        return self._move_owed() if word == "TURN" else f"{point[0]},{point[1]}"

    def _take_back(self, point: Point) -> None:
        colour = self.stones.pop(point)
        black = list(self.stones.values()).count(BLACK)
        white = list(self.stones.values()).count(WHITE)
        if colour != WALL:
            self.to_move = colour
            if black == white:
                self.to_move = BLACK
            elif black == white + 1:
                self.to_move = WHITE

    def put(self, point: Point) -> None:
        self.stones[point] = self.to_move
        self.to_move = WHITE if self.to_move == BLACK else BLACK

    def _inside(self, point: Point) -> bool:
        return min(point) >= 0 and max(point) < self.size

    def _move_owed(self) -> str:
        return "ERROR" if len(self.stones) == self.size**2 else "MOVE"

    # Blocks

    def _open(self, word: str, rest: str) -> str:
        self._block, self._lines, self.owed = word, [], ""
        for part in rest.split():
            if self._block:
                self._block_line(part)
        return self.owed

    def _block_line(self, line: str) -> None:
        if line.strip().upper() != "DONE":
            self._lines.append(line)
            return
        word, self._block = self._block, ""
        if word == "SWAP2BOARD":
            self._swap2()
            return
        self._set_up()
        self.owed = self._move_owed() if word == "BOARD" else ""

    def _swap2(self) -> None:
        self.stones, self.to_move = {}, BLACK
        for point in map(parse.point, self._lines):
            if point and self._inside(point) and point not in self.stones:
                self.put(point)
        self.owed = "SWAP2" if len(self.stones) in (0, 3, 5) else "ERROR"

    def _set_up(self) -> None:
        fields: dict[Point, int] = {}
        for stone in map(parse.stone, self._lines):
            if stone and self._inside(stone[:2]) and 1 <= stone[2] <= 3:
                fields.setdefault(stone[:2], stone[2])
        owners = [field for field in fields.values() if field != 3]
        own, theirs = owners.count(1), owners.count(2)
        if theirs - own in (0, 1):
            self.to_move = BLACK if own == theirs else WHITE
        else:
            self.to_move = BLACK if owners[0] == 1 else WHITE
        self.stones = {p: self._colour(field) for p, field in fields.items()}

    def _colour(self, field: int) -> int:
        if field == 3:
            return WALL
        return self.to_move if field == 1 else BLACK + WHITE - self.to_move

    # Replies

    def check(self, reply: str) -> None:
        """Check that the reply is the due one, and put its stones on the board."""
        owed, self.owed = self.owed, ""
        if owed == "MOVE":
            self._check_moves(reply, (1,))
        elif owed == "SWAP2":
            self._check_swap2(reply)
        elif owed == "FORBID":
            points = "".join(f"{x:02}{y:02}" for x, y in self.board().forbidden_points())
            assert reply == f"FORBID {points}."
        elif owed in ("ERROR", "UNKNOWN"):
            assert reply.startswith(f"{owed} ")
        elif owed == "ABOUT":
            assert reply.startswith('name="Fukumi"')
        else:
            assert reply == owed

    def _check_swap2(self, reply: str) -> None:
        stones = len(self.stones)
        if reply == "SWAP":
            assert stones > 0
        else:
            self._check_moves(reply, {0: (3,), 3: (1, 2), 5: (1,)}[stones])

    def _check_moves(self, reply: str, counts: tuple[int, ...]) -> None:
        assert re.fullmatch(r"\d+,\d+( \d+,\d+)*", reply)
        moves = [tuple(map(int, move.split(","))) for move in reply.split(" ")]
        assert len(moves) in counts
        for x, y in moves:
            board = self.board()
            legal = board.legal_moves()
            if legal:
                assert (x, y) in legal, f"{x},{y} is illegal"
            else:
                assert self._inside((x, y))
                assert board.cell(x, y) == EMPTY
            self.put((x, y))
