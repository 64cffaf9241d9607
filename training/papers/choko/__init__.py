"""ChokoZero (Francisco, Wirth and Kannan): the game of Choko, and agents that learn games."""
