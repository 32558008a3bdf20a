"""The settings of a world: its clock, faults, quotas, lag, rights and credentials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from . import nouns
from .connection import Connection, query_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _Part:
    def __init__(self, connection: Connection, world: str) -> None:
        self._connection = connection
        self._world = world

    def _control(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        return self._connection.control(method, path, body, world=self._world, **options)

    def _text(self, method: str, path: str) -> str:
        return self._connection.control_text(method, path, world=self._world)


def path_part(text: str) -> str:
    """A part of a path that is any text."""
    return quote(text, safe="")


def _moment(now: str | datetime) -> str:
    if isinstance(now, str):
        return now
    return now.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


class Clock(_Part):
    """The clock of a world, which everything in it goes by."""

    def read(self) -> nouns.ClockReading:
        """Its time and its mode."""
        return self._control("GET", "/clock")

    def set(self, **clock: Unpack[nouns.SetClock]) -> nouns.ClockReading:
        """Sets its mode and, with `now`, its time, which may not be earlier than the one that it shows."""
        return self._control("PUT", "/clock", clock)

    def freeze(self, now: str | datetime | None = None) -> nouns.ClockReading:
        """Stops it, at the time that it shows or a later one."""
        return self.set(mode="frozen") if now is None else self.set(mode="frozen", now=_moment(now))

    def run(self, now: str | datetime | None = None) -> nouns.ClockReading:
        """Lets it run as the machine's does, from the time that it shows or a later one."""
        return self.set(mode="real") if now is None else self.set(mode="real", now=_moment(now))

    def scale(self, scale: float) -> nouns.ClockReading:
        """Lets it run `scale` times as fast as the machine's."""
        return self.set(mode="scaled", scale=scale)

    def advance(
        self, by: str | timedelta | None = None, *, to: str | datetime | None = None, settle: bool = False
    ) -> nouns.AdvancedClock:
        """Moves it ahead by a duration such as `72h1s` or a `timedelta`, to a later time, or to the `next` timer.

        Due timers fire in their order; with `settle`, the deliveries that they start are over when this returns.
        """
        step: dict[str, Any] = {"settle": True} if settle else {}
        if by is not None:
            step["by"] = f"{by.total_seconds():f}s" if isinstance(by, timedelta) else by
        if to is not None:
            step["to"] = _moment(to)
        return self._control("POST", "/clock:advance", step)

    def timers(self) -> nouns.Timers:
        """The next thousand timers, the earliest first, and how many further ones there are."""
        return self._control("GET", "/clock/timers")


class Faults(_Part):
    """The faults of a world: calls that fail on demand."""

    def set(self, *faults: nouns.Fault | nouns.FaultPreset) -> Sequence[nouns.FaultWithHits]:
        """Replaces all faults of the world."""
        return self._control("PUT", "/faults", faults)["faults"]

    def add(self, *faults: nouns.Fault | nouns.FaultPreset) -> Sequence[nouns.FaultWithHits]:
        """Adds faults behind those that are there, whose counts go on."""
        return self._control("POST", "/faults", faults)["faults"]

    def once(
        self,
        operation: nouns.OperationId,
        effect: nouns.FaultEffect | nouns.FaultPreset,
        *,
        phase: nouns.FaultPhase | None = None,
        match: nouns.FaultMatch | None = None,
    ) -> Sequence[nouns.FaultWithHits]:
        """Adds a fault that acts on the next call of an operation, and on no other.

        With `{"preset": "short_page"}` it is the surprise of that name; some of these act on later calls, too.
        """
        wanted: nouns.FaultMatch = {**(match or {}), "operation": operation}
        if "preset" in effect:
            return self.add(cast(nouns.FaultPreset, {**effect, "match": wanted}))
        fault: nouns.Fault = {"match": wanted, "do": effect, "times": 1}
        return self.add(fault if phase is None else {**fault, "phase": phase})

    def delete(self, id: str) -> Sequence[nouns.FaultWithHits]:
        """Drops one fault by its id, and returns the others, whose counts go on."""
        return self._control("DELETE", f"/faults/{quote(id, safe='')}")["faults"]

    def list(self) -> Sequence[nouns.FaultWithHits]:
        """The faults in their order."""
        return self._control("GET", "/faults")["faults"]

    def report(self) -> nouns.FaultReport:
        """The tries of calls since the faults were set, and the faults that have not acted."""
        return self._control("GET", "/faults:report")

    def clear(self) -> None:
        """Drops all faults."""
        self._control("DELETE", "/faults")


