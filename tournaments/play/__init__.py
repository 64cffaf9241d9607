"""Schedule, workers and referee: plays the games and stores them."""
