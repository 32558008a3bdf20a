#!/bin/sh
# pika 1.4.4, aiormq 7.2.4, kombu 5.7.0 and amqpstorm 3.1.4 (PyPI), @cloudamqp/amqp-client 4.1.1 (npm),
# github.com/rabbitmq/amqp091-go v1.16.0, com.rabbitmq:amqp-client 5.26.0 (Maven Central) and amq-protocol-uri 10.6.3 (crates.io),
# seen on 2026-12-01 with Python 3.11, Node 20, Go 1.26, Java 17 and Rust 1.95.
#
# Expected: eight readers of AMQP addresses read user, password, host, port and virtual host of each valid address alike, with
# defaults.
# Seen: what is percent-encoded is read by all. `amqp://host/` names the virtual host with the empty name (RabbitMQ URI
# specification, appendix A); only Java and Rust read that, and the client in Go of RabbitMQ itself and five others read `/`, the
# default, as of `amqp://host`. Java decodes a virtual host twice, so `v%2525` is `v%`. A password that is there and empty is not
# the default one (appendix A, `amqp://:@/`): five have `guest` for it, beside the user who is named. Of an IPv6 address Java and
# @cloudamqp keep the brackets as a part of the host, and Rust reads `localhost`. aiormq has no user and password of its own for
# an address without.
# Whom it meets: who gives one address to services in several languages. Cure: write `%2f` for the default virtual host, and a
# password.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# An address, and what it says: user, password, host, port, virtual host.
cat > cases.json <<'JSON'
[
  ["amqp://user:pass@localhost:10000/vhost", "user", "pass", "localhost", 10000, "vhost"],
  ["amqp://user%61:%61pass@localhost:10000/v%2fhost", "usera", "apass", "localhost", 10000, "v/host"],
  ["amqp://user:p%40ss%3a%2f@localhost:10000/vhost", "user", "p@ss:/", "localhost", 10000, "vhost"],
  ["amqp://us+er:pa+ss@localhost:10000/v+host", "us+er", "pa+ss", "localhost", 10000, "v+host"],
  ["amqp://us%2Ber:pa%2Bss@localhost:10000/v%2Bhost", "us+er", "pa+ss", "localhost", 10000, "v+host"],
  ["amqp://user:pass%25@localhost:10000/v%2525", "user", "pass%", "localhost", 10000, "v%25"],
  ["amqp://user:pass@localhost:10000/%2f", "user", "pass", "localhost", 10000, "/"],
  ["amqp://user:pass@localhost:10000/", "user", "pass", "localhost", 10000, ""],
  ["amqp://user:pass@localhost:10000", "user", "pass", "localhost", 10000, "/"],
  ["amqp://user:pass@localhost/vhost", "user", "pass", "localhost", 5672, "vhost"],
  ["amqps://user:pass@localhost/vhost", "user", "pass", "localhost", 5671, "vhost"],
  ["amqp://user:@localhost:10000/vhost", "user", "", "localhost", 10000, "vhost"],
  ["amqp://user:pass@[::1]:10000/vhost", "user", "pass", "::1", 10000, "vhost"],
  ["amqp://localhost:10000/vhost", "guest", "guest", "localhost", 10000, "vhost"],
  ["amqp://user:pass@localhost:10000/vh%c3%b6st", "user", "pass", "localhost", 10000, "vh\u00f6st"],
  ["AMQP://user:pass@localhost:10000/vhost", "user", "pass", "localhost", 10000, "vhost"]
]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pika==1.4.4 aiormq==7.2.4 kombu==5.7.0 amqpstorm==3.1.4
cat > read.py <<'PY'
import json
import sys

import pika
from aiormq.connection import Connection
from amqpstorm import UriConnection
from kombu import Connection as KombuConnection


def by_pika(text):
    found = pika.URLParameters(text)
    return found.credentials.username, found.credentials.password, found.host, found.port, found.virtual_host


def by_aiormq(text):
    found = Connection(text)
    return found.url.user, found.url.password, found.url.host, found.url.port, found.vhost


def by_kombu(text):
    found = KombuConnection(text)
    info = found.transport.default_connection_params
    return (
        found.userid or info["userid"],
        found.password or info["password"],
        found.hostname,
        found.port or info["port"],
        found.virtual_host or info["virtual_host"],
    )


def by_amqpstorm(text):
    found = UriConnection(text, lazy=True).parameters
    return found["username"], found["password"], found["hostname"], found["port"], found["virtual_host"]


READERS = {"pika": by_pika, "aiormq": by_aiormq, "kombu": by_kombu, "amqpstorm": by_amqpstorm}
for text, *_ in json.load(open("cases.json", encoding="utf-8")):
    for name, read in READERS.items():
        try:
            found = read(text)
        except Exception as error:
            found = "refused"
            print(text, name, type(error).__name__, error, file=sys.stderr)
        print(json.dumps([text, name, found]))
