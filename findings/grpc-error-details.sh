#!/bin/sh
# google-gax 5.0.8, nice-grpc-error-details 0.2.12 and grpc-web-error-details 1.1.0 (npm) and grpcio-status 1.85.3 and
# google-api-core 2.44.0 with googleapis-common-protos 1.76.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: five helpers give the details of an error that are in `grpc-status-details-bin`; details of an
# unknown type may be dropped by one.
# Seen: grpc-web-error-details drops them, and each whose type is at another host than `type.googleapis.com`, which an Any may
# be (any.proto). A google.rpc.Status has a message of its own: if it is not the one of `grpc-message`, which a proxy may cut
# or translate, grpcio-status raises a ValueError, as it says, and google-api-core lets it through, so code that catches
# NotFound does not catch the error. If the codes differ, both raise it, too; google-gax and nice-grpc-error-details keep the
# one of the call, and grpc-web-error-details takes the other. Of two ErrorInfo, google-gax and google-api-core have the reason
# of the last.
# Whom it meets: clients that choose what to do by details. With a mock: refuse with a detail of an own type, and with another
# message in the details.
# Output seen: the lines that EXPECTED has below; the status of each call is NOT_FOUND with the message `gone`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3 grpcio-status==1.85.3 google-api-core==2.44.0 \
  googleapis-common-protos==1.76.0
cat > make.py <<'PY'
import base64
import json

from google.protobuf.any_pb2 import Any
from google.rpc.error_details_pb2 import ErrorInfo, ResourceInfo
from google.rpc.status_pb2 import Status


def detail(message, host="type.googleapis.com"):
    return Any(type_url=f"{host}/{message.DESCRIPTOR.full_name}", value=message.SerializeToString())


info = detail(ErrorInfo(reason="FIRST", domain="acme.test"))
resource = ResourceInfo(resource_name="a")
statuses = {
    "two details": Status(code=5, message="gone", details=[info, detail(resource)]),
    "an own type": Status(code=5, message="gone", details=[info, Any(type_url="type.googleapis.com/acme.v1.Own")]),
    "another host": Status(code=5, message="gone", details=[info, detail(resource, "acme.test")]),
    "two reasons": Status(code=5, message="gone", details=[info, detail(ErrorInfo(reason="SECOND"))]),
    "another message": Status(code=5, message="is gone", details=[info]),
    "another code": Status(code=3, message="gone", details=[info]),
}
with open("statuses.json", "w", encoding="utf-8") as file:
    json.dump({name: base64.b64encode(status.SerializeToString()).decode() for name, status in statuses.items()}, file)
PY
venv/bin/python make.py
cat > read.py <<'PY'
import base64
import json

import grpc
from google.api_core import exceptions
from grpc_status import rpc_status


class Failed(grpc.RpcError, grpc.Call):
    """A call as grpcio gives it when the answer has come."""

    def __init__(self, details):
        self.trailers = (("grpc-status-details-bin", base64.b64decode(details)),)

    def trailing_metadata(self):
        return self.trailers

    def code(self):
        return grpc.StatusCode.NOT_FOUND

    def details(self):
        return "gone"

    def ignored(self, *arguments):
        pass

    initial_metadata = is_active = time_remaining = cancel = add_callback = ignored


def by_grpcio_status(call):
    status = rpc_status.from_call(call)
    return f"{status.code} {status.message} " + ", ".join(detail.type_url.split("/")[-1] for detail in status.details)


def by_google_api_core(call):
    error = exceptions.from_grpc_error(call)
    names = ", ".join(detail.DESCRIPTOR.full_name for detail in error.details)
    return f"{error.grpc_status_code.value[0]} {error.message} {names}, reason {error.reason}"


Failed.__abstractmethods__ = frozenset()
with open("statuses.json", encoding="utf-8") as file:
    statuses = json.load(file)
for name, details in statuses.items():
    for read in (by_grpcio_status, by_google_api_core):
        try:
            answer = read(Failed(details))
        except ValueError:
            answer = "ValueError"
        print(name, answer, read.__name__[3:].replace("_", "-"), sep="~")
