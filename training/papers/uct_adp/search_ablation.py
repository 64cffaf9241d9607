"""Variants of the search of UCT-ADP-PB, each without one mechanism or with another constant."""

ABLATION_ITERATIONS = 2000

RIVAL = "adp"
"""The opponent of all variants: the same perceptron, one ply deep."""

ABLATION = {
    "UCT-ADP-PB": (),
    "no bias (UCT-ADP)": ("option.k2=0",),
    "bias k2 = 0.3": ("option.k2=0.3",),
    "bias k2 = 1": ("option.k2=1",),
    "no selection": ("option.preselect=0",),
    "neither": ("option.k2=0", "option.preselect=0"),
    "no simulated move (MSD = 0)": ("option.msd=0",),
    "4 simulated moves (MSD = 4)": ("option.msd=4",),
    "fours judged like other positions": ("option.fours=0",),
    "exploration k = 0.3": ("option.k=0.3",),
}
"""Options of the bot `uctadppb`, by the name of the variant."""
