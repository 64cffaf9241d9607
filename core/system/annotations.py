"""Type checks of dataclasses filled from files, by their annotations."""

import dataclasses
import enum
import sys
import types
import typing
from functools import cache
from typing import Any


def misfits(value: Any) -> list[str]:
    """Return the names of a dataclass's fields whose values do not match their annotations."""
    return [
        name
        for name, kind in _fields(value.__class__).items()
        if not fits(getattr(value, name), kind)
    ]


def fits(value: object, kind: Any) -> bool:
    """Return whether a value matches an annotation, including the parts of a container.

    A float must be finite; an int may stand for it, but no bool for an int.
    """
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in typing.get_args(kind))
    if origin is tuple:
        return isinstance(value, tuple) and _parts_fit(value, typing.get_args(kind))
    if origin is dict:
        keys, values = typing.get_args(kind)
        return isinstance(value, dict) and all(
            fits(key, keys) and fits(one, values) for key, one in value.items()
        )
    if kind is float:
        # Compared, not converted: a file may hold an int that is too large for a float.
        return type(value) in (int, float) and abs(typing.cast(float, value)) <= sys.float_info.max
    if dataclasses.is_dataclass(kind):
        return type(value) is kind and not misfits(value)
    if issubclass(kind, enum.Enum):
        return isinstance(value, kind)
    return type(value) is kind


def _parts_fit(values: tuple[object, ...], kinds: tuple[Any, ...]) -> bool:
    if kinds[-1:] == (...,):
        kinds = kinds[:1] * len(values)
    return len(values) == len(kinds) and all(map(fits, values, kinds))


@cache
def _fields(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
