#!/bin/sh
# @grpc/grpc-js 1.14.7 (npm) and google.golang.org/grpc v1.85.0, seen on 2026-11-29 with Node 20 and Go 1.26.
#
# Guess before it was run: two clients of gRPC give a call the `timeout` that their service config has, rounded at most.
# Seen: grpc-js reads the digits behind the point as a count of nanoseconds, so `0.9s` is nine of them: each such call ends
# in DEADLINE_EXCEEDED before it is sent. `0.900s` is 900 nanoseconds, `1.5s` little more than a second, and only nine
# digits are read as they are meant. Durations are JSON of protobuf there, in which any of them is 900 ms (up to nine
# digits). Whole seconds are right.
# Whom it meets: who sets short timeouts for all clients in one config. With a mock: let it answer after 300 ms. Cure for
# grpc-js: nine digits, `0.900000000s`.
# Output seen: the lines that EXPECTED has below; the server answers after 300 ms.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 5s 0.9s 0.900s 0.900000000s 0.1s > timeouts
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.7
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http2';
import { setTimeout } from 'node:timers/promises';

const server = createServer();
server.on('stream', async (stream) => {
  stream.on('error', () => {});
  stream.resume();
  await setTimeout(300);
  if (stream.closed) return;
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.alloc(5));
});
server.listen(0, '127.0.0.1', () => writeFileSync('address', `127.0.0.1:${server.address().port}`));
JS
node serve.mjs &
echo $! > pid
until [ -s address ]; do sleep 0.1; done
cat > call.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { Client, credentials, status } = require('@grpc/grpc-js');

const same = (value) => value;
const call = async (timeout) => {
  const config = JSON.stringify({ methodConfig: [{ name: [{ service: 'finding.Test' }], timeout }] });
  const client = new Client(readFileSync('address', 'utf8'), credentials.createInsecure(), { 'grpc.service_config': config });
  const code = await new Promise((resolve) => {
    client.makeUnaryRequest('/finding.Test/Call', same, same, Buffer.alloc(0), (error) => resolve(error?.code ?? 0));
  });
  console.log(`${timeout}: grpc-js, ${status[code]}`);
  client.close();
};
(async () => {
  for (const timeout of readFileSync('timeouts', 'utf8').trim().split('\n')) await call(timeout);
})();
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	address, _ := os.ReadFile("address")
	timeouts, _ := os.ReadFile("timeouts")
	for _, timeout := range strings.Fields(string(timeouts)) {
		config := fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "finding.Test"}], "timeout": "%s"}]}`, timeout)
		client, err := grpc.NewClient(
			string(address), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config),
		)
		if err != nil {
			panic(err)
		}
		err = client.Invoke(context.Background(), "/finding.Test/Call", &emptypb.Empty{}, &emptypb.Empty{})
		fmt.Printf("%s: grpc-go, %s\n", timeout, status.Code(err))
	}
}
GO
{
  go mod init finding.test/call
  go get google.golang.org/grpc@v1.85.0
  go mod tidy
} 2> /dev/null
{ node call.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
0.1s: grpc-go, DeadlineExceeded
0.1s: grpc-js, DEADLINE_EXCEEDED
0.900000000s: grpc-go, OK
0.900000000s: grpc-js, OK
0.900s: grpc-go, OK
0.900s: grpc-js, DEADLINE_EXCEEDED
0.9s: grpc-go, OK
0.9s: grpc-js, DEADLINE_EXCEEDED
5s: grpc-go, OK
5s: grpc-js, OK
EXPECTED
diff expected seen
echo "timeouts of service configs behave as they were seen"
