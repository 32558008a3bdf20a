from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from api import Platform, Refused
from mistakes import mistaken


class Session:
    """A caller that logs in with the token of its CI, and stays logged in."""

    def __init__(self, platform: Platform, ci_token: Callable[[], str]) -> None:
        self._platform = platform
        self._ci_token = ci_token
        self._tokens: dict[str, str] | None = None

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Makes a call, with a new token where its own has ended."""
        if self._tokens is None:
            self._tokens = self._log_in()
        try:
            return self._as(self._tokens["token"]).call(method, path, body)
        except Refused as error:
            # The mistake keeps the first token for ever.
            if error.status != 401 or mistaken("tokens"):
                raise
        # Once: a new token that is refused, too, is no better the third time.
        self._tokens = self._renew(self._tokens["refreshToken"])
        return self._as(self._tokens["token"]).call(method, path, body)

    def _as(self, token: str) -> Platform:
        return replace(self._platform, token=token)

    def _renew(self, refresh_token: str) -> dict[str, str]:
        try:
            pair = self._exchange("/sts/exchange_refresh_token", refresh_token)
            return {name: pair[name]["token"] for name in ("token", "refreshToken")}
        except Refused:
            return self._log_in()

    def _log_in(self) -> dict[str, str]:
        return self._exchange("/sts/exchange", self._ci_token())

    def _exchange(self, path: str, token: str) -> Any:
        issuer = self._platform.issuer
        return replace(self._as(token), url=issuer).call("POST", f"{path}?{urlencode({'aud': issuer})}")
