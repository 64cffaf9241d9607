"""The base of all errors that a user can mend."""


class UserError(Exception):
    """Bad input or missing means; the text says in one line what was wrong and how to mend it.

    The command line shows the text alone, without a traceback, and exits with `exit_code`.
    """

    exit_code = 2
