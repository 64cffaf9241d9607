"""Who we are, as ABOUT wants to know it."""

VERSION = "0.1.0"
"""Kept equal to `fukumi.__version__`, which the player must not import; a test compares them."""

ABOUT = (
    f'name="Fukumi", version="{VERSION}", author="Fukumi developers", '
    'country="International", www="", email=""'
)
