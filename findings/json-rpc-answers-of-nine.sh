#!/bin/sh
# jayson 5.0.0 and json-rpc-2.0 1.8.1 (npm), jsonrpcserver 5.0.9, json-rpc 1.15.0 and pjrpc 2.2.0 (PyPI),
# github.com/creachadair/jrpc2 v1.3.6, com.github.briandilley.jsonrpc4j:jsonrpc4j 1.7 (Maven Central) and jsonrpsee 0.26.1 and
# jsonrpc-core 18.0.0 (crates.io), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: nine servers of JSON-RPC 2.0 give the answers of its specification; small ones miss a batch of
# notifications, and invalid members of a batch.
# Seen: both are missed by large ones, and more. A batch of one request has a list for an answer (6): json-rpc-2.0 gives an object,
# also if the rest of the batch are notifications. An identifier may be null, though it should not, and is answered (4): four take
# it for a notification. It may be any number: -1 is invalid for jsonrpc-core, and jsonrpsee leaves it and 1.5 without an answer;
# json-rpc and pjrpc refuse 1.5. A notification gets no answer (4.1): jsonrpc4j answers one of an unknown method with an error, and
# puts a null into the list of a batch for each; jsonrpsee answers with the JSON null. Of a batch with one invalid member the
# others are answered (7): three answer none of them. An empty batch is invalid (7): two say nothing, and jsonrpc4j `[]`. For it
# the null of an error is the text "null". jrpc2 refuses empty params for a method that has none.
# Whom it meets: clients in one language of servers in another, as tools of language models and nodes of chains are. With a mock:
# answer a batch of one by a list, and send a batch with one notification.
# Output seen: the lines that EXPECTED has below: requests with the answer of the specification, and other answers. `1=null` has
# the result null for the identifier 1, and `1!-32601` an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Each request with its right answers: `id=result`, `id!code`, in `[]` if they are a list, or nothing.
cat > cases <<'TEXT'
{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}~1=19
{"jsonrpc":"2.0","method":"subtract","params":{"b":23,"a":42},"id":"1"}~"1"=19
{"jsonrpc":"2.0","method":"nothing","id":1}~1=null
{"jsonrpc":"2.0","method":"nothing","params":[],"id":""}~""=null
{"jsonrpc":"2.0","method":"nothing","params":{},"id":0}~0=null
{"jsonrpc":"2.0","method":"nothing","id":null}~null=null
{"jsonrpc":"2.0","method":"nothing","id":-1}~-1=null
{"jsonrpc":"2.0","method":"nothing","id":1.5}~1.5=null
{"jsonrpc":"2.0","method":"nothing"}~nothing
{"jsonrpc":"2.0","method":"unknown"}~nothing
{"jsonrpc":"2.0","method":"fail"}~nothing
{"jsonrpc":"2.0","method":"unknown","id":1}~1!-32601
{"jsonrpc":"2.0","method":"subtract","params":[1],"id":1}~1!-32602
[{"jsonrpc":"2.0","method":"nothing","id":1}]~[1=null]
[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"nothing","id":2}]~[2=null]
[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"unknown"}]~nothing
[{"jsonrpc":"2.0","method":"nothing","id":1},{"jsonrpc":"2.0","method":"unknown","id":2}]~[1=null 2!-32601]
[{"jsonrpc":"2.0","method":"nothing","id":1},{"foo":"boo"}]~[1=null null!-32600]
[1,2]~[null!-32600 null!-32600]
[]~null!-32600
{"jsonrpc":"2.0","method":1,"params":"bar"}~null!-32600
{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]~null!-32700
TEXT
npm install --silent --no-audit --no-fund jayson@5.0.0 json-rpc-2.0@1.8.1
cat > serve.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { JSONRPCServer } = require('json-rpc-2.0');
const jayson = require('jayson');

