"""Values against annotations: a value from JSON is accepted only if its type matches."""

import dataclasses
import enum
import math
from typing import Any

import pytest

from core.system.annotations import fits, misfits


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass(frozen=True)
class Inner:
    name: str
    share: float = 0.0


@dataclasses.dataclass(frozen=True)
class Outer:
    count: int
    inner: Inner
    several: tuple[Inner, ...] = ()
    pair: tuple[int, str] = (1, "a")
    colour: Colour = Colour.RED
    maybe: float | None = None
    shares: dict[str, float] = dataclasses.field(default_factory=dict)


INNER = Inner("x")


def test_values_of_their_types_fit() -> None:
    assert misfits(Outer(1, INNER)) == []
    assert (
        misfits(Outer(1, INNER, (INNER, Inner("y", 2)), (2, "b"), maybe=1.5, shares={"x": 1.0}))
        == []
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("count", value) for value in (True, 1.0, "1", None, [1])),
        ("inner", Inner(7)),  # type: ignore[arg-type]
        ("inner", {"name": "x"}),
        ("several", (INNER, None)),
        ("several", [INNER]),
        ("pair", (1,)),
        ("pair", ("a", 1)),
        ("colour", "red"),
        ("shares", {1: 0.5}),
        ("shares", {"x": "y"}),
        ("shares", [("x", 0.5)]),
        *(("maybe", value) for value in (math.nan, math.inf, True, "1")),
        pytest.param("maybe", 10**400, id="maybe-too-large-for-a-float"),
    ],
)
def test_any_other_value_is_named(field: str, value: Any) -> None:
    assert misfits(dataclasses.replace(Outer(1, INNER), **{field: value})) == [field]


def test_an_int_stands_for_a_float_and_not_the_other_way_round() -> None:
    assert fits(1, float)
    assert not fits(1.0, int)
