"""The worlds of tests."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

from .errors import MockError
from .mock import Mock
from .process import shell_words
from .world import World

#: The bound of a world's name, and of a label.
MAX_LABEL = 63
#: The number of random bytes by which the names of a test differ that is run again.
CHANCE_BYTES = 4
MAX_NAME = MAX_LABEL - 2 * CHANCE_BYTES - 1

#: The lifetime of the world of a killed run.
LIFETIME = "1h"

#: The folder of traces, below the folder of the project.
TRACE_FOLDER = Path("test-results", "platform-mock")


def _trim(text: str) -> str:
    return re.sub(r"^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "", text)


def _labelled(text: str) -> str:
    return _trim(re.sub(r"[^A-Za-z0-9._]+", "-", text))


def name_of(title: str) -> str:
    """The name of the world of a test, with some random digits: a test may run again."""
    name = _trim(_trim(re.sub(r"[^a-z0-9]+", "-", title.lower()))[:MAX_NAME])
    return f"{name or 'test'}-{secrets.token_hex(CHANCE_BYTES)}"


def labels_of(title: str, file: str) -> dict[str, str]:
    """The labels by which the world of a test is found, without empty ones."""
    # The end of a path says more than its beginning.
    labels = {"title": _trim(_labelled(title)[:MAX_LABEL]), "file": _trim(_labelled(file)[-MAX_LABEL:]), "retry": "0"}
    return {name: value for name, value in labels.items() if value}


def _cursor(mock: Mock) -> str | None:
    try:
        return str(mock.default.journal.list(limit=1)["cursor"])
    except MockError:
        # The mock records no journal.
        return None


class TestedWorld:
    """The world of a test, and the account of it if the test fails."""

    def __init__(self, mock: Mock, title: str, file: str, folder: Path, options: dict[str, Any]) -> None:
        labels = {**labels_of(title, file), **options.get("labels", {})}
        asked = {"name": name_of(title), "ttl": LIFETIME, **options, "labels": labels}
        self._since = _cursor(mock)
        self._folder = folder
        self.world: World = mock.world(folders=(folder, "."), **asked)

    def account(self) -> str:
        """The evidence of the world, and the path of its trace."""
        world = self.world
        try:
            evidence = world.evidence(self._since)
        except (MockError, OSError) as error:
            return f"what happened in it is not known: {error}"
        file = self._folder / TRACE_FOLDER / f"{world.id}.har"
        try:
            world.write_trace(file)
        except (MockError, OSError) as error:
            return f"{evidence}\n\nIt has no trace: {error}"
        return f"{evidence}\n\nIts trace: {shell_words()} trace show {_in_folder(file)}"


def _in_folder(file: Path) -> str:
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)
