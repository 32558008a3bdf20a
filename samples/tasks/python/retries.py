import random
import time
from urllib.parse import urlencode

from api import Platform, Refused
from mistakes import mistaken

TRIES = 4
# No answer, too many calls, unavailable.
TRIED_AGAIN = (0, 429, 503)


def find_repo(platform: Platform, name: str) -> dict:
    query = urlencode({"uidp.children_of": platform.org_id, "name": name})
    return next(iter(platform.call("GET", f"/registry/v2/repos?{query}")["repos"]), {})


def create_repo(platform: Platform, name: str, description: str, pause=time.sleep) -> dict:
    """Creates a repo once, whatever happens to the answers."""
    body = {"name": name, "description": description}
    tries = 1
    while True:
        try:
            return platform.call("POST", f"/registry/v2/repos/{platform.org_id}", body)
        except Refused as error:
            # The guard: a try whose answer was lost has made the repo that is there, if it is as it was asked for.
            if error.status == 409 and tries > 1 and not mistaken("retries"):
                made = find_repo(platform, name)
                if made.get("description") == description:
                    return made
            if error.status not in TRIED_AGAIN or tries == TRIES:
                raise
            # As long as the service asks for, or else longer each time, with chance.
            pause(random.uniform(0, 2**tries) if error.retry_after is None else error.retry_after)
        tries += 1
