import random
import time

from api import Platform, Refused
from mistakes import mistaken

TRIES = 4


def add_bundle(platform: Platform, uid: str, bundle: str, pause=lambda: time.sleep(random.random())) -> dict:
    """Adds a bundle to those that a repo has."""
    path = f"/registry/v2/repos/{uid}"

    def wanted() -> list[str]:
        return [*platform.call("GET", path).get("bundles", []), bundle]

    bundles = wanted()
    tries = 1
    while True:
        try:
            return platform.call("PATCH", f"{path}?updateMask=bundles", {"bundles": bundles})
        except Refused as error:
            if error.status != 409 or tries == TRIES:
                raise
        pause()
        # What is there now counts. The mistake sends again what it computed from the first read.
        if not mistaken("conflicts"):
            bundles = wanted()
        tries += 1
