from urllib.parse import urlencode

from api import Platform
from mistakes import mistaken

PAGE_SIZE = 8


def list_repos(platform: Platform) -> list[dict]:
    """All repos that the caller sees."""
    found: dict[str, dict] = {}
    token = ""
    while True:
        page = platform.call("GET", f"/registry/v2/repos?{urlencode({'page_size': PAGE_SIZE, 'page_token': token})}")
        # A walk may begin again: a uid is one row, on whichever pages it is.
        found.update({repo["uid"]: repo for repo in page["repos"]})
        token = page.get("nextPageToken", "")
        # The mistake takes a page that is not full for the last one.
        if len(page["repos"]) < PAGE_SIZE if mistaken("pages") else token == "":
            return list(found.values())
