"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# Neither an example nor the making of one is too slow: how long they take is the machine's.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
