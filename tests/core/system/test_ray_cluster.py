"""Addresses of Ray clusters that cannot be reached are refused before Ray waits for them."""

import os
import signal
import socket
import types
from typing import Any

import pytest

from core.system import ray_cluster
from core.system.errors import UserError


@pytest.mark.parametrize("form", ["ray://127.0.0.1:{}", "ray://[::1]:{}"])
def test_an_address_where_nothing_listens_is_refused_without_ray(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(*_: object, **__: object) -> None:
        raise AssertionError("Ray would wait for minutes")

    ray = types.SimpleNamespace(init=init)
    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: ray)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but not listening
        address = form.format(taken.getsockname()[1])
        with pytest.raises(UserError, match=r"no Ray cluster at .*check host and port"):
            ray_cluster.connect(address, None)


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:10001", "http://127.0.0.1:10001"])
def test_an_address_of_another_form_is_refused(address: str) -> None:
    """Ray would wait for minutes where something that is not Ray listens."""
    with pytest.raises(UserError, match="ray://host:port, auto or local"):
        ray_cluster.connect(address, None)


def test_other_addresses_are_left_to_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    ray = types.SimpleNamespace(init=lambda address, **_: asked.append(address))
    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: ray)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        addresses = ["auto", "local", f"ray://127.0.0.1:{listening.getsockname()[1]}"]
        for address in addresses:
            ray_cluster.connect(address, None)
    assert asked == addresses


def test_ray_gives_up_within_ten_seconds_unless_the_user_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = [f"RAY_CLIENT_{name}_CONNECTION_TIMEOUT_S" for name in ("INITIAL", "MAX")]
    seen: list[int] = []

    def import_ray(*_: str) -> object:
        seen.extend(int(os.environ[key]) for key in keys)  # Ray reads them when it is imported
        return types.SimpleNamespace(init=lambda *_, **__: None)

    monkeypatch.setattr(ray_cluster, "import_extra", import_ray)
    for key in keys:
        monkeypatch.setenv(key, "60")
    ray_cluster.connect("auto", None)
    for key in keys:
        monkeypatch.delenv(key)
    ray_cluster.connect("auto", None)
    assert seen[:2] == [60, 60]
    assert 3 * max(seen[2:]) < 10  # it tries three times


@pytest.mark.parametrize("kind", [ConnectionError, RuntimeError, Exception])
def test_a_cluster_that_does_not_start_is_one_clear_line(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray says with a bare Exception that its processes did not start in time."""

    def init(*_: object, **__: object) -> None:
        raise kind("The current node timed out during startup")

    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: types.SimpleNamespace(init=init))
    with pytest.raises(UserError, match="no Ray cluster at local: The current node timed out"):
        ray_cluster.connect("local", None)


def test_a_handler_of_sigterm_outlives_rays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray sets one of its own, which ends the process at once."""

    def ours(*_: object) -> None:
        pass

    def rays(*_: object) -> None:
        pass

    fails = False

    def init(*_: object, **__: object) -> None:
        signal.signal(signal.SIGTERM, rays)
        if fails:
            raise RuntimeError("no cluster")

    ray = types.SimpleNamespace(init=init)
    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: ray)
    before = signal.getsignal(signal.SIGTERM)
    try:
        for handler, after in ((ours, ours), (signal.SIG_DFL, rays)):
            signal.signal(signal.SIGTERM, handler)
            ray_cluster.connect("local", None)
            assert signal.getsignal(signal.SIGTERM) is after
        fails = True
        signal.signal(signal.SIGTERM, ours)
        with pytest.raises(UserError):
            ray_cluster.connect("local", None)
        assert signal.getsignal(signal.SIGTERM) is ours
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_cluster_that_is_lost_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> Any:
        raise ConnectionError("Client is shutting down.")

    task = types.SimpleNamespace(remote=lambda: "reference")
    ray = types.SimpleNamespace(
        init=lambda *_, **__: None,
        remote=lambda **_: lambda _work: task,
        wait=lost,
        cancel=lost,
        shutdown=lambda: None,
    )
    monkeypatch.setattr(ray_cluster, "import_extra", lambda *_: ray)
    workers = ray_cluster.RayWorkers[int, None](print, 0, 2, "local")
    workers.start(1)
    said = r"lost the Ray cluster: Client is shutting down\.; the same command resumes"
    with pytest.raises(UserError, match=said):
        workers.wait(0.0)
    task.remote = lost
    with pytest.raises(UserError, match=said):
        workers.start(2)
    workers.close()
