"""A small client of the platform, which the tests of the pages by task test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

LIMIT_SECONDS = 10


class Refused(Exception):
    """A call that failed; its status is 0 where no answer came."""

    def __init__(self, status: int, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


def message_of(text: str) -> str:
    try:
        return json.loads(text)["message"]
    except (ValueError, LookupError, TypeError):
        return text


@dataclass(frozen=True)
class Platform:
    """The address of the API, and its caller."""

    url: str
    token: str
    org_id: str
    issuer: str

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Platform:
        """The platform that variables name, of the process or of a world."""
        names = ("PLATFORM_API_URL", "PLATFORM_TOKEN", "PLATFORM_ORG_ID", "PLATFORM_ISSUER")
        return cls(*(env[name] for name in names))

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Makes a call, and returns what it was answered with."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"Authorization": f"Bearer {self.token}"}, method=method)
        try:
            with urlopen(request, timeout=LIMIT_SECONDS) as answer:
                text = answer.read().decode()
        except HTTPError as error:
            with error:
                retry_after = error.headers["Retry-After"]
                seconds = None if retry_after is None else float(retry_after)
                raise Refused(error.code, message_of(error.read().decode()), seconds) from None
        except (URLError, OSError) as error:
            raise Refused(0, str(error)) from error
        return json.loads(text or "{}")
