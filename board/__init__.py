"""The board: a page in the browser and a terminal, to play on and to see what a search thinks."""
