"""The game: rules, line tables, the board and its moves."""

from core.system.processor import use_build

use_build(__path__)
