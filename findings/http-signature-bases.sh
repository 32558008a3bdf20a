#!/bin/sh
# http-message-signatures 3.0.0 (PyPI), http-message-signatures 1.0.6 and http-message-sig 0.3.0 (npm), seen on 2026-11-30
# with Python 3.11 and Node 20.
#
# Guess before it was run: three libraries of RFC 9421 sign the same lines for the parts of a request's URL, if they have the
# part at all.
# Seen: http-message-sig does not have parameters of a query, and makes the rest as the one of PyPI does. A parameter is
# written with the percent-encoding of HTML forms (RFC 9421, 2.2.8), which encodes `'`, `(`, `)`, `~` and `!`;
# http-message-signatures of npm leaves them, so a signature of the one of PyPI is not valid for it. It also writes `'` of a
# whole query as `%27`, and drops the `?` of an empty query from the target of a request, which is to stay as it was sent.
# Blanks, `+`, capitals in a host, default ports and empty paths are alike.
# Whom it meets: signed webhooks and calls with a filter such as `name='a'`. With a mock: call once with a quote in the query,
# and look at the lines that each side signs.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > parts <<'TEXT'
https://api.test/a?q=a%20b "@query-param";name="q"
https://api.test/a?q=a+b "@query-param";name="q"
https://api.test/a?q=%C3%A9 "@query-param";name="q"
https://api.test/a?q=name='a' "@query-param";name="q"
https://api.test/a?q=(a)~! "@query-param";name="q"
https://api.test/a?q=name='a' "@query"
https://api.test/a? "@request-target"
https://api.test/a?q=1 "@request-target"
https://API.test:443 "@authority"
https://API.test:443 "@path"
https://API.test:443 "@query"
https://api.test/a%2Fb "@path"
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check http-message-signatures==3.0.0
cat > sign.py <<'PY'
from types import SimpleNamespace

from http_message_signatures.resolvers import HTTPSignatureComponentResolver
from http_sf.compat import Item

with open("parts", encoding="utf-8") as file:
    for line in file.read().splitlines():
        url, text = line.split(" ")
        part = Item()
        part.parse(text.encode())
        request = SimpleNamespace(method="GET", url=url, headers={})
        print(f"{line}: PyPI, {HTTPSignatureComponentResolver(request).resolve(part)}")
PY
npm install --silent --no-audit --no-fund http-message-signatures@1.0.6 http-message-sig@0.3.0
cat > sign.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { component, createSignatureSync } from 'http-message-sig';
import { httpbis } from 'http-message-signatures';

for (const line of readFileSync('parts', 'utf8').trim().split('\n')) {
  const [url, part] = line.split(' ');
  const [[, [value]]] = httpbis.createSignatureBase({ fields: [part] }, { method: 'GET', url, headers: {} });
  console.log(`${line}: http-message-signatures, ${value}`);
  const [, name, parameter] = part.match(/^"([^"]+)"(?:;name="(.+)")?$/);
  const requestTarget = url.replace(/^https:\/\/[^/]+/, '') || '/';
  let answer;
  try {
    createSignatureSync({ kind: 'request', method: 'GET', targetUri: url, requestTarget, fields: [] }, {
      components: [component(name, parameter ? { name: parameter } : {})],
      parameters: { created: 1 },
      signer: {
        algorithm: 'none',
        sign(bytes) {
          answer = new TextDecoder().decode(bytes).split('\n')[0].replace(/^[^ ]+ /, '');
          return new Uint8Array(1);
        },
      },
    });
  } catch (error) {
    answer = error.message;
  }
  console.log(`${line}: http-message-sig, ${answer}`);
}
JS
{ venv/bin/python sign.py; node sign.mjs; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
https://API.test:443 "@authority": PyPI, api.test
https://API.test:443 "@authority": http-message-sig, api.test
https://API.test:443 "@authority": http-message-signatures, api.test
https://API.test:443 "@path": PyPI, /
https://API.test:443 "@path": http-message-sig, /
https://API.test:443 "@path": http-message-signatures, /
https://API.test:443 "@query": PyPI, ?
https://API.test:443 "@query": http-message-sig, ?
https://API.test:443 "@query": http-message-signatures, ?
https://api.test/a%2Fb "@path": PyPI, /a%2Fb
https://api.test/a%2Fb "@path": http-message-sig, /a%2Fb
https://api.test/a%2Fb "@path": http-message-signatures, /a%2Fb
https://api.test/a? "@request-target": PyPI, /a?
https://api.test/a? "@request-target": http-message-sig, /a?
https://api.test/a? "@request-target": http-message-signatures, /a
https://api.test/a?q=%C3%A9 "@query-param";name="q": PyPI, %C3%A9
https://api.test/a?q=%C3%A9 "@query-param";name="q": http-message-sig, @query-param is not supported
https://api.test/a?q=%C3%A9 "@query-param";name="q": http-message-signatures, %C3%A9
https://api.test/a?q=(a)~! "@query-param";name="q": PyPI, %28a%29%7E%21
https://api.test/a?q=(a)~! "@query-param";name="q": http-message-sig, @query-param is not supported
https://api.test/a?q=(a)~! "@query-param";name="q": http-message-signatures, (a)~!
https://api.test/a?q=1 "@request-target": PyPI, /a?q=1
https://api.test/a?q=1 "@request-target": http-message-sig, /a?q=1
https://api.test/a?q=1 "@request-target": http-message-signatures, /a?q=1
https://api.test/a?q=a%20b "@query-param";name="q": PyPI, a%20b
https://api.test/a?q=a%20b "@query-param";name="q": http-message-sig, @query-param is not supported
https://api.test/a?q=a%20b "@query-param";name="q": http-message-signatures, a%20b
https://api.test/a?q=a+b "@query-param";name="q": PyPI, a%20b
https://api.test/a?q=a+b "@query-param";name="q": http-message-sig, @query-param is not supported
https://api.test/a?q=a+b "@query-param";name="q": http-message-signatures, a%20b
https://api.test/a?q=name='a' "@query": PyPI, ?q=name='a'
https://api.test/a?q=name='a' "@query": http-message-sig, ?q=name='a'
https://api.test/a?q=name='a' "@query": http-message-signatures, ?q=name=%27a%27
https://api.test/a?q=name='a' "@query-param";name="q": PyPI, name%3D%27a%27
https://api.test/a?q=name='a' "@query-param";name="q": http-message-sig, @query-param is not supported
https://api.test/a?q=name='a' "@query-param";name="q": http-message-signatures, name%3D'a'
EXPECTED
diff expected seen
echo "signature bases behave as they were seen"
