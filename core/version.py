"""The version of the project, defined only here."""

VERSION = "0.1.0"
