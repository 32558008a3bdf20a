#!/bin/sh
# google-api-core 2.44.0 with googleapis-common-protos 1.76.0 (PyPI) and google-gax 5.0.8 (npm), seen on 2026-11-30 with Python
# 3.11 and Node 20.
#
# Guess before it was run: two libraries for clients of Google make the same error of the JSON of an answer (AIP-193); details
# that they do not know stay as they are.
# Seen: google-api-core looks at the HTTP status only, not at `status` in the JSON. ALREADY_EXISTS and ABORTED are both
# Conflict, FAILED_PRECONDITION and OUT_OF_RANGE BadRequest, so code that catches AlreadyExists, as it is raised by gRPC, does
# not catch it; google-gax has the code of each. Of a detail that it does not know, google-gax makes a ResourceInfo that nobody
# sent. Of two ErrorInfo, one has the reason of the first and the other the reason of the last. `"details": null` ends both in
# a TypeError, and the `error` of OAuth, which is a text, google-api-core in an AttributeError.
# Whom it meets: clients that change from gRPC to REST. With a mock: create a thing twice by each wire, and catch the error.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > errors.json <<'JSON'
[
  {"error": {"code": 404, "message": "m", "status": "NOT_FOUND"}},
  {"error": {"code": 409, "message": "m", "status": "ALREADY_EXISTS"}},
  {"error": {"code": 409, "message": "m", "status": "ABORTED"}},
  {"error": {"code": 400, "message": "m", "status": "FAILED_PRECONDITION"}},
  {"error": {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED"}},
  {"error": {"code": 504, "message": "m", "status": "DEADLINE_EXCEEDED"}},
  {"error": {"code": 404, "message": "m", "status": "NOT_FOUND", "details": [
    {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "FIRST", "domain": "d"},
    {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "LAST", "domain": "d"}]}},
  {"error": {"code": 404, "message": "m", "status": "NOT_FOUND", "details": [
    {"@type": "type.googleapis.com/acme.v1.Hint", "hint": "h"}]}},
  {"error": {"code": 404, "message": "m", "status": "NOT_FOUND", "details": null}},
  {"error": "invalid_grant", "error_description": "d"}
]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  google-api-core==2.44.0 googleapis-common-protos==1.76.0 requests==2.34.2 grpcio==1.85.3 grpcio-status==1.85.3
cat > read.py <<'PY'
import json

import requests
from google.api_core import exceptions

with open("errors.json", encoding="utf-8") as file:
    errors = json.load(file)
for number, error in enumerate(errors, 1):
    response = requests.Response()
    response.status_code = error["error"]["code"] if isinstance(error["error"], dict) else 400
    response._content = json.dumps(error).encode()
    response.request = requests.Request("GET", "https://api.test/things").prepare()
    try:
        raised = exceptions.from_http_response(response)
        code = raised.grpc_status_code and raised.grpc_status_code.name
        answer = f"{type(raised).__name__}, code {code}, reason {raised.reason}, details {json.dumps(raised.details)}"
    except (AttributeError, TypeError) as thrown:
        answer = type(thrown).__name__
    print(f"{number}: google-api-core, {answer}")
PY
npm install --silent --no-audit --no-fund google-gax@5.0.8
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { GoogleError, Status } from 'google-gax';

for (const [index, error] of JSON.parse(readFileSync('errors.json', 'utf8')).entries()) {
  let answer;
  try {
    const { code, reason, statusDetails } = GoogleError.parseHttpError(error);
    answer = `${Status[code]}, reason ${reason}, details ${JSON.stringify(statusDetails)}`;
  } catch (thrown) {
    answer = thrown.constructor.name;
  }
  console.log(`${index + 1}: google-gax, ${answer}`);
}
JS
{ venv/bin/python -W ignore read.py; node read.mjs; } | LC_ALL=C sort -n > seen
cat > expected <<'EXPECTED'
1: google-api-core, NotFound, code NOT_FOUND, reason None, details []
1: google-gax, NOT_FOUND, reason undefined, details undefined
2: google-api-core, Conflict, code None, reason None, details []
2: google-gax, ALREADY_EXISTS, reason undefined, details undefined
3: google-api-core, Conflict, code None, reason None, details []
3: google-gax, ABORTED, reason undefined, details undefined
4: google-api-core, BadRequest, code None, reason None, details []
4: google-gax, FAILED_PRECONDITION, reason undefined, details undefined
5: google-api-core, TooManyRequests, code None, reason None, details []
5: google-gax, RESOURCE_EXHAUSTED, reason undefined, details undefined
6: google-api-core, GatewayTimeout, code None, reason None, details []
6: google-gax, DEADLINE_EXCEEDED, reason undefined, details undefined
7: google-api-core, NotFound, code NOT_FOUND, reason FIRST, details [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "FIRST", "domain": "d"}, {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "LAST", "domain": "d"}]
7: google-gax, NOT_FOUND, reason LAST, details [{"reason":"FIRST","domain":"d"},{"reason":"LAST","domain":"d"}]
8: google-api-core, NotFound, code NOT_FOUND, reason None, details [{"@type": "type.googleapis.com/acme.v1.Hint", "hint": "h"}]
8: google-gax, NOT_FOUND, reason undefined, details [{"resourceType":"type.googleapis.com/acme.v1.Hint","description":"{\"@type\":\"type.googleapis.com/acme.v1.Hint\",\"hint\":\"h\"}"}]
9: google-api-core, TypeError
9: google-gax, TypeError
10: google-api-core, AttributeError
10: google-gax, undefined, reason undefined, details undefined
EXPECTED
diff expected seen
echo "errors of Google over HTTP behave as they were seen"
