"""An engine that ends before it answers START."""

import sys

sys.exit(3)
