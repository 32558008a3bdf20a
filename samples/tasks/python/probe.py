from api import Platform
from mistakes import mistaken


def add_to_bundle(platform: Platform, name: str, bundle: str) -> None:
    """Puts a repo into a bundle."""
    [repo] = platform.call("GET", f"/registry/v2/repos?name={name}")["repos"]
    changes = {"bundles": [*repo.get("bundles", []), bundle]}
    # The mistake sends back what it has read.
    if mistaken("probe"):
        changes["description"] = repo["description"]
    platform.call("PATCH", f"/registry/v2/repos/{repo['uid']}", changes)
