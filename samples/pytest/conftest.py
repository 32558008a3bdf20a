"""A world of its own for each test, on a running platform-mock. Needs the standard library only: copy this file."""

from __future__ import annotations

import functools
import json
import os
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Iterator

import pytest


@dataclass(frozen=True)
class World:
    """A private universe of the mock: rows, clock, page tokens and keys of its own."""

    id: str
    #: The URL of the mock; a request to it names the world by its token or by the headers.
    url: str
    #: A token of an identity that may do everything; it names the world.
    token: str = field(repr=False)
    #: The uid of the first root group; empty where there is none.
    org_uid: str
    #: What names the world in a request that has a token of its own.
    headers: dict[str, str]

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Calls the API in this world; returns the status and the body of the answer."""
        return _call(method, path, body, {**self.headers, "Authorization": f"Bearer {token or self.token}"})

    def advance(self, by: timedelta) -> None:
        """Moves the world's clock: what has expired by then has expired when it returns."""
        _steer("POST", "/clock:advance", {"by": f"{by // timedelta(milliseconds=1)}ms"}, self.headers)

    def token_of(self, identity: str) -> str:
        """Mints a token of an identity of the world, given by its uid, alias or name."""
        return _steer("POST", "/tokens", {"identity": identity}, self.headers)["token"]


@pytest.fixture
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """A new world on the mock of PLATFORM_API_URL, deleted after the test.

    It has the rows of the mock's default world; `@pytest.mark.world("fixture:hierarchy")` asks for others.
    """
    marker = request.node.get_closest_marker("world")
    # The time to live ends the worlds of a run that is killed.
    made = _steer("POST", "/worlds", {"from": marker.args[0] if marker else "default", "ttl": "1h"})
    yield World(made["id"], made["url"], made["token"], made["env"].get("PLATFORM_ORG_ID", ""), made["headers"])
    _steer("DELETE", f"/worlds/{made['id']}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "world(rows): what the world of the test begins with")


def _steer(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
    """Calls the control plane; a refusal fails the test with the mock's own words."""
    control = os.environ.get("PLATFORM_MOCK_CONTROL_TOKEN")
    authorization = {"Authorization": f"Bearer {control}"} if control else {}
    status, answer = _call(method, f"/_mock/v1{path}", body, {**(headers or {}), **authorization})
    if status != 200:
        pytest.fail(f"{method} /_mock/v1{path}: {status}: {answer}", pytrace=False)
    return answer


@functools.cache
def _opener() -> urllib.request.OpenerDirector:
    trust = ssl.create_default_context(cafile=os.environ.get("PLATFORM_CA_FILE"))
    # The mock is near: a proxy of the environment is not for it.
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trust)
    )


def _call(method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any]:
    url = os.environ.get("PLATFORM_API_URL")
    if not url:
        pytest.fail("PLATFORM_API_URL is not set: run the tests by `platform-mock exec -- pytest`", pytrace=False)
    data = None if body is None else json.dumps(body).encode()
    sent = {**headers, "Content-Type": "application/json"}
    request = urllib.request.Request(url.rstrip("/") + path, data, sent, method=method)
    try:
        with _opener().open(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read() or b"null")
