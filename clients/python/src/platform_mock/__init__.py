"""Steers platform-mock, a stateful stand-in for Platform API v2, and gives each test a world of its own.

It needs the standard library only. `platform_mock.pytest_plugin` has the fixtures `platform_mock` and `world`.
"""

from .connection import Answer
from .errors import MockError, NoMock
from .mock import Mock, connect, find, start
from .version import VERSION as __version__
from .world import Snapshot, World

__all__ = ["Answer", "Mock", "MockError", "NoMock", "Snapshot", "World", "__version__", "connect", "find", "start"]
