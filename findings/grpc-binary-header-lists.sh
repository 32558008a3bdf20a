#!/bin/sh
# @grpc/grpc-js 1.14.7 (npm), grpcio 1.85.3 (PyPI) and google.golang.org/grpc v1.85.0, seen on 2026-11-29 with Node 20, Python
# 3.11 and Go 1.26.
#
# Guess before it was run: three clients of gRPC read a header `-bin` with two values, whether in one line or in two.
# Seen: in two lines, yes. Values may be joined by a comma, as in other headers of HTTP, and a reader is to split them before
# it decodes them (gRPC over HTTP/2, custom metadata). grpc-js does; grpcio and grpc-go end the call in INTERNAL, although its
# status is OK.
# Whom it meets: calls through a proxy that joins headers, and error details that are sent twice. With a mock: answer with
# two values in one line.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.7
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http2';

const answers = {
  twoLines: { headers: { 'x-bin': ['AQI', 'AwQ'] } },
  oneLine: { headers: { 'x-bin': 'AQI,AwQ' } },
  padded: { headers: { 'x-bin': 'AQI=,AwQ=' } },
};
const server = createServer();
server.on('stream', (stream, { ':path': path }) => {
  const { headers = {}, trailers = {} } = answers[path.split('/').at(-1)];
  stream.on('error', () => {});
  stream.resume();
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...headers }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', ...trailers }));
  stream.end(Buffer.alloc(5));
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync('names', Object.keys(answers).join(' '));
  writeFileSync('address', `127.0.0.1:${server.address().port}`);
});
JS
node serve.mjs &
echo $! > pid
until [ -s address ]; do sleep 0.1; done
cat > call.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { Client, credentials, status } = require('@grpc/grpc-js');

const client = new Client(readFileSync('address', 'utf8'), credentials.createInsecure());
const same = (value) => value;
for (const name of readFileSync('names', 'utf8').split(' ')) {
  const call = client.makeUnaryRequest(`/finding.Test/${name}`, same, same, Buffer.alloc(0), (error) => {
    const code = status[error?.code ?? 0];
    call.values.then((values) => console.log(`${name}: grpc-js, ${code} ${values}`));
  });
  call.values = new Promise((resolve) => {
    call.on('metadata', (metadata) => resolve(metadata.get('x-bin').map((value) => `[${value.toString('hex')}]`)));
  });
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3
cat > call.py <<'PY'
from pathlib import Path

import grpc

for name in Path("names").read_text().split():
    with grpc.insecure_channel(Path("address").read_text()) as channel:
        try:
            _, call = channel.unary_unary(f"/finding.Test/{name}").with_call(b"", timeout=10)
            answer = "OK " + ",".join(f"[{value.hex()}]" for key, value in call.initial_metadata() if key == "x-bin")
        except grpc.RpcError as error:
            answer = error.code().name
        print(f"{name}: grpcio, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	address, _ := os.ReadFile("address")
	names, _ := os.ReadFile("names")
	client, err := grpc.NewClient(string(address), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	for _, name := range strings.Fields(string(names)) {
		var headers metadata.MD
		err := client.Invoke(context.Background(), "/finding.Test/"+name, &emptypb.Empty{}, &emptypb.Empty{}, grpc.Header(&headers))
		fmt.Printf("%s: grpc-go, %s %x\n", name, status.Code(err), headers["x-bin"])
	}
}
GO
{
  go mod init finding.test/call
  go get google.golang.org/grpc@v1.85.0
  go mod tidy
} 2> /dev/null
{ node call.cjs; venv/bin/python call.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
oneLine: grpc-go, Internal []
oneLine: grpc-js, OK [0102],[0304]
oneLine: grpcio, INTERNAL
padded: grpc-go, Internal []
padded: grpc-js, OK [0102],[0304]
padded: grpcio, INTERNAL
twoLines: grpc-go, OK [0102 0304]
twoLines: grpc-js, OK [0102],[0304]
twoLines: grpcio, OK [0102],[0304]
EXPECTED
diff expected seen
echo "binary headers of gRPC behave as they were seen"
