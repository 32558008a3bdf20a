import time
from urllib.parse import urlencode

from api import Platform
from mistakes import mistaken

READS = 30


def create_listed(platform: Platform, name: str, pause=time.sleep) -> dict:
    """Creates a repo, and returns it as a list has it."""
    uid = platform.call("POST", f"/registry/v2/repos/{platform.org_id}", {"name": name})["uid"]
    query = urlencode({"uidp.children_of": platform.org_id, "name": name})
    reads = 1
    while True:
        for repo in platform.call("GET", f"/registry/v2/repos?{query}")["repos"]:
            if repo["uid"] == uid:
                return repo
        # The mistake believes the first list.
        if mistaken("late-reads") or reads == READS:
            raise LookupError(f"{name} was not created")
        pause(1)
        reads += 1
