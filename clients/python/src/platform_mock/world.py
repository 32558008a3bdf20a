"""Worlds: private universes of a mock."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlsplit

from . import nouns
from .connection import WORLD_HEADER, Answer, Connection, query_of
from .errors import MockError
from .records import Events, Journal, Sink
from .settings import Authz, Clock, Consistency, Faults, Quotas, Tokens, path_part

_ENDINGS = (".yaml", ".yml", ".json")
_PREFIX = "fixture:"


def read_fixture(asked: dict[str, Any], folders: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Reads the user's fixture that a world is to begin with; without one, returns the files that were looked for."""
    name = str(asked.get("from", ""))
    if not name.startswith(_PREFIX) or "fixture" in asked:
        return []
    name = name[len(_PREFIX) :]
    names = [name] if name.lower().endswith(_ENDINGS) else [name + ending for ending in _ENDINGS]
    missing = []
    for path in dict.fromkeys(Path(folder, each) for folder in folders for each in names):
        try:
            asked["fixture"] = path.read_text(encoding="utf-8")
            return []
        except (FileNotFoundError, NotADirectoryError):
            missing.append(str(path))
    return missing


def make_world(
    connection: Connection,
    asked: Mapping[str, Any],
    folders: Sequence[str | os.PathLike[str]],
    world: str | None = None,
) -> World:
    """Makes a world; `world` is the one that the request is about, if that is not `default`."""
    wanted = dict(asked)
    missing = read_fixture(wanted, folders)
    try:
        made = connection.control("POST", "/worlds", wanted, world=world)
    except MockError as refused:
        if missing and "no shipped fixture is named" in refused.message:
            refused.args = (f"{refused}; and there is no file {', '.join(missing)}",)
        raise
    return World(connection, made["id"], made["env"])


class Snapshot:
    """A saved state of a world."""

    def __init__(self, connection: Connection, world: str, record: nouns.SnapshotRecord) -> None:
        self._connection = connection
        self._world = world
        self._path = f"/snapshots/{path_part(record['name'])}"
        #: The facts about it: name, note, counts of rows, clock, and the digest of its rows.
        self.record = record
        self.name = record["name"]

    def _control(self, method: str, more: str = "") -> Any:
        return self._connection.control(method, self._path + more, world=self._world)

    def restore(self) -> nouns.SnapshotRecord:
        """Restores the rows and the clock of the snapshot in the world that saved it."""
        return self._control("POST", ":restore")

    def fork(self) -> World:
        """Makes a world that begins with the snapshot."""
        made = self._control("POST", ":fork")
        return World(self._connection, made["id"], made["env"])

    def diff(self, to: str | None = None) -> nouns.StateDifference:
        """The difference between the snapshot and a later one, or the world as it is."""
        return self._control("GET", f":diff{query_of({'to': to})}")

    def export(self) -> str:
        """The state as a fixture in YAML, which loads back to equal rows."""
        return self._connection.control_text("GET", f"{self._path}:export", world=self._world)

    def file(self) -> str:
        """The snapshot as a file, which `--snapshot` and `World.restore` accept."""
        return self._connection.control_text("GET", f"{self._path}:file", world=self._world)

    def delete(self) -> None:
        """Deletes the snapshot."""
        self._control("DELETE")