const subtract = (params) => (Array.isArray(params) ? params[0] - params[1] : params.a - params.b);
const one = new jayson.Server({
  subtract: (params, done) => done(null, subtract(params)),
  nothing: (_, done) => done(null, null),
  fail: (_, done) => done({ code: 1, message: 'failed' }),
});
const two = new JSONRPCServer({ errorListener: () => {} });
two.addMethod('subtract', subtract);
two.addMethod('nothing', () => null);
two.addMethod('fail', () => {
  throw new Error('failed');
});
const servers = {
  jayson: (text) => new Promise((resolve) => one.call(text, (error, answer) => resolve(error ?? answer))),
  'json-rpc-2.0': (text) => two.receiveJSON(text),
};
(async () => {
  for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
    const [text] = line.split('~');
    for (const [name, answer] of Object.entries(servers)) {
      console.log(`${line}~${JSON.stringify((await answer(text)) ?? '')}~${name}`);
    }
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonrpcserver==5.0.9 json-rpc==1.15.0 pjrpc==2.2.0
cat > serve.py <<'PY'
import logging

import jsonrpcserver
from jsonrpc import Dispatcher, JSONRPCResponseManager
from pjrpc.server import Dispatcher as PjrpcDispatcher
from pjrpc.server import MethodRegistry

logging.disable()


def subtract(a, b):
    return a - b


def nothing():
    return None


def fail():
    raise ValueError("failed")


METHODS = {
    "subtract": lambda a, b: jsonrpcserver.Success(a - b),
    "nothing": lambda: jsonrpcserver.Success(None),
    "fail": fail,
}
dispatcher = Dispatcher({"subtract": subtract, "nothing": nothing, "fail": fail})
registry = MethodRegistry()
for method in (subtract, nothing, fail):
    registry.add_method(method)
pjrpc = PjrpcDispatcher()
pjrpc.add_methods(registry)


def by_json_rpc(text):
    answer = JSONRPCResponseManager.handle(text, dispatcher)
    return answer.json if answer else None


def by_pjrpc(text):
    answer = pjrpc.dispatch(text, None)
    return answer[0] if answer else None


SERVERS = {
    "jsonrpcserver": lambda text: jsonrpcserver.dispatch(text, METHODS),
    "json-rpc": by_json_rpc,
    "pjrpc": by_pjrpc,
}
with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, serve in SERVERS.items():
            print(f"{line}~{serve(line.split('~')[0]) or ''}~{name}")
PY
cat > serve.go <<'GO'
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/creachadair/jrpc2/handler"
	"github.com/creachadair/jrpc2/jhttp"
)

func main() {
	bridge := jhttp.NewBridge(handler.Map{
		"subtract": handler.NewPos(func(_ context.Context, a, b int) int { return a - b }, "a", "b"),
		"nothing":  handler.New(func(context.Context) (any, error) { return nil, nil }),
		"fail":     handler.New(func(context.Context) error { return errors.New("failed") }),
	}, nil)
	cases, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		request := httptest.NewRequest("POST", "/", strings.NewReader(strings.Split(line, "~")[0]))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		bridge.ServeHTTP(answer, request)
		fmt.Printf("%s~%s~jrpc2\n", line, strings.TrimSpace(answer.Body.String()))
	}
}
GO
go mod init finding.test/serve 2> /dev/null
go get github.com/creachadair/jrpc2@v1.3.6 2> /dev/null
go mod tidy 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>serve</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.github.briandilley.jsonrpc4j</groupId><artifactId>jsonrpc4j</artifactId><version>1.7</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Serve.java <<'JAVA'
import com.googlecode.jsonrpc4j.JsonRpcBasicServer;
import com.googlecode.jsonrpc4j.JsonRpcMethod;
import com.googlecode.jsonrpc4j.JsonRpcParam;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

public class Serve {
    public interface Methods {
        @JsonRpcMethod("subtract")
        int subtract(@JsonRpcParam("a") int a, @JsonRpcParam("b") int b);

        @JsonRpcMethod("nothing")
        Object nothing();

        @JsonRpcMethod("fail")
        Object fail();
    }

    public static class Service implements Methods {
        @Override
        public int subtract(int a, int b) {
            return a - b;
        }

        @Override
        public Object nothing() {
            return null;
        }

        @Override
        public Object fail() {
            throw new IllegalStateException("failed");
        }
    }

