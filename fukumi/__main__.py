"""`python -m fukumi`, for those whose PATH lacks the `fukumi` script."""

from fukumi.cli import main

main()
