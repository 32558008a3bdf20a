#!/bin/sh
# oauth4webapi 3.8.8, simple-oauth2 5.1.0 and @badgateway/oauth2-client 3.3.1 (npm), oauthlib 4.0.1 with requests-oauthlib
# 2.0.0 and Authlib 1.9.10 (PyPI), golang.org/x/oauth2 v0.38.0 and com.nimbusds:oauth2-oidc-sdk 11.26 (Maven Central), seen on
# 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: seven clients of OAuth 2 read each valid answer to a request for a token, and give the code of each
# error; oauthlib warns of other scopes.
# Seen: oauthlib does not warn, but raises a `Warning`, and there is no token, though a server may give less than was asked
# for (RFC 6749, 3.3). It makes InvalidClientIdError of each `invalid_request`, and if the server gives no text, it says that
# the parameter client_id is invalid. A client that authenticates by a header gets `invalid_client` with 401 and a challenge
# (5.2): oauth4webapi raises an error about the challenge then, without the code, and leaves the body unread. It also refuses
# `N_A` (RFC 8693, 2.2.1), unless it is told of it. @badgateway/oauth2-client takes `Application/JSON`, which has no case, for
# no JSON. Types in capitals and new codes are read by all.
# Whom it meets: who tells a wrong secret from a wrong request, or asks for more than is given. With a mock: give fewer scopes
# than were asked for, and refuse a secret with 401.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT
server=
cd "$folder"
npm install --silent --no-audit --no-fund oauth4webapi@3.8.8 simple-oauth2@5.1.0 @badgateway/oauth2-client@3.3.1
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const token = { access_token: 'secret', token_type: 'Bearer', scope: 'read write' };
const ANSWERS = {
  plain: [200, token],
  'type-in-capitals': [200, { ...token, token_type: 'BEARER' }],
  'no-token-type': [200, { ...token, token_type: 'N_A', issued_token_type: 'urn:ietf:params:oauth:token-type:id_token' }],
  'media-type-in-capitals': [200, token, { 'content-type': 'Application/JSON' }],
  'fewer-scopes': [200, { ...token, scope: 'read' }],
  'invalid-request': [400, { error: 'invalid_request' }],
  'invalid-request-told': [400, { error: 'invalid_request', error_description: 'no resource' }],
  'invalid-client': [401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="token"' }],
  'invalid-scope': [400, { error: 'invalid_scope', error_description: 'no write' }],
  'invalid-target': [400, { error: 'invalid_target' }],
};
const server = createServer((request, response) => {
  const [status, body, headers] = ANSWERS[request.url.slice(1)];
  request.resume().on('end', () => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
    response.end(JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync('names', Object.keys(ANSWERS).join('\n'));
  writeFileSync('address', `http://127.0.0.1:${server.address().port}`);
});
JS
node serve.mjs &
server=$!
until [ -s address ]; do sleep 0.1; done
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { OAuth2Client } from '@badgateway/oauth2-client';
import * as web from 'oauth4webapi';
import simple from 'simple-oauth2';

console.warn = () => {};
const address = readFileSync('address', 'utf8');
const CLIENTS = {
  oauth4webapi: async (name) => {
    const server = { issuer: address, token_endpoint: `${address}/${name}` };
    const client = { client_id: 'id' };
    const options = { [web.allowInsecureRequests]: true };
    const scope = { scope: 'read write' };
    const response = await web.clientCredentialsGrantRequest(server, client, web.ClientSecretBasic('key'), scope, options);
    return web.processClientCredentialsResponse(server, client, response);
  },
  'simple-oauth2': async (name) => {
    const auth = { tokenHost: address, tokenPath: `/${name}` };
    return (await new simple.ClientCredentials({ client: { id: 'id', secret: 'key' }, auth }).getToken({ scope: 'read write' })).token;
  },
  badgateway: (name) => {
    const client = new OAuth2Client({ server: address, clientId: 'id', clientSecret: 'key', tokenEndpoint: `/${name}` });
    return client.clientCredentials({ scope: ['read', 'write'] });
  },
};
const toldBy = ({ name, error, error_description, oauth2Code, data, message }) => {
  const { error: code, error_description: text } = data?.payload ?? (oauth2Code ? { error: message } : { error, error_description });
  return code ? [name, code, text].filter(Boolean).join(', ') : `${name}, ${message}`;
};
for (const name of readFileSync('names', 'utf8').split('\n')) {
  for (const [title, ask] of Object.entries(CLIENTS)) {
    const answer = await ask(name).then(() => 'a token', (error) => `error ${toldBy(error)}`);
    console.log(`${name} by ${title}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check oauthlib==4.0.1 requests-oauthlib==2.0.0 Authlib==1.9.10 requests==2.34.2
cat > ask.py <<'PY'
from authlib.integrations.requests_client import OAuth2Session as Authlib
from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session


def by_oauthlib(url):
    session = OAuth2Session(client=BackendApplicationClient("id", scope=["read", "write"]))
    return session.fetch_token(url, client_id="id", client_secret="key")


def by_authlib(url):
    return Authlib("id", "key", scope="read write").fetch_token(url, grant_type="client_credentials")


with open("address", encoding="utf-8") as file:
    address = file.read()
with open("names", encoding="utf-8") as file:
    names = file.read().split()
for name in names:
    for title, ask in {"oauthlib": by_oauthlib, "Authlib": by_authlib}.items():
        try:
            ask(f"{address}/{name}")
            answer = "a token"
        except Exception as error:
            parts = [getattr(error, "error", None), getattr(error, "description", None)]
            answer = ", ".join(["error " + type(error).__name__, *filter(None, parts)])
        print(f"{name} by {title}: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	address, _ := os.ReadFile("address")
	names, _ := os.ReadFile("names")
	for _, name := range strings.Fields(string(names)) {
		config := clientcredentials.Config{
			ClientID: "id", ClientSecret: "key", TokenURL: string(address) + "/" + name,
			Scopes: []string{"read", "write"}, AuthStyle: oauth2.AuthStyleInHeader,
		}
		answer := "a token"
		if _, err := config.Token(context.Background()); err != nil {
			told := &oauth2.RetrieveError{}
			errors.As(err, &told)
			answer = strings.TrimSuffix("error "+told.ErrorCode+", "+told.ErrorDescription, ", ")
		}
		fmt.Printf("%s by x/oauth2: %s\n", name, answer)
	}
}
GO
{
  go mod init finding.test/answers
  go get golang.org/x/oauth2@v0.38.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>answers</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>oauth2-oidc-sdk</artifactId><version>11.26</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

class Ask {
    public static void main(String[] arguments) throws Exception {
        ClientSecretBasic client = new ClientSecretBasic(new ClientID("id"), new Secret("key"));
        for (String name : Files.readAllLines(Path.of("names"))) {
            URI address = URI.create(Files.readString(Path.of("address")) + "/" + name);
            TokenRequest request = new TokenRequest(address, client, new ClientCredentialsGrant(), new Scope("read", "write"));
            String answer = "a token";
            try {
                TokenResponse response = TokenResponse.parse(request.toHTTPRequest().send());
                if (!response.indicatesSuccess()) {
                    var error = response.toErrorResponse().getErrorObject();
                    answer = "error " + error.getCode() + (error.getDescription() == null ? "" : ", " + error.getDescription());
                }
            } catch (Exception error) {
                answer = "error " + error.getMessage();
            }
            System.out.println(name + " by nimbus: " + answer);
        }
    }
}
JAVA
export OAUTHLIB_INSECURE_TRANSPORT=1
{ node ask.mjs; venv/bin/python ask.py; go run .; java -cp 'classes/*' Ask.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
fewer-scopes by Authlib: a token
fewer-scopes by badgateway: a token
fewer-scopes by nimbus: a token
fewer-scopes by oauth4webapi: a token
fewer-scopes by oauthlib: error Warning
fewer-scopes by simple-oauth2: a token
fewer-scopes by x/oauth2: a token
invalid-client by Authlib: error OAuthError, invalid_client
invalid-client by badgateway: error Error, OAuth2 error invalid_client.
invalid-client by nimbus: error invalid_client
invalid-client by oauth4webapi: error WWWAuthenticateChallengeError, server responded with a challenge in the WWW-Authenticate HTTP Header
invalid-client by oauthlib: error InvalidClientError, invalid_client
invalid-client by simple-oauth2: error Error, invalid_client
invalid-client by x/oauth2: error invalid_client
invalid-request by Authlib: error OAuthError, invalid_request
invalid-request by badgateway: error Error, OAuth2 error invalid_request.
invalid-request by nimbus: error invalid_request
invalid-request by oauth4webapi: error ResponseBodyError, invalid_request
invalid-request by oauthlib: error InvalidClientIdError, invalid_request, Invalid client_id parameter value.
invalid-request by simple-oauth2: error Error, invalid_request
invalid-request by x/oauth2: error invalid_request
invalid-request-told by Authlib: error OAuthError, invalid_request, no resource
invalid-request-told by badgateway: error Error, OAuth2 error invalid_request. no resource
invalid-request-told by nimbus: error invalid_request, no resource
invalid-request-told by oauth4webapi: error ResponseBodyError, invalid_request, no resource
invalid-request-told by oauthlib: error InvalidClientIdError, invalid_request, no resource
invalid-request-told by simple-oauth2: error Error, invalid_request, no resource
invalid-request-told by x/oauth2: error invalid_request, no resource
invalid-scope by Authlib: error OAuthError, invalid_scope, no write
invalid-scope by badgateway: error Error, OAuth2 error invalid_scope. no write
invalid-scope by nimbus: error invalid_scope, no write
invalid-scope by oauth4webapi: error ResponseBodyError, invalid_scope, no write
invalid-scope by oauthlib: error InvalidScopeError, invalid_scope, no write
invalid-scope by simple-oauth2: error Error, invalid_scope, no write
invalid-scope by x/oauth2: error invalid_scope, no write
invalid-target by Authlib: error OAuthError, invalid_target
invalid-target by badgateway: error Error, OAuth2 error invalid_target.
invalid-target by nimbus: error invalid_target
invalid-target by oauth4webapi: error ResponseBodyError, invalid_target
invalid-target by oauthlib: error CustomOAuth2Error, invalid_target
invalid-target by simple-oauth2: error Error, invalid_target
invalid-target by x/oauth2: error invalid_target
media-type-in-capitals by Authlib: a token
media-type-in-capitals by badgateway: error TypeError, We received an invalid token response from an OAuth2 server.
media-type-in-capitals by nimbus: a token
media-type-in-capitals by oauth4webapi: a token
media-type-in-capitals by oauthlib: a token
media-type-in-capitals by simple-oauth2: a token
media-type-in-capitals by x/oauth2: a token
no-token-type by Authlib: a token
no-token-type by badgateway: a token
no-token-type by nimbus: a token
no-token-type by oauth4webapi: error UnsupportedOperationError, unsupported `token_type` value
no-token-type by oauthlib: a token
no-token-type by simple-oauth2: a token
no-token-type by x/oauth2: a token
plain by Authlib: a token
plain by badgateway: a token
plain by nimbus: a token
plain by oauth4webapi: a token
plain by oauthlib: a token
plain by simple-oauth2: a token
plain by x/oauth2: a token
type-in-capitals by Authlib: a token
type-in-capitals by badgateway: a token
type-in-capitals by nimbus: a token
type-in-capitals by oauth4webapi: a token
type-in-capitals by oauthlib: a token
type-in-capitals by simple-oauth2: a token
type-in-capitals by x/oauth2: a token
EXPECTED
diff expected seen
echo "clients of OAuth 2 read token answers as they were seen"
