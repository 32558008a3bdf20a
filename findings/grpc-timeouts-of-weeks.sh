#!/bin/sh
# @grpc/grpc-js 1.14.7 and @connectrpc/connect-node 2.1.2 (npm), grpcio 1.85.3 and grpclib 0.4.9 (PyPI), google.golang.org/grpc
# v1.85.0 and connectrpc.com/connect v1.21.1 and io.grpc:grpc-netty-shaded 1.79.0 (Maven Central), seen on 2026-11-30 with Node
# 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: seven servers of gRPC give a call the time that its `grpc-timeout` says, in each unit; the largest,
# 99999999H, is cut to a limit by some.
# Seen: so it is for five; Go cuts it to 292 years, and Java to 100. A value may have eight digits and each unit (gRPC over
# HTTP2, Requests, TimeoutValue), and both servers of Node hold no more than 2^31 milliseconds, less than 25 days. grpc-js ends
# a call of 597 hours or of 30 days with DEADLINE_EXCEEDED before its handler is asked, and takes some longer times modulo 2^32:
# of 100 years 304 hours are left. connect-node tells the handler the right time, and aborts its signal after one millisecond,
# so all that the handler began with that signal fails.
# Whom it meets: clients that say "no limit" by a deadline of months, and streams that stay open. With a mock: look at the header
# that it recorded. Cure: no deadline at all, which means no limit.
# Output seen: the lines that EXPECTED has below, each with the time that the handler has left.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder/pids") 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @grpc/grpc-js@1.14.7 @connectrpc/connect@2.1.2 @connectrpc/connect-node@2.1.2 \
  @bufbuild/protobuf@2.17.0
cat > serve.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js');

const same = (bytes) => bytes;
const form = { path: '/a.B/C', requestStream: false, responseStream: false };
const server = new Server();
server.addService(
  { C: { ...form, requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same } },
  {
    C: (call, answer) => {
      const left = Math.round((call.getDeadline() - Date.now()) / 1000);
      setTimeout(() => answer(null, Buffer.from(`${left} s`)), 300);
    },
  },
);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => console.log(`grpc-js ${port}`));
JS
cat > serve.mjs <<'JS'
import { createServer } from 'node:http2';
import { create, createFileRegistry } from '@bufbuild/protobuf';
import { EmptySchema, file_google_protobuf_empty, file_google_protobuf_wrappers, FileDescriptorProtoSchema, StringValueSchema } from '@bufbuild/protobuf/wkt';
import { connectNodeAdapter } from '@connectrpc/connect-node';

const file = create(FileDescriptorProtoSchema, {
  name: 'a.proto', package: 'a', syntax: 'proto3',
  dependency: ['google/protobuf/empty.proto', 'google/protobuf/wrappers.proto'],
  service: [{ name: 'B', method: [{ name: 'C', inputType: '.google.protobuf.Empty', outputType: '.google.protobuf.StringValue' }] }],
});
const known = [file_google_protobuf_empty, file_google_protobuf_wrappers];
const service = createFileRegistry(file, (name) => known.find((one) => `${one.name}.proto` === name)).getService('a.B');
const c = async (_, { timeoutMs, signal }) => {
  const left = timeoutMs();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return create(StringValueSchema, { value: `${Math.round(left / 1000)} s${signal.aborted ? ', aborted' : ''}` });
};
const server = createServer(connectNodeAdapter({ routes: (router) => router.service(service, { c }) }));
server.listen(0, '127.0.0.1', () => console.log(`connect-node ${server.address().port}`));
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3 grpclib==0.4.9 protobuf==7.36.2
cat > serve.py <<'PY'
import asyncio
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpclib.const import Cardinality, Handler
from grpclib.server import Server
from google.protobuf.empty_pb2 import Empty
from google.protobuf.wrappers_pb2 import StringValue


def answer(_, context):
    left = context.time_remaining()
    time.sleep(0.3)
    return f"{round(left)} s".encode()


class B:
    async def c(self, stream):
        await stream.recv_message()
        left = stream.deadline.time_remaining()
        await asyncio.sleep(0.3)
        await stream.send_message(StringValue(value=f"{round(left)} s"))

    def __mapping__(self):
        return {"/a.B/C": Handler(self.c, Cardinality.UNARY_UNARY, Empty, StringValue)}


async def serve():
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server([B()])
    await server.start(sock=listener)
    print("grpclib", listener.getsockname()[1], flush=True)
    await server.wait_closed()


server = grpc.server(ThreadPoolExecutor(4))
handlers = {"C": grpc.unary_unary_rpc_method_handler(answer)}
server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("a.B", handlers)])
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print("grpcio", port, flush=True)
asyncio.run(serve())
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

func wait(ctx context.Context) *wrapperspb.StringValue {
	end, _ := ctx.Deadline()
	left := time.Until(end).Seconds()
	time.Sleep(300 * time.Millisecond)
	return wrapperspb.String(fmt.Sprintf("%.0f s", math.Round(left)))
}

type service interface{}

