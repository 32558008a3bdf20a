#!/bin/sh
# standardwebhooks 1.1.1 (npm) and 1.1.0 (PyPI) and github.com/standard-webhooks/standard-webhooks/libraries v0.0.1, seen on
# 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: three libraries verify each message that one of them signed, in the headers of their platform.
# Seen: the one of npm takes an object and not the `Headers` of fetch, for which it says that required headers are missing.
# After a right signature, it and the one of PyPI read the payload as JSON, so a text that was signed ends in an error of
# the parser; Go verifies it. In JavaScript an integer above 2^53 comes back as another number.
# Whom it meets: handlers that hand over `request.headers`. With a mock: deliver one event by it, and read the error. Cure:
# `Object.fromEntries(request.headers)`, and the payload's own text.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1
cat > verify.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';

const secret = `whsec_${Buffer.from('a secret of a test, 24 b').toString('base64')}`;
const webhook = new Webhook(secret);
const now = new Date();
const payloads = { object: '{"a":1}', integer: '{"a":9007199254740993}', text: 'hello' };
const messages = Object.entries(payloads).map(([name, payload]) => {
  const signature = webhook.sign('msg_1', now, payload);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { name, payload, headers };
});
writeFileSync('messages.json', JSON.stringify({ secret, messages }));
for (const { name, payload, headers } of messages) {
  for (const [kind, given] of Object.entries({ object: headers, Headers: new Headers(headers) })) {
    let answer;
    try {
      answer = JSON.stringify(webhook.verify(payload, given));
    } catch (error) {
      answer = `${error.constructor.name} ${error.constructor === SyntaxError ? '' : error.message}`.trim();
    }
    console.log(`${name}: npm, by ${kind}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check standardwebhooks==1.1.0
cat > verify.py <<'PY'
import json
from pathlib import Path

from standardwebhooks.webhooks import Webhook

sent = json.loads(Path("messages.json").read_text())
for message in sent["messages"]:
    try:
        answer = json.dumps(Webhook(sent["secret"]).verify(message["payload"], message["headers"]))
    except Exception as error:
        answer = type(error).__name__
    print(f"{message['name']}: PyPI, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	file, _ := os.ReadFile("messages.json")
	var sent struct {
		Secret   string
		Messages []struct {
			Name, Payload string
			Headers       map[string]string
		}
	}
	json.Unmarshal(file, &sent)
	webhook, err := webhooks.NewWebhook(sent.Secret)
	if err != nil {
		panic(err)
	}
	for _, message := range sent.Messages {
		headers := http.Header{}
		for name, value := range message.Headers {
			headers.Set(name, value)
		}
		fmt.Printf("%s: Go, %v\n", message.Name, webhook.Verify([]byte(message.Payload), headers))
	}
}
GO
{
  go mod init finding.test/verify
  go get github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1
  go mod tidy
} 2> /dev/null
{ node verify.mjs; venv/bin/python verify.py; go run .; } > seen
cat > expected <<'EXPECTED'
object: npm, by object, {"a":1}
object: npm, by Headers, WebhookVerificationError Missing required headers
integer: npm, by object, {"a":9007199254740992}
integer: npm, by Headers, WebhookVerificationError Missing required headers
text: npm, by object, SyntaxError
text: npm, by Headers, WebhookVerificationError Missing required headers
object: PyPI, {"a": 1}
integer: PyPI, {"a": 9007199254740993}
text: PyPI, JSONDecodeError
object: Go, <nil>
integer: Go, <nil>
text: Go, <nil>
EXPECTED
diff expected seen
echo "libraries of Standard Webhooks behave as they were seen"
