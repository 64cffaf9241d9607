"""The command `fukumi play`: the board in the browser or in the terminal."""

import contextlib
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from board.board_error import BoardError
from board.players import available_players, first_chosen
from core.game.rules import Rule
from core.search.play_levels import LEVELS
from core.system.errors import UserError
from core.system.extras import import_extra
from tournaments.cli.shared_options import SECONDS, boardsize_option, rule_option

PORT = 8765
CHOKO_PAGE = "choko.html"
LOCAL = "localhost"
IN_BROWSER = {"engines", "tournament", "host", "port", "browser", "until_closed"}
IN_TERMINAL = {
    "gomoku": {"boardsize", "rule", "white", "level", "visits", "seconds"},
    "choko": {"white", "against"},
}
"""Parameters that only one of the ways to play has a use for."""
LINGERING = 60.0
"""Seconds that a server with --until-closed waits for a page to be opened again."""


@click.command()
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME or 'cmd=... name=...'",
    help="Protocol engine to analyse together with Fukumi and to play against: a bundled bot, a "
    "program, or a description as for `fukumi tournament run`; may be repeated, the first one "
    "analyses.",
)
@click.option(
    "--tournament",
    type=click.Path(exists=True, path_type=Path),
    help="Tournament to look at, also while it runs: its folder, or a file or folder of game "
    "records. Default: none.",
)
@click.option(
    "--read-only",
    is_flag=True,
    help="Show the tournament to everybody who reaches the page, without a token: they look at "
    "games, and can do nothing else.",
)
@click.option(
    "--host",
    default=LOCAL,
    show_default=True,
    help="Address to serve. Any other than localhost admits everybody who has the link, "
    "which contains a token unless --read-only is given.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"Port to serve; 0 is any free port. Default: {PORT}, or a free port if it is taken.",
)
@click.option(
    "--browser/--no-browser",
    default=True,
    show_default=True,
    help="Open the page in the browser.",
)
@click.option(
    "--until-closed",
    is_flag=True,
    help=f"End {LINGERING:g} seconds after the last page is closed in the browser. Default: only "
    "Ctrl-C ends it.",
)
@click.option("--terminal", is_flag=True, help="Play in the terminal instead of the browser.")
@boardsize_option("Board edge, in the terminal.")
@rule_option("Name or code of the rule, in the terminal.")
@click.option("--white", is_flag=True, help="Play White, or in Choko Red, in the terminal.")
@click.option(
    "--level",
    metavar="LEVEL",
    type=click.Choice([level.name for level in LEVELS], case_sensitive=False),
    help="Level that Fukumi plays at, in the terminal: "
    f"{', '.join(level.name.lower() for level in LEVELS)}. Default: full strength.",
)
@click.option(
    "--visits",
    type=click.IntRange(min=1),
    help="Limit of Fukumi's visits for each move, in the terminal. Default: none.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    help="Limit of Fukumi's time for each move, in the terminal. "
    "Default: 1, or none with --visits.",
)
@click.option(
    "--game",
    type=click.Choice(["gomoku", "choko"]),
    default="gomoku",
    show_default=True,
    help="Game to play; the page of each has a link to the other.",
)
@click.option(
    "--against",
    type=click.Choice(["pgts", "minimax", "ppo"]),
    default="pgts",
    show_default=True,
    help="Opponent in Choko, in the terminal.",
)
def play(
    engines: Sequence[str],
    tournament: Path | None,
    read_only: bool,
    host: str,
    port: int | None,
    browser: bool,
    until_closed: bool,
    terminal: bool,
    boardsize: int,
    rule: Rule,
    white: bool,
    level: str | None,
    visits: int | None,
    seconds: float | None,
    game: str,
    against: str,
) -> None:
    """Play against Fukumi and analyse games, in the browser.

    This command serves the page until Ctrl-C ends it, to this machine only unless --host is given.
    The page needs no network.
    """
    if read_only and (engines or terminal or game == "choko"):
        raise BoardError(
            "--read-only shows a tournament only: leave out --engine, --terminal and --game"
        )
    _refuse_unused(terminal, game)
    if terminal and game == "choko":
        from board.choko_terminal import run_choko

        run_choko(against, white)
    elif terminal:
        _in_terminal(boardsize, rule, white, level, visits, seconds)
    else:
        page = CHOKO_PAGE * (game == "choko")
        _in_browser(engines, tournament, read_only, host, port, browser, until_closed, page)


