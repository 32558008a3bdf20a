#!/bin/sh
# undici 7.16.0 (npm), niquests 3.21.2 (PyPI), com.squareup.okhttp3:okhttp 4.12.0 and
# org.eclipse.jetty.http2:jetty-http2-client-transport 12.0.16 (Maven Central) and net/http of Go 1.26, seen on 2026-11-30 with
# Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: each client of HTTP/2 shows the answer 413 that comes before the end of an upload, and is followed
# by RST_STREAM with NO_ERROR; one may not.
# Seen: jetty does not. A server may answer before it has read the whole call, and then stop the upload by NO_ERROR; a client
# must not discard the answer for that (RFC 9113, 8.1). jetty's call ends in an EofException, whose form varies, so there
# is neither the status nor the body that says what is too large. httpclient5 5.5 is not in the table: it shows the answer in
# some runs and fails in others.
# Whom it meets: uploads that a gateway refuses by size or by login at their first bytes. With a mock: refuse an upload
# of some megabytes before its end.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/pid 2> /dev/null) 2> /dev/null || true; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.cjs <<'JS'
const server = require('node:http2').createServer();
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.respond({ ':status': 413, 'content-type': 'text/plain' });
  stream.on('finish', () => stream.close(0));
  stream.end('too large');
});
server.on('sessionError', () => {});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
npm install --silent --no-audit --no-fund undici@7.16.0
cat > send.mjs <<'JS'
import { H2CClient } from 'undici';

const client = new H2CClient(process.argv[2]);
let answer;
try {
  const { statusCode, body } = await client.request({ method: 'POST', path: '/', body: Buffer.alloc(4_000_000) });
  answer = `${statusCode} ${await body.text()}`;
} catch {
  answer = 'failed';
}
console.log(`undici: ${answer}`);
await client.destroy();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check niquests==3.21.2
cat > send.py <<'PY'
import sys

import niquests

try:
    found = niquests.Session(disable_http1=True).post(sys.argv[1], data=bytes(4_000_000))
    answer = f"{found.status_code} {found.text}"
except Exception:
    answer = "failed"
print(f"niquests: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>send</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp</artifactId><version>4.12.0</version></dependency>
    <dependency>
      <groupId>org.eclipse.jetty.http2</groupId>
      <artifactId>jetty-http2-client-transport</artifactId>
      <version>12.0.16</version>
    </dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Send.java <<'JAVA'
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

class Send {
    static final byte[] BODY = new byte[4_000_000];

    interface Call {
        String send(String url) throws Exception;
    }

    static void show(String name, String url, Call call) {
        String answer = "failed";
        try {
            answer = call.send(url);
        } catch (Exception error) {
        }
        System.out.println(name + ": " + answer);
    }

    static String byOkHttp(String url) throws Exception {
        var client = new OkHttpClient.Builder().protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE)).build();
        try (var answer = client.newCall(new Request.Builder().url(url).post(RequestBody.create(BODY)).build()).execute()) {
            return answer.code() + " " + answer.body().string();
        }
    }

    static String byJetty(String url) throws Exception {
        var client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
        client.start();
        try {
            var answer = client.POST(url).body(new BytesRequestContent(BODY)).send();
            return answer.getStatus() + " " + answer.getContentAsString();
        } finally {
            client.stop();
        }
    }

    public static void main(String[] arguments) {
        show("okhttp", arguments[0], Send::byOkHttp);
        show("jetty", arguments[0], Send::byJetty);
        System.exit(0);
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	client := http.Client{Transport: &http.Transport{Protocols: protocols}}
	found, err := client.Post(os.Args[1], "application/octet-stream", bytes.NewReader(make([]byte, 4_000_000)))
	if err != nil {
		fmt.Println("net/http: failed")
		return
	}
	body, _ := io.ReadAll(found.Body)
	fmt.Printf("net/http: %d %s\n", found.StatusCode, body)
}
GO
go mod init finding.test/send 2> /dev/null
node serve.cjs > port &
echo $! > pid
while kill -0 $! && [ ! -s port ]; do sleep 0.1; done
url="http://127.0.0.1:$(cat port)/"
{
  node send.mjs "$url"
  venv/bin/python send.py "$url"
  java -cp 'classes/*' Send.java "$url" 2> /dev/null
  go run . "$url"
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
jetty: failed
net/http: 413 too large
niquests: 413 too large
okhttp: 413 too large
undici: 413 too large
EXPECTED
diff expected seen
echo "answers before the end of an upload are taken as they were seen"
