"""Schedule, workers and referee: play the games and store them."""
