"""Finds a mock."""

from __future__ import annotations

import json
import os
import urllib.error
from typing import Any
from urllib.parse import urlsplit

from .compatible import incompatible
from .connection import Connection
from .errors import MockError, NoMock

#: The maximum wait for the answer of a mock that is looked for, in seconds.
MAX_WAIT = 10.0

#: The variable with the URL of the mock.
VARIABLE = "PLATFORM_API_URL"


def _instead(source: str) -> str:
    """The way to start a mock instead of the one that a source names: the variable, a flag or an argument."""
    if source == VARIABLE:
        return f"unset {source}, and one is started"
    return f"leave {source} out, and one is started" if source.startswith("-") else "start one by start()"


def checked_url(given: str, source: str) -> str:
    """The URL without a slash at its end. Raises NoMock for a text that is not the URL of a server."""
    url = urlsplit(given)
    remedy = f"give the URL of a mock, or {_instead(source)}"
    if url.username is not None or url.password is not None:
        raise NoMock(f"{source} must have no user name and no password: {remedy}")
    if url.scheme not in ("http", "https") or not url.hostname:
        raise NoMock(f"{source} is {given!r}, which is no http or https URL: {remedy}")
    return given.rstrip("/")


def _is_of_mock(refused: MockError) -> bool:
    return any(str(each.get("domain", "")).startswith("mock.") for each in refused.details)


def _is_info(body: Any) -> bool:
    return isinstance(body, dict) and all(isinstance(body.get(name), str) for name in ("version", "world"))


def greet(
    where: str, url: str, control_token: str | None = None, ca_file: str | None = None, source: str = VARIABLE
) -> Connection:
    """The connection to the server at a URL, once it has described itself as a mock that this client can steer.

    It is asked without a token first, and then with it if a mock wants one: any other server receives this one request
    and nothing else. Raises NoMock.
    """
    open_to_all = Connection(url, None, ca_file or os.environ.get("PLATFORM_CA_FILE"))
    stranger = NoMock(f"what answers as {where}, is no platform-mock that is ready, and nothing else was sent to it")
    try:
        connection = open_to_all
        try:
            text = connection.control_text("GET", "/info", timeout=MAX_WAIT)
        except MockError as refused:
            if refused.status != 401 or not _is_of_mock(refused):
                raise
            if not control_token:
                raise NoMock(f"{where}, wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it") from None
            connection = Connection(url, control_token, open_to_all.ca_file)
            try:
                text = connection.control_text("GET", "/info", timeout=MAX_WAIT)
            except MockError:
                raise NoMock(f"{where}, has another control token: set PLATFORM_MOCK_CONTROL_TOKEN to it") from None
        info = json.loads(text)
    except MockError as refused:
        raise (NoMock(f"{where}, refuses: {refused.message}") if _is_of_mock(refused) else stranger) from None
    except (urllib.error.URLError, OSError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise NoMock(
            f"nothing answers as {where} ({reason}): start a mock there, or {_instead(source)}"
        ) from None
    except ValueError:
        raise stranger from None
    if not _is_info(info):
        raise stranger
    problem = incompatible(info["version"])
    if problem:
        raise NoMock(f"{where}, {problem}")
    return connection
