"""Plans as text, as kept in the store, and the differences between two plans."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from core.game.rules import Rule
from core.system.annotations import misfits
from tournaments.model import Adjudication, EngineSpec, Restart, TimeControl
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.ratings.sprt import Sprt

OURS = ("pbrain.", "tournaments.bots.")
"""Module name prefixes of our own programs."""


def to_json(plan: TournamentPlan) -> str:
    """Return a complete plan as one line of JSON."""
    return json.dumps(_fields(plan))


def from_json(text: str) -> TournamentPlan:
    """Parse a plan written by `to_json`.

    Raises:
        ValueError: a value is of a wrong type. A text that is torn may raise other errors too.
    """
    fields: dict[str, Any] = json.loads(text)
    fields["engines"] = tuple(_spec(engine) for engine in fields["engines"])
    fields["rule"] = Rule.parse(fields["rule"])
    fields["format"] = Format(fields["format"])
    fields["openings"] = tuple(tuple((x, y) for x, y in opening) for opening in fields["openings"])
    rules = fields.get("adjudication")
    fields["adjudication"] = Adjudication(**rules) if rules else None
    fields["sprt"] = Sprt(**fields["sprt"]) if fields["sprt"] else None
    fields["each"] = tuple(fields.get("each", ()))
    plan = TournamentPlan(**fields)
    wrong = misfits(plan)
    if wrong:
        raise ValueError(f"values of a wrong type in {', '.join(wrong)}")
    return plan


def differences(before: TournamentPlan, now: TournamentPlan) -> list[str]:
    """List the differences between two plans, such as `rounds (2 before, 4 now)`.

    An engine that is in one of them alone is named, without its settings.
    """
    plans = _named(before), _named(now)
    shared = plans[0]["engine"].keys() & plans[1]["engine"].keys()
    for plan in plans:
        plan["engine"] = {name: own for name, own in plan["engine"].items() if name in shared}
    old, new = (dict(_flat(plan)) for plan in plans)
    found = []
    for key in {**old, **new}:
        if old.get(key) == new.get(key):
            continue
        name = ".".join(key[1:])
        if isinstance(old.get(key, new.get(key)), list):
            found.append(name)
        else:
            found.append(f"{name} ({old.get(key, 'none')} before, {new.get(key, 'none')} now)")
    return found


def _fields(plan: TournamentPlan) -> dict[str, Any]:
    return {
        **dataclasses.asdict(plan),
        "rule": plan.rule.label,
        "format": plan.format.value,
    }


def _spec(fields: dict[str, Any]) -> EngineSpec:
    fields["clock"] = TimeControl(**fields["clock"])
    fields["command"] = _with_safe_path(fields["command"])
    fields["options"] = tuple((key, value) for key, value in fields["options"])
    fields["restart"] = Restart(fields.get("restart", Restart.ON))
    return EngineSpec(**fields)


def _with_safe_path(command: list[str]) -> tuple[str, ...]:
    """Return the command, adding -P where one of our programs was stored without it."""
    python, *words = command
    if words[:1] == ["-m"] and words[1].startswith(OURS):
        return (python, "-P", *words)
    return tuple(command)


def _named(plan: TournamentPlan) -> dict[str, Any]:
    """Return the fields of the plan and, separately, each engine under its name."""
    fields = _fields(plan)
    engines = {engine["name"]: _engine(engine) for engine in fields["engines"]}
    own = {
        **fields,
        "engines": ", ".join(engines),
        "openings": list(plan.openings),
        "each": " ".join(plan.each),
    }
    return {"plan": own, "engine": engines}


def _engine(fields: dict[str, Any]) -> dict[str, Any]:
    """Return an engine's fields with its command and options joined to one text each."""
    return {
        **fields,
        "command": " ".join(fields["command"]),
        "options": " ".join(f"{key}={value}" for key, value in fields["options"]),
    }


def _flat(
    fields: dict[str, Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in fields.items():
        if isinstance(value, dict):
            yield from _flat(value, (*above, key))
        else:
            yield (*above, key), value
