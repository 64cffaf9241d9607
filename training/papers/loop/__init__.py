"""The AlphaZero loop, and the players, nets and tools that the recipes share."""