class Quotas(_Part):
    """The quotas of a world, which count by its clock."""

    def set(self, *quotas: nouns.Quota) -> Sequence[nouns.QuotaWithWindows]:
        """Replaces all quotas of the world."""
        return self._control("PUT", "/quota", quotas)["quota"]

    def list(self) -> Sequence[nouns.QuotaWithWindows]:
        """The quotas in their order."""
        return self._control("GET", "/quota")["quota"]

    def clear(self) -> None:
        """Drops all quotas."""
        self._control("DELETE", "/quota")


class Consistency(_Part):
    """Controls how late calls of a world see changes."""

    def set(self, **lag: Unpack[nouns.Lag]) -> nouns.LagReading:
        """Replaces the lags; changes that are stored already are seen at once."""
        return self._control("PUT", "/consistency", lag)

    def read(self) -> nouns.LagReading:
        """The lags that are set."""
        return self._control("GET", "/consistency")

    def clear(self) -> None:
        """Removes the lags: changes are seen at once."""
        self._control("DELETE", "/consistency")


class Authz(_Part):
    """The rights of callers in a world."""

    def check(self, **question: Unpack[nouns.AuthzQuestion]) -> nouns.AuthzCheck:
        """Explains whether an identity may make a call."""
        return self._control("POST", "/authz:check", question)

    def matrix(self, group: str) -> nouns.AuthzMatrix:
        """The operations that each role and each identity may do at a group, which is given by uid or alias."""
        return self._control("GET", f"/authz:matrix{query_of({'group': group})}")

    def mode(self) -> nouns.AuthzMode:
        """The mode, which says whether callers who lack a capability are refused."""
        return self._control("GET", "/authz")["mode"]

    def set_mode(self, mode: nouns.AuthzMode) -> nouns.AuthzMode:
        """Sets the mode, from the next call on."""
        return self._control("PUT", "/authz", {"mode": mode})["mode"]

    def denied(self) -> nouns.WouldDeny:
        """The calls that would have been refused since the mode became `report`."""
        return self._control("GET", "/authz:denied")

    def used(self, caller: str) -> nouns.LeastRoles:
        """The least roles that the calls of an identity have needed since the mode became `report`."""
        return self._control("GET", f"/authz:used{query_of({'caller': caller})}")

    def used_text(self, caller: str, form: str) -> str:
        """The least roles as a `fixture` or as `terraform`."""
        return self._text("GET", f"/authz:used{query_of({'caller': caller, 'format': form})}")


class Tokens(_Part):
    """The credentials of a world, and explanations of them."""

    def explain(self, token: str, *, host: str | None = None) -> nouns.TokenExplanation:
        """Explains whether calls with a token are accepted, and as whom, or which check refuses it; nothing changes.

        `host` is the host that the calls are sent to, if it is not the one of the mock's URL.
        """
        asked = {"token": token, **({} if host is None else {"host": host})}
        return self._control("POST", "/tokens:explain", asked)

    def upstream(self, **token: Unpack[nouns.MintUpstreamToken]) -> nouns.MintedUpstreamToken:
        """Mints a token as a third party would, which clients exchange for a token of the mock."""
        return self._control("POST", "/upstream-tokens", token)

    def github_actions(
        self, *, audience: str | None = None, subject: str | None = None, issuer: str | None = None
    ) -> nouns.CiToken:
        """The ambient credential of a workflow of GitHub Actions; its audience is the page of the owner unless given."""
        query = query_of({"audience": audience, "subject": subject, "issuer": issuer})
        return self._control("GET", f"/github-actions/token{query}")

    def rotate_keys(self, overlap: str | None = None) -> nouns.RotatedKeys:
        """Replaces the key that signs; tokens of the previous key stay valid for the overlap, such as `1h`."""
        asked: Mapping[str, str] = {} if overlap is None else {"overlap": overlap}
        return self._control("POST", "/keys:rotate", asked)
