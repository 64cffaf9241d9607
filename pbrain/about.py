"""Who we are, as ABOUT wants to know it."""

NAME = "Fukumi"
AUTHOR = "Fukumi developers"
VERSION = "0.1.0"
"""Kept equal to `fukumi.__version__`, which the player must not import; a test compares them."""

ABOUT = (
    f'name="{NAME}", version="{VERSION}", author="{AUTHOR}", '
    'country="International", www="", email=""'
)
