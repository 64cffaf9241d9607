"""A league of one's own: engines that join and leave while it runs, paired by their ratings."""