def _refuse_unused(terminal: bool, game: str) -> None:
    """Refuse options that the chosen way to play has no use for."""
    used = IN_TERMINAL[game] if terminal else IN_BROWSER
    unused = IN_BROWSER.union(*IN_TERMINAL.values()) - used
    context = click.get_current_context()
    given = [
        parameter.secondary_opts[0]
        if parameter.secondary_opts and not context.params[parameter.name or ""]
        else parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in unused
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]
    options = ", ".join(given)
    if given and terminal:
        raise BoardError(
            f"leave out {options}: {game.capitalize()} in the terminal has no use for it"
        )
    if given:
        raise BoardError(
            f"in the browser, New game has what {options} would set: "
            "add --terminal to play in the terminal"
        )


def _in_browser(
    engines: Sequence[str],
    tournament: Path | None,
    read_only: bool,
    host: str,
    port: int | None,
    browser: bool,
    until_closed: bool,
    page: str,
) -> None:
    for module in ("starlette", "websockets"):
        _need(module)
    uvicorn = _need("uvicorn")
    from board.access import is_local, links, names_of

    token = None if is_local(host) or read_only else secrets.token_urlsafe(16)
    app, limits = _application(engines, tournament, read_only, names_of(host), token)
    listening = _listen(host, port)
    addresses = links(host, listening.getsockname()[1], token)
    address, *others = (f"{link}{page}" for link in addresses)
    click.echo(f"The board is at {address}  (Ctrl-C ends it)")
    for other in others:
        click.echo(f"            and at {other}")
    if read_only and not is_local(host):
        click.echo("Everybody who reaches it can look at the games; nothing is encrypted.")
    elif token:
        click.echo("Everybody who has the link can use the board; nothing is encrypted.")
    if browser:
        webbrowser.open(address)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", **limits))
    if until_closed:
        watching = (server, app.state.pages)
        threading.Thread(target=_end_when_closed, args=watching, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn shuts down first, then raises it again
        server.run(sockets=[listening])


def _application(
    engines: Sequence[str],
    tournament: Path | None,
    read_only: bool,
    names: tuple[str, ...],
    token: str | None,
) -> tuple[Any, dict[str, Any]]:
    """Return the server as an ASGI application, and its limits for uvicorn."""
    from board import server
    from board.game_browser import TournamentGames

    games = TournamentGames(tournament) if tournament else None
    if read_only:
        if games is None:
            raise BoardError("--read-only shows a tournament: give its folder: --tournament DIR")
        return server.viewers_application(games, names), server.LIMITS_OF_VIEWERS
    players = available_players(engines)
    app = server.application(players, games, names, token, first_chosen(engines))
    return app, server.LIMITS


def _end_when_closed(server: Any, pages: Any) -> None:
    while pages.closed_for() < LINGERING:
        time.sleep(1)
    server.should_exit = True


def _need(module: str) -> Any:
    """Import a module that only the extra `play` installs."""
    try:
        return import_extra(module, "play")
    except UserError as error:
        raise BoardError(f"{error}, or play in the terminal: fukumi play --terminal") from error


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket, on any free port if none was given and the usual one is taken."""
    ports = (PORT, 0) if port is None else (port,)
    for number in ports:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            both = host == "::" and socket.has_dualstack_ipv6()
            return socket.create_server((host, number), family=family, dualstack_ipv6=both)
        except OSError as error:
            if number == ports[-1]:
                where = f"{host}:{ports[0]}" if port else host
                raise BoardError(f"cannot serve at {where}: {error.strerror}") from error
    raise AssertionError("unreachable: the last port raises")


def _in_terminal(
    boardsize: int,
    rule: Rule,
    white: bool,
    level: str | None,
    visits: int | None,
    seconds: float | None,
) -> None:
    from board import terminal

    if level is not None and (seconds is not None or visits is not None):
        raise BoardError("--level has limits of its own: leave out --visits and --seconds")
    if seconds is None and visits is None:
        seconds = terminal.SECONDS
    chosen = next((one for one in LEVELS if one.name == level), None)
    terminal.run(terminal.TerminalGame(boardsize, rule, white, visits, seconds, chosen))
