"""The two builds of the core: the right one is loaded completely, and both play alike."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import core.game
from core.system import processor
from core.system.processor import choose
from tests.patience import PATIENCE
from tests.repository import ROOT

AVX2_HERE = pytest.mark.skipif(not processor.has_avx2(), reason="no processor known to have AVX2")

LOADED = """
import sys
from pathlib import Path
import core, core.search.engine, core.search.bench_loops, core.threats.vct
import core.papers.adp, core.papers.choko_net, core.papers.uct, core.eval.line_gradient
files = [Path(m.__file__) for name, m in sys.modules.items() if name.startswith("core.")]
compiled = [file for file in files if file.suffix != ".py"]
print(core.BUILD, *{file.parent.name == "avx2" for file in compiled}, len(compiled))
"""

PLAYED = """
import time
from core.search.time_management import Budget
from core.search.engine import Engine
from core.game.rules import Rule
engine = Engine()
engine.new_game(15, Rule.RENJU)
for _ in range(6):
    report = engine.think(Budget.from_now(3600.0, 300))
    engine.play(*report.move)
    print(report.candidates)
"""


def run(build: str, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "FUKUMI_BUILD": build},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def hot_modules() -> int:
    return len(list((ROOT / "core").glob("*/*.c")))


@pytest.mark.parametrize(
    ("build", "twin"), [("baseline", False), pytest.param("avx2", True, marks=AVX2_HERE)]
)
def test_all_modules_come_from_the_build_asked_for(build: str, twin: bool) -> None:
    done = run(build, LOADED)
    assert done.stdout.split() == [build, str(twin), str(hot_modules())], done.stderr


@AVX2_HERE
def test_both_builds_play_the_same_moves() -> None:
    baseline, avx2 = run("baseline", PLAYED), run("avx2", PLAYED)
    assert len(baseline.stdout.splitlines()) == 6, baseline.stderr
    assert avx2.stdout == baseline.stdout, avx2.stderr


def test_a_build_that_is_unknown_is_refused() -> None:
    done = run("sse9", "import core")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == ("ImportError: FUKUMI_BUILD=sse9: use baseline or avx2")


def test_a_build_that_is_missing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUKUMI_BUILD", "avx2")
    with pytest.raises(ImportError, match="FUKUMI_BUILD=avx2: this build was not compiled here"):
        choose(str(tmp_path))
    monkeypatch.setenv("FUKUMI_BUILD", "baseline")
    assert choose(str(tmp_path)) == "baseline"


@pytest.mark.parametrize(
    ("able", "compiled", "build"),
    [(True, True, "avx2"), (True, False, "baseline"), (False, True, "baseline")],
)
def test_the_processor_and_what_is_there_decide(
    able: bool, compiled: bool, build: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FUKUMI_BUILD", raising=False)
    monkeypatch.setattr(processor, "has_avx2", lambda: able)
    if compiled:
        (tmp_path / "game" / "avx2").mkdir(parents=True)
        (tmp_path / "game" / "avx2" / f"board{EXTENSION_SUFFIXES[0]}").touch()
    assert choose(str(tmp_path)) == build


def test_a_processor_that_lacks_one_of_the_instructions_is_not_trusted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    flags = b"flags\t\t: fpu avx avx2 bmi1 bmi2 f16c fma abm movbe sse4_2\n".split()
    for lost, known in [(b"", True), (b"bmi2", False), (b"fma", False), (b"avx2", False)]:
        left = frozenset(flag for flag in flags if flag != lost)
        monkeypatch.setattr(processor, "_linux_flags", lambda left=left: left)
        assert processor.has_avx2() is known


def test_a_system_that_does_not_say_gets_the_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not processor.has_avx2()


def test_this_process_says_which_build_it_uses() -> None:
    assert core.BUILD in processor.BUILDS
    assert (core.BUILD == "avx2") == core.game.__path__[0].endswith("avx2")
