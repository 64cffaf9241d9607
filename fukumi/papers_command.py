"""The command `fukumi papers`: one subcommand for each reproduced paper."""

import click

from fukumi.command_list import LazyCommand
from fukumi.lazy_group import LazyGroup

RECIPES = {
    "alphazero": LazyCommand(
        "training.papers.recipe_commands:alphazero",
        "AlphaZero on 8x8: loss, and win rate against pure MCTS.",
    ),
    "alphago-zero": LazyCommand(
        "training.papers.recipe_commands:alphago_zero",
        "AlphaGo Zero: Elo over training, the raw net, four nets.",
    ),
    "sizes": LazyCommand(
        "training.papers.recipe_commands:sizes", "Self-play on 6x6 to 9x9: loss and entropy."
    ),
    "uct-adp": LazyCommand(
        "training.papers.uct_adp.uct_adp_command:command",
        "UCT-ADP with progressive bias: perceptron, speed, matches.",
    ),
    "choko": LazyCommand(
        "training.papers.choko.choko_command:command",
        "ChokoZero: DQN, PPO and policy-guided tree search for Choko.",
    ),
}


@click.group(cls=LazyGroup, sections={"Papers": RECIPES})
def papers() -> None:
    """Reproduce the tables and figures of a paper.

    A larger --budget continues a run in the same folder, but not that of
    choko, whose schedules end with the budget.
    """
