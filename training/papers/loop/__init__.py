"""The AlphaZero loop and the means that the recipes share."""
