#!/bin/sh
# oras.land/oras-go/v2 v2.7.0, github.com/google/go-containerregistry v0.22.1, github.com/regclient/regclient v0.11.7 and oras
# 0.2.43 (PyPI), seen on 2026-11-30 with Go 1.26, Python 3.11 and Node 20.
#
# Guess before it was run: four clients of OCI registries answer each valid challenge for a token; blanks around `=` and
# parameter names in capitals may be missed.
# Seen: they are, by two and by one. A registry may offer several ways in one answer, in one line or in several, and the
# client is to choose one that it has (RFC 9110, 11.6.1). oras-go and go-containerregistry look at the first one only: after
# `Basic`, for which they have no password, or `Negotiate`, which they do not know, they do not ask for a token, and the pull
# ends in 401. regclient and oras of PyPI get it. An empty element in front, which a reader has to skip, ends it in three.
# Whom it meets: registries behind a proxy that adds a scheme of its own. With a mock: offer `Basic` before `Bearer`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.mjs <<'JS'
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';

const type = 'application/vnd.oci.image.manifest.v1+json';
const digest = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const manifest = JSON.stringify({
  schemaVersion: 2,
  mediaType: type,
  config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: digest('{}'), size: 2 },
  layers: [],
});
const challenges = {
  'Bearer …': (bearer) => bearer,
  'bearer …': (bearer) => bearer.replace('B', 'b'),
  'Bearer REALM=…': (bearer) => bearer.replace('realm', 'REALM'),
  'Bearer realm = …': (bearer) => bearer.replaceAll('=', ' = '),
  'Basic …, Bearer …': (bearer) => `Basic realm="r", ${bearer}`,
  'Basic … and Bearer … in two lines': (bearer) => ['Basic realm="r"', bearer],
  'Negotiate, Bearer …': (bearer) => `Negotiate, ${bearer}`,
  ', Bearer …': (bearer) => `, ${bearer}`,
};
const ports = {};
for (const [name, make] of Object.entries(challenges)) {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const { pathname } = new URL(request.url, 'http://registry.test');
    if (pathname === '/token') {
      response.end('{"token":"t"}');
    } else if (request.headers.authorization !== 'Bearer t') {
      const bearer = `Bearer realm="http://127.0.0.1:${ports[name]}/token",service="registry"`;
      response.writeHead(401, { 'WWW-Authenticate': make(bearer) }).end();
    } else if (pathname === '/v2/') {
      response.end('{}');
    } else {
      const headers = { 'Content-Type': type, 'Content-Length': manifest.length, 'Docker-Content-Digest': digest(manifest) };
      response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : manifest);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports[name] = server.address().port;
}
writeFileSync('ports.json', JSON.stringify(ports));
JS
node serve.mjs &
echo $! > pid
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/go-containerregistry/pkg/name"
	crane "github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/regclient/regclient"
	"github.com/regclient/regclient/config"
	"github.com/regclient/regclient/types/ref"
	"oras.land/oras-go/v2/registry/remote"
)

func main() {
	file, _ := os.ReadFile("ports.json")
	var ports map[string]int
	if err := json.Unmarshal(file, &ports); err != nil {
		panic(err)
	}
	ctx := context.Background()
	for challenge, port := range ports {
		host := fmt.Sprintf("127.0.0.1:%d", port)
		show := func(client string, err error) {
			answer := "pulled"
			if err != nil {
				answer = "an error"
			}
			fmt.Printf("%s: %s, %s\n", challenge, client, answer)
		}
		repository, _ := remote.NewRepository(host + "/team/app")
		repository.PlainHTTP = true
		_, _, err := repository.FetchReference(ctx, "v1")
		show("oras-go", err)
		tag, _ := name.NewTag(host+"/team/app:v1", name.Insecure)
		_, err = crane.Get(tag, crane.WithContext(ctx))
		show("go-containerregistry", err)
		settings := regclient.WithConfigHost(config.Host{Name: host, TLS: config.TLSDisabled})
		reference, _ := ref.New(host + "/team/app:v1")
		_, err = regclient.New(settings, regclient.WithRetryLimit(1)).ManifestGet(ctx, reference)
		show("regclient", err)
	}
}
GO
{
  go mod init finding.test/pull
  go get oras.land/oras-go/v2@v2.7.0 github.com/google/go-containerregistry@v0.22.1 github.com/regclient/regclient@v0.11.7
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check oras==0.2.43
cat > pull.py <<'PY'
import json

import oras.client

with open("ports.json", encoding="utf-8") as file:
    ports = json.load(file)
for challenge, port in ports.items():
    if "REALM" in challenge or " = " in challenge:
        continue  # oras of PyPI tries these for about a minute
    host = f"127.0.0.1:{port}"
    client = oras.client.OrasClient(hostname=host, insecure=True)
    client.get_manifest(client.get_container(f"{host}/team/app:v1"))
    print(f"{challenge}: oras of PyPI, pulled")
PY
{ go run . 2> /dev/null; venv/bin/python pull.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
, Bearer …: go-containerregistry, an error
, Bearer …: oras of PyPI, pulled
, Bearer …: oras-go, an error
, Bearer …: regclient, an error
Basic … and Bearer … in two lines: go-containerregistry, an error
Basic … and Bearer … in two lines: oras of PyPI, pulled
Basic … and Bearer … in two lines: oras-go, an error
Basic … and Bearer … in two lines: regclient, pulled
Basic …, Bearer …: go-containerregistry, an error
Basic …, Bearer …: oras of PyPI, pulled
Basic …, Bearer …: oras-go, an error
Basic …, Bearer …: regclient, pulled
Bearer REALM=…: go-containerregistry, pulled
Bearer REALM=…: oras-go, an error
Bearer REALM=…: regclient, pulled
Bearer realm = …: go-containerregistry, an error
Bearer realm = …: oras-go, pulled
Bearer realm = …: regclient, an error
Bearer …: go-containerregistry, pulled
Bearer …: oras of PyPI, pulled
Bearer …: oras-go, pulled
Bearer …: regclient, pulled
Negotiate, Bearer …: go-containerregistry, an error
Negotiate, Bearer …: oras of PyPI, pulled
Negotiate, Bearer …: oras-go, an error
Negotiate, Bearer …: regclient, pulled
bearer …: go-containerregistry, pulled
bearer …: oras of PyPI, pulled
bearer …: oras-go, pulled
bearer …: regclient, pulled
EXPECTED
diff expected seen
echo "challenges of registries behave as they were seen"
