#!/bin/sh
# openid-client 6.9.0, @octokit/auth-oauth-device 8.0.5 and @azure/msal-node 7.2.3 (npm), msal 1.39.0, requests-oauth2client 1.8.0
# and loctocat 1.0.3 (PyPI), golang.org/x/oauth2 v0.38.0 and github.com/cli/oauth v1.2.2, seen on 2026-11-30 with Node 20, Python
# 3.11 and Go 1.26.
#
# Guess before it was run: eight clients of the device flow wait for the interval, 1 second, and after each `slow_down` 5 seconds
# more, also before later polls; one waits longer only once. Without an interval they wait 5 seconds.
# Seen: four do so in all: openid-client, msal, requests-oauth2client and x/oauth2 (RFC 8628, 3.5 and 3.2). @octokit waits 8
# seconds after `slow_down`, however often, and 1 second after the next answer. cli/oauth adds a fifth to each wait, and after
# the second `slow_down` ends with an error about the clock of the machine. msal-node, unlike its sister for Python, ends at the
# first one, and loctocat polls again without any wait, since it compares where it should add. If the server gives no interval,
# @octokit and msal-node do not wait at all, and for cli/oauth and loctocat it is an error.
# Whom it meets: command lines that log in while many others do. With a mock: answer `slow_down` twice, and leave out `interval`.
# Output seen: the lines that EXPECTED has below. Errors come with 400, and as 200 for @octokit, as GitHub sends them.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.mjs <<'JS'
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const REPLIES = { slow: ['slow_down', 'slow_down', 'authorization_pending'], none: ['authorization_pending'] };
const seen = new Map();
const server = createServer((request, response) => {
  const [, client, name, ...rest] = request.url.split('?')[0].split('/');
  const id = `${client} ${name}`;
  const send = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  request.resume().on('end', () => {
    const now = Date.now();
    if (/device/.test(rest.join('/'))) {
      seen.set(id, { last: now, left: [...REPLIES[name]] });
      const codes = { device_code: 'one', user_code: 'ONE-TWO', verification_uri: 'https://login.test/device', expires_in: 600 };
      return send(200, { ...codes, ...(name === 'slow' && { interval: 1 }) });
    }
    const one = seen.get(id);
    appendFileSync('polls', `${id} ${Math.floor((now - one.last + 100) / 1000)}\n`);
    one.last = now;
    const error = one.left.shift();
    if (error) return send(client === 'octokit' ? 200 : 400, { error, error_description: 'not yet' });
    return send(200, { access_token: 'token', token_type: 'bearer', expires_in: 60, scope: 'a' });
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
npm install --silent --no-audit --no-fund openid-client@6.9.0 @octokit/auth-oauth-device@8.0.5 @octokit/request@10.0.16 \
  @azure/msal-node@7.2.3
cat > ask.mjs <<'JS'
import { PublicClientApplication } from '@azure/msal-node';
import { createOAuthDeviceAuth } from '@octokit/auth-oauth-device';
import { request } from '@octokit/request';
import * as oidc from 'openid-client';

const base = `http://127.0.0.1:${process.argv[2]}`;
const CLIENTS = {
  'openid-client': async (at) => {
    const metadata = { issuer: base, device_authorization_endpoint: `${at}/device`, token_endpoint: `${at}/token` };
    const config = new oidc.Configuration(metadata, 'client', undefined, oidc.None());
    oidc.allowInsecureRequests(config);
    return oidc.pollDeviceAuthorizationGrant(config, await oidc.initiateDeviceAuthorization(config, {}));
  },
  octokit: (at) => {
    const given = { clientType: 'oauth-app', clientId: 'client', request: request.defaults({ baseUrl: at }) };
    return createOAuthDeviceAuth({ ...given, onVerification: () => {} })({ type: 'oauth' });
  },
  'msal-node': (at) => {
    const send = async (url, { headers, body }) => {
      const path = /devicecode/.test(url) ? 'device' : 'token';
      const answer = await fetch(`${at}/${path}`, { method: 'POST', headers, body });
      return { status: answer.status, headers: {}, body: await answer.json() };
    };
    const authority = 'https://login.test/tenant';
    const places = { authorization_endpoint: authority, token_endpoint: `${authority}/token`, jwks_uri: authority };
    const authorityMetadata = JSON.stringify({ issuer: authority, ...places });
    const known = { knownAuthorities: ['login.test'], authorityMetadata, protocolMode: 'OIDC' };
    const application = new PublicClientApplication({
      auth: { clientId: 'client', authority, ...known },
      system: { networkClient: { sendGetRequestAsync: send, sendPostRequestAsync: send } },
    });
    return application.acquireTokenByDeviceCode({ scopes: ['a'], deviceCodeCallback: () => {} });
  },
};
for (const [client, ask] of Object.entries(CLIENTS)) {
  for (const name of ['slow', 'none']) {
    (async () => ask(`${base}/${client}/${name}`))().then(
      () => console.log(`${client} ${name} token`),
      (error) => console.log(`${client} ${name} ${error.name}`),
    );
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check msal==1.39.0 requests-oauth2client==1.8.0 loctocat==1.0.3 \
  oauthlib==3.3.1
cat > ask.py <<'PY'
import os
import sys
import threading

import requests
from loctocat import Authenticator
from msal.oauth2cli.oauth2 import Client
from requests_oauth2client import DeviceAuthorizationPollingJob, OAuth2Client

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
BASE = f"http://127.0.0.1:{sys.argv[1]}"


def by_msal(at):
    places = {"device_authorization_endpoint": f"{at}/device", "token_endpoint": f"{at}/token"}
    client = Client(places, "client", http_client=requests.Session())
    answer = client.obtain_token_by_device_flow(client.initiate_device_flow(scope=["a"]))
    return answer["access_token"]


def by_requests_oauth2client(at):
    client = OAuth2Client(
        token_endpoint=f"{at}/token", device_authorization_endpoint=f"{at}/device", client_id="client", testing=True
    )
    job = DeviceAuthorizationPollingJob(client, client.authorize_device())
    token = None
    while token is None:
        token = job()


def by_loctocat(at):
    client = Authenticator("client", f"{at}/device", f"{at}/token", scopes=["a"])
    client.ping()
    client.poll()


def ask(client, name, call):
    try:
        call(f"{BASE}/{client}/{name}")
        answer = "token"
    except Exception as error:
        answer = type(error).__name__
    print(client, name, answer, flush=True)


CLIENTS = {"msal": by_msal, "requests-oauth2client": by_requests_oauth2client, "loctocat": by_loctocat}
for client, call in CLIENTS.items():
    for name in ("slow", "none"):
        threading.Thread(target=ask, args=(client, name, call)).start()
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"

	"github.com/cli/oauth/device"
	"golang.org/x/oauth2"
)

func main() {
	clients := map[string]func(string) error{
		"x-oauth2": func(at string) error {
			endpoint := oauth2.Endpoint{DeviceAuthURL: at + "/device", TokenURL: at + "/token", AuthStyle: oauth2.AuthStyleInParams}
			config := oauth2.Config{ClientID: "client", Endpoint: endpoint}
			codes, err := config.DeviceAuth(context.Background())
			if err == nil {
				_, err = config.DeviceAccessToken(context.Background(), codes)
			}
			return err
		},
		"cli-oauth": func(at string) error {
			codes, err := device.RequestCode(http.DefaultClient, at+"/device", "client", []string{"a"})
			if err == nil {
				options := device.WaitOptions{ClientID: "client", DeviceCode: codes}
				_, err = device.Wait(context.Background(), http.DefaultClient, at+"/token", options)
			}
			return err
		},
	}
	var group sync.WaitGroup
	for client, ask := range clients {
		for _, name := range []string{"slow", "none"} {
			group.Go(func() {
				answer := "token"
				if ask(fmt.Sprintf("http://127.0.0.1:%s/%s/%s", os.Args[1], client, name)) != nil {
					answer = "error"
				}
				fmt.Println(client, name, answer)
			})
		}
	}
	group.Wait()
}
GO
{
  go mod init finding.test/device
  go get golang.org/x/oauth2@v0.38.0 github.com/cli/oauth@v1.2.2
  go mod tidy
} 2> /dev/null
go build -o ask .
node serve.mjs > port &
echo $! > pid
for _ in $(seq 50); do
  if [ -s port ]; then break; fi
  sleep 0.1
done
node ask.mjs "$(cat port)" > from-node &
node=$!
venv/bin/python ask.py "$(cat port)" > from-python &
python=$!
./ask "$(cat port)" > from-go
wait $node $python
awk '
  FILENAME == "polls" { waits[$1 " " $2] = waits[$1 " " $2] " " $3; next }
  { text = waits[$1 " " $2]; print $2 ": " $1 " " (text == "" ? "does not poll" : "polls after" text " s") ", then " $3 }
' polls from-node from-python from-go | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
none: cli-oauth does not poll, then error
none: loctocat does not poll, then KeyError
none: msal polls after 0 5 s, then token
none: msal-node polls after 0 0 s, then token
none: octokit polls after 0 0 s, then token
none: openid-client polls after 5 5 s, then token
none: requests-oauth2client polls after 5 5 s, then token
none: x-oauth2 polls after 5 5 s, then token
slow: cli-oauth polls after 1 8 s, then error
slow: loctocat polls after 0 0 0 1 s, then token
slow: msal polls after 0 6 11 11 s, then token
slow: msal-node polls after 0 s, then AuthError
slow: octokit polls after 0 8 8 1 s, then token
slow: openid-client polls after 1 6 11 11 s, then token
slow: requests-oauth2client polls after 1 6 11 11 s, then token
slow: x-oauth2 polls after 1 6 11 11 s, then token
EXPECTED
diff expected seen
echo "clients of the device flow poll as they were seen"
