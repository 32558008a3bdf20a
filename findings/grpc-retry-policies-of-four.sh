#!/bin/sh
# @grpc/grpc-js 1.14.7 (npm), grpcio 1.85.3 (PyPI), google.golang.org/grpc v1.85.0 and io.grpc:grpc-netty-shaded 1.79.0 (Maven
# Central), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: four clients of gRPC make as many attempts as the retry policy of their service config and the
# server's pushback say; fractions of seconds may be wrong in grpc-js, as they are in its timeouts.
# Seen: fractions are right. Codes are not read alike: a status code is an integer or a name in any case (gRFC A6, retry policy:
# `[14]`, `["UNAVAILABLE"]` or `["unavailable"]`). Go and Java know the names in capitals only, and refuse the whole config, so
# that there is no channel; grpcio knows no integers either, and fails each call with INVALID_ARGUMENT. grpc-js takes all three.
# A pushback that is no number means not to retry (A6, pushback): grpc-js retries by its own times, and grpcio ends the call as
# INTERNAL, so the server's UNAVAILABLE is lost. Limits, names, throttling, other pushbacks and 503 are alike.
# Whom it meets: one config for clients in several languages. With a mock: let it say UNAVAILABLE, and count the attempts.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.mjs <<'JS'
import { createServer } from 'node:http2';

