#!/bin/sh
# kubernetes 37.0.2 and lightkube 1.0.1 (PyPI), @kubernetes/client-node 1.4.0 (npm) and k8s.io/client-go v0.37.2, seen on
# 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: kubernetes and lightkube (PyPI), @kubernetes/client-node, fabric8 and client-go find the same server,
# namespace and token for the current context, also for tokenFile, exec and relative paths.
# Seen (fabric8 was not tried): client-node ignores `tokenFile` and `provideClusterInfo`, and does not find a command beside the
# file. kubernetes of PyPI puts the end of the line of a `tokenFile` into the header, prefers `token`, though the file has
# precedence (client-go, AuthInfo), and ignores `as`, so it acts as another user. lightkube ignores `as` too, looks for a
# `tokenFile` in the folder of the process, and refuses `users: null` and `exec` of the version v1. Over http client-go sends no
# token, the two of PyPI do, and client-node refuses the address. Refusals apart, all this is without a word.
# Whom it meets: tests that write a kubeconfig for a server of their own. With a mock: write `token`, and serve TLS.
# Output seen: the lines that EXPECTED has below: server, header `Authorization`, header `Impersonate-User`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import json
import pathlib

VERSION = "client.authentication.k8s.io/v1"
CREDENTIAL = '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"T"}}'
INFORMED = f"""test -n "$KUBERNETES_EXEC_INFO" && echo '{CREDENTIAL.replace('"T"', '"informed"')}' || echo '{CREDENTIAL}'"""


def execute(command, *arguments, **members):
    return {"exec": {"apiVersion": VERSION, "command": command, "args": arguments, "interactiveMode": "Never"} | members}


CASES = {
    "token": {"token": "T"},
    "token and as": {"token": "T", "as": "bob"},
    "tokenFile": {"tokenFile": f"{pathlib.Path.cwd()}/cases/tokenFile/token"},
    "tokenFile beside": {"tokenFile": "token"},
    "tokenFile and token": {"token": "T", "tokenFile": f"{pathlib.Path.cwd()}/cases/tokenFile/token"},
    "user and password": {"username": "ann", "password": "pw"},
    "exec": execute("echo", CREDENTIAL),
    "exec with information": execute("sh", "-c", INFORMED, provideClusterInfo=True),
    "exec beside": execute("./credential"),
    "token over http": {"token": "T"},
    "no users": None,
}
for name, user in CASES.items():
    folder = pathlib.Path("cases", name)
    folder.mkdir(parents=True)
    (folder / "token").write_text("F\n")
    (folder / "credential").write_text(f"#!/bin/sh\necho '{CREDENTIAL}'\n")
    (folder / "credential").chmod(0o755)
    server = "http://r.test:8080" if name == "token over http" else "https://r.test"
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "c",
        "clusters": [{"name": "k", "cluster": {"server": server}}],
        "contexts": [{"name": "c", "context": {"cluster": "k"} | ({"user": "u"} if user else {})}],
        "users": [{"name": "u", "user": user}] if user else None,
    }
    (folder / "config").write_text(json.dumps(config))
PY
python3 write.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check kubernetes==37.0.2 lightkube==1.0.1
cat > read.py <<'PY'
import json
import logging
import pathlib
import warnings

import httpx2
import lightkube
from kubernetes import client, config
from lightkube.config.client_adapter import user_auth

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)


def official(file):
    read = client.Configuration()
    config.load_kube_config(str(file), client_configuration=read, persist_config=False)
    token = read.auth_settings().get("BearerToken", {}).get("value")
    return read.host, token, client.ApiClient(read).default_headers.get("Impersonate-User")


def light(file):
    read = lightkube.KubeConfig.from_file(file).get()
    request = httpx2.Request("GET", read.cluster.server)
    auth = user_auth(read.user) if read.user else None
    if auth:
        request = next(auth.sync_auth_flow(request))
    return read.cluster.server, request.headers.get("authorization"), request.headers.get("impersonate-user")


for file in sorted(pathlib.Path("cases").glob("*/config")):
    for name, read in {"kubernetes": official, "lightkube": light}.items():
        try:
            answer = json.dumps(read(file))
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{file.parent.name}, {name}: {answer}")
PY
npm install --silent --no-audit --no-fund @kubernetes/client-node@1.4.0
cat > read.mjs <<'JS'
import { readdirSync } from 'node:fs';
import { KubeConfig } from '@kubernetes/client-node';

