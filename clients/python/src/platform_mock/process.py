"""A mock that ends with this process."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import threading
from collections import deque
from dataclasses import dataclass
from queue import Empty, Queue
from typing import IO, Any

from .errors import NoMock
from . import version
from .version import VERSION

#: The time limit for a mock to become ready, in seconds: npx may have to download it.
MAX_START = 120.0


def program() -> tuple[list[str], str]:
    """The command that starts a mock, and its name for people. Raises NoMock if there is none."""
    binary = os.environ.get("PLATFORM_MOCK_BINARY")
    if binary:
        what = f"PLATFORM_MOCK_BINARY={binary}"
        if not os.path.exists(binary):
            raise NoMock(f"{what} is not there: set it to the program, or unset it, and it is looked for")
        if os.path.splitext(binary)[1].lower() in (".js", ".cjs", ".mjs"):
            return ["node", binary], what
        # Without a folder it would be looked for on the PATH.
        return [os.path.abspath(binary)], what
    found = shutil.which("platform-mock")
    if found:
        return [found], found
    npx = shutil.which("npx")
    # Before a release the name is not ours, and what npx would run is somebody else's.
    if npx and version.PUBLISHED:
        name = f"platform-mock@{VERSION}"
        return [npx, "--yes", name], f"npx {name}"
    raise NoMock(f"there is no mock: {_ways()}")


def _ways() -> str:
    """The ways for a user to get a mock."""
    last = "; or install Node.js, which has npx" if version.PUBLISHED else ""
    return (
        "set PLATFORM_MOCK_BINARY to the program, such as dist/main.cjs of a clone after `npm ci && npm run build`; "
        f"or PLATFORM_API_URL to the URL of a mock that runs{last}"
    )


def shell_words() -> str:
    """The program as a shell runs it here; its name if there is none."""
    try:
        words, what = program()
    except NoMock:
        return "platform-mock"
    if what == words[0]:
        # A program on the PATH is known by its name.
        return "platform-mock"
    return what if what.startswith("npx ") else " ".join(words)


@dataclass(frozen=True)
class Started:
    """A mock that was started."""

    what: str
    url: str
    control_token: str | None
    ca_file: str | None
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """Stops the mock by ending its input."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _drain(stream: IO[bytes], lines: deque[bytes] | None, ready: Queue[Any]) -> None:
    for line in stream:
        if lines is not None:
            lines.append(line)
            continue
        try:
            ready.put(json.loads(line))
        except ValueError:
            continue
    if lines is None:
        ready.put(None)


def start(*flags: str) -> Started:
    """Starts a mock with flags of `serve`. Raises NoMock if that is not possible."""
    words, what = program()
    command = [*words, "serve", "--port", "0", "--json", "--until-eof", *flags]
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise NoMock(f"{what} cannot be started: {error}") from error
    assert process.stdout is not None and process.stderr is not None
    ready: Queue[Any] = Queue()
    errors: deque[bytes] = deque(maxlen=40)
    readers = [
        threading.Thread(target=_drain, args=arguments, daemon=True)
        for arguments in ((process.stdout, None, ready), (process.stderr, errors, ready))
    ]
    for reader in readers:
        reader.start()
    try:
        line = ready.get(timeout=MAX_START)
    except Empty:
        line = None
    if not isinstance(line, dict):
        process.kill()
        process.wait()
        for reader in readers:
            reader.join(5)
        said = b"".join(errors).decode("utf-8", "replace").strip()
        reason = f"{what} was started and is not ready: {said or f'it ended with {process.returncode}'}"
        raise NoMock(f"{reason}\n{_ways()}" if what.startswith("npx ") else reason)
    started = Started(what, line["url"], line.get("controlToken"), line.get("caFile"), process)
    atexit.register(started.stop)
    return started
