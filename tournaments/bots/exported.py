"""Nets that `fukumi papers` trained, for the bots that play with them (numpy, no torch)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.eval.netfile import PLANES_NET, NetError, NetFile, read_net
from core.game.board import BLACK, WALL, Board, Point
from core.game.rules import MAX_SIZE, MIN_SIZE

Floats: TypeAlias = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights"


class ExportedNet:
    """A net in a file of architecture `PLANES_NET`, made for one size of board.

    Raises:
        NetError: there is no such file, or it holds no such net.
    """

    def __init__(self, path: Path) -> None:
        file = read_net(path)
        if file.header.get("architecture") != PLANES_NET:
            raise NetError(f"{path} is not a net of `fukumi papers`")
        try:
            self.size = file.header["size"]
            self._skips = file.header["skips"]
            self._trunk, self._policy, self._value = (
                _part(file, part) for part in ("trunk", "policy", "value")
            )
            self._try_out()
        except (ValueError, LookupError, TypeError) as error:
            raise NetError(f"{path} is damaged: {error}") from error

    def _try_out(self) -> None:
        """Evaluate the empty board, to check that the parts of the net fit together.

        Raises:
            ValueError: they do not fit.
            LookupError: a part is missing.
        """
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise ValueError(f"its board size {self.size} is not supported")
        with np.errstate(all="ignore"):
            features = self._seen([Board(self.size)])
            scores = _head(self._policy, features)
            values = _head(self._value, features) if self._value else np.zeros((1, 1))
        if scores.shape != (1, self.size**2) or values.shape != (1, 1):
            raise ValueError("its layers do not fit together")
        if not (np.isfinite(scores).all() and np.isfinite(values).all()):
            raise ValueError("its scores are not finite numbers")

    def scores(self, boards: Sequence[Board]) -> Floats:
        """Return the scores (n, cells) of the moves, row by row.

        Raises:
            ValueError: a board has another size.
        """
        return _head(self._policy, self._seen(boards))

    def judge(self, boards: Sequence[Board]) -> tuple[Floats, Floats]:
        """Return the scores, and the values (n,) for the side to move, from -1 to 1.

        Raises:
            ValueError: a board has another size, or the net gives no values.
        """
        if not self._value:
            raise ValueError("this net gives no values and so cannot guide a search")
        features = self._seen(boards)
        return _head(self._policy, features), np.tanh(_head(self._value, features))[:, 0]

    def best(self, board: Board) -> Point:
        """Return the legal move with the highest score.

        Raises:
            ValueError: the board has another size.
        """
        return ranked(board, self.scores([board])[0])[0]

    def _seen(self, boards: Sequence[Board]) -> Floats:
        if any(board.size != self.size for board in boards):
            raise ValueError(f"this net plays {self.size}x{self.size} only")
        return self._features(np.stack([planes(board) for board in boards]))

    def _features(self, x: Floats) -> Floats:
        """Run the trunk: (n, height, width, planes) -> (n, height, width, filters)."""
        first, *others = self._trunk
        x = _relu(first(x))
        if not self._skips:
            for layer in others:
                x = _relu(layer(x))
            return x
        for one, other in zip(others[::2], others[1::2], strict=True):
            x = _relu(x + other(_relu(one(x))))
        return x


def ranked(board: Board, scores: Floats) -> list[Point]:
    """Return the legal moves, highest score first."""
    size = board.size
    return sorted(board.legal_moves(), key=lambda move: -scores[move[1] * size + move[0]])


def planes(board: Board) -> Floats:
    """Return the input planes (height, width, 4): own stones, the enemy's, the last move, and ones
    where Black is to move."""
    found = np.zeros((board.size, board.size, 4), np.float32)
    stones = [stone for stone in board.stones() if stone[2] != WALL]
    for x, y, colour in stones:
        found[y, x, int(colour != board.to_move)] = 1
    if stones:
        x, y, _ = stones[-1]
        found[y, x, 2] = 1
    found[:, :, 3] = board.to_move == BLACK
    return found


class _Convolution:
    """A convolution that keeps the board's size, with weights (out, in, edge, edge)."""

    def __init__(self, weights: Floats, biases: Floats) -> None:
        self._edge = weights.shape[2]
        self._matrix = np.ascontiguousarray(
            weights.transpose(2, 3, 1, 0).reshape(-1, weights.shape[0])
        )
        self._biases = biases

    def __call__(self, x: Floats) -> Floats:
        edge, margin = self._edge, self._edge // 2
        height, width = x.shape[1:3]
        padded = np.pad(x, ((0, 0), (margin, margin), (margin, margin), (0, 0)))
        shifted = [
            padded[:, down : down + height, right : right + width]
            for down in range(edge)
            for right in range(edge)
        ]
        found: Floats = np.concatenate(shifted, axis=3) @ self._matrix + self._biases
        return found


class _Linear:
    """A linear layer with weights (out, in), over a vector or over features taken plane by
    plane."""

    def __init__(self, weights: Floats, biases: Floats) -> None:
        self._matrix = weights.T
        self._biases = biases

    def __call__(self, x: Floats) -> Floats:
        if x.ndim == 4:
            x = x.transpose(0, 3, 1, 2).reshape(len(x), -1)
        found: Floats = x @ self._matrix + self._biases
        return found


_Layer: TypeAlias = _Convolution | _Linear


def _part(file: NetFile, part: str) -> list[_Layer]:
    shapes: Mapping[str, Any] = file.header["shapes"]
    return [_layer(file, name) for name in shapes if name.startswith(f"{part}.")]


def _layer(file: NetFile, name: str) -> _Layer:
    weights = np.array(file.arrays[f"{name}.weights"], np.float32)
    weights = weights.reshape(file.header["shapes"][name])
    biases = np.array(file.arrays[f"{name}.biases"], np.float32)
    return (_Convolution if weights.ndim == 4 else _Linear)(weights, biases)


def _head(layers: Sequence[_Layer], x: Floats) -> Floats:
    for layer in layers[:-1]:
        x = _relu(layer(x))
    return layers[-1](x)


def _relu(x: Floats) -> Floats:
    found: Floats = np.maximum(x, 0)
    return found