for (const name of readdirSync('cases').sort()) {
  const read = new KubeConfig();
  read.loadFromFile(`cases/${name}/config`);
  // The result of a command is remembered by the name of its user.
  for (const user of read.users) {
    user.name = name;
  }
  for (const context of read.contexts) {
    context.user &&= name;
  }
  let answer;
  try {
    const { headers } = await read.applyToFetchOptions({ headers: {} });
    const parts = [read.getCurrentCluster().server, headers.get('authorization'), headers.get('impersonate-user')];
    answer = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
  } catch (error) {
    answer = `refused, ${error.message}`;
  }
  console.log(`${name}, client-node: ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"

	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/transport"
)

type recorder struct{ headers http.Header }

func (recorder *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	recorder.headers = request.Header
	return nil, errors.New("not sent")
}

func text(headers http.Header, name string) string {
	if headers.Get(name) == "" {
		return "null"
	}
	return fmt.Sprintf("%q", headers.Get(name))
}

func main() {
	folders, _ := os.ReadDir("cases")
	for _, folder := range folders {
		rules := &clientcmd.ClientConfigLoadingRules{ExplicitPath: "cases/" + folder.Name() + "/config"}
		read, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{}).ClientConfig()
		if err != nil {
			fmt.Printf("%s, client-go: refused, %v\n", folder.Name(), err)
			continue
		}
		settings, _ := read.TransportConfig()
		sender := &recorder{}
		wrapped, _ := transport.HTTPWrappersForConfig(settings, sender)
		request, _ := http.NewRequest("GET", read.Host, nil)
		wrapped.RoundTrip(request)
		fmt.Printf("%s, client-go: [%q, %s, %s]\n", folder.Name(), read.Host, text(sender.headers, "Authorization"),
			text(sender.headers, "Impersonate-User"))
	}
}
GO
{
  go mod init finding.test/users
  go get k8s.io/client-go@v0.37.2
  go mod tidy
} 2> /dev/null
{ venv/bin/python read.py; node read.mjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
exec beside, client-go: ["https://r.test", "Bearer T", null]
exec beside, client-node: refused, spawn ./credential ENOENT
exec beside, kubernetes: ["https://r.test", "Bearer T", null]
exec beside, lightkube: refused, ConfigError
exec with information, client-go: ["https://r.test", "Bearer informed", null]
exec with information, client-node: ["https://r.test", "Bearer T", null]
exec with information, kubernetes: ["https://r.test", "Bearer informed", null]
exec with information, lightkube: refused, ConfigError
exec, client-go: ["https://r.test", "Bearer T", null]
exec, client-node: ["https://r.test", "Bearer T", null]
exec, kubernetes: ["https://r.test", "Bearer T", null]
exec, lightkube: refused, ConfigError
no users, client-go: ["https://r.test", null, null]
no users, client-node: ["https://r.test", null, null]
no users, kubernetes: ["https://r.test", null, null]
no users, lightkube: refused, TypeError
token and as, client-go: ["https://r.test", "Bearer T", "bob"]
token and as, client-node: ["https://r.test", "Bearer T", "bob"]
token and as, kubernetes: ["https://r.test", "Bearer T", null]
token and as, lightkube: ["https://r.test", "Bearer T", null]
token over http, client-go: ["http://r.test:8080", null, null]
token over http, client-node: refused, HTTP protocol is not allowed when skipTLSVerify is not set or false
token over http, kubernetes: ["http://r.test:8080", "Bearer T", null]
token over http, lightkube: ["http://r.test:8080", "Bearer T", null]
token, client-go: ["https://r.test", "Bearer T", null]
token, client-node: ["https://r.test", "Bearer T", null]
token, kubernetes: ["https://r.test", "Bearer T", null]
token, lightkube: ["https://r.test", "Bearer T", null]
tokenFile and token, client-go: ["https://r.test", "Bearer F", null]
tokenFile and token, client-node: ["https://r.test", "Bearer T", null]
tokenFile and token, kubernetes: ["https://r.test", "Bearer T", null]
tokenFile and token, lightkube: ["https://r.test", "Bearer F", null]
tokenFile beside, client-go: ["https://r.test", "Bearer F", null]
tokenFile beside, client-node: ["https://r.test", null, null]
tokenFile beside, kubernetes: ["https://r.test", "Bearer F\n", null]
tokenFile beside, lightkube: refused, ConfigError
tokenFile, client-go: ["https://r.test", "Bearer F", null]
tokenFile, client-node: ["https://r.test", null, null]
tokenFile, kubernetes: ["https://r.test", "Bearer F\n", null]
tokenFile, lightkube: ["https://r.test", "Bearer F", null]
user and password, client-go: ["https://r.test", "Basic YW5uOnB3", null]
user and password, client-node: ["https://r.test", "Basic YW5uOnB3", null]
user and password, kubernetes: ["https://r.test", "Basic YW5uOnB3", null]
user and password, lightkube: ["https://r.test", "Basic YW5uOnB3", null]
EXPECTED
diff expected seen
echo "users of kubeconfig behave as they were seen"
