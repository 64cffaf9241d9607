"""Is gone before it answers START."""

import sys

sys.exit(3)
