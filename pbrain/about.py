"""Who we are, as ABOUT wants to know it."""

from core.version import VERSION

ABOUT = (
    f'name="Fukumi", version="{VERSION}", author="Fukumi developers", '
    'country="International", www="", email=""'
)
