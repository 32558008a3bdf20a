#!/bin/sh
# openid-client 6.9.0, oauth4webapi 3.8.8 and @modelcontextprotocol/sdk 1.32.2 (npm), Authlib 1.9.10 and mcp 2.3.0 (PyPI),
# github.com/modelcontextprotocol/go-sdk v1.8.0, and com.nimbusds:oauth2-oidc-sdk 11.26 and org.springframework.security:
# spring-security-oauth2-client 7.0.0 (Maven Central), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: eight clients ask for the metadata of an authorization server where RFC 8414 has it, also if the issuer
# has a path, which a server with several tenants has; a slash at its end is kept by one.
# Seen: the well-known part stands between host and path, and a slash at the end of the path is taken off (RFC 8414, 3.1). nimbus
# puts it behind the path, as OpenID Connect does, so it finds no issuer that has one. Authlib, the Go SDK of MCP and Spring keep
# the slash; the SDKs of MCP in TypeScript and Python take it off. Spring encodes a path that is encoded already, so that `%20`
# is `%2520` at all three places where it asks, and asks for two documents of OpenID Connect first.
# Whom it meets: clients of a server with an issuer for each tenant, agents that speak MCP among them. With a mock: look at the
# addresses that it recorded.
# Output seen: the lines that EXPECTED has below: the path of the issuer, what is asked for (`oas` for oauth-authorization-server,
# `oidc` for openid-configuration), and if the metadata is found and taken.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat > issuers <<'TEXT'
(host)
/a
/b/
/c/d
/e%20f
TEXT
# Answers at the address that RFC 8414 (3.1) has, and writes down what is asked for. `/mark/…` says who asks next.
cat > serve.cjs <<'JS'
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');

