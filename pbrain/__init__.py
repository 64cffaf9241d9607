"""The Gomocup adapter between the protocol's lines and `core`."""
