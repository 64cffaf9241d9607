"""Imports of what an extra installs, and the commands that install it."""

import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from core.system.errors import UserError
from core.system.extras import import_extra, install_command

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]


def test_what_is_not_installed_is_named_with_what_installs_its_extra() -> None:
    with pytest.raises(UserError, match=r"nosuchthing is not installed: .*pip install .*torch"):
        import_extra("nosuchthing.part", "train")


def test_an_error_of_our_own_is_not_called_a_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_extra("training.nosuchthing", "train")


STATED = [
    f'{word}; extra == "{name}"'
    for name, words in PROJECT["optional-dependencies"].items()
    for word in words
]


@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_the_command_installs_the_packages_and_leaves_fukumi_alone(
    extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _name: STATED)
    program, *words = shlex.split(install_command(extra).partition(" (")[0])
    assert Path(program).absolute() == Path(sys.executable)
    assert words == ["-m", "pip", "install", *PROJECT["optional-dependencies"][extra]]


def test_without_metadata_the_extra_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> list[str]:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", missing)
    assert install_command("play").endswith('-m pip install "fukumi[play]"')


def test_training_tells_of_the_small_torch() -> None:
    assert "https://download.pytorch.org/whl/cpu" in install_command("train")
