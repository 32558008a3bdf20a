#!/bin/sh
# grpc-web 2.1.1 with xhr2 0.2.1, @improbable-eng/grpc-web 0.15.0, @protobuf-ts/grpcweb-transport 2.11.1, nice-grpc-web 3.3.11
# and @connectrpc/connect-web 2.3.0 (npm) and sonora 0.2.3 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: clients of gRPC-Web give an answer the same status, message and trailers; names in capitals, which
# are not valid, or a missing blank behind a colon may be missed.
# Seen: the blank is not. sonora takes whatever comes for a message, so a page with 404 or 503 is an answer without an error.
# An answer that ends before its trailers is a whole one for it and for grpc-web. If there is no status of gRPC, a client is to
# map the one of HTTP (gRPC, http-grpc-status-mapping), 404 to UNIMPLEMENTED and 503 to UNAVAILABLE. Only connect-web does
# both; two give NOT_FOUND, as if the thing did not exist. A page with 200 is INVALID_ARGUMENT for connect-web, the fault of
# the caller. protobuf-ts does not decode the message of an error, which is percent-encoded, and refuses a content type with a
# parameter. Of a trailer that comes twice, grpc-web has the last.
# Whom it meets: clients behind a proxy that answers in place of the service. With a mock: answer with a page and 503, and end
# an answer before its trailers.
# Output seen: the lines that EXPECTED has below, with the trailer `x-a` or none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund grpc-web@2.1.1 xhr2@0.2.1 nice-grpc-web@3.3.11 \
  @improbable-eng/grpc-web@0.15.0 @improbable-eng/grpc-web-node-http-transport@0.15.0 google-protobuf@3.21.4 \
  @protobuf-ts/grpcweb-transport@2.11.1 @protobuf-ts/runtime@2.11.1 @protobuf-ts/runtime-rpc@2.11.1 \
  @connectrpc/connect-web@2.3.0 @connectrpc/connect@2.3.0 @bufbuild/protobuf@2.17.0
cat > server.mjs <<'JS'
import { createServer } from 'node:http';

function frame(flags, content) {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}
const message = frame(0, Buffer.from('\n\x02ok'));
const trailers = (text) => frame(0x80, Buffer.from(text));
const type = 'application/grpc-web+proto';
const page = Buffer.from('<html>');
const answers = {
  Plain: [200, type, message, trailers('grpc-status: 0\r\n')],
  NoBlank: [200, type, trailers('grpc-status:5\r\ngrpc-message:gone')],
  Percent: [200, type, trailers('grpc-status: 5\r\ngrpc-message: caf%C3%A9 100%25\r\n')],
  Twice: [200, type, message, trailers('grpc-status: 0\r\nx-a: 1\r\nx-a: 2\r\n')],
  Charset: [200, `${type}; charset=utf-8`, message, trailers('grpc-status: 0\r\n')],
  NoTrailers: [200, type, message],
  Page200: [200, 'text/html', page],
  Page404: [404, 'text/html', page],
  Page503: [503, 'text/html', page],
};
const server = createServer((request, response) => {
  const [status, contentType, ...parts] = answers[request.url.split('/').pop()];
  response.writeHead(status, { 'content-type': contentType }).end(Buffer.concat(parts));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
JS
node server.mjs > base &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
while [ ! -s base ]; do sleep 0.1; done
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createFileRegistry, fromJson } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, file_google_protobuf_wrappers } from '@bufbuild/protobuf/wkt';
import { createClient } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import improbable from '@improbable-eng/grpc-web';
import improbableNode from '@improbable-eng/grpc-web-node-http-transport';
import { GrpcWebFetchTransport } from '@protobuf-ts/grpcweb-transport';
import { MessageType } from '@protobuf-ts/runtime';
import { ServiceType } from '@protobuf-ts/runtime-rpc';
import { createChannel, createClientFactory, FetchTransport } from 'nice-grpc-web';
import xhr2 from 'xhr2';

globalThis.XMLHttpRequest = xhr2;
globalThis.self = globalThis;
const { default: google } = await import('grpc-web');
const base = readFileSync('base', 'utf8').trim();
class Bytes {
  serializeBinary() {
    return new Uint8Array();
  }
  toObject() {
    return {};
  }
  static deserializeBinary(content) {
    return Object.assign(new Bytes(), { text: JSON.stringify(Buffer.from(content.subarray(2)).toString()) });
  }
}
const CODES = { 2: 'UNKNOWN', 3: 'INVALID_ARGUMENT', 5: 'NOT_FOUND', 12: 'UNIMPLEMENTED', 13: 'INTERNAL', 14: 'UNAVAILABLE' };
const failed = (code, text) => `${CODES[code] ?? code} ${text}`;

