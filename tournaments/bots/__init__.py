"""Bundled opponents: each a few dozen lines over `core`, each a protocol engine of its own."""

import sys
from collections.abc import Mapping

# name -> (module, the options it knows)
_BOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "adp": ("adp", ("seed",)),
    "alphabeta": ("alphabeta", ("depth",)),
    "heuristic": ("heuristic", ("seed",)),
    "puremcts": ("puremcts", ("playouts", "seed")),
    "random": ("random_mover", ("seed",)),
    "uctadp": ("uctadp", ("iterations", "seed")),
    "uctadppb": ("uctadppb", ("iterations", "seed")),
    "uctdummy": ("uctdummy", ("iterations", "seed")),
    "uctsim": ("uctsim", ("adp", "iterations", "seed")),
}

NAMES = tuple(sorted(_BOTS))


def command_line(name: str, options: Mapping[str, str]) -> list[str]:
    """The command that runs a bundled bot.

    Raises:
        ValueError: an unknown bot or option; the text names those there are.
    """
    if name not in _BOTS:
        raise ValueError(f"unknown bot {name!r}: bundled are {', '.join(NAMES)}")
    module, known = _BOTS[name]
    for key in options:
        if key not in known:
            raise ValueError(f"bot {name} has no option {key!r}: it has {', '.join(known)}")
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    return [sys.executable, "-m", f"tournaments.bots.{module}", *words]