const counts = new Map();
const server = createServer();
server.on('stream', (stream, headers) => {
  const name = headers['x-case'];
  if (headers[':path'] === '/count') {
    stream.respond({ ':status': 200 });
    return stream.end(String(counts.get(headers['x-id']) ?? 0));
  }
  stream.on('error', () => {}).resume();
  stream.on('end', () => {
    counts.set(headers['x-id'], (counts.get(headers['x-id']) ?? 0) + 1);
    const type = { ':status': 200, 'content-type': 'application/grpc' };
    const pushback = name.match(/^pushback (.*)/)?.[1];
    const trailers = { 'grpc-status': '14', ...(pushback && { 'grpc-retry-pushback-ms': pushback }) };
    if (name === 'headers before the error') {
      stream.respond(type, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      setTimeout(() => stream.end(), 50);
    } else if (name === 'HTTP 503') stream.respond({ ':status': 503 }, { endStream: true });
    else stream.respond({ ...type, ...trailers }, { endStream: true });
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3
cat > make.py <<'PY'
import json

POLICY = {
    "maxAttempts": 3,
    "initialBackoff": "0.01s",
    "maxBackoff": "0.1s",
    "backoffMultiplier": 1,
    "retryableStatusCodes": ["UNAVAILABLE"],
}


def config(name=None, more=None, whole=None, **policy):
    one = {"name": [{"service": "a.B"} if name is None else name], "retryPolicy": {**POLICY, **policy}, **(more or {})}
    return {"methodConfig": [one], **(whole or {})}


two = config(maxAttempts=2)["methodConfig"] + config(name={"service": "a.B", "method": "C"}, maxAttempts=4)["methodConfig"]
CASES = {
    "3 attempts": config(),
    "code in small letters": config(retryableStatusCodes=["unavailable"]),
    "code as a number": config(retryableStatusCodes=[14]),
    "other code": config(retryableStatusCodes=["INTERNAL"]),
    "7 attempts": config(maxAttempts=7),
    "name for all": config(name={}),
    "name of a method": config(name={"service": "a.B", "method": "C"}),
    "name with an empty method": config(name={"service": "a.B", "method": ""}),
    "name of a method after its service": {"methodConfig": two},
    "name of a service after its method": {"methodConfig": two[::-1]},
    "backoff of 9 digits": config(initialBackoff="0.010000000s"),
    "backoff of a second": config(initialBackoff="1s", maxBackoff="1s", maxAttempts=2),
    "multiplier of 1.5": config(backoffMultiplier=1.5),
    "throttled, 4 tokens": config(whole={"retryThrottling": {"maxTokens": 4, "tokenRatio": 0.1}}, maxAttempts=5),
    "with a timeout": config(more={"timeout": "5s"}),
    "with an unknown member": config(more={"owner": "test"}, whole={"version": "2"}),
    "pushback 1": config(),
    "pushback 300": config(),
    "pushback -1": config(),
    "pushback soon": config(),
    "headers before the error": config(),
    "HTTP 503": config(),
}
with open("cases.json", "w", encoding="utf-8") as file:
    json.dump(CASES, file)
PY
venv/bin/python make.py
cat > call.py <<'PY'
import json
import sys
import time

import grpc

with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
for name, config in cases.items():
    options = [("grpc.service_config", json.dumps(config)), ("grpc.use_local_subchannel_pool", 1)]
    start = time.monotonic()
    with grpc.insecure_channel(f"127.0.0.1:{sys.argv[1]}", options) as channel:
        try:
            channel.unary_unary("/a.B/C")(b"", metadata=[("x-case", name), ("x-id", f"grpcio {name}")], timeout=4)
        except grpc.RpcError as error:
            print(name, "grpcio", error.code().value[0], round((time.monotonic() - start) * 1000), sep="~")
PY
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.7
cat > call.cjs <<'JS'
const { Client, credentials, Metadata } = require('@grpc/grpc-js');

const same = (bytes) => bytes;
(async () => {
  for (const [name, config] of Object.entries(require('./cases.json'))) {
    let client;
    const start = Date.now();
    try {
      const options = { 'grpc.service_config': JSON.stringify(config), 'grpc.use_local_subchannel_pool': 1 };
      client = new Client(`127.0.0.1:${process.argv[2]}`, credentials.createInsecure(), options);
      const metadata = new Metadata();
      metadata.set('x-case', name);
      metadata.set('x-id', `grpc-js ${name}`);
      const error = await new Promise((resolve) => {
        const deadline = Date.now() + 4000;
        client.makeUnaryRequest('/a.B/C', same, same, Buffer.alloc(0), metadata, { deadline }, resolve);
      });
      console.log(`${name}~grpc-js~${error.code}~${Date.now() - start}`);
    } catch (error) {
      console.log(`${name}~grpc-js~refused~0`);
    }
    client?.close();
  }
})();
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

func main() {
	var cases map[string]json.RawMessage
	file, _ := os.ReadFile("cases.json")
	_ = json.Unmarshal(file, &cases)
	for name, config := range cases {
		start := time.Now()
		channel, err := grpc.NewClient("127.0.0.1:"+os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithDefaultServiceConfig(string(config)))
		if err != nil {
			fmt.Printf("%s~grpc-go~refused~0\n", name)
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		ctx = metadata.AppendToOutgoingContext(ctx, "x-case", name, "x-id", "grpc-go "+name)
		err = channel.Invoke(ctx, "/a.B/C", &emptypb.Empty{}, &emptypb.Empty{})
		fmt.Printf("%s~grpc-go~%d~%d\n", name, status.Code(err), time.Since(start).Milliseconds())
		cancel()
		_ = channel.Close()
	}
}
GO
{
  go mod init finding.test/retries
  go get google.golang.org/grpc@v1.85.0
  go mod tidy
} 2> /dev/null
go build -o call .
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>timeouts</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.grpc</groupId><artifactId>grpc-stub</artifactId><version>1.79.0</version></dependency>
    <dependency><groupId>io.grpc</groupId><artifactId>grpc-netty-shaded</artifactId><version>1.79.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Call.java <<'JAVA'
import com.google.gson.Gson;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

class Call {
    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        MethodDescriptor.Marshaller<byte[]> bytes = new MethodDescriptor.Marshaller<>() {
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            public byte[] parse(InputStream stream) {
                return new byte[0];
            }
        };
        var method = MethodDescriptor.newBuilder(bytes, bytes).setFullMethodName("a.B/C")
            .setType(MethodDescriptor.MethodType.UNARY).build();
        Map<String, Map<String, ?>> cases = new Gson().fromJson(Files.readString(Path.of("cases.json")), Map.class);
        for (var one : cases.entrySet()) {
            long start = System.currentTimeMillis();
            String answer;
            try {
                var channel = NettyChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(arguments[0])).usePlaintext()
                    .enableRetry().defaultServiceConfig(one.getValue()).build();
                var headers = new Metadata();
                headers.put(Metadata.Key.of("x-case", Metadata.ASCII_STRING_MARSHALLER), one.getKey());
                headers.put(Metadata.Key.of("x-id", Metadata.ASCII_STRING_MARSHALLER), "grpc-java " + one.getKey());
                var used = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
                try {
                    ClientCalls.blockingUnaryCall(used, method, CallOptions.DEFAULT.withDeadlineAfter(4, TimeUnit.SECONDS), new byte[0]);
                    answer = "0";
                } catch (StatusRuntimeException error) {
                    answer = String.valueOf(error.getStatus().getCode().value());
                }
                channel.shutdownNow();
            } catch (RuntimeException error) {
                answer = "refused";
            }
            System.out.println(one.getKey() + "~grpc-java~" + answer + "~" + (System.currentTimeMillis() - start));
        }
    }
}
JAVA
cat > show.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';

const session = connect(`http://127.0.0.1:${process.argv[2]}`);
const count = (id) =>
  new Promise((resolve) => {
    let text = '';
    const stream = session.request({ ':path': '/count', 'x-id': id }).setEncoding('utf8');
    stream.on('data', (part) => (text += part)).on('end', () => resolve(text));
  });
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [name, client, status, time] = line.split('~');
  const attempts = await count(`${client} ${name}`);
  const wait = name === 'pushback 300' ? `, ${Math.floor(time / 300) * 300} ms` : '';
  console.log(`${name}: ${attempts > 0 ? `${attempts} attempts, status ${status}${wait}` : 'refused'} by ${client}`);
}
session.close();
JS
node serve.mjs > port &
echo $! > pid
for _ in $(seq 50); do
  if [ -s port ]; then break; fi
  sleep 0.1
done
port=$(cat port)
{ node call.cjs "$port"; venv/bin/python call.py "$port"; ./call "$port"; java -cp 'classes/*' Call.java "$port"; } 2> /dev/null |
  node show.mjs "$port" | LC_ALL=C sort | awk -F ' by ' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
3 attempts: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
7 attempts: 5 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
HTTP 503: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
backoff of 9 digits: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
backoff of a second: 2 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
code as a number: 3 attempts, status 14 by grpc-go grpc-java grpc-js
code as a number: refused by grpcio
code in small letters: 3 attempts, status 14 by grpc-js
code in small letters: refused by grpc-go grpc-java grpcio
headers before the error: 1 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
multiplier of 1.5: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
name for all: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
name of a method after its service: 4 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
name of a method: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
name of a service after its method: 4 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
name with an empty method: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
other code: 1 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
pushback -1: 1 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
pushback 1: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
pushback 300: 3 attempts, status 14, 600 ms by grpc-go grpc-java grpc-js grpcio
pushback soon: 1 attempts, status 13 by grpcio
pushback soon: 1 attempts, status 14 by grpc-go grpc-java
pushback soon: 3 attempts, status 14 by grpc-js
throttled, 4 tokens: 2 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
with a timeout: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
with an unknown member: 3 attempts, status 14 by grpc-go grpc-java grpc-js grpcio
EXPECTED
diff expected seen
echo "retry policies of gRPC are followed as they were seen"
