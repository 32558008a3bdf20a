#!/bin/sh
# connectrpc.com/connect v1.21.1, @connectrpc/connect-node 2.1.2 (npm) and connectrpc 0.13.0 (PyPI), seen on 2026-11-30 with Go
# 1.26, Node 20 and Python 3.11.
#
# Guess before it was run: three servers of the Connect protocol answer calls by GET alike; a message that is no base64 is an
# invalid argument, with 400.
# Seen: so it is for Python only. Go answers 500 and `unknown`, JavaScript 500 and `internal`, so that a mistake of the caller
# counts as one of the server, and may be tried again. The protocol has the alphabet for URLs, with padding or without, which
# all take; the standard one, `+` and `/`, is taken by Python and JavaScript, and is a 500 in Go. `connect=v2` is refused by Go
# only; the others do not look at the version. Other mistakes have one and the same answer in all.
# Whom it meets: clients that make URLs of calls by hand, and alerts on answers of 500. With a mock: call by GET with standard
# base64 and with a cut message.
# Output seen: the lines that EXPECTED has below, with the code of an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > queries <<'TEXT'
connect=v1&encoding=json&message=%22-_8%3D%22
connect=v1&encoding=json&message=%22%2B%2F8%3D%22
connect=v1&encoding=json&base64=1&message=IkFRSUQi
connect=v1&encoding=proto&base64=1&message=CgP7__4
connect=v1&encoding=proto&base64=1&message=CgP7__4%3D
connect=v1&encoding=proto&base64=1&message=CgP7%2F%2F4%3D
connect=v1&encoding=proto&base64=1&message=C
connect=v1&encoding=proto&base64=0&message=%0A%01A
connect=v1&encoding=proto&message=%0A%01A
encoding=json&message=%22AQ%3D%3D%22
connect=v2&encoding=json&message=%22AQ%3D%3D%22
connect=v1&encoding=json
connect=v1&encoding=json&message=
connect=v1&encoding=json&message=%7B
connect=v1&encoding=xml&message=1
connect=v1&message=%22AQ%3D%3D%22
connect=v1&encoding=json&compression=identity&message=%22AQ%3D%3D%22
connect=v1&encoding=json&compression=zip&message=%22AQ%3D%3D%22
connect=v1&encoding=json&compression=gzip&message=%22AQ%3D%3D%22
connect=v1&encoding=json&message=%22AQ%3D%3D%22&message=%22Ag%3D%3D%22
connect=v1&encoding=json&message=%22AQ%3D%3D%22&more=1
TEXT
npm install --silent --no-audit --no-fund @connectrpc/connect@2.1.2 @connectrpc/connect-node@2.1.2 @bufbuild/protobuf@2.17.0
cat > serve.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { create, createFileRegistry } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema, file_google_protobuf_wrappers as wrappers } from '@bufbuild/protobuf/wkt';
import { connectNodeAdapter } from '@connectrpc/connect-node';

