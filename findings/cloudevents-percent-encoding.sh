#!/bin/sh
# cloudevents 10.0.0 (npm) and cloudevents 2.2.0 (PyPI), seen on 2026-11-29 with Node 20 and Python 3.11.
#
# Expected: an SDK reads the headers of a binary event as the HTTP binding of CloudEvents 1.0.2 has them
# (3.1.3.2: what is not printable ASCII is percent-encoded); and the SDK for JavaScript, whose `time` is a text, sends it on as it
# came.
# Behaviour: of three readers only `cloudevents.core` of Python decodes `Z%C3%BCrich`. `cloudevents.v1` in the same package and
# the SDK for JavaScript hand it out encoded, and the latter writes `Zürich` into a header as it is. The SDK for JavaScript
# cuts the time to milliseconds and `cloudevents.core` to microseconds; `cloudevents.v1` leaves it as it came.
# Whom it meets: receivers of events whose subject has other letters, or that compare times. Cure: decode the attributes once,
# and take the time from the header.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > event.json <<'JSON'
{
  "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/s", "ce-type": "t", "content-type": "application/json",
  "ce-time": "2026-01-02T03:04:05.123456789Z", "ce-subject": "Z%C3%BCrich"
}
JSON
npm install --silent --no-audit --no-fund cloudevents@10.0.0
cat > event.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { CloudEvent, HTTP } from 'cloudevents';

const event = HTTP.toEvent({ headers: JSON.parse(readFileSync('event.json', 'utf8')), body: '{"n":1}' });
const written = HTTP.binary(new CloudEvent({ source: '/s', type: 't', subject: 'Zürich' })).headers['ce-subject'];
console.log(`npm: subject ${event.subject}, sent on at ${HTTP.binary(event).headers['ce-time']}, writes ${written}`);
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cloudevents==2.2.0
cat > event.py <<'PY'
import json
import warnings

from cloudevents.core.bindings import http as core
from cloudevents.v1 import http as v1

warnings.simplefilter("ignore")
with open("event.json", encoding="utf-8") as file:
    headers = json.load(file)
event = v1.from_http(headers, b'{"n":1}')
written = v1.to_binary(v1.CloudEvent({"source": "/s", "type": "t", "subject": "Zürich"}, {}))[0]["ce-subject"]
print(f"PyPI v1: subject {event['subject']}, sent on at {v1.to_binary(event)[0]['ce-time']}, writes {written}")
event = core.from_http_event(core.HTTPMessage(headers=headers, body=b'{"n":1}'))
sent = core.to_binary_event(event).headers
print(f"PyPI core: subject {event.get_subject()}, sent on at {sent['ce-time']}, writes {sent['ce-subject']}")
PY
{ node event.mjs; PYTHONIOENCODING=utf-8 venv/bin/python event.py; } > seen
cat > expected <<'EXPECTED'
npm: subject Z%C3%BCrich, sent on at 2026-01-02T03:04:05.123Z, writes Zürich
PyPI v1: subject Z%C3%BCrich, sent on at 2026-01-02T03:04:05.123456789Z, writes Zürich
PyPI core: subject Zürich, sent on at 2026-01-02T03:04:05.123456Z, writes Z%C3%BCrich
EXPECTED
diff expected seen
echo "attributes of CloudEvents in headers behave as they were seen"
