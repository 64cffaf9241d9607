"""The page on compliance names every bundled bot, and a finding of every misbehaving engine."""

import pytest

from tests.torture.hostile_engines import Kind
from tests.tournaments.compliance.compliance_page import MISBEHAVING, PAGE, fault_of
from tournaments.bots import NAMES


@pytest.mark.parametrize("kind", MISBEHAVING, ids=lambda kind: kind.name)
def test_each_misbehaving_engine_has_its_finding(kind: Kind) -> None:
    row = f"| `{kind.name}` | {fault_of(kind)} | **"
    assert row in PAGE.read_text(encoding="utf-8"), (
        "the module compliance_page makes the page again"
    )


def test_every_bundled_bot_is_listed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` | " in text for name in NAMES)
