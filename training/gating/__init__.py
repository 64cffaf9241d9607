"""Gating: paired games of a new net, the records of nets, the check for collapse."""
