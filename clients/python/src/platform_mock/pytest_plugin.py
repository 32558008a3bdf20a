"""The fixtures of pytest: one mock for a run, and a world of its own for each test."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .errors import NoMock
from .mock import Mock, connect, find
from .shared import Place, SharedMock
from .tested_world import TestedWorld
from .world import World

if TYPE_CHECKING:
    from _pytest.outcomes import Failed
    from pluggy import Result

_OPTION = "--platform-mock-url"
_WORLD = pytest.StashKey[TestedWorld]()
_SHARED = pytest.StashKey[SharedMock]()
_WHICH = pytest.StashKey[str]()
_MISSING = pytest.StashKey["Failed"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option with the URL of a mock that runs."""
    group = parser.getgroup("platform-mock")
    group.addoption(
        _OPTION,
        metavar="URL",
        help="the mock that the tests use; by default the one of PLATFORM_API_URL, or else one that is started",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Describes the marker."""
    config.addinivalue_line(
        "markers",
        "world(from, **options): what the world of the test begins with, such as 'fixture:hierarchy', and its options",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker of xdist where it asks for the mock that all of them share."""
    shared = node.config.stash.setdefault(_SHARED, None) or SharedMock()
    node.config.stash[_SHARED] = shared
    node.workerinput["platform_mock"] = (shared.place.port, shared.place.word)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stops the mock that the workers of xdist have shared."""
    shared = config.stash.get(_SHARED, None)
    if shared is not None:
        shared.close()


def _found(config: pytest.Config) -> Mock:
    url = config.getoption(_OPTION)
    if url:
        return connect(url, source=_OPTION)
    place = getattr(config, "workerinput", {}).get("platform_mock")
    if place is not None and not os.environ.get("PLATFORM_API_URL"):
        return Place(*place).ask()
    return find()


@pytest.fixture(scope="session")
def platform_mock(request: pytest.FixtureRequest) -> Iterator[Mock]:
    """The mock of the run: of --platform-mock-url, or of PLATFORM_API_URL, or else one that is started for it."""
    try:
        mock = _found(request.config)
    except NoMock as error:
        missing = pytest.fail.Exception(str(error), pytrace=False)
        request.config.stash[_MISSING] = missing
        raise missing from None
    request.config.stash[_WHICH] = mock.what
    with mock:
        yield mock


@pytest.fixture
def world(request: pytest.FixtureRequest, platform_mock: Mock) -> Iterator[World]:
    """A world of its own for the test, with the rows of the mock's world `default`; it ends with the test.

    `@pytest.mark.world("fixture:hierarchy")` asks for other rows, and takes further options of a world.
    """
    marker = request.node.get_closest_marker("world")
    options = {} if marker is None else {**({"from": marker.args[0]} if marker.args else {}), **marker.kwargs}
    folder = request.config.rootpath
    file = _relative(request.node.path, folder)
    tested = TestedWorld(platform_mock, request.node.name, file, folder, options)
    request.node.stash[_WORLD] = tested
    with tested.world:
        yield tested.world
        # The world ends here: a later report has nothing of it.
        del request.node.stash[_WORLD]


def _relative(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else path.name


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Result[pytest.TestReport], None]:
    """Adds to the report of a test that has failed what happened in its world."""
    outcome = yield
    report = outcome.get_result()
    missing = item.config.stash.get(_MISSING, None)
    if missing is not None and report.failed:
        # The other tests fail by the same exception.
        missing.msg = "there is no mock, as the first error of this run says"
    tested = item.stash.get(_WORLD, None)
    if report.failed and tested is not None:
        report.sections.append((f"what happened in world {tested.world.id}", tested.account()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says which mock the tests have used."""
    shared = config.stash.get(_SHARED, None)
    used = shared.mock.what if shared is not None and shared.mock is not None else config.stash.get(_WHICH, None)
    if used is not None:
        terminalreporter.write_line(f"platform-mock: {used}")
