#!/bin/sh
# @grpc/reflection 1.0.4 with @grpc/grpc-js 1.14.7 (npm), grpcio-reflection 1.85.1 (PyPI), google.golang.org/grpc v1.85.0 and
# connectrpc.com/grpcreflect v1.3.1, and tonic-reflection 0.14.9 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11, Go
# 1.26 and Rust 1.95.
#
# Guess before it was run: five servers of gRPC reflection find the file of each symbol that the protocol names; fields and
# values of enumerations are missing in JavaScript.
# Seen: fields are there. The protocol names `<package>.<service>.<method>`, which Python does not find. A value of an
# enumeration belongs to what is around the enumeration, `acme.v1.STATE_ON`: JavaScript and Rust do not find it, but a name
# `acme.v1.State.STATE_ON`, which no value has. Files have other names in JavaScript, such as `acme_v1.proto`, so the one that
# its own service comes from is not found. An unknown symbol is an answer with an error in it; tonic-reflection ends the stream
# instead, and with it what else was asked.
# Whom it meets: tools that look up a method or a detail of an error by reflection. With a mock: ask for a method by its full
# name, and for something unknown before.
# Output seen: the lines that EXPECTED has below, with the first file of each answer.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/pid-* 2> /dev/null) 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > things.proto <<'PROTO'
syntax = "proto3";
package acme.v1;
service Things { rpc Get(Thing) returns (Thing); }
message Thing {
  string name = 1;
  State state = 2;
}
enum State {
  STATE_NONE = 0;
  STATE_ON = 1;
}
PROTO
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  grpcio==1.85.3 grpcio-reflection==1.85.1 grpcio-tools==1.85.1
venv/bin/python -m grpc_tools.protoc -I. --descriptor_set_out=things.bin --python_out=. things.proto
cat > serve.py <<'PY'
from concurrent.futures import ThreadPoolExecutor

import grpc
import things_pb2
from grpc_reflection.v1alpha import reflection

server = grpc.server(ThreadPoolExecutor(4))
reflection.enable_server_reflection([things_pb2.DESCRIPTOR.services_by_name["Things"].full_name], server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
server.wait_for_termination()
PY
npm install --silent --no-audit --no-fund @grpc/reflection@1.0.4 @grpc/grpc-js@1.14.7 @grpc/proto-loader@0.8.1
cat > serve.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js');
const { loadSync } = require('@grpc/proto-loader');
const { ReflectionService } = require('@grpc/reflection');

const server = new Server();
new ReflectionService(loadSync('things.proto')).addToServer(server);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => console.log(port));
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"connectrpc.com/grpcreflect"
	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	bytes, _ := os.ReadFile("things.bin")
	var files descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(bytes, &files); err != nil {
		panic(err)
	}
	file, err := protodesc.NewFile(files.File[0], nil)
	if err != nil {
		panic(err)
	}
	if err := protoregistry.GlobalFiles.RegisterFile(file); err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	if os.Args[1] == "connect" {
		mux := http.NewServeMux()
		mux.Handle(grpcreflect.NewHandlerV1Alpha(grpcreflect.NewStaticReflector("acme.v1.Things")))
		protocols := new(http.Protocols)
		protocols.SetUnencryptedHTTP2(true)
		panic((&http.Server{Handler: mux, Protocols: protocols}).Serve(listener))
	}
	server := grpc.NewServer()
	reflection.Register(server)
	panic(server.Serve(listener))
}
GO
{
  go mod init finding.test/reflection
  go get connectrpc.com/grpcreflect@v1.3.1 connectrpc.com/connect@v1.21.1 google.golang.org/grpc@v1.85.0
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
tonic-reflection = "=0.14.9"
TOML
cat > src/main.rs <<'RUST'
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic_reflection::server::Builder;

#[tokio::main]
async fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("an address").port());
    let files: &[u8] = include_bytes!("../things.bin");
    let service = Builder::configure().register_encoded_file_descriptor_set(files).build_v1alpha().expect("a service");
    let server = tonic::transport::Server::builder().add_service(service);
    server.serve_with_incoming(TcpListenerStream::new(listener)).await.expect("a server");
}
RUST
CARGO_TARGET_DIR=target cargo build --quiet
cat > call.py <<'PY'
import sys

import grpc
from google.protobuf import descriptor_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

