"""The version of this client, and of the mock that it is made for. Emitted from package.json by `npm run emit`."""

VERSION = "0.1.0"
