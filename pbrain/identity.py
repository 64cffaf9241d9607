"""Name, version and author of the brain, as ABOUT reports them."""

from core.version import VERSION

NAME = "Fukumi"
AUTHOR = "Fukumi developers"

ABOUT = (
    f'name="{NAME}", version="{VERSION}", author="{AUTHOR}", '
    'country="International", www="", email=""'
)
