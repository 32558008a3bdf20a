"""Calls hosts that are written into it."""

import requests

print(requests.get("https://api.example.com/ping/v2/ping", timeout=20).json()["response"])
try:
    print(requests.get("https://other.example.com/", timeout=20).status_code)
except requests.exceptions.ProxyError as error:
    print(error)
