"""The command `fukumi bench`: its positions, its figures, and comparisons of runs."""

import errno
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core import BUILD
from core.eval.evaluate import LinesEvaluator
from core.eval.net_loader import WEIGHTS
from core.search.bench_loops import vcf_nodes, vct_nodes
from core.threats.vcf import Vcf
from core.threats.vct import Vct
from fukumi import bench_command, bench_results
from fukumi.bench_results import BenchError, BenchRun
from fukumi.command_line import main

NET = WEIGHTS / "freestyle.net"
WORKS = (
    "make+unmake",
    "line evaluations",
    "playouts",
    "VCF nodes",
    "VCT nodes",
    "visits",
    *(("net evaluations", "visits with the net") if NET.exists() else ()),
)


def run_bench(*options: str) -> Result:
    return CliRunner().invoke(main, ["bench", "--seconds", "0.001", *options])


def kept(folder: Path, rate: float, works: tuple[str, ...] = WORKS) -> str:
    """Write a run with one rate for all measurements and return its path."""
    path = folder / "run.json"
    BenchRun("older", {size: dict.fromkeys(works, rate) for size in ("15x15", "20x20")}).save(path)
    return str(path)


@pytest.mark.parametrize("size", bench_command.POSITIONS)
def test_the_solvers_examine_many_positions_and_find_nothing(size: int) -> None:
    crowded = bench_command.position(bench_command.CROWDED[size], size)
    middle_game = bench_command.position(bench_command.POSITIONS[size], size)
    vcf, vct = Vcf(), Vct()
    assert vcf.search(crowded) == []
    assert vct.search(middle_game) == []
    assert vcf.visited > 5000
    assert vct.visited > 1000


@pytest.mark.parametrize("size", bench_command.POSITIONS)
def test_every_round_of_a_solver_starts_with_an_empty_table(size: int) -> None:
    crowded = bench_command.position(bench_command.CROWDED[size], size)
    solver = Vcf()
    solver.search(crowded)
    assert vcf_nodes(crowded, 3) == 3 * solver.visited
    middle_game = bench_command.position(bench_command.POSITIONS[size], size)
    threats = Vct()
    threats.search(middle_game)
    assert vct_nodes(middle_game, 2) == 2 * threats.visited


def test_it_prints_the_build_and_a_rate_for_each_measurement_and_board() -> None:
    done = run_bench()
    assert done.exit_code == 0, done.output
    first, heading, *lines, pair = done.output.splitlines()
    assert first == f"build {BUILD}"
    assert heading.split() == ["per", "second", "15x15", "20x20"]
    assert tuple(line[:20].rstrip() for line in lines) == WORKS
    for line in lines:
        assert all(int(rate.replace(",", "")) > 0 for rate in line[20:].split())
    assert pair.startswith("one make+unmake on 15x15: ")


def test_a_time_too_short_for_a_visit_is_extended() -> None:
    board = bench_command.position(bench_command.POSITIONS[15], 15)
    assert bench_command.visits_per_second(board, LinesEvaluator(), 1e-9) > 0


def test_a_run_is_saved_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    assert run_bench("--out", str(path)).exit_code == 0
    run = bench_results.load_run(path)
    assert run.build == BUILD
    assert {size: tuple(rates) for size, rates in run.rates.items()} == {
        "15x15": WORKS,
        "20x20": WORKS,
    }


def test_ratios_are_new_over_old() -> None:
    new = BenchRun(
        "avx2", {"15x15": {"visits": 300.0, "playouts": 10.0}, "20x20": {"visits": 50.0}}
    )
    old = BenchRun("baseline", {"15x15": {"visits": 200.0}, "20x20": {"visits": 100.0}})
    assert new.over(old) == {"15x15": {"visits": 1.5}, "20x20": {"visits": 0.5}}


def test_a_run_is_compared_with_a_saved_one(tmp_path: Path) -> None:
    path = kept(tmp_path, 1.0, WORKS[:-1])
    done = run_bench("--against", path)
    assert done.exit_code == 0, done.output
    title, heading, *ratios = done.output.split("\n\n")[1].splitlines()
    assert title == f"against build older ({path})"
    assert heading.split() == ["ratio", "15x15", "20x20"]
    assert tuple(line[:20].rstrip() for line in ratios) == WORKS[:-1]
    assert all(float(ratio) > 1 for line in ratios for ratio in line[20:].split())


def test_a_program_reads_the_rates_and_ratios_as_json(tmp_path: Path) -> None:
    done = run_bench("--against", kept(tmp_path, 1.0, WORKS), "--json")
    read = json.loads(done.output)
    assert tuple(read["rates"]["15x15"]) == WORKS
    (other,) = read["against"]
    assert other["build"] == "older"
    assert all(ratio > 1 for ratio in other["ratios"]["20x20"].values())


def test_builds_are_compared_in_one_run() -> None:
    done = run_bench("--against-build", "baseline")
    assert done.exit_code == 0, done.output
    title, _, *ratios = done.output.split("\n\n")[1].splitlines()
    assert title == "against build baseline (now)"
    assert tuple(line[:20].rstrip() for line in ratios) == WORKS


def test_a_build_that_does_not_run_is_one_error_line() -> None:
    words = "cannot measure the build sse9: ImportError: FUKUMI_BUILD=sse9: use baseline"
    with pytest.raises(BenchError, match=words):
        bench_command.bench_build("sse9", 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"build": "avx2", "rates": {"15x15": {"vis',
        "[]",
        '{"build": "avx2"}',
        '{"build": "avx2", "rates": {"15x15": {"visits": 0}}}',
        '{"build": "avx2", "rates": {"15x15": {"visits": "many"}}}',
        '{"build": "avx2", "rates": {"15x15": 3}}',
    ],
)
def test_a_damaged_file_is_refused_before_anything_is_measured(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    done = run_bench("--against", str(path))
    assert done.exit_code == 2
    assert done.output == (f"fukumi bench: {path} is damaged or not from `fukumi bench --out`\n")


def test_a_missing_file_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    done = run_bench("--against", str(path))
    assert done.exit_code == 2
    assert done.output == f"fukumi bench: cannot read {path}: No such file or directory\n"


def test_a_full_disk_is_one_error_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    done = run_bench("--out", str(tmp_path / "run.json"))
    assert done.exit_code == 2
    assert done.output.splitlines()[-1].startswith("fukumi bench: cannot write ")


def test_a_missing_folder_is_refused_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(bench_command, "measure")
    done = run_bench("--out", str(tmp_path / "none" / "run.json"))
    assert done.exit_code == 2
    assert done.output.startswith("fukumi bench: cannot write ")


def test_the_file_is_plain_json(tmp_path: Path) -> None:
    assert json.loads(Path(kept(tmp_path, 2.0)).read_text())["build"] == "older"


@pytest.mark.parametrize("seconds", ["0", "nan"])
def test_a_time_without_an_end_or_none_is_refused(seconds: str) -> None:
    done = CliRunner().invoke(main, ["bench", "--seconds", seconds])
    assert done.exit_code == 2
    assert "give a finite time above 0" in done.output
