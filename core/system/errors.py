"""The base of all errors caused by bad input."""


class UserError(Exception):
    """Bad input or missing means; the message says in one line what was wrong and how to fix it.

    The command line shows the message alone, without a traceback, and exits with `exit_code`.
    """

    exit_code = 2
