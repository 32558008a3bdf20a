from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from platform_mock import Mock, MockError
from platform_mock.connection import Connection


class Forwarder:
    """Forwards connections to a server, as a proxy does, and can cut them."""

    def __init__(self, url: str) -> None:
        self._target = (urlsplit(url).hostname, urlsplit(url).port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=ends, daemon=True).start()

    @staticmethod
    def _pass(source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                to.sendall(data)
            to.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()


@pytest.fixture
def forwarder(platform_mock: Mock) -> Iterator[Forwarder]:
    between = Forwarder(platform_mock.url)
    yield between
    between.close()


def test_a_follower_goes_on_after_a_cut(platform_mock: Mock, forwarder: Forwarder) -> None:
    with platform_mock.world() as world:
        world.events.trigger("repo.created", {"body.name": "first"})
        token = platform_mock.connection.control_token
        following = Connection(forwarder.url, token).follow("/events:stream?since=0", world.id)
        assert next(following)["body"]["name"] == "first"
        forwarder.cut()
        world.events.trigger("repo.created", {"body.name": "missed"})
        assert next(following)["body"]["name"] == "missed"
        forwarder.cut()
    # It ends with the world.
    assert list(following) == []


def test_a_world_that_is_not_there_is_not_followed(platform_mock: Mock) -> None:
    with pytest.raises(MockError, match="MOCK_WORLD_NOT_FOUND|not found"):
        list(platform_mock.connection.follow("/events:stream", "nowhere"))