func main() {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	server := grpc.NewServer()
	server.RegisterService(&grpc.ServiceDesc{ServiceName: "a.B", HandlerType: (*service)(nil), Methods: []grpc.MethodDesc{{
		MethodName: "C",
		Handler: func(_ any, ctx context.Context, read func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			return wait(ctx), read(&emptypb.Empty{})
		},
	}}}, struct{}{})
	fmt.Println("grpc-go", listener.Addr().(*net.TCPAddr).Port)
	go server.Serve(listener)
	second, _ := net.Listen("tcp", "127.0.0.1:0")
	handler := connect.NewUnaryHandler("/a.B/C", func(ctx context.Context, _ *connect.Request[emptypb.Empty]) (*connect.Response[wrapperspb.StringValue], error) {
		return connect.NewResponse(wait(ctx)), nil
	})
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	fmt.Println("connect-go", second.Addr().(*net.TCPAddr).Port)
	(&http.Server{Handler: handler, Protocols: &protocols}).Serve(second)
}
GO
{
  go mod init finding.test/timeouts
  go get google.golang.org/grpc@v1.85.0 connectrpc.com/connect@v1.21.1
  go mod tidy
} 2> /dev/null
go build -o serve .
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
cat > Serve.java <<'JAVA'
import static io.grpc.MethodDescriptor.MethodType.UNARY;

import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

class Serve {
    public static void main(String[] arguments) throws Exception {
        MethodDescriptor.Marshaller<byte[]> bytes = new MethodDescriptor.Marshaller<>() {
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            public byte[] parse(InputStream stream) {
                return new byte[0];
            }
        };
        var method = MethodDescriptor.newBuilder(bytes, bytes).setFullMethodName("a.B/C").setType(UNARY).build();
        var service = ServerServiceDefinition.builder("a.B").addMethod(method, ServerCalls.asyncUnaryCall((request, answer) -> {
            long left = Context.current().getDeadline().timeRemaining(TimeUnit.MILLISECONDS);
            try {
                Thread.sleep(300);
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
            answer.onNext((Math.round(left / 1000.0) + " s").getBytes());
            answer.onCompleted();
        })).build();
        var server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)).addService(service).build().start();
        System.out.println("grpc-java " + server.getPort());
        server.awaitTermination();
    }
}
JAVA
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';

const TIMES = ['100S', '99999999u', '99999m', '600M', '596H', '597H', '720H', '876000H', '99999999H'];
const hours = (text) => `${Math.round(Number.parseInt(text, 10) / 3600)} h`;
const call = (session, time) =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/grpc', te: 'trailers', 'grpc-timeout': time };
    const stream = session.request({ ':method': 'POST', ':path': '/a.B/C', ...headers });
    let text = '';
    let status;
    const see = ({ 'grpc-status': code }) => (status = code ?? status);
    stream.on('response', see).on('trailers', see).setEncoding('latin1').on('data', (part) => (text += part));
    stream.on('error', () => {});
    stream.on('close', () => resolve(text.match(/\d+ s(, aborted)?$/)?.[0].replace(/\d{4,} s/, hours) ?? `ends with status ${status}`));
    stream.end(Buffer.alloc(5));
  });
for (const line of readFileSync('ports', 'utf8').trim().split('\n')) {
  const [name, port] = line.split(' ');
  const session = connect(`http://127.0.0.1:${port}`);
  for (const time of TIMES) console.log(`${time}: ${await call(session, time)} by ${name}`);
  session.close();
}
JS
touch ports pids
serve() {
  "$@" >> ports 2> /dev/null &
  echo $! >> pids
}
serve node serve.cjs
serve node serve.mjs
serve venv/bin/python serve.py
serve ./serve
serve java -cp 'classes/*' Serve.java
for _ in $(seq 200); do
  if [ "$(wc -l < ports)" -eq 7 ]; then break; fi
  sleep 0.2
done
node call.mjs | LC_ALL=C sort | awk -F ' by ' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
100S: 100 s by connect-go connect-node grpc-go grpc-java grpc-js grpcio grpclib
596H: 596 h by connect-go connect-node grpc-go grpc-java grpc-js grpcio grpclib
597H: 597 h by connect-go grpc-go grpc-java grpcio grpclib
597H: 597 h, aborted by connect-node
597H: ends with status 4 by grpc-js
600M: 10 h by connect-go connect-node grpc-go grpc-java grpc-js grpcio grpclib
720H: 720 h by connect-go grpc-go grpc-java grpcio grpclib
720H: 720 h, aborted by connect-node
720H: ends with status 4 by grpc-js
876000H: 304 h by grpc-js
876000H: 876000 h by connect-go grpc-go grpc-java grpcio grpclib
876000H: 876000 h, aborted by connect-node
99999999H: 2562048 h by connect-go grpc-go
99999999H: 37 h by grpc-js
99999999H: 876000 h by grpc-java
99999999H: 99999999 h by grpcio grpclib
99999999H: 99999999 h, aborted by connect-node
99999999u: 100 s by connect-go connect-node grpc-go grpc-java grpc-js grpcio grpclib
99999m: 100 s by connect-go connect-node grpc-go grpc-java grpc-js grpcio grpclib
EXPECTED
diff expected seen
echo "servers of gRPC take time limits as they were seen"
