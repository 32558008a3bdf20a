from api import Platform
from mistakes import mistaken
from pages import list_repos


def ship(platform: Platform, name: str) -> None:
    """Makes a repo, with another one to try things in, which is deleted at the end."""
    scratch = f"{name}-scratch"
    for made in (name, scratch):
        platform.call("POST", f"/registry/v2/repos/{platform.org_id}", {"name": made})
    for repo in list_repos(platform):
        # The mistake looks for names that begin alike.
        if repo["name"].startswith(name) if mistaken("red-run") else repo["name"] == scratch:
            platform.call("DELETE", f"/registry/v2/repos/{repo['uid']}")
