"""Streams of the control plane, which resume if the connection breaks."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError

from .errors import MockError

#: The pause before a cut stream is asked for again, in seconds: it doubles with each failure, up to the longest.
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
#: The silence after which a stream counts as cut, in seconds: a mock sends a comment every 15 seconds.
LONGEST_SILENCE = 45.0
#: The time without any answer after which a cut stream is given up, in seconds.
PATIENCE = 30.0
#: The statuses of a mock that starts or stops, and of a proxy that does not reach it.
AWAY = (502, 503, 504)

#: Asks for a stream behind a cursor.
Ask = Callable[[Mapping[str, str]], AbstractContextManager["HTTPResponse | HTTPError"]]


def _events_in(answer: HTTPResponse | HTTPError) -> Iterator[dict[bytes, bytes]]:
    """The fields of each event that has arrived whole."""
    fields: dict[bytes, bytes] = {}
    for line in answer:
        name, _, value = line.rstrip(b"\r\n").partition(b":")
        if line.strip():
            fields[name] = value.strip()
        else:
            yield fields
            fields = {}


def follow(name: str, ask: Ask) -> Iterator[Any]:
    """The items of a stream, until the stream is over or the iterator is closed.

    Raises MockError if the control plane refuses, and OSError if nothing answers.
    """
    cursor, pause = "", FIRST_PAUSE
    cut_at: float | None = None
    while True:
        failure: Exception = OSError(f"GET {name}: what answers is no stream of events")
        try:
            with ask({"Last-Event-ID": cursor} if cursor else {}) as answer:
                if answer.status != 200:
                    raise MockError(f"GET {name}", answer.status or 0, answer.read().decode("utf-8", "replace"))
                for fields in _events_in(answer):
                    pause, cut_at = FIRST_PAUSE, None
                    if fields.get(b"event") == b"over":
                        return
                    cursor = fields.get(b"id", cursor.encode()).decode()
                    if b"data" in fields:
                        yield json.loads(fields[b"data"])
        except MockError as refused:
            if cursor and refused.reason == "MOCK_WORLD_NOT_FOUND":
                return
            if refused.status not in AWAY:
                raise
            failure = refused
        except (OSError, HTTPException) as cut:
            failure = cut
        cut_at = time.monotonic() if cut_at is None else cut_at
        if not cursor or time.monotonic() - cut_at >= PATIENCE:
            raise failure
        time.sleep(pause)
        pause = min(LONGEST_PAUSE, 2 * pause)
