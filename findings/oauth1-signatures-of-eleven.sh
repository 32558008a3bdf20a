#!/bin/sh
# oauth-1.0a 2.2.6, oauth 0.10.2 and axios-oauth-1.0a 0.4.1 with axios 1.21.1 (npm), requests-oauthlib 2.0.0 with oauthlib 4.0.1,
# Authlib 1.9.10 and rauth 0.7.3 (PyPI), github.com/dghubble/oauth1 v0.7.3 and github.com/mrjones/oauth of 2019-06-23, and
# oauth.signpost:signpost-core 2.1.1, com.github.scribejava:scribejava-core 8.3.3 and com.google.oauth-client:google-oauth-client
# 1.39.0 (Maven Central), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: clients of OAuth 1.0a in four languages sign each valid request as RFC 5849 (3.4.1) has it; a `+` in
# the query and a parameter that is there twice are missed by one.
# Seen: two are right for each request, requests-oauthlib and Authlib. A parameter may be there twice and is sorted by its value
# (3.4.1.3.2): dghubble, oauth and rauth sign another text. The query is decoded as a form is (3.4.1.3.1): oauth-1.0a makes a plus
# of a plus, and it and mrjones miss names that are percent-encoded. signpost misses a name without a `=`. The host is signed in
# small letters (3.4.1.2), which five do not. A form in the body is signed (3.4.1.3.1): axios-oauth-1.0a looks for its type under
# `content-type`, which axios 1 writes as `Content-Type`, so it signs none and adds a hash of the body. mrjones leaves out a query
# beside a form, and encodes a path that is encoded already.
# Whom it meets: clients of services that still have OAuth 1.0a; the server says no more than 401. With a mock: verify a call
# with two values of one parameter, and one with a form.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat > requests <<'TEXT'
GET localhost /r?a=b%20c
GET localhost /r?a=b+c
GET localhost /r?a=2&a=1
GET localhost /r?a=9&a=10
GET localhost /r?a&b=
GET localhost /r?a=~*()!
GET localhost /r?c%40=1&a%5B0%5D=1
GET localhost /r?a=%3D%253D
GET localhost /r?a=1&B=2&a-b=3&a.b=4
GET localhost /r%20v/X;y=1/%C3%BC
GET LOCALHOST /r?a=1
POST localhost /r a=1
POST localhost /r a=b+c
POST localhost /r a=b*c
POST localhost /r a=1&b
POST localhost /r?a=1 b=1
TEXT
cat > judge.py <<'PY'
import base64
import hashlib
import hmac
import http.server
import re
from urllib.parse import parse_qsl, quote, unquote


