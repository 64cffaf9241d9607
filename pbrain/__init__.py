"""The Gomocup adapter: the protocol's lines on one side, `core` on the other."""
