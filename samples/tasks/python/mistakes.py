import os

_MADE = os.environ.get("MISTAKE", "").split(",")


def mistaken(name: str) -> bool:
    """Whether the client makes a mistake: `MISTAKE=pages pytest test_pages.py` shows what finds it."""
    return name in _MADE
