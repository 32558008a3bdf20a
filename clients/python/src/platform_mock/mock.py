"""A mock that answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

from . import nouns
from .connection import Connection, query_of
from .errors import MockError
from .find import VARIABLE, checked_url, greet
from .process import start as start_process
from .world import World, make_world


class Mock:
    """A running mock, with its control plane."""

    def __init__(self, connection: Connection, what: str, stop: Callable[[], None] | None = None) -> None:
        #: The connection to it.
        self.connection = connection
        self._stop = stop
        env = connection.control("GET", "/worlds/default:variables")["env"]
        #: The mock in words, for messages.
        self.what = what
        #: The URL by which clients call it, without a slash at its end.
        self.url = connection.url
        #: A bearer token of an identity that may do everything.
        self.token: str = env.get("PLATFORM_TOKEN", "")
        #: The uid of the first root group; empty if there is none.
        self.org_id: str = env.get("PLATFORM_ORG_ID", "")
        #: The world `default`, which calls are in that name no world.
        self.default = World(connection, "default", env)

    def __repr__(self) -> str:
        return f"<Mock at {self.url}>"

    def __enter__(self) -> Mock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def world(
        self,
        from_: str | None = None,
        *,
        folders: Sequence[str | os.PathLike[str]] = (".",),
        **options: Any,
    ) -> World:
        """Makes a world, with the rows of `default` unless `from_` is given.

        The options are the members of `nouns.CreateWorld`, such as `labels`, `seed` and `clock`. `"fixture:two-teams"` is
        a file of your own if one of the folders has it, with or without its extension, and else a shipped fixture.
        """
        asked = dict(options) if from_ is None else {**options, "from": from_}
        return make_world(self.connection, asked, folders)

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Calls the control plane for the world `default`, by a path below `/_mock/v1`. Raises MockError."""
        return self.connection.control(method, path, body)

    def live(self) -> bool:
        """True while it answers."""
        return self._answers("/live")

    def ready(self) -> bool:
        """True once every fixture is applied."""
        return self._answers("/ready")

    def _answers(self, path: str) -> bool:
        try:
            self.connection.control("GET", path)
        except (MockError, OSError):
            return False
        return True

    def worlds(self, **labels: str) -> list[nouns.WorldView]:
        """The worlds that have all of the labels, `default` first."""
        return list(self.control("GET", f"/worlds{_label_query(labels)}")["worlds"])

    def end_worlds(self, **labels: str) -> list[str]:
        """Ends the worlds that have all of the labels, and returns their ids; at least one label must be given."""
        return list(self.control("DELETE", f"/worlds{_label_query(labels)}")["deleted"])

    def metrics(self) -> str:
        """The metrics since the start of the mock's process, in the text format of Prometheus."""
        return self.connection.control_text("GET", "/metrics")

    def coverage(self) -> nouns.Coverage:
        """The coverage of the interface by clients in all worlds, those that have ended included."""
        return self.control("GET", "/coverage?format=json&world=*")

    def journal(self, **query: Any) -> nouns.JournalPage:
        """The calls of all worlds, those that have ended included, the newest first by the clock of the machine."""
        return self.control("GET", f"/journal{query_of({**query, 'world': '*'})}")

    def close(self) -> None:
        """Stops a mock that this process has started; of any other, only the connection ends."""
        if self._stop is not None:
            self._stop()


def _label_query(labels: Mapping[str, str]) -> str:
    return query_of({"label": [f"{key}:{value}" for key, value in labels.items()] or None})


def connect(url: str | None = None, *, control_token: str | None = None, source: str = "url") -> Mock:
    """Connects to a mock that runs elsewhere, by default at PLATFORM_API_URL. `source` names the origin of the URL in
    messages. Raises NoMock.
    """
    if url is None:
        url, source = os.environ.get(VARIABLE, ""), VARIABLE
    address = checked_url(url, source)
    where = f"the mock of {source}, {address}"
    token = control_token or os.environ.get("PLATFORM_MOCK_CONTROL_TOKEN") or None
    return Mock(greet(where, address, token, source=source), f"uses {where}")


def start(*flags: str) -> Mock:
    """Starts a mock with flags of `serve`, which ends with this process. Raises NoMock if that is not possible.

    It runs the program of PLATFORM_MOCK_BINARY, the `platform-mock` of the PATH, or once it is published
    `npx platform-mock`.
    """
    started = start_process(*flags)
    where = f"{started.what}, started at {started.url}"
    try:
        connection = greet(where, started.url, started.control_token, started.ca_file)
        return Mock(connection, f"uses {where}", started.stop)
    except BaseException:
        started.stop()
        raise


def find(*flags: str) -> Mock:
    """Connects to the mock of PLATFORM_API_URL if that is set, and starts one otherwise. Raises NoMock."""
    return connect() if os.environ.get(VARIABLE) else start(*flags)
