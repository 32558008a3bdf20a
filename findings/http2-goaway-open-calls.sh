#!/bin/sh
# grpclib 0.4.9, httpx 0.28.1 with httpcore 1.0.9 and h2 4.3.0, and niquests 3.21.2 (PyPI), @grpc/grpc-js 1.14.7 (npm) and Node's
# http2, seen on 2026-11-30 with Python 3.11 and Node 20.
#
# Guess before it was run: a server that stops gracefully says GOAWAY with NO_ERROR and the largest id of a stream, and answers
# the calls that are open; each client gets its answer.
# Seen: grpclib closes the connection at any GOAWAY, and httpx at the next read after it, so that their open calls are lost,
# although RFC 9113 §6.8 says that streams up to the id may still be completed.
# Whom it meets: calls that are open when a server is drained or updated. With a mock: stop one that drains under such calls.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/pid 2> /dev/null) 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.7
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpclib==0.4.9 protobuf==7.36.2 httpx==0.28.1 httpcore==1.0.9 \
  h2==4.3.0 niquests==3.21.2
cat > serve.cjs <<'JS'
const server = require('node:http2').createServer();
server.on('stream', (stream) => {
  stream.session.goaway(0, 2 ** 31 - 1);
  setTimeout(() => {
    if (stream.destroyed) return;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5));
  }, 200);
});
server.on('sessionError', () => {});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
cat > call.py <<'PY'
import asyncio
import sys

import httpx
import niquests
from grpclib.client import Channel
from grpclib.health.v1.health_grpc import HealthStub
from grpclib.health.v1.health_pb2 import HealthCheckRequest

port = int(sys.argv[1])
url = f"http://127.0.0.1:{port}/"


async def check():
    channel = Channel("127.0.0.1", port)
    try:
        return await HealthStub(channel).Check(HealthCheckRequest())
    finally:
        channel.close()


calls = {
    "grpclib": lambda: asyncio.run(check()),
    "httpx": lambda: httpx.Client(http1=False, http2=True).get(url),
    "niquests": lambda: niquests.Session(disable_http1=True).get(url),
}
for name, call in calls.items():
    try:
        call()
        print(f"{name}: answered")
    except Exception as error:
        print(f"{name}: lost, {type(error).__name__}")
PY
cat > call.cjs <<'JS'
const { Client, credentials } = require('@grpc/grpc-js');

const address = `127.0.0.1:${process.argv[2]}`;
const client = new Client(address, credentials.createInsecure());
const same = (bytes) => bytes;
client.makeUnaryRequest('/a.B/C', same, same, Buffer.alloc(0), (error) => {
  console.log(`grpc-js: ${error ? `lost, ${error.message}` : 'answered'}`);
  client.close();
});
const session = require('node:http2').connect(`http://${address}`);
let said = 'lost';
session
  .on('error', () => {})
  .request({ ':path': '/' })
  .on('response', () => (said = 'answered'))
  .on('error', () => {})
  .on('close', () => console.log(`node's http2: ${said}`) ?? session.destroy())
  .resume();
JS
node serve.cjs > port &
echo $! > pid
while kill -0 $! && [ ! -s port ]; do sleep 0.1; done
{
  venv/bin/python call.py "$(cat port)"
  node call.cjs "$(cat port)"
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
grpc-js: answered
grpclib: lost, StreamTerminatedError
httpx: lost, RemoteProtocolError
niquests: answered
node's http2: answered
EXPECTED
diff expected seen
echo "open calls at a GOAWAY end as they were seen"