class Judge(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        given = re.findall(r'(\w+)="([^"]*)"', self.headers["Authorization"])
        oauth = {unquote(name): unquote(value) for name, value in given if name != "realm"}
        signature = oauth.pop("oauth_signature")
        path, _, query = self.path.partition("?")
        pairs = [*oauth.items(), *parse_qsl(query, True), *parse_qsl(body, True)]
        # RFC 5849, 3.4.1.3.2
        coded = sorted((quote(name, safe="~"), quote(value, safe="~")) for name, value in pairs)
        parts = [self.command, f"http://{self.headers['Host'].lower()}{path}", "&".join(map("=".join, coded))]
        base = "&".join(quote(part, safe="~") for part in parts)
        right = base64.b64encode(hmac.new(b"s%26s&t%2Bt", base.encode(), hashlib.sha1).digest()).decode()
        answer = b"right" if signature == right else b"wrong"
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
cat > sign.py <<'PY'
from urllib.parse import parse_qs

import rauth
from authlib.integrations.requests_client import OAuth1Session
from requests_oauthlib import OAuth1Session as OauthlibSession

KEYS = ("key1", "s&s", "tok", "t+t")
TYPE = {"Content-Type": "application/x-www-form-urlencoded"}
rauth_session = rauth.OAuth1Session(*KEYS)


def by_rauth(method, url, body):
    url, _, query = url.partition("?")
    more = {"headers": dict(TYPE), "data": parse_qs(body, True)} if body else {}
    return rauth_session.request(method, url, header_auth=True, params=parse_qs(query, True), **more)


def by_session(session):
    return lambda method, url, body: session.request(method, url, data=body, headers=TYPE if body else None)


CLIENTS = {
    "Authlib": by_session(OAuth1Session(*KEYS)),
    "rauth": by_rauth,
    "requests-oauthlib": by_session(OauthlibSession(*KEYS)),
}
with open("port", encoding="utf-8") as file:
    port = file.read()
with open("requests", encoding="utf-8") as file:
    for line in file.read().splitlines():
        method, host, path, *body = line.split(" ")
        for name, send in CLIENTS.items():
            try:
                answer = send(method, f"http://{host}:{port}{path}", body[0] if body else None).text
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{line}#{answer}#{name}")
PY
cat > sign.cjs <<'JS'
const { createHmac } = require('node:crypto');
const { readFileSync } = require('node:fs');
const OAuth = require('oauth-1.0a');
const axios = require('axios');
const addOAuth = require('axios-oauth-1.0a').default;
const { OAuth: NodeOAuth } = require('oauth');

const port = readFileSync('port', 'utf8');
const [key, secret, token, tokenSecret] = ['key1', 's&s', 'tok', 't+t'];
const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
const lower = { 'content-type': type['Content-Type'] };
const signer = new OAuth({
  consumer: { key, secret },
  signature_method: 'HMAC-SHA1',
  hash_function: (base, by) => createHmac('sha1', by).update(base).digest('base64'),
});
const node = new NodeOAuth(null, null, key, secret, '1.0', null, 'HMAC-SHA1');
const withOAuth = axios.create();
addOAuth(withOAuth, { algorithm: 'HMAC-SHA1', key, secret, token, tokenSecret });
const clients = {
  'oauth-1.0a': async (method, url, body) => {
    const data = body && Object.fromEntries(new URLSearchParams(body));
    const header = signer.toHeader(signer.authorize({ method, url, data }, { key: token, secret: tokenSecret }));
    return (await fetch(url, { method, body, headers: body ? { ...type, ...header } : header })).text();
  },
  oauth: (method, url, body) =>
    new Promise((resolve, reject) => {
      const end = (error, text) => (error ? reject(error) : resolve(text));
      if (body) node.post(url, token, tokenSecret, Object.fromEntries(new URLSearchParams(body)), undefined, end);
      else node.get(url, token, tokenSecret, end);
    }),
  'axios-oauth-1.0a': async (method, url, body) =>
    (await withOAuth.request({ method, url, headers: body ? lower : {}, data: body })).data,
};
(async () => {
  for (const line of readFileSync('requests', 'utf8').trim().split('\n')) {
    const [method, host, path, body] = line.split(' ');
    for (const [name, send] of Object.entries(clients)) {
      const answer = await send(method, `http://${host}:${port}${path}`, body).catch((error) => `refused, ${error.name}`);
      console.log(`${line}#${answer}#${name}`);
    }
  }
})();
JS
cat > sign.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/dghubble/oauth1"
	"github.com/mrjones/oauth"
)

func send(client *http.Client, method, address, body string) string {
	request, _ := http.NewRequest(method, address, strings.NewReader(body))
	if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := client.Do(request)
	if err != nil {
		return "refused"
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text)
}

func main() {
	port, _ := os.ReadFile("port")
	lines, _ := os.ReadFile("requests")
	one := oauth1.NewConfig("key1", "s&s").Client(oauth1.NoContext, oauth1.NewToken("tok", "t+t"))
	consumer := oauth.NewConsumer("key1", "s&s", oauth.ServiceProvider{})
	two, _ := consumer.MakeHttpClient(&oauth.AccessToken{Token: "tok", Secret: "t+t"})
	for _, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
		parts := append(strings.Split(line, " "), "")
		address := "http://" + parts[1] + ":" + string(port) + parts[2]
		fmt.Printf("%s#%s#dghubble\n", line, send(one, parts[0], address, parts[3]))
		fmt.Printf("%s#%s#mrjones\n", line, send(two, parts[0], address, parts[3]))
	}
}
GO
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>sign</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>oauth.signpost</groupId><artifactId>signpost-core</artifactId><version>2.1.1</version></dependency>
    <dependency><groupId>com.github.scribejava</groupId><artifactId>scribejava-core</artifactId><version>8.3.3</version></dependency>
    <dependency><groupId>com.google.oauth-client</groupId><artifactId>google-oauth-client</artifactId><version>1.39.0</version></dependency>
  </dependencies>
