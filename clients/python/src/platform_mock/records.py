"""The records of a world: its calls, its events and their deliveries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from . import nouns
from .connection import CONTROL, WORLD_HEADER, Connection, query_of
from .settings import _Part, path_part

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The maximum wait of an `expect` unless given, in seconds.
PATIENCE = 4.0

Count = int | Mapping[Literal["min", "max"], int]


class _Records(_Part):
    def _await(
        self, path: str, match: Any, count: Count | None, since: str | None, timeout: float, settle: float | None, **more: Any
    ) -> Any:
        asked: dict[str, Any] = {"match": match, "timeoutMs": int(timeout * 1000), **more}
        if count is not None:
            asked["count"] = {"min": count, "max": count} if isinstance(count, int) else count
        if since is not None:
            asked["since"] = since
        if settle is not None:
            asked["settleMs"] = int(settle * 1000)
        return self._control("POST", path, asked, timeout=timeout + 60)


class Journal(_Records):
    """The calls of a world, with their callers and results."""

    def list(
        self,
        *,
        operation: nouns.OperationId | None = None,
        status: int | str | None = None,
        caller: str | None = None,
        client: str | None = None,
        path: str | None = None,
        version: str | None = None,
        protocol: str | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> nouns.JournalPage:
        """The entries that match, the newest first; 100 unless a limit is given."""
        asked = {"operation": operation, "status": status, "caller": caller, "client": client, "path": path}
        more = {"version": version, "protocol": protocol, "since": since, "limit": limit}
        return self._control("GET", f"/journal{query_of({**asked, **more})}")

    def entry(self, id: str) -> nouns.JournalEntry:
        """The entry of an id."""
        return self._control("GET", f"/journal/{path_part(id)}")

    def expect(
        self,
        match: nouns.JournalMatch,
        *,
        count: Count | None = None,
        since: str | None = None,
        timeout: float = PATIENCE,
        settle: float | None = None,
    ) -> Sequence[nouns.JournalEntry]:
        """Waits until entries match, at least one unless a count is given, and returns them, the oldest first.

        Times are seconds. Raises MockError, which names the entry that comes nearest, and its differences.
        """
        page = self._await("/journal:await", match, count, since, timeout, settle)
        return list(reversed(page["entries"]))

    def explain(self, id: str) -> nouns.AuthzCheck:
        """Why a call was allowed or refused, by the rights that its caller had, or the check that refused its token."""
        return self._control("GET", f"/journal/{path_part(id)}:explain")

    def follow(self, *, since: str | None = None, **query: str) -> Iterator[nouns.JournalEntry]:
        """Follows the entries that match as calls begin and as they end, from now on or behind `since`.

        It ends with the world. If the connection breaks, it resumes.
        """
        return self._connection.follow(f"/journal:stream{query_of({'since': since, **query})}", self._world)

    def clear(self) -> None:
        """Drops all entries, and nothing else."""
        self._control("DELETE", "/journal")


class Events(_Records):
    """The events of a world and those that a test emits, with their deliveries."""

    def list(
        self,
        *,
        type: str | None = None,
        group: str | None = None,
        subject: str | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> nouns.EventPage:
        """The events that match, the newest first; 100 unless a limit is given."""
        asked = {"type": type, "group": group, "subject": subject, "since": since, "limit": limit}
        return self._control("GET", f"/events{query_of(asked)}")

    def event(self, id: str) -> nouns.WorldEvent:
        """The event of an id."""
        return self._control("GET", f"/events/{path_part(id)}")

    def types(self) -> Sequence[nouns.EventType]:
        """Every published type."""
        return self._control("GET", "/events/types")["types"]

    def emit(self, **event: Unpack[nouns.EventToEmit]) -> nouns.WorldEvent:
        """Emits an event of a published type, or with `raw` of any."""
        return self._control("POST", "/events", event)

    def trigger(self, preset: str, overrides: Mapping[str, Any] | None = None) -> nouns.WorldEvent:
        """Emits an example of a type, such as `repo.created`; overrides replace its parts, such as `body.name`."""
        asked = {"preset": preset, "overrides": overrides or {}}
        return self._control("POST", "/events:trigger", asked)

    def expect(
        self,
        match: nouns.EventMatch,
        *,
        count: Count | None = None,
        since: str | None = None,
        timeout: float = PATIENCE,
        settle: float | None = None,
        until: Literal["emitted", "delivered"] = "emitted",
    ) -> Sequence[nouns.WorldEvent]:
        """Waits until events match, at least one unless a count is given, and returns them, the oldest first.

        Times are seconds. Raises MockError, which names the event that comes nearest, and its differences.
        """
        page = self._await("/events:await", match, count, since, timeout, settle, until=until)
        return list(reversed(page["events"]))

    def follow(
        self, *, type: str | None = None, group: str | None = None, subject: str | None = None, since: str | None = None
    ) -> Iterator[nouns.WorldEvent]:
        """Follows the events that match as they are emitted, from now on or behind `since`.

        It ends with the world. If the connection breaks, it resumes.
        """
        asked = {"type": type, "group": group, "subject": subject, "since": since}
        return self._connection.follow(f"/events:stream{query_of(asked)}", self._world)

    def plan(self) -> nouns.DeliveryPlan:
        """The plan by which events are delivered."""
        return self._control("GET", "/events:plan")

    def set_plan(self, **plan: Unpack[nouns.SetDeliveryPlan]) -> nouns.DeliveryPlan:
        """Replaces the plan; without arguments it restores the defaults."""
        return self._control("PUT", "/events:plan", plan)

    def deliveries(self, id: str) -> Sequence[nouns.Delivery]:
        """The deliveries of an event, the oldest first."""
        return self._control("GET", f"/events/{path_part(id)}/deliveries")["deliveries"]

    def latest_deliveries(self, limit: int | None = None) -> Sequence[nouns.DeliveryLine]:
        """The deliveries of the latest events, a hundred unless `limit` is given, the newest event first."""
        return self._control("GET", f"/deliveries{query_of({'limit': limit})}")["deliveries"]

    def redeliver(self, id: str, **to: Unpack[nouns.Redeliver]) -> Sequence[nouns.Delivery]:
        """Sends an event once more, with a new token: to its earlier receivers, to a subscription, or to a URL."""
        return self._control("POST", f"/events/{path_part(id)}:redeliver", to)["deliveries"]

    def verify(self, headers: Mapping[str, Any], body: str) -> nouns.DeliveryVerdict:
        """Checks a delivery as receivers do, by its headers and its raw body."""
        return self._control("POST", "/events:verify", {"headers": dict(headers), "body": body})


class Sink:
    """A receiver of the mock itself, so that a test needs no web server; it exists from its first use on."""

    def __init__(self, connection: Connection, world: str, name: str) -> None:
        self._connection = connection
        self._world = world
        self._path = f"/sink/{path_part(name)}"
        #: The sink that a subscription of this world names.
        self.url = f"sink://{name}"

    def _control(self, method: str, body: Any = None) -> Any:
        return self._connection.control(method, self._path, body, world=self._world)

    def answer(self, *answers: nouns.SinkAnswer) -> nouns.SinkReading:
        """Sets the answers to the next requests; the last one is repeated. Without any, requests get a 204."""
        return self._control("PUT", {"answers": answers})

    def received(self) -> nouns.SinkReading:
        """The requests that it has received, the oldest first, and how many it has dropped to keep its bounds."""
        return self._control("GET")

    def deliver(self, headers: Mapping[str, str], body: Any) -> int:
        """Sends a request to it, as a publisher of events does, and returns the status of its answer."""
        sent = {**headers, "Content-Type": "application/json", WORLD_HEADER: self._world}
        return self._connection.send("POST", CONTROL + self._path, sent, json.dumps(body).encode()).status

    def clear(self) -> None:
        """Drops the received requests, and its answers."""
        self._control("DELETE")
