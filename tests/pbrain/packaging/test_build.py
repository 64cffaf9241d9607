"""Version resource and licences of a package, and errors of packaging."""

import ast
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.version import VERSION
from fukumi import package_command
from fukumi.command_line import main
from pbrain.packaging import licences, properties
from pbrain.packaging.build import run
from pbrain.packaging.packaged_programs import BOARD, BRAIN
from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.properties import version_resource


def pair(call: ast.Call) -> tuple[str, str]:
    name, value = (ast.literal_eval(argument) for argument in call.args)
    return name, value


def calls(text: str, name: str) -> list[ast.Call]:
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id == name]


def test_the_version_resource_has_name_and_version() -> None:
    text = version_resource(BRAIN)
    shown = dict(pair(call) for call in calls(text, "StringStruct"))
    assert shown["ProductName"] == "Fukumi"
    assert shown["FileVersion"] == shown["ProductVersion"] == VERSION
    assert shown["OriginalFilename"] == "pbrain-Fukumi64.exe"
    assert "MIT" in shown["LegalCopyright"]


def test_the_programs_have_resources_of_their_own() -> None:
    shown = dict(pair(call) for call in calls(version_resource(BOARD), "StringStruct"))
    assert shown["OriginalFilename"] == "fukumi-board.exe"
    assert "a board to play" in shown["FileDescription"]


def test_the_full_test_is_of_the_brain_only(tmp_path: Path) -> None:
    words = ["package", "--board", "--full-clocks", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "--full-clocks tests the brain" in done.output


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("1.2.3", (1, 2, 3, 0)), ("2.0", (2, 0, 0, 0)), ("1.2.3rc4", (1, 2, 3, 4))],
)
def test_windows_compares_four_numbers(
    version: str, numbers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(properties, "VERSION", version)
    (fixed,) = calls(version_resource(BOARD), "FixedFileInfo")
    assert {ast.literal_eval(keyword.value) for keyword in fixed.keywords} == {numbers}


def test_the_licences_of_a_checkout_and_of_python_are_found(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("ours")
    assert licences.fukumi_licence_path(tmp_path).read_text() == "ours"
    assert "PYTHON SOFTWARE FOUNDATION" in licences.python_licence_path().read_text(
        encoding="utf-8"
    )


def test_a_missing_licence_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(_: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(licences, "files", not_installed)
    with pytest.raises(PackagingError, match="LICENSE of Fukumi is missing"):
        licences.fukumi_licence_path(tmp_path)


def test_the_error_of_a_failing_tool_is_quoted() -> None:
    program = "import sys; sys.exit('working\\nERROR: no such thing\\nand so on')"
    with pytest.raises(PackagingError, match=r"^it failed: ERROR: no such thing$"):
        run([sys.executable, "-c", program], "it failed")


def test_linux_cannot_be_built_for_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_command, "HERE", "windows")
    done = CliRunner().invoke(main, ["package", "--target", "linux", "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output == ("fukumi package: cannot build for linux on windows: run this on linux\n")