</project>
XML
cat > Sign.java <<'JAVA'
import com.github.scribejava.core.builder.ServiceBuilder;
import com.github.scribejava.core.builder.api.DefaultApi10a;
import com.github.scribejava.core.model.OAuth1AccessToken;
import com.github.scribejava.core.model.OAuth1RequestToken;
import com.github.scribejava.core.model.OAuthRequest;
import com.github.scribejava.core.model.Verb;
import com.google.api.client.auth.oauth.OAuthHmacSigner;
import com.google.api.client.auth.oauth.OAuthParameters;
import com.google.api.client.http.ByteArrayContent;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.UrlEncodedContent;
import com.google.api.client.http.UrlEncodedParser;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.util.GenericData;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import oauth.signpost.basic.DefaultOAuthConsumer;
import oauth.signpost.http.HttpParameters;

public class Sign {
    interface Client {
        String send(String method, String url, String body) throws Exception;
    }

    static final String TYPE = "application/x-www-form-urlencoded";

    static List<String[]> pairs(String body) {
        List<String[]> pairs = new ArrayList<>();
        for (String part : body.split("&")) {
            String[] pair = (part + "=").split("=", 3);
            pairs.add(new String[] {pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8)});
        }
        return pairs;
    }

    // A body is signed as a form if the connection says that it is one; signpost reads it from the connection's parameters.
    static String bySignpost(String method, String url, String body) throws Exception {
        DefaultOAuthConsumer consumer = new DefaultOAuthConsumer("key1", "s&s");
        consumer.setTokenWithSecret("tok", "t+t");
        HttpURLConnection connection = (HttpURLConnection) new URI(url).toURL().openConnection();
        connection.setRequestMethod(method);
        if (body != null) {
            HttpParameters form = new HttpParameters();
            for (String[] pair : pairs(body)) form.put(pair[0], pair[1], true);
            consumer.setAdditionalParameters(form);
            connection.setDoOutput(true);
        }
        consumer.sign(connection);
        if (body != null) connection.getOutputStream().write(body.getBytes());
        return new String(connection.getInputStream().readAllBytes());
    }

    static String byScribe(String method, String url, String body) throws Exception {
        DefaultApi10a api = new DefaultApi10a() {
            @Override
            public String getRequestTokenEndpoint() {
                return null;
            }

            @Override
            public String getAccessTokenEndpoint() {
                return null;
            }

            @Override
            public String getAuthorizationBaseUrl() {
                return null;
            }
        };
        OAuthRequest request = new OAuthRequest(Verb.valueOf(method), url);
        if (body != null) for (String[] pair : pairs(body)) request.addBodyParameter(pair[0], pair[1]);
        try (var service = new ServiceBuilder("key1").apiSecret("s&s").build(api)) {
            service.signRequest(new OAuth1AccessToken("tok", "t+t"), request);
            return service.execute(request).getBody();
        }
    }

    static String byGoogle(String method, String url, String body) throws Exception {
        OAuthHmacSigner signer = new OAuthHmacSigner();
        signer.clientSharedSecret = "s&s";
        signer.tokenSharedSecret = "t+t";
        OAuthParameters oauth = new OAuthParameters();
        oauth.consumerKey = "key1";
        oauth.token = "tok";
        oauth.signer = signer;
        UrlEncodedContent content = null;
        if (body != null) {
            GenericData form = new GenericData();
            UrlEncodedParser.parse(body, form);
            content = new UrlEncodedContent(form);
        }
        var requests = new NetHttpTransport().createRequestFactory(oauth);
        return requests.buildRequest(method, new GenericUrl(url), content).execute().parseAsString();
    }

    public static void main(String[] arguments) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        String port = Files.readString(Path.of("port"));
        Map<String, Client> clients = Map.of("signpost", Sign::bySignpost, "scribejava", Sign::byScribe, "google", Sign::byGoogle);
        for (String line : Files.readAllLines(Path.of("requests"))) {
            String[] parts = line.split(" ");
            String url = "http://" + parts[1] + ":" + port + parts[2];
            for (var client : clients.entrySet()) {
                String answer;
                try {
                    answer = client.getValue().send(parts[0], url, parts.length > 3 ? parts[3] : null);
                } catch (Exception error) {
                    answer = "refused, " + error.getClass().getSimpleName();
                }
                System.out.println(line + "#" + answer + "#" + client.getKey());
            }
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests-oauthlib==2.0.0 oauthlib==4.0.1 Authlib==1.9.10 rauth==0.7.3
npm install --silent --no-audit --no-fund oauth-1.0a@2.2.6 oauth@0.10.2 axios-oauth-1.0a@0.4.1 axios@1.21.1
go mod init finding.test/sign 2> /dev/null
go get github.com/dghubble/oauth1@v0.7.3 github.com/mrjones/oauth@v0.0.0-20190623134757-126b35219450 2> /dev/null
go mod tidy 2> /dev/null
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
python3 judge.py &
server=$!
while [ ! -s port ]; do sleep 0.1; done
{
  venv/bin/python sign.py
  node sign.cjs
  go run .
  java -cp 'classes/*' Sign.java
} 2> errors | LC_ALL=C sort | awk -F "#" '
  $1 FS $2 != group && group != "" { print line }
  $1 != text { print $1 }
  $1 FS $2 != group { line = "  " $2 " by" }
  { text = $1; group = $1 FS $2; line = line " " $3 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
GET LOCALHOST /r?a=1
  right by Authlib axios-oauth-1.0a dghubble oauth requests-oauthlib signpost
  wrong by google mrjones oauth-1.0a rauth scribejava
GET localhost /r%20v/X;y=1/%C3%BC
  right by Authlib axios-oauth-1.0a dghubble google oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by mrjones
GET localhost /r?a&b=
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava
  wrong by signpost
GET localhost /r?a=%3D%253D
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
GET localhost /r?a=1&B=2&a-b=3&a.b=4
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
GET localhost /r?a=2&a=1
  right by Authlib axios-oauth-1.0a google mrjones oauth-1.0a requests-oauthlib scribejava signpost
  wrong by dghubble oauth rauth
GET localhost /r?a=9&a=10
  right by Authlib axios-oauth-1.0a google mrjones oauth-1.0a requests-oauthlib scribejava signpost
  wrong by dghubble oauth rauth
GET localhost /r?a=b%20c
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
GET localhost /r?a=b+c
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth rauth requests-oauthlib scribejava signpost
  wrong by oauth-1.0a
GET localhost /r?a=~*()!
  right by Authlib axios-oauth-1.0a dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
GET localhost /r?c%40=1&a%5B0%5D=1
  right by Authlib axios-oauth-1.0a dghubble google oauth rauth requests-oauthlib scribejava signpost
  wrong by mrjones oauth-1.0a
POST localhost /r a=1
  right by Authlib dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by axios-oauth-1.0a
POST localhost /r a=1&b
  right by Authlib dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by axios-oauth-1.0a
POST localhost /r a=b*c
  right by Authlib dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by axios-oauth-1.0a
POST localhost /r a=b+c
  right by Authlib dghubble google mrjones oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by axios-oauth-1.0a
POST localhost /r?a=1 b=1
  right by Authlib dghubble google oauth oauth-1.0a rauth requests-oauthlib scribejava signpost
  wrong by axios-oauth-1.0a mrjones
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "requests of OAuth 1.0a are signed as they were seen"
