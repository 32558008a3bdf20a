"""Lists and creates repos: `python cli.py list`, `python cli.py create NAME`"""

import os
import sys

from api import Platform, Refused
from mistakes import mistaken
from pages import list_repos


def main(arguments: list[str]) -> int:
    platform = Platform.of(os.environ)
    try:
        if arguments[:1] == ["create"]:
            print(platform.call("POST", f"/registry/v2/repos/{platform.org_id}", {"name": arguments[1]})["uid"])
        else:
            print("\n".join(repo["name"] for repo in list_repos(platform)))
    except Refused as error:
        print(f"repos: {error}", file=sys.stderr)
        # The mistake ends as if all were well.
        return 0 if mistaken("cli") else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
