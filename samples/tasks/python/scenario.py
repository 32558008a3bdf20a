from __future__ import annotations

from urllib.parse import urlencode

from api import Platform
from mistakes import mistaken


def repo_of(platform: Platform, team: str, name: str) -> dict:
    """The repo of a team."""
    group = platform.call("GET", f"/iam/v2/groups?{urlencode({'name': team})}")["groups"][0]
    query = {"name": name}
    # The mistake takes the first repo of that name, whichever team it is of.
    if not mistaken("scenario"):
        query["uidp.children_of"] = group["uid"]
    return platform.call("GET", f"/registry/v2/repos?{urlencode(query)}")["repos"][0]