    public static void main(String[] arguments) throws Exception {
        JsonRpcBasicServer server = new JsonRpcBasicServer(new Service(), Methods.class);
        for (String line : Files.readAllLines(Path.of("cases"))) {
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            server.handleRequest(new ByteArrayInputStream(line.split("~")[0].getBytes()), answer);
            System.out.println(line + "~" + answer.toString().trim() + "~jsonrpc4j");
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "serve"
version = "0.0.0"
edition = "2021"

[dependencies]
jsonrpc-core = "=18.0.0"
jsonrpsee = { version = "=0.26.1", features = ["server"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tokio = { version = "1", features = ["full"] }
TOML
cat > src/main.rs <<'RS'
use std::io::{Read, Write};

use jsonrpc_core::{Error, ErrorCode, IoHandler, Params};
use jsonrpsee::server::{RpcModule, Server};
use jsonrpsee::types::ErrorObjectOwned;
use serde_json::Value;

#[derive(serde::Deserialize)]
struct Numbers {
    a: i64,
    b: i64,
}

fn of_core() -> IoHandler {
    let mut handler = IoHandler::new();
    handler.add_sync_method("subtract", |params: Params| {
        let numbers: Numbers = params.parse()?;
        Ok((numbers.a - numbers.b).into())
    });
    handler.add_sync_method("nothing", |_| Ok(Value::Null));
    handler.add_sync_method("fail", |_| Err(Error::new(ErrorCode::ServerError(1))));
    handler
}

fn of_jsonrpsee() -> RpcModule<()> {
    let mut module = RpcModule::new(());
    module
        .register_method("subtract", |params, _, _| {
            let numbers: Numbers = params.parse()?;
            Ok::<_, ErrorObjectOwned>(numbers.a - numbers.b)
        })
        .unwrap();
    module.register_method("nothing", |_, _, _| Value::Null).unwrap();
    let fail = |_: jsonrpsee::types::Params, _: &(), _: &_| Err::<Value, _>(ErrorObjectOwned::owned(1, "failed", None::<()>));
    module.register_method("fail", fail).unwrap();
    module
}

fn ask(port: u16, text: &str) -> String {
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.trim().to_string()
}

#[tokio::main]
async fn main() {
    let core = of_core();
    let server = Server::builder().build("127.0.0.1:0").await.unwrap();
    let port = server.local_addr().unwrap().port();
    let _handle = server.start(of_jsonrpsee());
    for line in std::fs::read_to_string("cases").unwrap().lines() {
        let text = line.split('~').next().unwrap().to_string();
        println!("{line}~{}~jsonrpc-core", core.handle_request_sync(&text).unwrap_or_default());
        let answer = tokio::task::spawn_blocking(move || ask(port, &text)).await.unwrap();
        println!("{line}~{answer}~jsonrpsee");
    }
}
RS
cat > compare.py <<'PY'
import json
import sys


def short(text):
    if not text or text == '""':
        return "nothing"
    try:
        answer = json.loads(text)
    except ValueError:
        return text
    if isinstance(answer, list):
        return f"[{' '.join(sorted(short(json.dumps(one)) for one in answer))}]"
    if not isinstance(answer, dict):
        return f"JSON {text}"
    name = json.dumps(answer["id"]) if "id" in answer else "no id"
    if "error" in answer:
        return f"{name}!{answer['error']['code']}"
    return f"{name}={json.dumps(answer.get('result', 'no result'))}"


with open("cases", encoding="utf-8") as file:
    found = {line: {} for line in file.read().splitlines()}
for line in sys.stdin.read().splitlines():
    text, right, answer, name = line.split("~")
    if short(answer) != right:
        found[f"{text}~{right}"].setdefault(short(answer), []).append(name)
for line, others in found.items():
    print(line.replace("~", " is "))
    for answer, names in sorted(others.items()):
        print(f"  {answer} by {' '.join(sorted(names))}")
PY
{
  node serve.cjs
  venv/bin/python serve.py
  go run serve.go
  java -cp 'classes/*' Serve.java
  CARGO_TARGET_DIR=target cargo run --quiet
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1} is 1=19
{"jsonrpc":"2.0","method":"subtract","params":{"b":23,"a":42},"id":"1"} is "1"=19
{"jsonrpc":"2.0","method":"nothing","id":1} is 1=null
{"jsonrpc":"2.0","method":"nothing","params":[],"id":""} is ""=null
  ""!-32602 by jrpc2
{"jsonrpc":"2.0","method":"nothing","params":{},"id":0} is 0=null
  0!-32602 by jrpc2
{"jsonrpc":"2.0","method":"nothing","id":null} is null=null
  nothing by jayson jrpc2 jsonrpc4j pjrpc
{"jsonrpc":"2.0","method":"nothing","id":-1} is -1=null
  JSON null by jsonrpsee
  null!-32700 by jsonrpc-core
{"jsonrpc":"2.0","method":"nothing","id":1.5} is 1.5=null
  JSON null by jsonrpsee
  null!-32600 by json-rpc pjrpc
  null!-32700 by jsonrpc-core
{"jsonrpc":"2.0","method":"nothing"} is nothing
  JSON null by jsonrpsee
{"jsonrpc":"2.0","method":"unknown"} is nothing
  JSON null by jsonrpsee
  null!-32601 by jsonrpc4j
{"jsonrpc":"2.0","method":"fail"} is nothing
  JSON null by jsonrpsee
  null!-32001 by jsonrpc4j
{"jsonrpc":"2.0","method":"unknown","id":1} is 1!-32601
{"jsonrpc":"2.0","method":"subtract","params":[1],"id":1} is 1!-32602
  1=null by jayson json-rpc-2.0
[{"jsonrpc":"2.0","method":"nothing","id":1}] is [1=null]
  1=null by json-rpc-2.0
[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"nothing","id":2}] is [2=null]
  2=null by json-rpc-2.0
  [2=null JSON null] by jsonrpc4j
[{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"unknown"}] is nothing
  JSON null by jsonrpsee
  [JSON null null!-32601] by jsonrpc4j
  [] by pjrpc
[{"jsonrpc":"2.0","method":"nothing","id":1},{"jsonrpc":"2.0","method":"unknown","id":2}] is [1=null 2!-32601]
[{"jsonrpc":"2.0","method":"nothing","id":1},{"foo":"boo"}] is [1=null null!-32600]
  [1=null null!-32601] by jsonrpc4j
  null!-32600 by json-rpc jsonrpcserver pjrpc
[1,2] is [null!-32600 null!-32600]
  ["null"!-32600 "null"!-32600] by jsonrpc4j
  [null!-32700 null!-32700] by jrpc2
  null!-32600 by json-rpc jsonrpcserver pjrpc
  null!-32700 by jsonrpc-core
[] is null!-32600
  [] by jsonrpc4j
  nothing by jrpc2 jsonrpc-core
{"jsonrpc":"2.0","method":1,"params":"bar"} is null!-32600
  nothing by json-rpc-2.0
  null!-32601 by jsonrpc4j
  null!-32700 by jsonrpsee
{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz] is null!-32700
  "null"!-32700 by jsonrpc4j
  [-32700] invalid request value by jrpc2
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "requests of JSON-RPC are answered as they were seen"