class World:
    """A private universe of a mock, with rows, a clock, keys, tokens and a journal of its own."""

    def __init__(self, connection: Connection, id: str, env: Mapping[str, str]) -> None:
        self._connection = connection
        self.id = id
        #: The URL of the mock, for clients that name the world by token or header.
        self.url = connection.url
        #: A URL that names the world by its host, for clients that resolve names below `localhost`.
        self.host_url = _host_url(connection.url, id)
        #: The uid of its first root group; empty if there is none.
        self.org_id = env.get("PLATFORM_ORG_ID", "")
        #: The header that names the world; it is metadata of gRPC as well.
        self.headers: dict[str, str] = {WORLD_HEADER: id}
        #: The variables that clients and test harnesses read, for a child process: `{**os.environ, **world.env}`.
        self.env: dict[str, str] = dict(env)
        self.clock = Clock(connection, id)
        self.faults = Faults(connection, id)
        self.journal = Journal(connection, id)
        self.events = Events(connection, id)
        self.quota = Quotas(connection, id)
        self.consistency = Consistency(connection, id)
        self.authz = Authz(connection, id)
        self.tokens = Tokens(connection, id)

    def __repr__(self) -> str:
        return f"<World {self.id} of {self.url}>"

    def __enter__(self) -> World:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Calls the control plane for this world, by a path below `/_mock/v1`. Raises MockError."""
        return self._connection.control(method, path, body, world=self.id)

    def token(
        self,
        identity: str | None = None,
        *,
        ttl: str | None = None,
        audience: str | Sequence[str] | None = None,
        scopes: Sequence[str] | None = None,
        flaw: nouns.TokenFlaw | None = None,
    ) -> str:
        """A bearer token that names the world: of an identity by its uid, alias or name.

        Without one it is of an identity that may do everything.
        """
        options = {"ttl": ttl, "audience": audience, "scopes": scopes, "flaw": flaw}
        given = {name: value for name, value in options.items() if value is not None}
        if identity is None and not given:
            return self.env["PLATFORM_TOKEN"]
        asked = {"identity": identity or "admin", **given}
        return str(self.control("POST", "/tokens", asked)["token"])

    def metadata(self, token: str | None = None) -> list[tuple[str, str]]:
        """The metadata of a call of gRPC in this world by the holder of a token."""
        return [*self.headers.items(), ("authorization", f"Bearer {token or self.token()}")]

    def fetch(
        self,
        path: str,
        *,
        method: str | None = None,
        json: Any = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Calls the API in this world, as the identity that may do everything unless a token is given.

        The method is GET, or with a body POST, unless it is given. An answer is returned whatever its status is.
        """
        if not path.startswith("/"):
            raise ValueError(f"a path begins with a slash, as /registry/v2/repos does: {path!r}")
        sent = {"Authorization": f"Bearer {token or self.token()}", **(headers or {}), **self.headers}
        body = None if json is None else _encoded(json)
        if body is not None:
            sent["Content-Type"] = "application/json"
        target = quote(path, safe="/?&=:%+,;@!$'()*~[]#")
        return self._connection.send(method or ("GET" if body is None else "POST"), target, sent, body)

    def variables(self) -> dict[str, str]:
        """The variables of `env`, with a new token from the mock."""
        return dict(self.control("GET", f"/worlds/{self.id}:variables")["env"])

    def info(self) -> nouns.Info:
        """Describes the mock and this world: version, seed, rows, the uids of a fixture's aliases, clock."""
        return self.control("GET", "/info")

    def inspect(self) -> nouns.WorldView:
        """The world as lists of worlds show it, with its labels and its size."""
        return self.control("GET", f"/worlds/{self.id}")

    def label(self, **labels: str | None) -> dict[str, str]:
        """Sets labels by which the world is found, and returns all that it has; None removes a label."""
        return dict(self.control("PATCH", f"/worlds/{self.id}", {"labels": labels})["labels"])

    def apply(self, fixture: str, mode: str = "merge") -> nouns.AppliedFixture:
        """Applies a fixture in YAML or JSON, all of it or nothing. By default it is added to the rows.

        The mode `replace` replaces them.
        """
        path = f"/fixtures{query_of({'mode': mode})}"
        return self._connection.control("POST", path, fixture, world=self.id, kind="application/yaml")

    def apply_named(self, name: str, mode: str = "merge") -> nouns.AppliedFixture:
        """Does the same with a shipped fixture."""
        asked = {"name": name, "mode": mode}
        return self.control("POST", f"/fixtures{query_of({'mode': mode})}", asked)

    def snapshot(self, name: str, *, note: str | None = None, overwrite: bool = False) -> Snapshot:
        """Saves the state under a name."""
        path = f"/snapshots/{path_part(name)}{'?overwrite' if overwrite else ''}"
        return Snapshot(self._connection, self.id, self.control("PUT", path, {} if note is None else {"note": note}))

    def snapshots(self) -> list[Snapshot]:
        """The snapshots of the world, the oldest first."""
        return [Snapshot(self._connection, self.id, each) for each in self.control("GET", "/snapshots")["snapshots"]]

    def restore(self, file: str) -> nouns.SnapshotRecord:
        """Restores the rows and the clock of the text of a snapshot file."""
        kind = "application/x-ndjson"
        return self._connection.control("POST", "/snapshots:restore", file, world=self.id, kind=kind)

    def at(self, call: str | nouns.JournalEntry, **options: Any) -> World:
        """Makes a world with the rows, the clock and the access mode from before a call of this world's journal.

        With `at="after"` they are from after the call.
        """
        id = call if isinstance(call, str) else call["id"]
        return make_world(self._connection, {**options, "from": f"journal:{id}"}, [], self.id)

    def reset(self) -> None:
        """Resets rows and clock to what the world was made from."""
        self.control("POST", "/reset")

    def diff(self) -> nouns.StateDifference:
        """The changes since the world was made or reset."""
        return self.control("GET", f"/worlds/{self.id}:diff")

    def evidence(self, since: str | None = None) -> str:
        """Describes what happened in the world, as a failed test prints it.

        It includes the calls to the world `default` behind a cursor of its journal, and none without a cursor.
        """
        return self._connection.control_text("GET", f"/worlds/{self.id}:evidence{query_of({'since': since})}")

    def trace(self) -> nouns.Trace:
        """The run of the world as a HAR 1.2, without secrets."""
        return self.control("GET", "/trace")

    def write_trace(self, file: str | os.PathLike[str]) -> None:
        """Writes the trace into a file, whose folder is made if it is missing."""
        text = self._connection.control_text("GET", "/trace", world=self.id)
        path = Path(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def coverage(self) -> nouns.Coverage:
        """The coverage of the interface by clients in this world."""
        return self.control("GET", "/coverage?format=json")

    def coverage_text(self, form: str) -> str:
        """The coverage as `markdown` or `github`."""
        return self._connection.control_text("GET", f"/coverage{query_of({'format': form})}", world=self.id)

    def clear_coverage(self) -> None:
        """Drops the coverage of the world, and nothing else."""
        self.control("DELETE", "/coverage")

    def sink(self, name: str) -> Sink:
        """The receiver of the mock of a name, which exists from its first use on."""
        return Sink(self._connection, self.id, name)

    def end(self) -> None:
        """Ends the world; does nothing if it has ended already."""
        try:
            self._connection.control("DELETE", f"/worlds/{self.id}")
        except MockError as refused:
            if refused.reason != "MOCK_WORLD_NOT_FOUND":
                raise


def _encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def _host_url(address: str, id: str) -> str:
    url = urlsplit(address)
    return f"{url.scheme}://{id}.localhost{'' if url.port is None else f':{url.port}'}"