name, port = sys.argv[1:]
stub = reflection_pb2_grpc.ServerReflectionStub(grpc.insecure_channel(f"127.0.0.1:{port}"))


def ask(*questions):
    requests = [reflection_pb2.ServerReflectionRequest(**question) for question in questions]
    texts = []
    try:
        for answer in stub.ServerReflectionInfo(iter(requests), timeout=5, wait_for_ready=True):
            if answer.HasField("error_response"):
                texts.append(f"error {answer.error_response.error_code}")
            else:
                file = answer.file_descriptor_response.file_descriptor_proto[0]
                texts.append(descriptor_pb2.FileDescriptorProto.FromString(file).name)
    except grpc.RpcError as error:
        texts.append(f"ends with {error.code().name}")
    print(f"{' and '.join(' '.join(question.values()) for question in questions)}: {name}, {' and '.join(texts)}")


for symbol in ("Things", "Things.Get", "Thing.name", "State", "STATE_ON", "State.STATE_ON"):
    ask({"file_containing_symbol": f"acme.v1.{symbol}"})
ask({"file_by_filename": "things.proto"})
ask({"file_containing_symbol": "acme.v1.Unknown"}, {"file_containing_symbol": "acme.v1.Thing"})
PY
try() {
  name=$1
  shift
  rm -f port
  "$@" > port 2> /dev/null &
  echo $! > "pid-$!"
  while kill -0 $! && [ ! -s port ]; do sleep 0.1; done
  venv/bin/python call.py "$name" "$(cat port)"
}
{
  try @grpc/reflection node serve.cjs
  try grpcio-reflection venv/bin/python serve.py
  try grpc-go ./serve grpc
  try grpcreflect ./serve connect
  try tonic-reflection target/debug/finding
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
acme.v1.STATE_ON: @grpc/reflection, error 5
acme.v1.STATE_ON: grpc-go, things.proto
acme.v1.STATE_ON: grpcio-reflection, things.proto
acme.v1.STATE_ON: grpcreflect, things.proto
acme.v1.STATE_ON: tonic-reflection, ends with NOT_FOUND
acme.v1.State.STATE_ON: @grpc/reflection, acme_v1.proto
acme.v1.State.STATE_ON: grpc-go, error 5
acme.v1.State.STATE_ON: grpcio-reflection, error 5
acme.v1.State.STATE_ON: grpcreflect, error 5
acme.v1.State.STATE_ON: tonic-reflection, things.proto
acme.v1.State: @grpc/reflection, acme_v1.proto
acme.v1.State: grpc-go, things.proto
acme.v1.State: grpcio-reflection, things.proto
acme.v1.State: grpcreflect, things.proto
acme.v1.State: tonic-reflection, things.proto
acme.v1.Thing.name: @grpc/reflection, acme_v1.proto
acme.v1.Thing.name: grpc-go, things.proto
acme.v1.Thing.name: grpcio-reflection, things.proto
acme.v1.Thing.name: grpcreflect, things.proto
acme.v1.Thing.name: tonic-reflection, things.proto
acme.v1.Things.Get: @grpc/reflection, acme_v1.proto
acme.v1.Things.Get: grpc-go, things.proto
acme.v1.Things.Get: grpcio-reflection, error 5
acme.v1.Things.Get: grpcreflect, things.proto
acme.v1.Things.Get: tonic-reflection, things.proto
acme.v1.Things: @grpc/reflection, acme_v1.proto
acme.v1.Things: grpc-go, things.proto
acme.v1.Things: grpcio-reflection, things.proto
acme.v1.Things: grpcreflect, things.proto
acme.v1.Things: tonic-reflection, things.proto
acme.v1.Unknown and acme.v1.Thing: @grpc/reflection, error 5 and acme_v1.proto
acme.v1.Unknown and acme.v1.Thing: grpc-go, error 5 and things.proto
acme.v1.Unknown and acme.v1.Thing: grpcio-reflection, error 5 and things.proto
acme.v1.Unknown and acme.v1.Thing: grpcreflect, error 5 and things.proto
acme.v1.Unknown and acme.v1.Thing: tonic-reflection, ends with NOT_FOUND
things.proto: @grpc/reflection, error 5
things.proto: grpc-go, things.proto
things.proto: grpcio-reflection, things.proto
things.proto: grpcreflect, things.proto
things.proto: tonic-reflection, things.proto
EXPECTED
diff expected seen
echo "servers of gRPC reflection behave as they were seen"
