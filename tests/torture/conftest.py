"""Fixtures shared with the tests of tournaments: a mark on all processes of a test."""

from tests.tournaments.conftest import _mark_this_test  # noqa: F401
