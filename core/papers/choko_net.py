"""The net of ChokoZero's PPO V3 (section 3.5): actor and critic over a trunk of three layers.

Inputs are the squares, 1 for the mover's pieces and -1 for the enemy's, and the holder of the drop
initiative likewise.
"""

import cython
from cython.cimports.core.papers.choko_rules import CELLS, ChokoPosition
from cython.cimports.libc.string import memcpy

ARCHITECTURE = "choko-mlp-1"
"""The only architecture that `ChokoNet` reads."""

LAYOUT = (
    ("first", UNIT_COUNT * INPUT_COUNT),
    ("first_bias", UNIT_COUNT),
    ("second", UNIT_COUNT * UNIT_COUNT),
    ("second_bias", UNIT_COUNT),
    ("third", UNIT_COUNT * UNIT_COUNT),
    ("third_bias", UNIT_COUNT),
    ("actor", ACTION_COUNT * UNIT_COUNT),
    ("actor_bias", ACTION_COUNT),
    ("critic", UNIT_COUNT),
    ("critic_bias", 1),
)
"""Name and length of each array of a net file, in the order of the fields of `ChokoWeights`."""


@cython.final
@cython.cclass
class ChokoNet:
    """Weights of the net.

    Raises:
        NetError: the file's net has another architecture or shape.
    """

    def __init__(self, file):
        weights: bytes = file.packed(ARCHITECTURE, LAYOUT)
        memcpy(
            cython.address(self.weights),
            cython.cast(cython.p_char, weights),
            cython.sizeof(ChokoWeights),
        )

    def judge(self, position: ChokoPosition):
        """Return the logits of the legal actions, in their order, and the value for the mover."""
        features: cython.float[UNIT_COUNT]
        total: cython.float
        action: cython.int
        i: cython.int
        logits: list = []
        self._features(position, features)
        for action in position.legal():
            total = self.weights.actor_bias[action]
            for i in range(UNIT_COUNT):
                total += self.weights.actor[action][i] * features[i]
            logits.append(total)
        total = self.weights.critic_bias
        for i in range(UNIT_COUNT):
            total += self.weights.critic[i] * features[i]
        return logits, total

    def _features(self, position: ChokoPosition, features: cython.p_float) -> cython.void:
        """Run the trunk: three layers with ReLU."""
        inputs: cython.float[INPUT_COUNT]
        one: cython.float[UNIT_COUNT]
        other: cython.float[UNIT_COUNT]
        i: cython.int
        for i in range(CELLS):
            inputs[i] = position.board[i] * position.to_move
        inputs[CELLS] = position.initiative * position.to_move
        for i in range(UNIT_COUNT):
            one[i] = _relu(self.weights.first_bias[i], self.weights.first[i], inputs, INPUT_COUNT)
        for i in range(UNIT_COUNT):
            other[i] = _relu(self.weights.second_bias[i], self.weights.second[i], one, UNIT_COUNT)
        for i in range(UNIT_COUNT):
            features[i] = _relu(
                self.weights.third_bias[i], self.weights.third[i], other, UNIT_COUNT
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _relu(
    bias: cython.float, weights: cython.p_float, inputs: cython.p_float, count: cython.int
) -> cython.float:
    """Return one unit's output."""
    total: cython.float = bias
    i: cython.int
    for i in range(count):
        total += weights[i] * inputs[i]
    return total if total > 0 else 0
