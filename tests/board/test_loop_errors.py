"""Errors that clients cause are one line in the server's log."""

import logging

import pytest

from board.loop_errors import log_bad_text_in_one_line


def test_bad_text_of_a_client_has_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("test.uvicorn")
    log.addFilter(log_bad_text_in_one_line)
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        log.exception("Invalid UTF-8 sequence")
    try:
        int("x")
    except ValueError:
        log.exception("An error of ours")
    bad, ours = caplog.records
    assert bad.exc_info is None
    assert ours.exc_info
