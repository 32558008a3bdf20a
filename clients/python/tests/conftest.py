"""The tests of the plugin run pytest within a test."""

pytest_plugins = ["pytester"]
