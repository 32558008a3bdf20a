from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import jwt
from api import Platform
from mistakes import mistaken


class Receiver:
    """Takes the events of one organization: those that are verified, each once."""

    def __init__(self, platform: Platform, take: Callable[[str, dict], None]) -> None:
        self._issuer = platform.issuer
        self._subject = f"webhook:{platform.org_id}"
        self._keys = jwt.PyJWKClient(f"{platform.issuer}/.well-known/jwks.json")
        self._take = take
        self._taken: set[str] = set()

    def _verify(self, authorization: str, body: bytes) -> None:
        token = authorization.removeprefix("Bearer ")
        key = self._keys.get_signing_key_from_jwt(token)
        claims = jwt.decode(token, key, algorithms=["RS256"], audience="customer", issuer=self._issuer)
        # Of the bytes as they came, before they are parsed.
        digest = f"sha256:{hashlib.sha256(body).hexdigest()}"
        if claims["sub"] != self._subject or claims["webhook"]["digest"] != digest:
            raise jwt.InvalidTokenError("it is for another group, or of another body")

    def receive(self, headers, body: bytes) -> int:
        """Returns the status that the delivery is answered with."""
        try:
            self._verify(headers["Authorization"] or "", body)
        except jwt.PyJWTError:
            return 403
        # The mistake takes each delivery for another event.
        if headers["Ce-Id"] not in self._taken or mistaken("webhooks"):
            self._take(headers["Ce-Type"], json.loads(body)["body"])
        self._taken.add(headers["Ce-Id"])
        return 204


def handler_of(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    """The handler of a server of the standard library."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(receiver.receive(self.headers, body))
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
