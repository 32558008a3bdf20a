#!/bin/sh
# connectrpc 0.13.0 (PyPI), @connectrpc/connect-node 2.1.2 (npm) and connectrpc.com/connect v1.21.1, seen on 2026-11-30 with
# Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: three clients of the Connect protocol read the JSON of an error alike; a code that they do not know
# they take from the HTTP status.
# Seen: so do Go and JavaScript (Connect, error codes). Python makes UNAVAILABLE of an unknown code, whatever the status is,
# so the call is tried again: also of `NOT_FOUND` in capitals, as gateways to gRPC write it. A media type has no case (RFC
# 9110, 8.3.1), yet for `Application/JSON` Go does not read the error and goes by the status. If one detail has no value,
# JavaScript loses code, message and the other details. If the code is a number, Go loses the message.
# Whom it meets: clients behind a proxy or a gateway with errors of its own. With a mock: refuse with `NOT_FOUND` and 404.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const detail = { type: 'google.protobuf.StringValue', value: 'CgFh' };
const answers = {
  Plain: ['application/json', { code: 'not_found', message: 'm' }],
  NoCode: ['application/json', { message: 'm' }],
  UnknownCode: ['application/json', { code: 'gone', message: 'm' }],
  CodeInCapitals: ['application/json', { code: 'NOT_FOUND', message: 'm' }],
  CodeAsNumber: ['application/json', { code: 5, message: 'm' }],
  TypeInCapitals: ['Application/JSON', { code: 'not_found', message: 'm' }],
  Details: ['application/json', { code: 'not_found', message: 'm', details: [detail] }],
  DetailWithoutValue: ['application/json', { code: 'not_found', message: 'm', details: [detail, { type: 'a.B' }] }],
};
const server = createServer((request, response) => {
  const [type, error] = answers[request.url.split('/').pop()];
  request.resume().on('end', () => response.writeHead(404, { 'Content-Type': type }).end(JSON.stringify(error)));
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync('calls.json', JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, names: Object.keys(answers) }));
});
JS
node serve.mjs &
echo $! > pid
npm install --silent --no-audit --no-fund @connectrpc/connect@2.1.2 @connectrpc/connect-node@2.1.2 @bufbuild/protobuf@2.17.0
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';

const { url, names } = JSON.parse(readFileSync('calls.json', 'utf8'));
const transport = createConnectTransport({ baseUrl: url, httpVersion: '1.1', useBinaryFormat: false });
for (const name of names) {
  const method = { name, parent: { typeName: 'acme.v1.Things' }, input: EmptySchema, output: EmptySchema, methodKind: 'unary' };
  const error = await transport.unary(method, undefined, 5000, undefined, {}).catch((thrown) => thrown);
  const code = Code[error.code].replace(/[a-z](?=[A-Z])/g, '$&_').toUpperCase();
  console.log(`${name}: JavaScript, ${code}, ${JSON.stringify(error.rawMessage)}, ${error.details.length} details`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check connectrpc==0.13.0 protobuf==7.36.2
cat > call.py <<'PY'
import json

from connectrpc.client import ConnectClientSync
from connectrpc.compat import google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from google.protobuf.empty_pb2 import Empty

with open("calls.json", encoding="utf-8") as file:
    calls = json.load(file)
client = ConnectClientSync(calls["url"], codec=google_protobuf_json_codec())
for name in calls["names"]:
    method = MethodInfo(
        name=name,
        service_name="acme.v1.Things",
        input=Empty,
        output=Empty,
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.UNARY,
    )
    try:
        client.execute_unary(request=Empty(), method=method)
    except ConnectError as error:
        print(f'{name}: Python, {error.code.name}, "{error.message}", {len(error.details)} details')
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	file, _ := os.ReadFile("calls.json")
	var calls struct {
		URL   string
		Names []string
	}
	if err := json.Unmarshal(file, &calls); err != nil {
		panic(err)
	}
	for _, name := range calls.Names {
		url := calls.URL + "/acme.v1.Things/" + name
		client := connect.NewClient[emptypb.Empty, emptypb.Empty](http.DefaultClient, url, connect.WithProtoJSON())
		_, err := client.CallUnary(context.Background(), connect.NewRequest(&emptypb.Empty{}))
		var failure *connect.Error
		if !errors.As(err, &failure) {
			panic(err)
		}
		code := strings.ToUpper(failure.Code().String())
		fmt.Printf("%s: Go, %s, %q, %d details\n", name, code, failure.Message(), len(failure.Details()))
	}
}
GO
{
  go mod init finding.test/call
  go get connectrpc.com/connect@v1.21.1 google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
{ node call.mjs; venv/bin/python call.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
CodeAsNumber: Go, UNIMPLEMENTED, "404 Not Found", 0 details
CodeAsNumber: JavaScript, UNIMPLEMENTED, "m", 0 details
CodeAsNumber: Python, UNAVAILABLE, "m", 0 details
CodeInCapitals: Go, UNIMPLEMENTED, "m", 0 details
CodeInCapitals: JavaScript, UNIMPLEMENTED, "m", 0 details
CodeInCapitals: Python, UNAVAILABLE, "m", 0 details
DetailWithoutValue: Go, NOT_FOUND, "m", 2 details
DetailWithoutValue: JavaScript, UNIMPLEMENTED, "HTTP 404", 0 details
DetailWithoutValue: Python, NOT_FOUND, "m", 1 details
Details: Go, NOT_FOUND, "m", 1 details
Details: JavaScript, NOT_FOUND, "m", 1 details
Details: Python, NOT_FOUND, "m", 1 details
NoCode: Go, UNIMPLEMENTED, "m", 0 details
NoCode: JavaScript, UNIMPLEMENTED, "m", 0 details
NoCode: Python, UNIMPLEMENTED, "m", 0 details
Plain: Go, NOT_FOUND, "m", 0 details
Plain: JavaScript, NOT_FOUND, "m", 0 details
Plain: Python, NOT_FOUND, "m", 0 details
TypeInCapitals: Go, UNIMPLEMENTED, "404 Not Found", 0 details
TypeInCapitals: JavaScript, NOT_FOUND, "m", 0 details
TypeInCapitals: Python, NOT_FOUND, "m", 0 details
UnknownCode: Go, UNIMPLEMENTED, "m", 0 details
UnknownCode: JavaScript, UNIMPLEMENTED, "m", 0 details
UnknownCode: Python, UNAVAILABLE, "m", 0 details
EXPECTED
diff expected seen
echo "errors of Connect behave as they were seen"
