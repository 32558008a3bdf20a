"""One mock for the processes of a run: it is started when the first of them asks for it."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from dataclasses import dataclass
from typing import Any

from .errors import NoMock
from .find import greet
from .mock import Mock, start

#: The maximum wait of a process for the mock, in seconds.
MAX_WAIT = 180.0


@dataclass(frozen=True)
class Place:
    """The port at which processes ask for the mock, and the secret that they need."""

    port: int
    word: str

    def ask(self) -> Mock:
        """The mock of the run. Raises NoMock."""
        with socket.create_connection(("127.0.0.1", self.port), MAX_WAIT) as asking:
            asking.sendall(f"{self.word}\n".encode())
            with asking.makefile("rb") as answer:
                reply: dict[str, Any] = json.loads(answer.readline())
        if "refused" in reply:
            raise NoMock(reply["refused"])
        return Mock(greet(reply["what"], reply["url"], reply["token"], reply["ca_file"]), reply["what"])


class SharedMock:
    """Starts one mock for all processes that ask at its place."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.place = Place(self._listener.getsockname()[1], secrets.token_hex(16))
        self.mock: Mock | None = None
        self._refused: str | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    def _reply(self) -> dict[str, Any]:
        if self.mock is None and self._refused is None:
            try:
                self.mock = start()
            except NoMock as error:
                self._refused = str(error)
        if self.mock is None:
            return {"refused": self._refused}
        reply = self.mock.connection
        return {"what": self.mock.what, "url": reply.url, "token": reply.control_token, "ca_file": reply.ca_file}

    def _serve(self) -> None:
        # One after another: the others wait while the mock is started for the first.
        while True:
            try:
                asking, _ = self._listener.accept()
            except OSError:
                return
            with asking, asking.makefile("rb") as asked:
                if secrets.compare_digest(asked.readline().strip(), self.place.word.encode()):
                    asking.sendall(json.dumps(self._reply()).encode() + b"\n")

    def close(self) -> None:
        """Stops the mock, and listens no more."""
        self._listener.close()
        if self.mock is not None:
            self.mock.close()
