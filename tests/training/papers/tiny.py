"""Settings so small that a whole run takes a second."""

from training.papers.loop.loop_settings import LoopSettings
from training.papers.loop.networks import NetShape

SHAPE = NetShape((4, 4, 4), True, True, policy_filters=1, value_filters=1, hidden=4)
SETTINGS = LoopSettings(
    size=5,
    shape=SHAPE,
    playouts=6,
    exploration=5.0,
    temperature_moves=25,
    window=2000,
    batch=16,
    rate=2e-3,
    match_every=2,
    match_games=2,
    slots=3,
)
