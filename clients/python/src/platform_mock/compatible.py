"""Which mocks a client can steer."""

from __future__ import annotations

import re

from .version import VERSION


def _numbers(version: str) -> tuple[int, int]:
    major, minor = [*re.findall(r"\d+", version.split("-")[0]), "0", "0"][:2]
    return int(major), int(minor)


def incompatible(mock: str, own: str = VERSION) -> str | None:
    """Why a mock of a version cannot be steered; None if it can.

    Before 1.0 a minor version may break the interface; from 1.0 on it only adds to it.
    """
    theirs, ours = _numbers(mock), _numbers(own)
    is_newer = theirs[0] > ours[0] or (ours[0] == 0 and theirs > ours)
    if theirs >= ours and not is_newer:
        return None
    age = "new" if is_newer else "old"
    return f"is platform-mock {mock}, which is too {age} for this client, of version {own}: take the same version of both"