function byGrpcWeb(method) {
  const descriptor = new google.MethodDescriptor(
    `/a.S/${method}`, 'unary', Bytes, Bytes, () => new Uint8Array(), Bytes.deserializeBinary,
  );
  return new Promise((ended) => {
    const client = new google.GrpcWebClientBase({ format: 'binary' });
    const call = client.rpcCall(`${base}/a.S/${method}`, new Bytes(), {}, descriptor, (error, answer) => {
      setTimeout(() => ended(error ? failed(error.code, error.message) : `OK ${answer.text} ${last ?? 'none'}`), 50);
    });
    let last;
    call.on('status', ({ metadata }) => { last = metadata['x-a'] ?? 'none'; });
  });
}
function byImprobable(method) {
  const service = { serviceName: 'a.S' };
  return new Promise((ended) => {
    improbable.grpc.unary(
      { methodName: method, service, requestStream: false, responseStream: false, requestType: Bytes, responseType: Bytes },
      {
        request: new Bytes(),
        host: base,
        transport: improbableNode.NodeHttpTransport(),
        onEnd({ status, statusMessage, message, trailers }) {
          ended(status ? failed(status, statusMessage) : `OK ${message.text} ${trailers.get('x-a').join(', ') || 'none'}`);
        },
      },
    );
  });
}
async function byProtobufTs(method) {
  const text = new MessageType('a.M', [{ no: 1, name: 'value', kind: 'scalar', T: 9 }]);
  const service = new ServiceType('a.S', [{ name: method, I: text, O: text }]);
  try {
    const transport = new GrpcWebFetchTransport({ baseUrl: base });
    const { response, trailers } = await transport.unary(service.methods[0], text.create(), { baseUrl: base });
    return `OK ${JSON.stringify(response.value)} ${[trailers['x-a'] ?? 'none'].flat().join(', ')}`;
  } catch (error) {
    return `${error.code} ${error.message}`;
  }
}
async function byNice(method) {
  const bytes = (content) => content;
  const definition = {
    call: {
      path: `/a.S/${method}`, requestStream: false, responseStream: false, options: {},
      requestSerialize: () => new Uint8Array(), requestDeserialize: bytes,
      responseSerialize: bytes, responseDeserialize: Bytes.deserializeBinary,
    },
  };
  let last;
  const onTrailer = (trailers) => { last = trailers.getAll('x-a').join(', '); };
  try {
    const client = createClientFactory().create(definition, createChannel(base, FetchTransport()));
    return `OK ${(await client.call({}, { onTrailer })).text} ${last || 'none'}`;
  } catch (error) {
    return failed(error.code, error.details);
  }
}
async function byConnect(method) {
  const file = fromJson(FileDescriptorProtoSchema, {
    name: 'a.proto', package: 'a', syntax: 'proto3', dependency: ['google/protobuf/wrappers.proto'],
    service: [
      {
        name: 'S',
        method: [{ name: method, inputType: '.google.protobuf.StringValue', outputType: '.google.protobuf.StringValue' }],
      },
    ],
  });
  const service = createFileRegistry(file, () => file_google_protobuf_wrappers.proto).getService('a.S');
  let last;
  const onTrailer = (trailers) => { last = trailers.get('x-a'); };
  try {
    const client = createClient(service, createGrpcWebTransport({ baseUrl: base }));
    const { value } = await client[service.methods[0].localName]({}, { onTrailer });
    return `OK ${JSON.stringify(value)} ${last ?? 'none'}`;
  } catch (error) {
    return failed(error.code, error.rawMessage);
  }
}
const clients = {
  'grpc-web': byGrpcWeb,
  improbable: byImprobable,
  'protobuf-ts': byProtobufTs,
  'nice-grpc-web': byNice,
  'connect-web': byConnect,
};
const methods = ['Plain', 'NoBlank', 'Percent', 'Twice', 'Charset', 'NoTrailers', 'Page200', 'Page404', 'Page503'];
for (const method of methods) {
  for (const [name, call] of Object.entries(clients)) {
    const [code, ...rest] = (await call(method)).split(' ');
    const ownText = code !== 'OK' && /^(Charset|NoTrailers|Page)/.test(method);
    console.log([method, ownText ? code : [code, ...rest].join(' '), name].join('~'));
  }
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sonora==0.2.3 grpcio==1.78.0
cat > call.py <<'PY'
import json

import grpc
import sonora.client

with open("base", encoding="utf-8") as file:
    base = file.read().strip()
with sonora.client.insecure_web_channel(base) as channel:
    for method in ("Plain", "NoBlank", "Percent", "Twice", "Charset", "NoTrailers", "Page200", "Page404", "Page503"):
        call = channel.unary_unary(f"/a.S/{method}", lambda message: b"", lambda content: content[2:].decode())
        try:
            text, ended = call.with_call(None)
            trailers = [value for name, value in ended.trailing_metadata() or () if name == "x-a"]
            answer = f"OK {json.dumps(text)} {', '.join(trailers) or 'none'}"
        except grpc.RpcError as error:
            answer = f"{error.code().name} {error.details()}"
        print(method, answer, "sonora", sep="~")
PY
{ node call.mjs; venv/bin/python call.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Charset: INTERNAL by protobuf-ts
Charset: OK "ok" none by connect-web grpc-web improbable nice-grpc-web sonora
NoBlank: NOT_FOUND gone by connect-web grpc-web improbable nice-grpc-web protobuf-ts sonora
NoTrailers: DATA_LOSS by protobuf-ts
NoTrailers: OK "ok" none by grpc-web sonora
NoTrailers: UNKNOWN by connect-web improbable nice-grpc-web
Page200: INTERNAL by protobuf-ts
Page200: INVALID_ARGUMENT by connect-web
Page200: OK "" none by sonora
Page200: UNKNOWN by grpc-web improbable nice-grpc-web
Page404: NOT_FOUND by improbable protobuf-ts
Page404: OK "" none by sonora
Page404: UNIMPLEMENTED by connect-web
Page404: UNKNOWN by grpc-web nice-grpc-web
Page503: OK "" none by sonora
Page503: UNAVAILABLE by connect-web improbable protobuf-ts
Page503: UNKNOWN by grpc-web nice-grpc-web
Percent: NOT_FOUND caf%C3%A9 100%25 by protobuf-ts
Percent: NOT_FOUND café 100% by connect-web grpc-web improbable nice-grpc-web sonora
Plain: OK "ok" none by connect-web grpc-web improbable nice-grpc-web protobuf-ts sonora
Twice: OK "ok" 1, 2 by connect-web improbable nice-grpc-web protobuf-ts sonora
Twice: OK "ok" 2 by grpc-web
EXPECTED
diff expected seen
echo "clients of gRPC-Web behave as they were seen"
