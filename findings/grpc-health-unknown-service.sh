#!/bin/sh
# grpc-health-check 2.1.0 with @grpc/grpc-js 1.14.7 (npm), grpcio-health-checking 1.85.1 (PyPI), google.golang.org/grpc v1.85.0
# and connectrpc.com/grpchealth v1.5.0, and tonic-health 0.14.9 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11, Go
# 1.26 and Rust 1.95.
#
# Guess before it was run: five servers of grpc.health.v1 answer alike for a service that they do not know: NOT_FOUND to
# `Check`, and SERVICE_UNKNOWN first in the stream of `Watch`.
# Seen: to `Check`, yes. A watch of an unknown service is to be told SERVICE_UNKNOWN and stay open until the service is known
# (health.proto, `Watch`); grpchealth and tonic-health end it with NOT_FOUND, so a client that balances by health has to call
# again, and takes a service that comes up later for one that never will. `List`, which newer versions of health.proto have, is
# missing in three.
# Whom it meets: clients that start before the services which they watch. With a mock: watch a service, and add it later.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/pid-* 2> /dev/null) 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund grpc-health-check@2.1.0 @grpc/grpc-js@1.14.7
cat > serve.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js');
const { HealthImplementation } = require('grpc-health-check');

const server = new Server();
new HealthImplementation({ known: 'NOT_SERVING' }).addToServer(server);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => console.log(port));
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio==1.85.3 grpcio-health-checking==1.85.1
cat > serve.py <<'PY'
from concurrent.futures import ThreadPoolExecutor

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

server = grpc.server(ThreadPoolExecutor(4))
servicer = health.HealthServicer()
servicer.set("known", health_pb2.HealthCheckResponse.NOT_SERVING)
health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
server.wait_for_termination()
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"connectrpc.com/grpchealth"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	if os.Args[1] == "connect" {
		checker := grpchealth.NewStaticChecker("known")
		checker.SetStatus("known", grpchealth.StatusNotServing)
		mux := http.NewServeMux()
		mux.Handle(grpchealth.NewHandler(checker))
		protocols := new(http.Protocols)
		protocols.SetUnencryptedHTTP2(true)
		panic((&http.Server{Handler: mux, Protocols: protocols}).Serve(listener))
	}
	server, checker := grpc.NewServer(), health.NewServer()
	checker.SetServingStatus("known", grpc_health_v1.HealthCheckResponse_NOT_SERVING)
	grpc_health_v1.RegisterHealthServer(server, checker)
	panic(server.Serve(listener))
}
GO
{
  go mod init finding.test/health
  go get connectrpc.com/grpchealth@v1.5.0 connectrpc.com/connect@v1.21.1 google.golang.org/grpc@v1.85.0
  go mod tidy
} 2> /dev/null
go build -o serve .
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
tokio-stream = { version = "0.1", features = ["net"] }
tonic = "=0.14.9"
tonic-health = "=0.14.9"
TOML
cat > src/main.rs <<'RUST'
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic_health::{server::health_reporter, ServingStatus};

#[tokio::main]
async fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address").port());
    let (reporter, service) = health_reporter();
    reporter.set_service_status("known", ServingStatus::NotServing).await;
    let server = tonic::transport::Server::builder().add_service(service);
    server.serve_with_incoming(TcpListenerStream::new(listener)).await.expect("a server");
}
RUST
CARGO_TARGET_DIR=target cargo build --quiet
cat > call.py <<'PY'
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

name, port = sys.argv[1:]
stub = health_pb2_grpc.HealthStub(grpc.insecure_channel(f"127.0.0.1:{port}"))


def status(answer):
    return health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)


def show(call, answers):
    texts = []
    try:
        texts.extend(answers(texts))
    except grpc.RpcError as error:
        open_still = call.startswith("Watch") and error.code() == grpc.StatusCode.DEADLINE_EXCEEDED
        texts.append("then stays open" if open_still else f"ends with {error.code().name}")
    print(f"{call}: {name}, {' '.join(texts)}")


for service in ("known", "unknown"):
    request = health_pb2.HealthCheckRequest(service=service)
    show(f"Check {service}", lambda _: [status(stub.Check(request, timeout=5, wait_for_ready=True))])

    def watch(texts):
        for answer in stub.Watch(request, timeout=2):
            texts.append(status(answer))
        return ["ends"]

    show(f"Watch {service}", watch)
show("List", lambda _: [f"{len(stub.List(health_pb2.HealthListRequest(), timeout=5).statuses) > 0}"])
PY
try() {
  name=$1
  shift
  "$@" > "port-$name" 2> /dev/null &
  echo $! > "pid-$name"
  while kill -0 $! && [ ! -s "port-$name" ]; do sleep 0.1; done
  venv/bin/python call.py "$name" "$(cat "port-$name")"
}
{
  try grpc-health-check node serve.cjs
  try grpcio-health-checking venv/bin/python serve.py
  try grpc-go ./serve grpc
  try grpchealth ./serve connect
  try tonic-health target/debug/finding
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Check known: grpc-go, NOT_SERVING
Check known: grpc-health-check, NOT_SERVING
Check known: grpchealth, NOT_SERVING
Check known: grpcio-health-checking, NOT_SERVING
Check known: tonic-health, NOT_SERVING
Check unknown: grpc-go, ends with NOT_FOUND
Check unknown: grpc-health-check, ends with NOT_FOUND
Check unknown: grpchealth, ends with NOT_FOUND
Check unknown: grpcio-health-checking, ends with NOT_FOUND
Check unknown: tonic-health, ends with NOT_FOUND
List: grpc-go, True
List: grpc-health-check, True
List: grpchealth, ends with UNIMPLEMENTED
List: grpcio-health-checking, ends with UNIMPLEMENTED
List: tonic-health, ends with UNIMPLEMENTED
Watch known: grpc-go, NOT_SERVING then stays open
Watch known: grpc-health-check, NOT_SERVING then stays open
Watch known: grpchealth, NOT_SERVING then stays open
Watch known: grpcio-health-checking, NOT_SERVING then stays open
Watch known: tonic-health, NOT_SERVING then stays open
Watch unknown: grpc-go, SERVICE_UNKNOWN then stays open
Watch unknown: grpc-health-check, SERVICE_UNKNOWN then stays open
Watch unknown: grpchealth, ends with NOT_FOUND
Watch unknown: grpcio-health-checking, SERVICE_UNKNOWN then stays open
Watch unknown: tonic-health, ends with NOT_FOUND
EXPECTED
diff expected seen
echo "health services of gRPC behave as they were seen"