PY
npm install --silent --no-audit --no-fund google-gax@5.0.8 nice-grpc-error-details@0.2.12 nice-grpc-common@2.0.4 \
  grpc-web-error-details@1.1.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import gax from 'google-gax';
import web from 'grpc-web-error-details';
import { ClientError, Metadata } from 'nice-grpc-common';
import { errorDetailsClientMiddleware } from 'nice-grpc-error-details';

console.error = () => {};
const header = 'grpc-status-details-bin';
for (const [name, details] of Object.entries(JSON.parse(readFileSync('statuses.json', 'utf8')))) {
  const bytes = Buffer.from(details, 'base64');
  const show = (library, answer) => console.log(`${name}~${answer}~${library}`);

  const metadata = { get: (asked) => (asked === header ? [bytes] : []) };
  const error = Object.assign(new Error('5 NOT_FOUND: gone'), { code: 5, details: 'gone', metadata });
  const parsed = gax.GoogleError.parseGRPCStatusDetails(error);
  show('google-gax', `${parsed.code} ${parsed.details} ${parsed.statusDetails.length} details, reason ${parsed.reason}`);

  const [status, list] = web.statusFromError({ code: 5, message: 'gone', metadata: { [header]: details } });
  show('grpc-web-error-details', `${status.getCode()} ${status.getMessage()} ${list.length} details`);

  const call = {
    request: {},
    async *next(_, options) {
      options.onTrailer(Metadata().set(header, bytes));
      throw new ClientError('/acme.v1.Things/Get', 5, 'gone');
    },
  };
  await errorDetailsClientMiddleware(call, {}).next().catch((thrown) => {
    const types = thrown.extra.map((detail) => detail.$type).join(', ');
    show('nice-grpc-error-details', `${thrown.code} ${thrown.details} ${types}`);
  });
}
JS
{ venv/bin/python read.py; node read.mjs 2> /dev/null; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
an own type: 5 gone 1 details by grpc-web-error-details
an own type: 5 gone 2 details, reason FIRST by google-gax
an own type: 5 gone google.rpc.ErrorInfo, acme.v1.Own by grpcio-status
an own type: 5 gone google.rpc.ErrorInfo, google.protobuf.Any, reason FIRST by google-api-core
an own type: 5 gone google.rpc.ErrorInfo, google.protobuf.Any by nice-grpc-error-details
another code: 3 gone 1 details by grpc-web-error-details
another code: 5 gone 1 details, reason FIRST by google-gax
another code: 5 gone google.rpc.ErrorInfo by nice-grpc-error-details
another code: ValueError by google-api-core grpcio-status
another host: 5 gone 1 details by grpc-web-error-details
another host: 5 gone 2 details, reason FIRST by google-gax
another host: 5 gone google.rpc.ErrorInfo, google.rpc.ResourceInfo, reason FIRST by google-api-core
another host: 5 gone google.rpc.ErrorInfo, google.rpc.ResourceInfo by grpcio-status nice-grpc-error-details
another message: 5 gone 1 details, reason FIRST by google-gax
another message: 5 gone google.rpc.ErrorInfo by nice-grpc-error-details
another message: 5 is gone 1 details by grpc-web-error-details
another message: ValueError by google-api-core grpcio-status
two details: 5 gone 2 details, reason FIRST by google-gax
two details: 5 gone 2 details by grpc-web-error-details
two details: 5 gone google.rpc.ErrorInfo, google.rpc.ResourceInfo, reason FIRST by google-api-core
two details: 5 gone google.rpc.ErrorInfo, google.rpc.ResourceInfo by grpcio-status nice-grpc-error-details
two reasons: 5 gone 2 details, reason SECOND by google-gax
two reasons: 5 gone 2 details by grpc-web-error-details
two reasons: 5 gone google.rpc.ErrorInfo, google.rpc.ErrorInfo, reason SECOND by google-api-core
two reasons: 5 gone google.rpc.ErrorInfo, google.rpc.ErrorInfo by grpcio-status nice-grpc-error-details
EXPECTED
diff expected seen
echo "helpers of error details behave as they were seen"
