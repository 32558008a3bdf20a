"""The version of this client, and of the mock that it is made for. Emitted by `npm run emit`."""

VERSION = "0.1.0"

#: True if the program of that version is at npm under its name.
PUBLISHED = False
