#!/bin/sh
# golang.org/x/oauth2 v0.38.0, oauthlib 4.0.1 and Authlib 1.9.10 (PyPI), simple-oauth2 5.1.0 (npm) and
# com.nimbusds:oauth2-oidc-sdk 11.26 (Maven Central), seen on 2026-11-30 with Go 1.26, Python 3.11, Node 20 and Java 17.
#
# Guess before it was run: five clients of OAuth 2 find an access token expired when its `expires_in` is over; x/oauth2
# refuses the number as a text.
# Seen: x/oauth2 takes the text. `expires_in` is the lifetime in seconds (RFC 6749, 5.1), so a token of 0 seconds is over when
# it comes. Only simple-oauth2 finds it expired: x/oauth2, oauthlib and Authlib take 0 as if nothing was said, so the token
# is valid for ever and no other one is fetched. nimbus does it the other way: a token without `expires_in` has 0 seconds. A
# lifetime of one second is over after two for all.
# Whom it meets: tests of renewal with the shortest lifetime. With a mock: let tokens last a second, or move its clock.
# Output seen: the lines that EXPECTED has below, two seconds after the token came.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > answers <<'JSON'
{"access_token":"t","token_type":"Bearer","expires_in":3600}
{"access_token":"t","token_type":"bearer","expires_in":"3600"}
{"access_token":"t","token_type":"Bearer","expires_in":1}
{"access_token":"t","token_type":"Bearer","expires_in":0}
{"access_token":"t","token_type":"Bearer"}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check Authlib==1.9.10 oauthlib==4.0.1
cat > read.py <<'PY'
import json
import time

from authlib.oauth2.rfc6749 import OAuth2Token
from oauthlib.oauth2 import BackendApplicationClient, TokenExpiredError

with open("answers", encoding="utf-8") as file:
    answers = file.read().splitlines()
clients = []
for answer in answers:
    client = BackendApplicationClient("client")
    client.parse_request_body_response(answer)
    clients.append((answer, client, OAuth2Token.from_dict(json.loads(answer))))
time.sleep(2.1)
for answer, client, token in clients:
    try:
        client.add_token("https://api.test/")
        state = "valid"
    except TokenExpiredError:
        state = "expired"
    print(f"{answer}: oauthlib, {state}")
    print(f"{answer}: Authlib, {'expired' if token.is_expired(leeway=0) else 'valid'}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	file, _ := os.ReadFile("answers")
	answers := strings.Split(strings.TrimSpace(string(file)), "\n")
	var tokens []*oauth2.Token
	for _, answer := range answers {
		server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
			response.Header().Set("Content-Type", "application/json")
			fmt.Fprint(response, answer)
		}))
		settings := clientcredentials.Config{ClientID: "client", ClientSecret: "secret", TokenURL: server.URL}
		token, err := settings.Token(context.Background())
		server.Close()
		if err != nil {
			panic(err)
		}
		tokens = append(tokens, token)
	}
	time.Sleep(2100 * time.Millisecond)
	for number, answer := range answers {
		state := "expired"
		if tokens[number].Valid() {
			state = "valid"
		}
		fmt.Printf("%s: x/oauth2, %s\n", answer, state)
	}
}
GO
{
  go mod init finding.test/tokens
  go get golang.org/x/oauth2@v0.38.0
  go mod tidy
} 2> /dev/null
npm install --silent --no-audit --no-fund simple-oauth2@5.1.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ClientCredentials } from 'simple-oauth2';

const client = new ClientCredentials({ client: { id: 'client', secret: 'secret' }, auth: { tokenHost: 'https://issuer.test' } });
const answers = readFileSync('answers', 'utf8').trim().split('\n');
const tokens = answers.map((answer) => client.createToken(JSON.parse(answer)));
await setTimeout(2100);
for (const [number, answer] of answers.entries()) {
  console.log(`${answer}: simple-oauth2, ${tokens[number].expired() ? 'expired' : 'valid'}`);
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>tokens</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>oauth2-oidc-sdk</artifactId><version>11.26</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import java.nio.file.Files;
import java.nio.file.Path;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (String answer : Files.readAllLines(Path.of("answers"))) {
            var token = AccessTokenResponse.parse(JSONObjectUtils.parse(answer)).getTokens().getAccessToken();
            System.out.println(answer + ": nimbus, " + token.getLifetime() + " seconds");
        }
    }
}
JAVA
{ venv/bin/python read.py; go run .; node read.mjs; java -cp 'classes/*' Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"access_token":"t","token_type":"Bearer","expires_in":0}: Authlib, valid
{"access_token":"t","token_type":"Bearer","expires_in":0}: nimbus, 0 seconds
{"access_token":"t","token_type":"Bearer","expires_in":0}: oauthlib, valid
{"access_token":"t","token_type":"Bearer","expires_in":0}: simple-oauth2, expired
{"access_token":"t","token_type":"Bearer","expires_in":0}: x/oauth2, valid
{"access_token":"t","token_type":"Bearer","expires_in":1}: Authlib, expired
{"access_token":"t","token_type":"Bearer","expires_in":1}: nimbus, 1 seconds
{"access_token":"t","token_type":"Bearer","expires_in":1}: oauthlib, expired
{"access_token":"t","token_type":"Bearer","expires_in":1}: simple-oauth2, expired
{"access_token":"t","token_type":"Bearer","expires_in":1}: x/oauth2, expired
{"access_token":"t","token_type":"Bearer","expires_in":3600}: Authlib, valid
{"access_token":"t","token_type":"Bearer","expires_in":3600}: nimbus, 3600 seconds
{"access_token":"t","token_type":"Bearer","expires_in":3600}: oauthlib, valid
{"access_token":"t","token_type":"Bearer","expires_in":3600}: simple-oauth2, valid
{"access_token":"t","token_type":"Bearer","expires_in":3600}: x/oauth2, valid
{"access_token":"t","token_type":"Bearer"}: Authlib, valid
{"access_token":"t","token_type":"Bearer"}: nimbus, 0 seconds
{"access_token":"t","token_type":"Bearer"}: oauthlib, valid
{"access_token":"t","token_type":"Bearer"}: simple-oauth2, valid
{"access_token":"t","token_type":"Bearer"}: x/oauth2, valid
{"access_token":"t","token_type":"bearer","expires_in":"3600"}: Authlib, valid
{"access_token":"t","token_type":"bearer","expires_in":"3600"}: nimbus, 3600 seconds
{"access_token":"t","token_type":"bearer","expires_in":"3600"}: oauthlib, valid
{"access_token":"t","token_type":"bearer","expires_in":"3600"}: simple-oauth2, valid
{"access_token":"t","token_type":"bearer","expires_in":"3600"}: x/oauth2, valid
EXPECTED
diff expected seen
echo "lifetimes of tokens behave as they were seen"
