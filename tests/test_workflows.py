"""Continuous integration: what is released is made with pinned actions and packages alone."""

import re
import tomllib

import pytest

from tests.repository import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"\S+@[0-9a-f]{40} # v[0-9.]+")
NAME = re.compile(r"[A-Za-z0-9._-]+")


def lines_with(pattern: str) -> list[str]:
    """Return what follows the pattern on lines of the workflows.

    The job `fast`, which releases nothing, is left out.
    """
    text = "\n".join(path.read_text() for path in WORKFLOWS)
    text = re.sub(r"^  fast:\n(?:    .*\n|\n)*", "", text, flags=re.MULTILINE)
    return re.findall(rf"{pattern}(.*)", text)


def pins(name: str) -> dict[str, str]:
    """Return the entries of a file of requirements, by the package's name in lower case."""
    text = re.sub(r"^#.*\n", "", (ROOT / name).read_text(), flags=re.MULTILINE)
    entries = re.split(r"\n(?=\S)", text)
    return {NAME.match(entry)[0].lower(): entry for entry in entries if entry.strip()}  # type: ignore[index]


def test_actions_are_pinned_to_commits() -> None:
    used = lines_with(r"uses: ")
    assert len(used) > 5
    assert [action for action in used if not PINNED.fullmatch(action)] == []


def test_packages_are_installed_by_their_hashes() -> None:
    installs = lines_with(r"pip install ")
    assert len(installs) > 2
    for arguments in installs:
        assert arguments.startswith(("--require-hashes --requirement ", "--no-deps ")), arguments


@pytest.mark.parametrize("name", ["requirements-build.txt", "requirements-release.txt"])
def test_every_pin_has_its_hashes(name: str) -> None:
    for package, entry in pins(name).items():
        assert re.match(r"\S+==\S+", entry), package
        assert "--hash=sha256:" in entry, package


def test_all_that_a_release_needs_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    build = {NAME.match(text)[0].lower() for text in project["build-system"]["requires"]}  # type: ignore[index]
    needed = [*project["project"]["dependencies"]]
    needed += project["project"]["optional-dependencies"]["package"]
    names = {NAME.match(text)[0].lower() for text in needed}  # type: ignore[index]
    assert build == pins("requirements-build.txt").keys()
    assert build | names | {"build", "cibuildwheel"} <= pins("requirements-release.txt").keys()


def test_only_the_job_that_publishes_may_ask_pypi_for_trust() -> None:
    jobs = re.split(r"^  (?=\w+:$)", WORKFLOWS[0].read_text(), flags=re.MULTILINE)
    trusted = [job for job in jobs if "id-token: write" in job]
    assert [job.partition(":")[0] for job in trusted] == ["publish"]
    assert "environment: pypi" in trusted[0]
    assert "run:" not in trusted[0]  # nothing of ours runs with the right to publish
    assert not re.search(r"password|secrets\.", trusted[0])


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    prefix = "Programming Language :: Python :: 3."
    named = [line for line in settings["project"]["classifiers"] if line.startswith(prefix)]
    built = settings["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp3{line.removeprefix(prefix)}-*" for line in named]
