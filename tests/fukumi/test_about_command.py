"""The command `fukumi about`: the version, the build, and the nets with their figures."""

import json
import re
import shutil
from pathlib import Path

from click.testing import CliRunner

from core import BUILD
from core.eval.net_loader import WEIGHTS
from core.version import VERSION
from fukumi.about_command import nets_of, nets_table
from fukumi.command_line import main
from pbrain.identity import ABOUT


def printed(folder: Path) -> str:
    return nets_table(nets_of(folder))


def test_the_version_is_the_same_everywhere() -> None:
    told = CliRunner().invoke(main, ["about"]).output
    assert told.startswith(f"Fukumi {VERSION}, {BUILD} build of the core, on ")
    assert CliRunner().invoke(main, ["--version"]).output == f"fukumi, version {VERSION}\n"
    assert f'version="{VERSION}"' in ABOUT


def test_every_bundled_net_is_valid_and_has_figures() -> None:
    rows = [line for line in printed(WEIGHTS).splitlines() if ".net" in line]
    assert len(rows) == 4
    for row in rows:
        assert re.fullmatch(
            r" *(\w+)\.net +\1 +[\d,]{4,} +[\d,]{4,} +[\d,]{4,} +(-|\w{8}) +\w{8} ok *", row
        ), row


def test_a_program_reads_the_same_as_json() -> None:
    read = json.loads(CliRunner().invoke(main, ["about", "--json"]).output)
    assert (read["version"], read["build"]) == (VERSION, BUILD)
    assert {net["rule"] for net in read["nets"]} == {"freestyle", "standard", "renju", "caro"}
    assert all(net["games"] > 1000 and net["error"] is None for net in read["nets"])


def test_a_damaged_net_is_shown(tmp_path: Path) -> None:
    net = tmp_path / "own.net"
    shutil.copy(WEIGHTS / "caro.net", net)
    net.write_bytes(net.read_bytes()[:-4])
    assert "cut short or damaged" in printed(tmp_path)
