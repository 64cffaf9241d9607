"""The command line of Fukumi, a Gomoku tournament bot."""


def __getattr__(name: str) -> str:
    # On demand: `python -m fukumi` runs this file before __main__ has taken the current folder off
    # the path, so nothing may be imported here.
    if name == "__version__":
        from core.version import VERSION

        return VERSION
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
