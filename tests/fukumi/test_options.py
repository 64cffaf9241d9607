"""The options of all commands: one name for one thing, and a help that states the default."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from fukumi.lazy_group import LazyGroup

PATHS = {"DIR", "FILE", "PATH"}


def walk(group: click.Group, name: str = "fukumi") -> Iterator[tuple[str, click.Command]]:
    """Yield all groups and commands of the house with their full names."""
    context = click.Context(group)
    yield name, group
    for short in group.list_commands(context):
        command = group.get_command(context, short)
        assert command is not None
        if isinstance(command, click.Group):
            yield from walk(command, f"{name} {short}")
        else:
            yield f"{name} {short}", command


ALL = dict(walk(main))
GROUPS = {name: command for name, command in ALL.items() if isinstance(command, click.Group)}
OPTIONS = [
    (name, option)
    for name, command in ALL.items()
    for option in command.params
    if isinstance(option, click.Option) and name != "fukumi"
]


def states_default(option: click.Option) -> bool:
    """Return whether the help states the default, or an option has none to state."""
    assert option.help is not None
    optional = not (option.required or option.is_flag or option.multiple)
    return not optional or bool(option.show_default) or "Default: " in option.help


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_has_a_help_that_states_the_default(name: str, option: click.Option) -> None:
    assert option.help, f"{name} {option.opts[0]}"
    assert option.help.endswith("."), f"{name} {option.opts[0]}: {option.help}"
    assert states_default(option), f"{name} {option.opts[0]}: {option.help}"


@pytest.mark.parametrize("name", ALL)
def test_no_help_is_cut_off(name: str) -> None:
    words = [*name.split()[1:], "--help"]
    lines = CliRunner().invoke(main, words, terminal_width=80).output.splitlines()
    listed = [line for line in lines if line.startswith("  ") and not line.endswith("\\")]
    assert not [line for line in listed if line.endswith("...")], name
    assert not [line for line in lines if len(line) > 80 and line.startswith("  -")], name


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("--size", "--boardsize"),
        ("--processes", "--concurrency"),
        ("--workers", "--concurrency"),
        ("--threads", "--concurrency"),
        ("--output", "--out"),
        ("--save", "--out"),
        ("--report", "--out"),
        ("--time", "--seconds"),
        ("--nodes", "--visits"),
    ],
)
def test_one_thing_has_one_name(old: str, now: str) -> None:
    assert [name for name, option in OPTIONS if old in option.opts] == [], f"use {now}"


@pytest.mark.parametrize("name", ["--games", "--visits", "--concurrency", "--boardsize", "--seed"])
def test_an_option_of_one_name_is_a_whole_number_everywhere(name: str) -> None:
    found = [option for _, option in OPTIONS if name in option.opts]
    assert found
    assert all(isinstance(option.type, click.types.IntParamType) for option in found)


@pytest.mark.parametrize("name", ALL)
def test_paths_are_called_dir_file_or_path(name: str) -> None:
    for parameter in ALL[name].params:
        if isinstance(parameter.type, click.Path) and parameter.nargs == 1:
            shown = parameter.make_metavar(click.Context(ALL[name]))
            assert shown.strip("[]") in PATHS, f"{name}: {parameter.name} is shown as {shown}"


@pytest.mark.parametrize("name", GROUPS)
def test_no_help_in_a_list_of_commands_is_cut_off(name: str) -> None:
    listed = CliRunner().invoke(GROUPS[name], ["--help"]).output
    assert not [line for line in listed.splitlines()[1:] if line.endswith("...")]


@pytest.mark.parametrize("name", [name for name, g in GROUPS.items() if isinstance(g, LazyGroup)])
def test_the_list_of_commands_has_the_first_line_of_each_help(name: str) -> None:
    group = GROUPS[name]
    assert isinstance(group, LazyGroup)
    for commands in group.sections.values():
        for short, listed in commands.items():
            assert (ALL[f"{name} {short}"].help or "").splitlines()[0] == listed.help
