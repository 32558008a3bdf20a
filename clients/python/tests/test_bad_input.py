"""Messages about a mock that cannot be used, and about requests that it refuses."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from platform_mock import Mock, MockError, NoMock, World, __version__, connect, find, start, version
from platform_mock.compatible import incompatible
from platform_mock.connection import Connection, is_loopback
from platform_mock.process import program, shell_words
from platform_mock.tested_world import MAX_LABEL, labels_of, name_of

REFUSAL = {
    "code": 16,
    "message": "Unauthenticated: missing bearer token",
    "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "X", "domain": "mock.platform.test"}],
}


class Stranger:
    """A server that answers every request alike, and records the requests."""

    def __init__(self, status: int, body: str) -> None:
        self.asked: list[tuple[str, str | None]] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append((self.path, self.headers.get("Authorization")))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def info(version: str) -> str:
    return json.dumps({"version": version, "world": "default"})


@pytest.fixture
def closed_url() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    # The mock of the run is found before its variables are taken away.
    if "platform_mock" in request.fixturenames:
        request.getfixturevalue("platform_mock")
    for name in ("PLATFORM_API_URL", "PLATFORM_MOCK_CONTROL_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    yield


@pytest.mark.parametrize(
    ("url", "want"),
    [
        ("localhost:8484", "url is 'localhost:8484', which is no http or https URL: give the URL of a mock, or start one"),
        ("", "url is '', which is no http or https URL"),
        ("http://a:b@localhost", "url must have no user name and no password"),
    ],
)
def test_a_url_that_is_none_is_named(url: str, want: str) -> None:
    with pytest.raises(NoMock, match=want):
        connect(url)


def test_a_variable_without_a_url_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLATFORM_API_URL", "localhost")
    with pytest.raises(NoMock, match="PLATFORM_API_URL is 'localhost', .*: give the URL of a mock, or unset PLATFORM_API"):
        connect()


def test_a_port_where_nothing_answers_is_named(closed_url: str) -> None:
    with pytest.raises(NoMock, match=f"nothing answers as the mock of url, {closed_url} .*: start a mock there, or start"):
        connect(closed_url)


@pytest.mark.parametrize(
    ("status", "body", "token", "want"),
    [
        (200, "<html>", None, "is no platform-mock that is ready, and nothing else was sent to it"),
        (200, "{}", None, "is no platform-mock that is ready"),
        (302, "", "steer", "is no platform-mock that is ready"),
        (401, "{}", "steer", "is no platform-mock that is ready"),
        (401, json.dumps(REFUSAL), None, "wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it"),
        (401, json.dumps(REFUSAL), "other", "has another control token"),
        (503, json.dumps(REFUSAL), None, "refuses: Unauthenticated: missing bearer token"),
        (200, info("0.0.9"), None, f"is platform-mock 0.0.9, which is too old for this client, of version {__version__}"),
        (200, info("7.1.0-rc.1"), None, f"is platform-mock 7.1.0-rc.1, which is too new .*, of version {__version__}"),
    ],
)
def test_what_is_no_mock_for_this_client_is_named(status: int, body: str, token: str | None, want: str) -> None:
    stranger = Stranger(status, body)
    try:
        with pytest.raises(NoMock, match=want) as refused:
            connect(stranger.url, control_token=token)
    finally:
        stranger.close()
    assert "\n" not in str(refused.value)
    # A token is sent only to what has asked for it as a mock does.
    tokens = [None, f"Bearer {token}"] if token and "mock." in body else [None]
    assert stranger.asked == [("/_mock/v1/info", each) for each in tokens]


@pytest.mark.parametrize(
    ("mock", "own", "fits"),
    [
        ("0.1.9", "0.1.0", True),
        ("0.1.0-rc.1", "0.1.0", True),
        ("0.2.0", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("1.3.0", "1.2.4", True),
        ("1.1.9", "1.2.4", False),
        ("2.0.0", "1.2.4", False),
    ],
)
def test_versions_fit(mock: str, own: str, fits: bool) -> None:
    assert (incompatible(mock, own) is None) is fits


def test_a_program_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    missing = str(tmp_path / "no such folder" / "platform-mock")
    monkeypatch.setenv("PLATFORM_MOCK_BINARY", missing)
    with pytest.raises(NoMock, match="PLATFORM_MOCK_BINARY=.* is not there: set it to the program, or unset it"):
        start()
    script = tmp_path / "a script.js"
    script.write_text('console.error("no"); process.exitCode = 4', encoding="utf-8")
    monkeypatch.setenv("PLATFORM_MOCK_BINARY", str(script))
    with pytest.raises(NoMock, match=r"a script\.js was started and is not ready: no"):
        find()
    monkeypatch.delenv("PLATFORM_MOCK_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoMock, match="there is no mock: set PLATFORM_MOCK_BINARY to the program, such as dist/main.cjs of a clone"):
        start()


def test_npx_takes_the_version_of_the_client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    npx = tmp_path / ("npx.cmd" if os.name == "nt" else "npx")
    npx.write_text("", encoding="utf-8")
    npx.chmod(0o700)
    monkeypatch.delenv("PLATFORM_MOCK_BINARY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(version, "PUBLISHED", False)
    with pytest.raises(NoMock, match="there is no mock: set PLATFORM_MOCK_BINARY"):
        program()
    monkeypatch.setattr(version, "PUBLISHED", True)
    words, what = program()
    assert words[1:] == ["--yes", f"platform-mock@{__version__}"] and what == f"npx platform-mock@{__version__}"
    assert shell_words() == what
    # One that is on the PATH comes first, and a shell knows it by its name.
    binary = tmp_path / ("platform-mock.cmd" if os.name == "nt" else "platform-mock")
    binary.write_text("", encoding="utf-8")
    binary.chmod(0o700)
    assert shell_words() == "platform-mock"
    script = tmp_path / "mock.cjs"
    script.write_text("", encoding="utf-8")
    monkeypatch.setenv("PLATFORM_MOCK_BINARY", str(script))
    assert shell_words() == f"node {script}"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "checkout-7.localhost", "::1"])
def test_this_machine_is_called_without_a_proxy(host: str) -> None:
    assert is_loopback(host)


def test_a_proxy_of_the_environment_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, platform_mock: Mock, closed_url: str
) -> None:
    assert not is_loopback("mock.example.com")
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, closed_url)
    monkeypatch.setenv("NO_PROXY", "")
    with platform_mock.world() as world:
        assert world.fetch("/registry/v2/repos").status == 200


@pytest.mark.parametrize("path", ["", "registry/v2/repos", "@127.0.0.1/", "http://127.0.0.1/"])
def test_a_path_that_names_another_place_is_refused(platform_mock: Mock, path: str) -> None:
    with platform_mock.world() as world, pytest.raises(ValueError, match="a path begins with a slash"):
        world.fetch(path)


@pytest.mark.parametrize(
    "query", ["name=a b", "name=a%20b", "name=café", "page_size=1&uidp.ids=a/b", "order_by=name desc,uid"]
)
def test_a_path_is_sent_with_escapes(platform_mock: Mock, query: str) -> None:
    with platform_mock.world() as world:
        assert world.fetch(f"/registry/v2/repos?{query}").status == 200


def test_a_file_of_certificates_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Connection("https://localhost", None, str(tmp_path / "none.pem")).send("GET", "/", {})


def test_a_refusal_has_the_words_of_the_mock(world: World) -> None:
    with pytest.raises(MockError, match="GET /_mock/v1/journal/999: 404 Not found") as refused:
        world.journal.entry("999")
    assert (refused.value.status, refused.value.reason) == (404, "MOCK_JOURNAL_ENTRY_NOT_FOUND")
    with pytest.raises(MockError, match='did you mean "CreateRepo"'):
        world.faults.once("CreateRepoo", {"code": "INTERNAL"})  # type: ignore[arg-type]
    with pytest.raises(MockError, match="408"):
        world.journal.expect({"operation": "DeleteRepo"}, timeout=0)


def test_a_world_begins_with_a_file_of_ones_own(platform_mock: Mock, tmp_path: Path) -> None:
    folder = tmp_path / "my scenarios"
    folder.mkdir()
    (folder / "two-teams.yaml").write_text("groups: [{ name: red }, { name: blue }]", encoding="utf-8")
    for name, folders in (
        ("two-teams", [folder]),
        ("two-teams.yaml", [tmp_path, folder]),
        (str(folder / "two-teams"), ["."]),
    ):
        with platform_mock.world(f"fixture:{name}", folders=folders) as world:
            assert world.info()["rows"]["groups"] == 2
    with pytest.raises(MockError, match=r"no shipped fixture is named .*; and there is no file .*none\.json"):
        platform_mock.world("fixture:none", folders=[folder])


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("test_a_lost_answer", "test-a-lost-answer"),
        ("test_x[the name is taken: twice]", "test-x-the-name-is-taken-twice"),
        ("long " * 99, "long-" * 10 + "long"),
        ("äöü", "test"),
        ("C:\\folder\\a.yaml", "c-folder-a-yaml"),
    ],
)
def test_the_world_is_named_by_its_test(title: str, name: str) -> None:
    made = name_of(title)
    assert made[:-9] == name and len(made) <= MAX_LABEL
    assert all(0 < len(value) <= MAX_LABEL for value in labels_of(title, "C:\\project\\test_a.py").values())