const start = '/.well-known/oauth-authorization-server';
const issuers = readFileSync('issuers', 'utf8').trim().split('\n');
const paths = new Map(issuers.map((path) => [path === '(host)' ? '' : path.replace(/\/$/, ''), path]));
const server = createServer((request, response) => {
  appendFileSync('asked', `${request.url}\n`);
  const found = request.url.startsWith(start) ? paths.get(request.url.slice(start.length)) : undefined;
  if (found === undefined) return response.writeHead(404).end();
  const host = `http://${request.headers.host}`;
  const issuer = found === '(host)' ? host : host + found;
  const document = {
    issuer,
    authorization_endpoint: `${host}/authorize`,
    token_endpoint: `${host}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
JS
npm install --silent --no-audit --no-fund openid-client@6.9.0 oauth4webapi@3.8.8 @modelcontextprotocol/sdk@1.32.2
cat > ask.mjs <<'JS'
import { appendFileSync, readFileSync } from 'node:fs';
import { discoverAuthorizationServerMetadata } from '@modelcontextprotocol/sdk/client/auth.js';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';

const host = `http://127.0.0.1:${readFileSync('port', 'utf8')}`;
const clients = {
  'openid-client': (issuer) =>
    client.discovery(new URL(issuer), 'id', undefined, undefined, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    }),
  oauth4webapi: async (issuer) => {
    const answer = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true });
    return oauth.processDiscoveryResponse(new URL(issuer), answer);
  },
  'MCP in TypeScript': async (issuer) => {
    if (!(await discoverAuthorizationServerMetadata(issuer))) throw new Error('nothing');
  },
};
for (const path of readFileSync('issuers', 'utf8').trim().split('\n')) {
  for (const [name, ask] of Object.entries(clients)) {
    appendFileSync('asked', `~${path}~${name}\n`);
    try {
      await ask(path === '(host)' ? host : host + path);
      appendFileSync('asked', '=taken\n');
    } catch (error) {
      console.error(path, name, error.message);
    }
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check mcp==2.3.0 Authlib==1.9.10 httpx==0.28.1
cat > ask.py <<'PY'
import httpx
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
from mcp.client.auth.utils import build_oauth_authorization_server_metadata_discovery_urls


def by_authlib(issuer):
    answer = httpx.get(get_well_known_url(issuer, external=True)).raise_for_status().json()
    AuthorizationServerMetadata(answer).validate_issuer()
    return answer["issuer"] == issuer


def by_mcp(issuer):
    for url in build_oauth_authorization_server_metadata_discovery_urls(issuer, issuer):
        answer = httpx.get(url)
        if answer.status_code == 200:
            return answer.json()["issuer"] == issuer


def note(text):
    with open("asked", "a", encoding="utf-8") as asked:
        asked.write(text)


host = f"http://127.0.0.1:{open('port', encoding='utf-8').read()}"
for path in open("issuers", encoding="utf-8").read().splitlines():
    for name, ask in {"Authlib": by_authlib, "MCP in Python": by_mcp}.items():
        note(f"~{path}~{name}\n")
        try:
            if ask(host if path == "(host)" else host + path):
                note("=taken\n")
        except (httpx.HTTPError, ValueError) as error:
            print(path, name, error)
PY
cat > ask.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

func note(text string) {
	file, _ := os.OpenFile("asked", os.O_APPEND|os.O_WRONLY, 0o644)
	defer file.Close()
	fmt.Fprintln(file, text)
}

func main() {
	port, _ := os.ReadFile("port")
	issuers, _ := os.ReadFile("issuers")
	for _, path := range strings.Split(strings.TrimSpace(string(issuers)), "\n") {
		note("~" + path + "~MCP in Go")
		issuer := "http://127.0.0.1:" + string(port) + strings.TrimPrefix(path, "(host)")
		found, err := auth.GetAuthServerMetadata(context.Background(), issuer, http.DefaultClient)
		if err == nil && found != nil {
			note("=taken")
		} else {
			fmt.Fprintln(os.Stderr, path, "MCP in Go", err)
		}
	}
}
GO
go mod init finding.test/ask 2> /dev/null
go get github.com/modelcontextprotocol/go-sdk@v1.8.0 2> /dev/null
go mod tidy 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>ask</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>oauth2-oidc-sdk</artifactId><version>11.26</version></dependency>
    <dependency>
      <groupId>org.springframework.security</groupId><artifactId>spring-security-oauth2-client</artifactId><version>7.0.0</version>
    </dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Ask.java <<'JAVA'
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.id.Issuer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;

public class Ask {
    interface Client {
        void ask(String issuer) throws Exception;
    }

    static void note(String text) throws Exception {
        Files.writeString(Path.of("asked"), text + "\n", StandardOpenOption.APPEND);
    }

    static void ask(String path, String name, Client client) throws Exception {
        note("~" + path + "~" + name);
        try {
            client.ask("http://127.0.0.1:" + Files.readString(Path.of("port")) + path.replace("(host)", ""));
            note("=taken");
        } catch (Exception error) {
            System.err.println(path + " " + name + " " + error + " " + error.getCause());
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (String path : Files.readAllLines(Path.of("issuers"))) {
            ask(path, "nimbus", issuer -> AuthorizationServerMetadata.resolve(new Issuer(issuer)));
            ask(path, "Spring", issuer -> ClientRegistrations.fromIssuerLocation(issuer).clientId("id").build());
        }
    }
}
JAVA
node serve.cjs &
server=$!
while [ ! -s port ]; do sleep 0.1; done
: > asked
{
  node ask.mjs
  venv/bin/python ask.py
  go run ask.go
  java -cp 'classes/*' Ask.java
} > errors 2>&1
sed 's#oauth-authorization-server#oas#; s#openid-configuration#oidc#' asked | awk -F '~' '
  function done() { if (path != "") { key = path FS (asked taken); if (!(key in who)) keys[path] = keys[path] "\n" key; who[key] = who[key] ", " name } }
  /^~/ { done(); path = $2; name = $3; asked = ""; taken = ": refused"; if (!(path in seen)) { order[++count] = path; seen[path] = 1 }; next }
  /^=/ { taken = ": taken"; next }
  { asked = asked " " $0 }
  END {
    done()
    for (at = 1; at <= count; at++) {
      print order[at]
      many = split(substr(keys[order[at]], 2), one, "\n")
      for (n = 1; n <= many; n++) { split(one[n], part, FS); print " " part[2] " by " substr(who[one[n]], 3) }
    }
  }
' > seen
cat > expected <<'EXPECTED'
(host)
  /.well-known/oas: taken by openid-client, oauth4webapi, MCP in TypeScript, Authlib, MCP in Python, MCP in Go, nimbus
  /.well-known/oidc /.well-known/oidc /.well-known/oas: taken by Spring
/a
  /.well-known/oas/a: taken by openid-client, oauth4webapi, MCP in TypeScript, Authlib, MCP in Python, MCP in Go
  /a/.well-known/oas: refused by nimbus
  /a/.well-known/oidc /.well-known/oidc/a /.well-known/oas/a: taken by Spring
/b/
  /.well-known/oas/b: taken by openid-client, oauth4webapi, MCP in TypeScript, MCP in Python
  /.well-known/oas/b/: refused by Authlib
  /.well-known/oas/b/ /.well-known/oidc/b/ /b/.well-known/oidc: refused by MCP in Go
  /b/.well-known/oas: refused by nimbus
  /b/.well-known/oidc /.well-known/oidc/b/ /.well-known/oas/b/: refused by Spring
/c/d
  /.well-known/oas/c/d: taken by openid-client, oauth4webapi, MCP in TypeScript, Authlib, MCP in Python, MCP in Go
  /c/d/.well-known/oas: refused by nimbus
  /c/d/.well-known/oidc /.well-known/oidc/c/d /.well-known/oas/c/d: taken by Spring
/e%20f
  /.well-known/oas/e%20f: taken by openid-client, oauth4webapi, MCP in TypeScript, Authlib, MCP in Python, MCP in Go
  /e%20f/.well-known/oas: refused by nimbus
  /e%2520f/.well-known/oidc /.well-known/oidc/e%2520f /.well-known/oas/e%2520f: refused by Spring
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "addresses of metadata are asked for as they were seen"