const type = '.google.protobuf.BytesValue';
const method = { name: 'Get', inputType: type, outputType: type, options: { idempotencyLevel: 1 } };
const file = create(FileDescriptorProtoSchema, {
  name: 'a.proto',
  package: 'a',
  syntax: 'proto3',
  dependency: [wrappers.proto.name],
  service: [{ name: 'S', method: [method] }],
});
const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [wrappers.proto, file] }));
const routes = (router) => router.service(registry.getService('a.S'), { get: (message) => message });
const server = createServer(connectNodeAdapter({ routes })).listen(0, '127.0.0.1', async () => {
  for (const query of readFileSync('queries', 'utf8').trim().split('\n')) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/a.S/Get?${query}`);
    const text = Buffer.from(await answer.arrayBuffer());
    const said = answer.ok ? (query.includes('proto') ? text.toString('hex') : `${text}`) : /"code":"\w+"/.exec(`${text}`)?.[0] ?? '';
    console.log(`${query}: JavaScript, ${answer.status} ${said}`);
  }
  server.close();
  server.closeAllConnections();
});
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check connectrpc==0.13.0
cat > serve.py <<'PY'
import io
import re
from wsgiref.util import setup_testing_defaults

from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.server import ConnectWSGIApplication, EndpointSync
from protobuf.wkt.google.protobuf.wrappers_pb import BytesValue

METHOD = MethodInfo(
    name="Get",
    service_name="a.S",
    input=BytesValue,
    output=BytesValue,
    idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS,
    stream_type=StreamType.UNARY,
)


class Application(ConnectWSGIApplication):
    path = "/a.S"


application = Application(endpoints={"/a.S/Get": EndpointSync.unary(method=METHOD, function=lambda message, context: message)})
for query in open("queries", encoding="utf-8").read().splitlines():
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/a.S/Get", "QUERY_STRING": query, "wsgi.input": io.BytesIO()}
    setup_testing_defaults(environ)
    answer = {}
    body = b"".join(application(environ, lambda status, headers, *rest: answer.update(status=status)))
    status = answer["status"].split(" ")[0]
    if status == "200":
        said = body.hex() if "proto" in query else body.decode()
    else:
        found = re.search(r'"code":\s*("\w+")', body.decode())
        said = f'"code":{found[1]}' if found else ""
    print(f"{query}: Python, {status} {said}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type request = connect.Request[wrapperspb.BytesValue]
type response = connect.Response[wrapperspb.BytesValue]

func main() {
	handler := connect.NewUnaryHandler("/a.S/Get", func(_ context.Context, call *request) (*response, error) {
		return connect.NewResponse(call.Msg), nil
	}, connect.WithIdempotency(connect.IdempotencyNoSideEffects))
	server := httptest.NewServer(handler)
	defer server.Close()
	file, _ := os.ReadFile("queries")
	for _, query := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer, err := http.Get(server.URL + "/a.S/Get?" + query)
		if err != nil {
			panic(err)
		}
		text, _ := io.ReadAll(answer.Body)
		said := regexp.MustCompile(`"code":"\w+"`).FindString(string(text))
		if answer.StatusCode == 200 && strings.Contains(query, "proto") {
			said = fmt.Sprintf("%x", text)
		} else if answer.StatusCode == 200 {
			said = string(text)
		}
		fmt.Printf("%s: Go, %d %s\n", query, answer.StatusCode, said)
	}
}
GO
{
  go mod init finding.test/get
  go get connectrpc.com/connect@v1.21.1 google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
{ node serve.mjs; venv/bin/python serve.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
connect=v1&encoding=json&base64=1&message=IkFRSUQi: Go, 200 "AQID"
connect=v1&encoding=json&base64=1&message=IkFRSUQi: JavaScript, 200 "AQID"
connect=v1&encoding=json&base64=1&message=IkFRSUQi: Python, 200 "AQID"
connect=v1&encoding=json&compression=gzip&message=%22AQ%3D%3D%22: Go, 400 "code":"invalid_argument"
connect=v1&encoding=json&compression=gzip&message=%22AQ%3D%3D%22: JavaScript, 400 "code":"invalid_argument"
connect=v1&encoding=json&compression=gzip&message=%22AQ%3D%3D%22: Python, 400 "code":"invalid_argument"
connect=v1&encoding=json&compression=identity&message=%22AQ%3D%3D%22: Go, 200 "AQ=="
connect=v1&encoding=json&compression=identity&message=%22AQ%3D%3D%22: JavaScript, 200 "AQ=="
connect=v1&encoding=json&compression=identity&message=%22AQ%3D%3D%22: Python, 200 "AQ=="
connect=v1&encoding=json&compression=zip&message=%22AQ%3D%3D%22: Go, 501 "code":"unimplemented"
connect=v1&encoding=json&compression=zip&message=%22AQ%3D%3D%22: JavaScript, 501 "code":"unimplemented"
connect=v1&encoding=json&compression=zip&message=%22AQ%3D%3D%22: Python, 501 "code":"unimplemented"
connect=v1&encoding=json&message=%22%2B%2F8%3D%22: Go, 200 "+/8="
connect=v1&encoding=json&message=%22%2B%2F8%3D%22: JavaScript, 200 "+/8="
connect=v1&encoding=json&message=%22%2B%2F8%3D%22: Python, 200 "+/8="
connect=v1&encoding=json&message=%22-_8%3D%22: Go, 200 "+/8="
connect=v1&encoding=json&message=%22-_8%3D%22: JavaScript, 200 "+/8="
connect=v1&encoding=json&message=%22-_8%3D%22: Python, 200 "+/8="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&message=%22Ag%3D%3D%22: Go, 200 "AQ=="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&message=%22Ag%3D%3D%22: JavaScript, 200 "AQ=="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&message=%22Ag%3D%3D%22: Python, 200 "AQ=="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&more=1: Go, 200 "AQ=="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&more=1: JavaScript, 200 "AQ=="
connect=v1&encoding=json&message=%22AQ%3D%3D%22&more=1: Python, 200 "AQ=="
connect=v1&encoding=json&message=%7B: Go, 400 "code":"invalid_argument"
connect=v1&encoding=json&message=%7B: JavaScript, 400 "code":"invalid_argument"
connect=v1&encoding=json&message=%7B: Python, 400 "code":"invalid_argument"
connect=v1&encoding=json&message=: Go, 400 "code":"invalid_argument"
connect=v1&encoding=json&message=: JavaScript, 400 "code":"invalid_argument"
connect=v1&encoding=json&message=: Python, 400 "code":"invalid_argument"
connect=v1&encoding=json: Go, 400 "code":"invalid_argument"
connect=v1&encoding=json: JavaScript, 400 "code":"invalid_argument"
connect=v1&encoding=json: Python, 400 "code":"invalid_argument"
connect=v1&encoding=proto&base64=0&message=%0A%01A: Go, 200 0a0141
connect=v1&encoding=proto&base64=0&message=%0A%01A: JavaScript, 200 0a0141
connect=v1&encoding=proto&base64=0&message=%0A%01A: Python, 200 0a0141
connect=v1&encoding=proto&base64=1&message=C: Go, 500 "code":"unknown"
connect=v1&encoding=proto&base64=1&message=C: JavaScript, 500 "code":"internal"
connect=v1&encoding=proto&base64=1&message=C: Python, 400 "code":"invalid_argument"
connect=v1&encoding=proto&base64=1&message=CgP7%2F%2F4%3D: Go, 500 "code":"unknown"
connect=v1&encoding=proto&base64=1&message=CgP7%2F%2F4%3D: JavaScript, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7%2F%2F4%3D: Python, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4%3D: Go, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4%3D: JavaScript, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4%3D: Python, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4: Go, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4: JavaScript, 200 0a03fbfffe
connect=v1&encoding=proto&base64=1&message=CgP7__4: Python, 200 0a03fbfffe
connect=v1&encoding=proto&message=%0A%01A: Go, 200 0a0141
connect=v1&encoding=proto&message=%0A%01A: JavaScript, 200 0a0141
connect=v1&encoding=proto&message=%0A%01A: Python, 200 0a0141
connect=v1&encoding=xml&message=1: Go, 415 
connect=v1&encoding=xml&message=1: JavaScript, 415 
connect=v1&encoding=xml&message=1: Python, 415 
connect=v1&message=%22AQ%3D%3D%22: Go, 415 
connect=v1&message=%22AQ%3D%3D%22: JavaScript, 415 
connect=v1&message=%22AQ%3D%3D%22: Python, 415 
connect=v2&encoding=json&message=%22AQ%3D%3D%22: Go, 400 "code":"invalid_argument"
connect=v2&encoding=json&message=%22AQ%3D%3D%22: JavaScript, 200 "AQ=="
connect=v2&encoding=json&message=%22AQ%3D%3D%22: Python, 200 "AQ=="
encoding=json&message=%22AQ%3D%3D%22: Go, 200 "AQ=="
encoding=json&message=%22AQ%3D%3D%22: JavaScript, 200 "AQ=="
encoding=json&message=%22AQ%3D%3D%22: Python, 200 "AQ=="
EXPECTED
diff expected seen
echo "queries of Connect are answered as they were seen"
