from api import Platform
from mistakes import mistaken


def release(platform: Platform, name: str) -> str:
    """Releases a new repo: makes it, and looks how many there are."""
    platform.call("POST", f"/registry/v2/repos/{platform.org_id}", {"name": name})
    # The mistake looks up who may change it, for a line of the log.
    if mistaken("roles"):
        platform.call("GET", "/iam/v2/identities")
    count = platform.call("GET", "/registry/v2/repos?page_size=1")["totalCount"]
    return f"{name} is one of {count} repos"
