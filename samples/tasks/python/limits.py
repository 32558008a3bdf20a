import time

from api import Platform, Refused
from mistakes import mistaken

TRIES = 4


def read_repos(platform: Platform, uids: list[str], pause=time.sleep) -> list[dict]:
    """Reads repos one by one, as fast as the service allows."""

    def read(uid: str) -> dict:
        tries = 1
        while True:
            try:
                return platform.call("GET", f"/registry/v2/repos/{uid}")
            except Refused as error:
                if error.status != 429 or tries == TRIES:
                    raise
                # The service says when the next call is allowed. The mistake knows better.
                pause(1 if mistaken("limits") else error.retry_after or 1)
            tries += 1

    return [read(uid) for uid in uids]
