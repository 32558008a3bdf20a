"""Holds exchanges with the mock to its document, by openapi-core: FILE DOCUMENT URL."""

import json
import sys
from urllib.parse import parse_qsl, urlsplit

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

exchanges, document, url = sys.argv[1:]
with open(document) as file:
    api = OpenAPI.from_dict(json.load(file))
for each in json.load(open(exchanges)):
    target = urlsplit(each["target"])
    request = MockRequest(
        url,
        each["method"].lower(),
        target.path,
        args=dict(parse_qsl(target.query)),
        headers={"Authorization": "Bearer x"},
        data=each["sent"].encode() if each["sent"] else None,
        content_type="application/json",
    )
    response = MockResponse(each["received"].encode(), each["status"], content_type=each["type"] or "application/json")
    api.validate_response(request, response)
print("every answer is right")
