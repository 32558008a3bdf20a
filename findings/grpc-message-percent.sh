#!/bin/sh
# @grpc/grpc-js 1.14.7, @connectrpc/connect-node 2.1.2 (npm), grpcio 1.85.3 (PyPI), google.golang.org/grpc v1.85.0 and
# connectrpc.com/connect v1.21.1, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: five clients of gRPC give the status of an answer whose message has a percent sign that encodes
# nothing.
# Seen: a reader must not fail at such a message (gRPC over HTTP/2, Status-Message), which servers send that do not encode:
# `at 100%` for NOT_FOUND. Both clients of Connect make it another error, INTERNAL in Go and UNKNOWN in JavaScript, and lose
# message and status. grpc-js then hands out the whole message undecoded; grpc-go and grpcio decode what they can. HTTP
# statuses in place of a gRPC answer are mapped alike by all.
# Whom it meets: who tells NOT_FOUND from a failure behind servers of other makers. With a mock: refuse with `100%` in it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund \
  @grpc/grpc-js@1.14.7 @connectrpc/connect@2.1.2 @connectrpc/connect-node@2.1.2 @bufbuild/protobuf@2.17.0
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http2';

const answers = {
  encoded: { trailers: { 'grpc-status': '5', 'grpc-message': 'caf%C3%A9' } },
  percent: { trailers: { 'grpc-status': '5', 'grpc-message': 'at 100%' } },
  both: { trailers: { 'grpc-status': '5', 'grpc-message': 'caf%C3%A9 at 100%' } },
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
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { Client, credentials, status } from '@grpc/grpc-js';

const address = readFileSync('address', 'utf8');
const client = new Client(address, credentials.createInsecure());
const transport = createGrpcTransport({ baseUrl: `http://${address}` });
const same = (value) => value;
for (const name of readFileSync('names', 'utf8').split(' ')) {
  await new Promise((resolve) => {
    client.makeUnaryRequest(`/finding.Test/${name}`, same, same, Buffer.alloc(0), ({ code, details }) => {
      resolve(console.log(`${name}: grpc-js, ${status[code]} ${details}`));
    });
  });
  const method = { methodKind: 'unary', name, input: EmptySchema, output: EmptySchema, parent: { typeName: 'finding.Test' } };
  await transport.unary(method, undefined, 10_000, undefined, {}).catch(({ code, rawMessage }) => {
    console.log(`${name}: connect-es, ${Code[code]} ${rawMessage}`);
  });
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3
cat > call.py <<'PY'
from pathlib import Path

import grpc

with grpc.insecure_channel(Path("address").read_text()) as channel:
    for name in Path("names").read_text().split():
        try:
            channel.unary_unary(f"/finding.Test/{name}")(b"", timeout=10)
        except grpc.RpcError as error:
            print(f"{name}: grpcio, {error.code().name} {error.details()}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
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
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	ctx := context.Background()
	for _, name := range strings.Fields(string(names)) {
		err := client.Invoke(ctx, "/finding.Test/"+name, &emptypb.Empty{}, &emptypb.Empty{})
		fmt.Printf("%s: grpc-go, %s %s\n", name, status.Code(err), status.Convert(err).Message())
		url := fmt.Sprintf("http://%s/finding.Test/%s", address, name)
		caller := connect.NewClient[emptypb.Empty, emptypb.Empty](&http.Client{Transport: transport}, url, connect.WithGRPC())
		_, err = caller.CallUnary(ctx, connect.NewRequest(&emptypb.Empty{}))
		fmt.Printf("%s: connect-go, %s\n", name, err)
	}
}
GO
{
  go mod init finding.test/call
  go get google.golang.org/grpc@v1.85.0 connectrpc.com/connect@v1.21.1
  go mod tidy
} 2> /dev/null
{ node call.mjs; venv/bin/python call.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
both: connect-es, Unknown URI malformed
both: connect-go, internal: protocol error: invalid error message ""
both: grpc-go, NotFound café at 100%
both: grpc-js, NOT_FOUND caf%C3%A9 at 100%
both: grpcio, NOT_FOUND café at 100%
encoded: connect-es, NotFound café
encoded: connect-go, not_found: café
encoded: grpc-go, NotFound café
encoded: grpc-js, NOT_FOUND café
encoded: grpcio, NOT_FOUND café
percent: connect-es, Unknown URI malformed
percent: connect-go, internal: protocol error: invalid error message ""
percent: grpc-go, NotFound at 100%
percent: grpc-js, NOT_FOUND at 100%
percent: grpcio, NOT_FOUND at 100%
EXPECTED
diff expected seen
echo "messages of gRPC statuses behave as they were seen"
