"""Bundled opponents: each a few dozen lines over `core`, each a protocol engine of its own."""

import sys
from collections.abc import Mapping

_TREE = ("iterations", "k", "k2", "msd", "preselect", "seed")
_ADP = ("fours", "weights")

# name -> (module, its options)
_BOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "adp": ("adp", (*_ADP, "seed")),
    "alphabeta": ("alphabeta", ("depth",)),
    "heuristic": ("heuristic", ("seed",)),
    "puremcts": ("puremcts", ("playouts", "seed")),
    "random": ("random_mover", ("seed",)),
    "uctadp": ("uctadp", (*_ADP, *_TREE)),
    "uctadppb": ("uctadppb", (*_ADP, *_TREE)),
    "uctdummy": ("uctdummy", _TREE),
    "uctsim": ("uctsim", ("adp", *_TREE, "weights")),
}

NAMES = tuple(sorted(_BOTS))

# The same for bots with a net of `fukumi papers`, which play only on boards of its size.
_WITH_NET: dict[str, tuple[str, tuple[str, ...]]] = {
    "alphazero": ("alphazero", ("net", "playouts")),
    "dqn": ("dqn", ("net",)),
    "pgts": ("pgts", ("depth", "net")),
    "ppo": ("ppo", ("net", "seed")),
    "rawnet": ("rawnet", ("net",)),
}

NAMES_WITH_NET = tuple(sorted(_WITH_NET))
ALL_NAMES = (*NAMES, *NAMES_WITH_NET)


def python_module(name: str) -> tuple[str, ...]:
    """Return the command that runs one of our modules, ignoring modules in the current folder."""
    return (sys.executable, "-P", "-m", name)


def command_line(name: str, options: Mapping[str, str]) -> list[str]:
    """Return the command that runs a bundled bot.

    Raises:
        ValueError: an unknown bot or option; the text lists the known ones.
    """
    bots = {**_BOTS, **_WITH_NET}
    if name not in bots:
        raise ValueError(f"unknown bot {name!r}: bundled are {', '.join(sorted(bots))}")
    module, known = bots[name]
    for key in options:
        if key not in known:
            raise ValueError(f"bot {name} has no option {key!r}: it has {', '.join(known)}")
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    return [*python_module(f"tournaments.bots.{module}"), *words]
