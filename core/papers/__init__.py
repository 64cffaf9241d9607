"""Evaluation and tree search of UCT-ADP (Cao and Lin), compiled for the papers' recipes."""

from core.system.processor import use_build

use_build(__path__)
