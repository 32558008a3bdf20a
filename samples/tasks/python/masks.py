from api import Platform
from mistakes import mistaken


def set_bundles(platform: Platform, repo: dict, bundles: list[str]) -> dict:
    """Sets the bundles of a repo that was read before, and nothing else of it."""
    path = f"/registry/v2/repos/{repo['uid']}"
    # The mistake sends back all that was read, and without a mask all of it counts.
    if mistaken("masks"):
        return platform.call("PATCH", path, repo | {"bundles": bundles})
    return platform.call("PATCH", f"{path}?updateMask=bundles", {"bundles": bundles})
