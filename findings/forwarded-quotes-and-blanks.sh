#!/bin/sh
# forwarded-parse 2.2.0 and forwarded-http 0.3.0 (npm), forwarded 1.0.0 and aiohttp 3.14.5 (PyPI), rfc7239 0.1.3 and
# forwarded-header-value 0.1.1 (crates.io), github.com/gorilla/handlers v1.5.2, and org.springframework:spring-web 7.0.10 and
# org.eclipse.jetty:jetty-server 12.1.0 (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11, Rust 1.95, Go 1.26 and
# Java 17.
#
# Guess before it was run: nine readers of Forwarded (RFC 7239) give the same scheme and host; older ones fail at a quoted
# address of IPv6.
# Seen: a value may be in quotes (RFC 7239, 4), and has to be if it has a colon, as a host with a port does. rfc7239 hands out
# the quotes, and forwarded-header-value and gorilla know no scheme in quotes. Only four decode a backslash in them. Pairs and
# elements may be empty: forwarded-parse and rfc7239 refuse both, and aiohttp gives an empty element as the first proxy. A
# semicolon and a comma in quotes end the header for both crates. The blanks around a comma may be tabs: forwarded-http gives a
# host with one in it. rfc7239 refuses a node with a hidden port, `_a:_b`. Only jetty and forwarded of PyPI are right in all.
# gorilla has no host.
# Whom it meets: services that build links, page tokens or redirects from the header. With a mock: call through a proxy on a
# port, and follow a link of the answer.
# Output seen: the lines that EXPECTED has below, with the scheme and the host of the first element, and who gives them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{
  cat <<'TEXT'
Proto=https;HOST=a.test
proto="https";host="a.test:8443"
for=unknown;proto=https;host="[2001:db8::1]:8443"
proto=https;host="a\.test"
proto=https;;host=a.test;
, ,proto=https;host=a.test
proto=https;host=a.test;note="x;y,z=1"
by=_x;for="_a:_b";proto=https;host=a.test
TEXT
  printf 'proto=https;host=a.test\t,\tproto=http;host=b.test\n'
} > headers
npm install --silent --no-audit --no-fund forwarded-parse@2.2.0 forwarded-http@0.3.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import forwarded from 'forwarded-http';
import parse from 'forwarded-parse';

