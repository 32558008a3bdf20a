"""The plugin of pytest, by runs of pytest within a test."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator

import pytest

from platform_mock import Mock

RED = """
import pytest

def test_red(world):
    world.faults.once("ListRepos", {"code": "UNAVAILABLE"})
    assert world.fetch("/registry/v2/repos").status == 200

def test_green(world):
    assert world.inspect()["labels"] == {"title": "test_green", "file": "test_run.py", "retry": "0"}

@pytest.mark.world("fixture:hierarchy", clock={"mode": "frozen", "now": "2030-01-01T00:00:00Z"})
def test_other_rows(world):
    assert world.inspect()["from"] == "fixture:hierarchy"
    assert world.clock.read()["now"] == "2030-01-01T00:00:00.000Z"
"""


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("PLATFORM_API_URL", "PLATFORM_MOCK_CONTROL_TOKEN", "PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    yield


def test_a_test_that_fails_shows_what_happened(pytester: pytest.Pytester, platform_mock: Mock) -> None:
    pytester.makepyfile(test_run=RED)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--platform-mock-url", platform_mock.url)
    result.assert_outcomes(passed=2, failed=1)
    text = result.stdout.str()
    found = re.search(
        r"-+ what happened in world (test-red-[0-9a-f]{8}) -+\n"
        r"Refused and failed calls, 1 of 1:\n"
        r"  #1 rest ListRepos by admin 503 UNAVAILABLE .*\n"
        r"    a fault of this test: .*\n\n"
        r"Nothing changed\.\n\n"
        r"Its trace: .*\S trace show (\S+\.har)\n",
        text,
    )
    assert found, text
    trace = json.loads((pytester.path / found[2]).read_text(encoding="utf-8"))
    assert [entry["_operation"] for entry in trace["log"]["entries"]] == ["ListRepos"]
    assert [each.name for each in (pytester.path / "test-results" / "platform-mock").iterdir()] == [f"{found[1]}.har"]
    result.stdout.fnmatch_lines([f"platform-mock: uses the mock of --platform-mock-url, {platform_mock.url}"])
    # Its world has ended with the test.
    assert found[1] not in [each["id"] for each in platform_mock.worlds()]


def test_without_a_mock_a_test_fails_in_one_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(world): pass")
    result = pytester.runpytest_subprocess("--platform-mock-url", "localhost:8484")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["--platform-mock-url is 'localhost:8484', which is no http or https URL: *"])
    result.stdout.no_fnmatch_line("*During handling of the above exception*")


def test_the_workers_of_xdist_share_one_mock(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    pytester.makepyfile(
        """
        import os, pytest

        @pytest.mark.parametrize("nth", range(6))
        def test_one(world, nth):
            with open(f"worker-{os.environ['PYTEST_XDIST_WORKER']}-{nth}.txt", "w") as file:
                file.write(world.url)
        """
    )
    result = pytester.runpytest_subprocess("-n", "2", "--dist", "each")
    result.assert_outcomes(passed=12)
    urls = {file.read_text(encoding="utf-8") for file in pytester.path.glob("worker-*.txt")}
    assert len(urls) == 1
    result.stdout.re_match_lines([rf"platform-mock: uses .*, started at {re.escape(urls.pop())}$"])


def test_without_a_program_each_worker_says_so_once(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xdist")
    monkeypatch.setenv("PLATFORM_MOCK_BINARY", os.path.join("no", "such", "program"))
    pytester.makepyfile("def test_one(world): pass\ndef test_two(world): pass\ndef test_three(platform_mock): pass")
    result = pytester.runpytest_subprocess("-n", "1")
    result.assert_outcomes(errors=3)
    text = result.stdout.str()
    assert len(re.findall(r"^(?:E +)?PLATFORM_MOCK_BINARY=.*program is not there: ", text, re.M)) == 1
    assert len(re.findall(r"^(?:E +)?there is no mock, as the first error of this run says", text, re.M)) == 2
