#!/bin/sh
# aws4 1.13.2, aws4fetch 1.0.20, aws4-axios 3.4.0 and @smithy/signature-v4 5.7.5 (npm), botocore 1.44.8, requests-aws4auth 1.4.0,
# requests-auth-aws-sigv4 0.7 and httpx-auth-awssigv4 0.1.4 (PyPI) and github.com/aws/aws-sdk-go-v2 v1.48.0, seen on 2026-12-01
# with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: nine signers of AWS Signature Version 4 sign each valid address alike; an empty value of a query and a
# path that is encoded are missed by one.
# Seen: of the empty value only `?a` is, by one, with an error. A path is encoded once more for all services but S3 (AWS, Create a
# signed API request, canonical URI), the query is encoded and sorted by name and value (canonical query string), and the port is
# a part of the host. requests-auth-aws-sigv4 encodes no path anew and signs one of two values of a parameter.
# httpx-auth-awssigv4 does neither, sorts nothing, and leaves the port out. botocore itself signs `*` and `:` in a query as they
# are written, where AWS encodes them; it makes its own addresses without them, but who signs another's is refused. The SDK for
# Go signs and sends the query sorted and encoded, so that it is not the one that was asked for.
# Whom it meets: calls of an API gateway behind IAM, from tests and scripts; the answer is 403 for some addresses. With a mock:
# verify a call with a blank in its path, and one with two values of a parameter.
# Output seen: the lines that EXPECTED has below: a request, and whose signature is another.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat > requests <<'TEXT'
GET /
GET /a/b
GET /a%20b
GET /a%2Fb
GET /a/%C3%BC
GET /a(b)!c~d
GET /a:b@c
GET /a*b
GET /?a=1&b=2
GET /?b=1&a=2
GET /?b=1&B=2
GET /?a=2&a=1
GET /?a=b&a=a%20b
GET /?a-b=1&a=2
GET /?a
GET /?a=
GET /?a=b%20c
GET /?a=b%2Bc
GET /?a=b%2Fc:d
GET /?a=b*c
GET /?a%5B%5D=1
GET /?a=b%3Dc
POST / {"a":1}
POST /a%20b?a=b%20c {"a":1}
TEXT
cat > judge.py <<'PY'
import hashlib
import hmac
import http.server
import re
from urllib.parse import quote, unquote


