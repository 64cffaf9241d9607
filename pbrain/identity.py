"""Who we are, as ABOUT wants to know it."""

from core.version import VERSION

NAME = "Fukumi"
AUTHOR = "Fukumi developers"

ABOUT = (
    f'name="{NAME}", version="{VERSION}", author="{AUTHOR}", '
    'country="International", www="", email=""'
)
