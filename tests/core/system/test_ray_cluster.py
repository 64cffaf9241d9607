"""Addresses of Ray clusters that cannot be reached are refused before Ray waits for them."""

import socket
import types

import pytest

from core.system import ray_cluster
from core.system.errors import UserError


@pytest.mark.parametrize("form", ["ray://127.0.0.1:{}", "127.0.0.1:{}", "ray://[::1]:{}"])
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
