"""The game: rules, line tables, the board, its moves, and how a game ends."""

from core.system.processor import use_build

use_build(__path__)