PY
npm install --silent --no-audit --no-fund @cloudamqp/amqp-client@4.1.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { AMQPClient } from '@cloudamqp/amqp-client';

for (const [text] of JSON.parse(readFileSync('cases.json', 'utf8'))) {
  const { username, password, host, port, vhost } = new AMQPClient(text);
  console.log(JSON.stringify([text, '@cloudamqp', [username, password, host, port, vhost]]));
}
JS
cat > read.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	amqp "github.com/rabbitmq/amqp091-go"
)

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases [][]any
	json.Unmarshal(text, &cases)
	for _, one := range cases {
		address := one[0].(string)
		var answer any = "refused"
		if found, err := amqp.ParseURI(address); err == nil {
			answer = []any{found.Username, found.Password, found.Host, found.Port, found.Vhost}
		} else {
			fmt.Fprintln(os.Stderr, address, "Go", err)
		}
		line, _ := json.Marshal([]any{address, "Go", answer})
		fmt.Println(string(line))
	}
}
GO
go mod init finding.test/read 2> /dev/null
go get github.com/rabbitmq/amqp091-go@v1.16.0 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.rabbitmq</groupId><artifactId>amqp-client</artifactId><version>5.26.0</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Read.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Path;
import java.util.List;

public class Read {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (JsonNode parts : mapper.readTree(Path.of("cases.json").toFile())) {
            String text = parts.get(0).asText();
            Object answer;
            try {
                ConnectionFactory found = new ConnectionFactory();
                found.setUri(text);
                answer = List.of(found.getUsername(), found.getPassword(), found.getHost(), found.getPort(), found.getVirtualHost());
            } catch (Exception error) {
                answer = "refused";
                System.err.println(text + " Java " + error);
            }
            System.out.println(mapper.writeValueAsString(List.of(text, "Java", answer)));
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
amq-protocol-uri = "=10.6.3"
serde_json = "1"
TOML
cat > src/main.rs <<'RS'
use amq_protocol_uri::AMQPUri;
use serde_json::{json, Value};

fn main() {
    let cases: Vec<Vec<Value>> = serde_json::from_str(&std::fs::read_to_string("cases.json").unwrap()).unwrap();
    for case in cases {
        let text = case[0].as_str().unwrap();
        let answer = match text.parse::<AMQPUri>() {
            Ok(found) => {
                let user = found.authority.userinfo;
                json!([user.username, user.password, found.authority.host, found.authority.port, found.vhost])
            }
            Err(_) => json!("refused"),
        };
        println!("{}", json!([text, "Rust", answer]));
    }
}
RS
cat > compare.py <<'PY'
import json
import sys

cases = json.load(open("cases.json", encoding="utf-8"))
found = {text: {} for text, *_ in cases}
for line in sys.stdin:
    text, name, answer = json.loads(line)
    found[text][name] = answer
PARTS = ("user", "password", "host", "port", "vhost")
for text, *right in cases:
    others = {}
    for name, answer in found[text].items():
        if isinstance(answer, str):
            others.setdefault(answer, []).append(name)
        elif answer != right:
            wrong = [f"{part} {json.dumps(one)}" for part, one, other in zip(PARTS, answer, right) if one != other]
            others.setdefault(", ".join(wrong), []).append(name)
    print(f"{text}: {len(found[text]) - sum(map(len, others.values()))} right")
    for answer, names in sorted(others.items()):
        print(f"  {answer} by {' '.join(sorted(names))}")
PY
{
  venv/bin/python read.py
  node read.mjs
  go run .
  java -cp 'classes/*' Read.java
  CARGO_TARGET_DIR=target cargo run --quiet
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
amqp://user:pass@localhost:10000/vhost: 8 right
amqp://user%61:%61pass@localhost:10000/v%2fhost: 8 right
amqp://user:p%40ss%3a%2f@localhost:10000/vhost: 8 right
amqp://us+er:pa+ss@localhost:10000/v+host: 8 right
amqp://us%2Ber:pa%2Bss@localhost:10000/v%2Bhost: 8 right
amqp://user:pass%25@localhost:10000/v%2525: 7 right
  vhost "v%" by Java
amqp://user:pass@localhost:10000/%2f: 8 right
amqp://user:pass@localhost:10000/: 2 right
  vhost "/" by @cloudamqp Go aiormq amqpstorm kombu pika
amqp://user:pass@localhost:10000: 8 right
amqp://user:pass@localhost/vhost: 8 right
amqps://user:pass@localhost/vhost: 8 right
amqp://user:@localhost:10000/vhost: 3 right
  password "guest" by @cloudamqp Java Rust amqpstorm kombu
amqp://user:pass@[::1]:10000/vhost: 5 right
  host "[::1]" by @cloudamqp Java
  host "localhost" by Rust
amqp://localhost:10000/vhost: 7 right
  user null, password null by aiormq
amqp://user:pass@localhost:10000/vh%c3%b6st: 8 right
AMQP://user:pass@localhost:10000/vhost: 8 right
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "addresses of AMQP are read as they were seen"
