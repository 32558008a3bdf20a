"""The errors of a mock."""

from __future__ import annotations

import json
from typing import Any


class NoMock(Exception):
    """There is no mock that can be used; the message says in one line what to do."""


class MockError(Exception):
    """A refusal of the control plane."""

    #: The status of HTTP.
    status: int
    #: The reason of the error's ErrorInfo, such as `MOCK_WORLD_NOT_FOUND`; empty if the answer has none.
    reason: str
    #: The details of the error, as they were answered.
    details: list[dict[str, Any]]
    #: The message of the mock.
    message: str

    def __init__(self, request: str, status: int, text: str) -> None:
        problem = _problem_in(text)
        self.status = status
        self.message = str(problem.get("message", "no answer of the control plane"))
        self.details = list(problem.get("details", []))
        self.reason = next(
            (str(each.get("reason", "")) for each in self.details if str(each.get("@type")).endswith("google.rpc.ErrorInfo")),
            "",
        )
        super().__init__(f"{request}: {status} {self.message}")


def _problem_in(text: str) -> dict[str, Any]:
    try:
        problem = json.loads(text)
    except ValueError:
        return {}
    known = isinstance(problem, dict) and "message" in problem and isinstance(problem.get("details"), list)
    return problem if known else {}
