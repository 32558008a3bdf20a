"""The way to a mock."""

from __future__ import annotations

import ipaddress
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPResponse
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

from .errors import MockError
from .follow import LONGEST_SILENCE, follow

CONTROL = "/_mock/v1"
WORLD_HEADER = "x-mock-world"

#: The maximum wait for an answer, in seconds.
MAX_ANSWER = 60.0


@dataclass(frozen=True)
class Answer:
    """An answer of HTTP."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        """The body as a value of JSON."""
        return json.loads(self.text)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect leads to another server."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


def is_loopback(host: str) -> bool:
    """True for a host that only this machine reaches."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def query_of(asked: Mapping[str, Any]) -> str:
    """The values that are not None as a query with its `?`; empty if there are none."""
    given = {name: value for name, value in asked.items() if value is not None}
    return f"?{urlencode(given, doseq=True)}" if given else ""


@dataclass(frozen=True)
class Connection:
    """A mock that answers, and its control plane."""

    url: str
    control_token: str | None = field(default=None, repr=False)
    ca_file: str | None = None

    @cached_property
    def _opener(self) -> urllib.request.OpenerDirector:
        # Made once: the certificates of the system take longer to read than a call does.
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if is_loopback(urlsplit(self.url).hostname or ""):
            # A mock on this machine is never called through a proxy.
            handlers.append(urllib.request.ProxyHandler({}))
        if self.url.startswith("https:"):
            context = ssl.create_default_context()
            if self.ca_file:
                context.load_verify_locations(self.ca_file)
            handlers.append(urllib.request.HTTPSHandler(context=context))
        return urllib.request.build_opener(*handlers)

    def _open(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float | None
    ) -> HTTPResponse | urllib.error.HTTPError:
        request = urllib.request.Request(self.url + path, body, dict(headers), method=method)
        try:
            opened: HTTPResponse = self._opener.open(request, timeout=timeout)
            return opened
        except urllib.error.HTTPError as refused:
            return refused

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = MAX_ANSWER
    ) -> Answer:
        """Sends a request, and returns its answer whatever its status."""
        with self._open(method, path, headers, body, timeout) as answer:
            return Answer(answer.status or 0, dict(answer.headers.items()), answer.read().decode("utf-8", "replace"))

    def _control_headers(self, world: str | None, kind: str | None) -> dict[str, str]:
        headers = {} if self.control_token is None else {"Authorization": f"Bearer {self.control_token}"}
        if world is not None:
            headers[WORLD_HEADER] = world
        if kind is not None:
            headers["Content-Type"] = kind
        return headers

    def control_text(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        world: str | None = None,
        kind: str = "application/json",
        timeout: float = MAX_ANSWER,
    ) -> str:
        """Calls the control plane, and returns the text of its answer. Raises MockError if it refuses."""
        text = body if kind != "application/json" else None if body is None else json.dumps(body)
        data = None if text is None else str(text).encode()
        headers = self._control_headers(world, None if data is None else kind)
        answer = self.send(method, CONTROL + path, headers, data, timeout)
        if answer.status != 200:
            raise MockError(f"{method} {CONTROL}{path}", answer.status, answer.text)
        return answer.text

    def control(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """Calls the control plane, and returns its answer, which is JSON. Raises MockError if it refuses."""
        return json.loads(self.control_text(method, path, body, **options))

    def follow(self, path: str, world: str) -> Iterator[Any]:
        """Follows a stream until the world ends or the iterator is closed. If the connection breaks, it resumes."""
        headers = self._control_headers(world, None)

        def ask(more: Mapping[str, str]) -> HTTPResponse | urllib.error.HTTPError:
            return self._open("GET", CONTROL + path, {**headers, **more}, None, LONGEST_SILENCE)

        return follow(CONTROL + path, ask)