const headers = readFileSync('headers', 'utf8').trimEnd().split('\n');
function show(header, name, answer) {
  console.log([JSON.stringify(header), JSON.stringify(answer), name].join('~'));
}
for (const header of headers) {
  let answer = 'refused';
  try {
    const [first] = parse(header);
    answer = `${first.proto} ${first.host}`;
  } catch {}
  show(header, 'forwarded-parse', answer);
}
const server = createServer((request, response) => {
  const first = forwarded(request);
  response.end(`${[first.proto].flat()[0]} ${[first.host].flat()[0]}`);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
for (const header of headers) {
  const { port } = server.address();
  const options = { host: '127.0.0.1', port, agent: false, headers: { forwarded: header } };
  const response = await new Promise((answered) => get(options, answered));
  let answer = '';
  for await (const part of response) answer += part;
  show(header, 'forwarded-http', answer);
}
server.close();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check forwarded==1.0.0 aiohttp==3.14.5
cat > read.py <<'PY'
import json

import forwarded
from aiohttp.test_utils import make_mocked_request


def by_forwarded(header):
    return forwarded.parse(header)[0]


def by_aiohttp(header):
    return make_mocked_request("GET", "/", headers={"Forwarded": header}).forwarded[0]


with open("headers", encoding="utf-8") as file:
    for header in file.read().splitlines():
        for read in (by_forwarded, by_aiohttp):
            first = read(header)
            answer = f"{first['proto']} {first['host']}" if first else "nothing"
            print(json.dumps(header), json.dumps(answer), read.__name__[3:], sep="~")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
forwarded-header-value = "=0.1.1"
rfc7239 = "=0.1.3"
TOML
cat > src/main.rs <<'RS'
use forwarded_header_value::ForwardedHeaderValue;

fn show(header: &str, name: &str, answer: Option<String>) {
    println!("{header:?}~{:?}~{name}", answer.unwrap_or("refused".to_string()));
}

fn main() {
    for header in std::fs::read_to_string("headers").unwrap().lines() {
        let elements: Result<Vec<_>, _> = rfc7239::parse(header).collect();
        let first = elements.ok().map(|all| format!("{} {}", all[0].protocol.unwrap(), all[0].host.unwrap()));
        show(header, "rfc7239", first);
        let value = ForwardedHeaderValue::from_forwarded(header).ok();
        let first = value.and_then(|all| all.into_iter().next()).map(|element| {
            let scheme = format!("{:?}", element.forwarded_proto.unwrap()).to_lowercase();
            format!("{scheme} {}", element.forwarded_host.unwrap())
        });
        show(header, "forwarded-header-value", first);
    }
}
RS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/gorilla/handlers"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, header := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		show := func(_ http.ResponseWriter, request *http.Request) {
			answer := request.URL.Scheme + " and no host"
			if request.URL.Scheme == "" {
				answer = "nothing"
			}
			fmt.Printf("%q~%q~gorilla\n", header, answer)
		}
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Forwarded", header)
		handlers.ProxyHeaders(http.HandlerFunc(show)).ServeHTTP(httptest.NewRecorder(), request)
	}
}
GO
{
  go mod init finding.test/read
  go get github.com/gorilla/handlers@v1.5.2
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.springframework</groupId>
      <artifactId>spring-web</artifactId>
      <version>7.0.10</version>
    </dependency>
    <dependency>
      <groupId>org.eclipse.jetty</groupId>
      <artifactId>jetty-server</artifactId>
      <version>12.1.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.ForwardedHeaderUtils;
import org.springframework.web.util.UriComponents;

class Read {
    static void show(String header, String name, String answer) {
        System.out.println(quote(header) + "~" + quote(answer) + "~" + name);
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t") + '"';
    }

    public static void main(String[] arguments) throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new ForwardedRequestCustomizer());
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            public boolean handle(Request request, Response response, Callback callback) {
                HttpURI uri = request.getHttpURI();
                Content.Sink.write(response, true, "seen: " + uri.getScheme() + " " + uri.getAuthority(), callback);
                return true;
            }
        });
        server.start();
        for (String header : Files.readAllLines(Path.of("headers"))) {
            HttpHeaders headers = new HttpHeaders();
            headers.add("Forwarded", header);
            UriComponents uri =
                ForwardedHeaderUtils.adaptFromForwardedHeaders(URI.create("http://own.test/"), headers).build();
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            show(header, "spring", uri.getScheme() + " " + uri.getHost() + port);
            String request = "GET / HTTP/1.1\r\nHost: own.test\r\nConnection: close\r\nForwarded: " + header + "\r\n\r\n";
            show(header, "jetty", connector.getResponse(request).split("seen: ")[1].trim());
        }
        server.stop();
    }
}
JAVA
{
  node read.mjs
  venv/bin/python read.py
  CARGO_TARGET_DIR=target cargo run --quiet
  go run .
  java -cp 'classes/*' Read.java 2> /dev/null
} | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 " is " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
", ,proto=https;host=a.test" is "https a.test" by forwarded forwarded-header-value forwarded-http jetty spring
", ,proto=https;host=a.test" is "https and no host" by gorilla
", ,proto=https;host=a.test" is "nothing" by aiohttp
", ,proto=https;host=a.test" is "refused" by forwarded-parse rfc7239
"Proto=https;HOST=a.test" is "https a.test" by aiohttp forwarded forwarded-header-value forwarded-http forwarded-parse jetty rfc7239 spring
"Proto=https;HOST=a.test" is "https and no host" by gorilla
"by=_x;for=\"_a:_b\";proto=https;host=a.test" is "https a.test" by aiohttp forwarded forwarded-header-value forwarded-http forwarded-parse jetty spring
"by=_x;for=\"_a:_b\";proto=https;host=a.test" is "https and no host" by gorilla
"by=_x;for=\"_a:_b\";proto=https;host=a.test" is "refused" by rfc7239
"for=unknown;proto=https;host=\"[2001:db8::1]:8443\"" is "https [2001:db8::1]:8443" by aiohttp forwarded forwarded-header-value forwarded-http forwarded-parse jetty spring
"for=unknown;proto=https;host=\"[2001:db8::1]:8443\"" is "https \"[2001:db8::1]:8443\"" by rfc7239
"for=unknown;proto=https;host=\"[2001:db8::1]:8443\"" is "https and no host" by gorilla
"proto=\"https\";host=\"a.test:8443\"" is "\"https\" \"a.test:8443\"" by rfc7239
"proto=\"https\";host=\"a.test:8443\"" is "https a.test:8443" by aiohttp forwarded forwarded-http forwarded-parse jetty spring
"proto=\"https\";host=\"a.test:8443\"" is "nothing" by gorilla
"proto=\"https\";host=\"a.test:8443\"" is "refused" by forwarded-header-value
"proto=https;;host=a.test;" is "https a.test" by aiohttp forwarded forwarded-header-value forwarded-http jetty spring
"proto=https;;host=a.test;" is "https and no host" by gorilla
"proto=https;;host=a.test;" is "refused" by forwarded-parse rfc7239
"proto=https;host=\"a\\.test\"" is "https \"a\\.test\"" by rfc7239
"proto=https;host=\"a\\.test\"" is "https a.test" by aiohttp forwarded forwarded-parse jetty
"proto=https;host=\"a\\.test\"" is "https a\\.test" by forwarded-header-value forwarded-http spring
"proto=https;host=\"a\\.test\"" is "https and no host" by gorilla
"proto=https;host=a.test;note=\"x;y,z=1\"" is "https a.test" by aiohttp forwarded forwarded-http forwarded-parse jetty spring
"proto=https;host=a.test;note=\"x;y,z=1\"" is "https and no host" by gorilla
"proto=https;host=a.test;note=\"x;y,z=1\"" is "refused" by forwarded-header-value rfc7239
"proto=https;host=a.test\t,\tproto=http;host=b.test" is "https a.test" by aiohttp forwarded forwarded-header-value forwarded-parse jetty rfc7239 spring
"proto=https;host=a.test\t,\tproto=http;host=b.test" is "https a.test\t" by forwarded-http
"proto=https;host=a.test\t,\tproto=http;host=b.test" is "https and no host" by gorilla
EXPECTED
diff expected seen
echo "readers of Forwarded behave as they were seen"
