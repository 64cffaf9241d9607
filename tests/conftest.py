"""Settings of all tests."""

import signal

from hypothesis import HealthCheck, settings

# Neither an example nor the making of one is too slow: how long they take is the machine's.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell script that runs the tests in the background makes them ignore Ctrl-C, and with them all
# programs that they start, even those that are to be stopped by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
