from __future__ import annotations

from api import Platform, Refused
from mistakes import mistaken


class RepoResource:
    """The four functions of a resource, as a dynamic provider of Pulumi has them."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform

    def create(self, inputs: dict) -> dict:
        return self._platform.call("POST", f"/registry/v2/repos/{self._platform.org_id}", inputs)

    def read(self, uid: str) -> dict | None:
        """None for a repo that is gone: it is to be created again."""
        return self._unless_gone("GET", uid)

    def update(self, uid: str, olds: dict, news: dict) -> dict:
        # The mistake sends the whole row, with what another caller has changed meanwhile as it was.
        whole = mistaken("terraform")
        changed = {name: value for name, value in news.items() if whole or value != olds.get(name)}
        return self._platform.call("PATCH", f"/registry/v2/repos/{uid}", changed)

    def delete(self, uid: str) -> None:
        """Does nothing to a repo that is gone."""
        self._unless_gone("DELETE", uid)

    def _unless_gone(self, method: str, uid: str) -> dict | None:
        try:
            return self._platform.call(method, f"/registry/v2/repos/{uid}")
        except Refused as error:
            if error.status == 404:
                return None
            raise
