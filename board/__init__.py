"""The board for playing and analysis, in the browser and in the terminal."""