def sign(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


class Judge(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        given = self.headers["Authorization"]
        scope = re.search(r"Credential=[^/]+/([^, ]+)", given)[1]
        names = re.search(r"SignedHeaders=([^, ]+)", given)[1]
        path, _, query = self.path.partition("?")
        # Each pair is encoded anew, and the pairs are sorted by name, then by value.
        pairs = sorted(tuple(quote(unquote(one), safe="~") for one in (part + "=").split("=")[:2]) for part in query.split("&") if part)
        values = "".join(f"{name}:{re.sub(' +', ' ', self.headers[name].strip())}\n" for name in names.split(";"))
        digest = self.headers.get("X-Amz-Content-Sha256") or hashlib.sha256(body).hexdigest()
        key = b"AWS4secret"
        for part in scope.split("/"):
            key = sign(key, part)
        answer = b"wrong"
        for title, lines in {b"port-missing": re.sub(r"(?m)^(host:[^:]*):\d+$", r"\1", values), b"right": values}.items():
            # A path is encoded once more (all services but S3).
            parts = [self.command, quote(path, safe="/~"), "&".join(map("=".join, pairs)), lines, names, digest]
            request = hashlib.sha256("\n".join(parts).encode()).hexdigest()
            text = "\n".join(["AWS4-HMAC-SHA256", self.headers["X-Amz-Date"], scope, request])
            if f"Signature={sign(key, text).hex()}" in given:
                answer = title
        answer += b" " + self.path.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Judge)
with open("port", "w", encoding="utf-8") as file:
    file.write(str(server.server_address[1]))
server.serve_forever()
PY
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests-aws4auth==1.4.0 requests-auth-aws-sigv4==0.7 \
  httpx-auth-awssigv4==0.1.4 httpx==0.28.1 botocore==1.44.8
cat > sign.py <<'PY'
import sys

import httpx
import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session
from httpx_auth_awssigv4 import SigV4Auth as HttpxAuth
from requests_auth_aws_sigv4 import AWSSigV4
from requests_aws4auth import AWS4Auth

ONE = AWS4Auth("key", "secret", "eu-west-1", "execute-api")
TWO = AWSSigV4("execute-api", region="eu-west-1", aws_access_key_id="key", aws_secret_access_key="secret")
THREE = HttpxAuth("key", "secret", "execute-api", "eu-west-1")


def by_botocore(method, url, body):
    request = AWSRequest(method, url, data=body)
    SigV4Auth(Credentials("key", "secret"), "execute-api", "eu-west-1").add_auth(request)
    return URLLib3Session().send(request.prepare()).text


CLIENTS = {
    "botocore": by_botocore,
    "requests-aws4auth": lambda method, url, body: requests.request(method, url, data=body, auth=ONE).text,
    "requests-auth-aws-sigv4": lambda method, url, body: requests.request(method, url, data=body, auth=TWO).text,
    "httpx-auth-awssigv4": lambda method, url, body: httpx.request(method, url, content=body, auth=THREE).text,
}
with open("port", encoding="utf-8") as file:
    port = file.read()
with open("requests", encoding="utf-8") as file:
    for line in file.read().splitlines():
        method, path, *body = line.split(" ")
        for name, send in CLIENTS.items():
            try:
                answer = send(method, f"http://127.0.0.1:{port}{path}", body[0] if body else None)
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
                print(line, name, error, file=sys.stderr)
            print(f"{line}#{answer}#{name}")
PY
npm install --silent --no-audit --no-fund aws4@1.13.2 aws4fetch@1.0.20 aws4-axios@3.4.0 axios@1.21.1 @smithy/signature-v4@5.7.5 \
  @aws-crypto/sha256-js@5.2.0
cat > sign.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import sha from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import aws4 from 'aws4';
import { aws4Interceptor } from 'aws4-axios';
import { AwsClient } from 'aws4fetch';
import axios from 'axios';

const port = Number(readFileSync('port', 'utf8'));
const host = '127.0.0.1';
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const place = { service: 'execute-api', region: 'eu-west-1' };
const call = ({ method, path, headers, body }) =>
  new Promise((resolve, reject) => {
    const request = send({ host, port, method, path, headers }, (answer) => resolve(text(answer)));
    request.on('error', reject).end(body);
  });
const fetcher = new AwsClient({ ...credentials, ...place, retries: 0 });
const withSignature = axios.create();
withSignature.interceptors.request.use(aws4Interceptor({ options: place, credentials }));
const smithy = new SignatureV4({ ...place, credentials, sha256: sha.Sha256 });
const clients = {
  aws4: (method, path, body) => {
    const request = aws4.sign({ ...place, method, host: `${host}:${port}`, path, body, headers: {} }, credentials);
    return call({ method, path, headers: request.headers, body });
  },
  aws4fetch: async (method, path, body) => (await fetcher.fetch(`http://${host}:${port}${path}`, { method, body })).text(),
  'aws4-axios': async (method, path, data) =>
    (await withSignature.request({ method, url: `http://${host}:${port}${path}`, data, responseType: 'text' })).data,
  smithy: async (method, path, body) => {
    const url = new URL(path, `http://${host}:${port}`);
    const query = {};
    for (const name of url.searchParams.keys()) {
      const values = url.searchParams.getAll(name);
      query[name] = values.length > 1 ? values : values[0];
    }
    const request = { method, protocol: 'http:', hostname: host, port, path: url.pathname, query, headers: { host: url.host }, body };
    const { headers } = await smithy.sign(request);
    return call({ method, path, headers, body });
  },
};
for (const line of readFileSync('requests', 'utf8').trim().split('\n')) {
  const [method, path, body] = line.split(' ');
  for (const [name, ask] of Object.entries(clients)) {
    const answer = await ask(method, path, body).catch((error) => {
      console.error(line, name, error.message);
      return `refused, ${error.name}`;
    });
    console.log(`${line}#${answer}#${name}`);
  }
}
JS
cat > sign.go <<'GO'
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

func main() {
	port, _ := os.ReadFile("port")
	lines, _ := os.ReadFile("requests")
	for _, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
		parts := append(strings.Split(line, " "), "")
		request, _ := http.NewRequest(parts[0], "http://127.0.0.1:"+string(port)+parts[1], strings.NewReader(parts[2]))
		digest := fmt.Sprintf("%x", sha256.Sum256([]byte(parts[2])))
		key := aws.Credentials{AccessKeyID: "key", SecretAccessKey: "secret"}
		v4.NewSigner().SignHTTP(context.Background(), key, request, digest, "execute-api", "eu-west-1", time.Now())
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			fmt.Printf("%s#refused#Go\n", line)
			continue
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		fmt.Printf("%s#%s#Go\n", line, text)
	}
}
GO
go mod init finding.test/sign 2> /dev/null
go get github.com/aws/aws-sdk-go-v2@v1.48.0 2> /dev/null
go mod tidy 2> /dev/null
python3 judge.py &
server=$!
while [ ! -s port ]; do sleep 0.1; done
{
  venv/bin/python sign.py
  node sign.mjs
  go run .
} 2> errors | awk -F '#' '
  !($1 in all) { order[++count] = $1; all[$1] = 1 }
  { split($2, word, " "); split($1, sent, " ") }
  word[1] != "right" { wrong[$1] = wrong[$1] " " $3 (word[1] == "wrong" ? "" : " (" word[1] ")") }
  END { for (at = 1; at <= count; at++) print order[at] ": " (order[at] in wrong ? "not by" wrong[order[at]] : "by all") }
' > seen
cat > expected <<'EXPECTED'
GET /: not by httpx-auth-awssigv4 (port-missing)
GET /a/b: not by httpx-auth-awssigv4 (port-missing)
GET /a%20b: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /a%2Fb: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /a/%C3%BC: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /a(b)!c~d: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /a:b@c: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /a*b: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /?a=1&b=2: not by httpx-auth-awssigv4 (port-missing)
GET /?b=1&a=2: not by httpx-auth-awssigv4
GET /?b=1&B=2: not by httpx-auth-awssigv4
GET /?a=2&a=1: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /?a=b&a=a%20b: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /?a-b=1&a=2: not by httpx-auth-awssigv4
GET /?a: not by requests-auth-aws-sigv4 (refused,) httpx-auth-awssigv4
GET /?a=: not by httpx-auth-awssigv4 (port-missing)
GET /?a=b%20c: not by httpx-auth-awssigv4 (port-missing)
GET /?a=b%2Bc: not by httpx-auth-awssigv4 (port-missing)
GET /?a=b%2Fc:d: not by botocore requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /?a=b*c: not by botocore requests-auth-aws-sigv4 httpx-auth-awssigv4
GET /?a%5B%5D=1: not by httpx-auth-awssigv4 (port-missing)
GET /?a=b%3Dc: not by httpx-auth-awssigv4 (port-missing)
POST / {"a":1}: not by httpx-auth-awssigv4 (port-missing)
POST /a%20b?a=b%20c {"a":1}: not by requests-auth-aws-sigv4 httpx-auth-awssigv4
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "requests are signed by Signature Version 4 as they were seen"
