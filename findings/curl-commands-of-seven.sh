#!/bin/sh
# parse-curl 0.2.6, @bany/curl-to-json 1.2.10, @scrape-do/curl-parser 0.3.0, sweet-curl-parser 1.0.4 and curl-to-postmanv2 1.8.4
# (npm) and curlparser 0.1.0 and uncurl 0.0.11 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: seven readers of curl commands make the same request of commands as documentation of APIs has them;
# `-G`, `--json` and `$'…'` are missed by small ones.
# Seen: no two agree, and simpler things differ. Two `-d` are one body, joined by `&` (curl(1)): four have the last only, and
# @scrape-do has GET for each body. `-G` makes a query of them: parse-curl, @bany and sweet-curl-parser post, @bany to nowhere,
# and Postman's has both. `--json` is GET without a body for three, Postman's among them. parse-curl does not know --data-raw,
# --data-urlencode and -F, and leaves them out; @bany and Postman's make two fields of `a=x y&z`. In double quotes `\"` is a quote:
# parse-curl and @scrape-do keep a backslash, and @bany has an empty body, as for each body that is neither a form nor JSON.
# What browsers copy (`$'…'`) is right in Postman's only. `-XPUT` is GET for sweet-curl-parser, and a method `true` for @bany;
# `-I` is GET for both. Cookies of `-b` are Set-Cookie for parse-curl, a body to post for uncurl, and one cookie for curlparser.
# parse-curl has no address without `http://`. Three refuse options that they do not know, as --url.
# Whom it meets: tests and mocks that are made from commands of a page. With a mock: send the command and the request that was
# made of it, and compare what it recorded.
# Output seen: the lines that EXPECTED has below; ⏎ stands for a line break.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > commands <<'TEXT'
curl https://h.test/a
curl -X POST 'https://h.test/a?x=1' -H 'X-A: 1:2'
curl -XPUT https://h.test/a
curl https://h.test/a -d a=1 -d b=2
curl -G https://h.test/a -d a=1 -d b=2
curl https://h.test/a --data-urlencode 'a=x y&z'
curl https://h.test/a --data-raw '@x'
curl https://h.test/a --json '{"a":"b c"}'
curl https://h.test/a -H 'Content-Type: application/json' -d '{"a":"b c"}'
curl https://h.test/a -H "Content-Type: application/json" -d "{\"a\":1}"
curl https://h.test/a --data-raw $'{"a":"it\'s\\n"}'
curl https://h.test/a -d 'it'\''s'
curl https://h.test/a -F name=ann
curl -u ann:pass https://h.test/a
curl -sSL -o out https://h.test/a
curl --max-time 5 -k https://h.test/a
curl --url https://h.test/a
curl -I https://h.test/a
curl -b 'a=1; b=2' https://h.test/a
curl -A agent https://h.test/a
curl h.test/a
curl \⏎  -H 'X-A: 1' \⏎  https://h.test/a
TEXT
npm install --silent --no-audit --no-fund parse-curl@0.2.6 @bany/curl-to-json@1.2.10 @scrape-do/curl-parser@0.3.0 \
  sweet-curl-parser@1.0.4 curl-to-postmanv2@1.8.4
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import bany from '@bany/curl-to-json';
import scrape from '@scrape-do/curl-parser';
import postman from 'curl-to-postmanv2';
import parseCurl from 'parse-curl';
import { parseCurl as sweet } from 'sweet-curl-parser';

const FORM = 'application/x-www-form-urlencoded';
const join = (pairs) => pairs.map(([key, value]) => (value ? `${key}=${value}` : key)).join('&');
const show = (method, url, headers, body, user) => {
  const names = headers.filter(([, value]) => value !== FORM).map(([name, value]) => ` ${name}: ${value}`);
  const auth = user ? ` as ${user}` : '';
  return `${method.toUpperCase()} ${url}${auth}${names.sort().join('')}${body ? ` ${JSON.stringify(body)}` : ''}`;
};
const READERS = {
  'parse-curl': (text) => {
    const { method, url, header, body } = parseCurl(text);
    return show(method, url, Object.entries(header), body);
  },
  '@bany/curl-to-json': (text) => {
    const { method, url, header = {}, data = {}, form, user, cookie, 'user-agent': agent } = bany(text);
    const json = header['Content-Type'] === 'application/json';
    const body = form ? form.join('&') : json ? JSON.stringify(data) : join(Object.entries(data));
    const more = { ...(cookie && { Cookie: cookie }), ...(agent && { 'User-Agent': agent }) };
    return show(String(method), url, Object.entries({ ...header, ...more }), body, user);
  },
  '@scrape-do/curl-parser': (text) => {
    const { method, url, headers, body, cookies } = scrape.parse(text);
    const more = cookies ? [['Cookie', cookies]] : [];
    return show(method, url, [...headers.map(({ key, value }) => [key, value]), ...more], body);
  },
  'sweet-curl-parser': (text) => {
    const { success, data } = sweet(text);
    if (!success) return 'refused';
    const { method, url, headers, body, authentication: auth, cookies, userAgent } = data;
    const content = typeof body?.content === 'object' ? join(Object.entries(body.content)) : body?.content;
    const more = cookies ? [['Cookie', cookies.cookieString]] : [];
    if (userAgent) more.push(['User-Agent', userAgent]);
    const user = auth && `${auth.username}:${auth.password}`;
    return show(method, url.fullUrl, [...headers.map(({ name, value }) => [name, value]), ...more], content, user);
  },
  'curl-to-postmanv2': (text) =>
    new Promise((resolve) => {
      postman.convert({ type: 'string', data: text }, (error, { result, output } = {}) => {
        if (error || !result) return resolve('refused');
        const { method, url, header, body, auth } = output[0].data;
        const user = auth?.basic?.map(({ value }) => value).join(':');
        const text = body.raw ?? join((body.urlencoded ?? body.formdata ?? []).map(({ key, value }) => [key, value]));
        resolve(show(method, url, header.map(({ key, value }) => [key, value]), text, user));
      });
    }),
};
for (const [at, line] of readFileSync('commands', 'utf8').trim().split('\n').entries()) {
  for (const [name, read] of Object.entries(READERS)) {
    const answer = await (async () => read(line.replaceAll('⏎', '\n')))().catch(() => 'refused');
    console.log(`${String(at).padStart(2, 0)}~${line}~${answer}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check curlparser==0.1.0 uncurl==0.0.11
cat > read.py <<'PY'
import json

import curlparser
import uncurl

FORM = "application/x-www-form-urlencoded"


def show(method, url, headers, body, user):
    pairs = [(name, str(value).strip()) for name, value in headers.items() if value != FORM]
    names = "".join(sorted(f" {name}: {value}" for name, value in pairs))
    return f"{method.upper()} {url}{user and f' as {user}' or ''}{names}{f' {json.dumps(body)}' if body else ''}"


def by_curlparser(text):
    found = curlparser.parse(text)
    headers = dict(found.header or {})
    if found.cookies:
        headers["Cookie"] = "; ".join(f"{name}={value!r}" for name, value in dict(found.cookies).items())
    body = json.dumps(found.json, separators=(",", ":")) if found.json else found.data
    return show(found.method, found.url, headers, body, found.auth and ":".join(found.auth))


def by_uncurl(text):
    found = uncurl.parse_context(text)
    headers = dict(found.headers)
    if found.cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in found.cookies.items())
    return show(found.method, found.url, headers, found.data, found.auth and ":".join(found.auth))


with open("commands", encoding="utf-8") as file:
    for at, line in enumerate(file.read().splitlines()):
        for name, read in {"curlparser": by_curlparser, "uncurl": by_uncurl}.items():
            try:
                answer = read(line.replace("⏎", "\n"))
            except (Exception, SystemExit):
                answer = "refused"
            print(f"{at:02}~{line}~{answer}~{name}")
PY
{ node read.mjs; venv/bin/python read.py 2> /dev/null; } | LC_ALL=C sort | awk -F '~' '
  BEGIN { text = "-" }
  $1 FS $3 != group && group != "" { print line }
  $1 != text { print $2 }
  $1 FS $3 != group { line = "  " $3 " by" }
  { text = $1; group = $1 FS $3; line = line " " $4 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
curl https://h.test/a
  GET https://h.test/a by @bany/curl-to-json @scrape-do/curl-parser curl-to-postmanv2 curlparser parse-curl sweet-curl-parser uncurl
curl -X POST 'https://h.test/a?x=1' -H 'X-A: 1:2'
  POST https://h.test/a X-A: 1:2 by @bany/curl-to-json
  POST https://h.test/a?x=1 X-A: 1:2 by @scrape-do/curl-parser curl-to-postmanv2 curlparser parse-curl sweet-curl-parser uncurl
curl -XPUT https://h.test/a
  GET https://h.test/a by sweet-curl-parser
  PUT https://h.test/a by curl-to-postmanv2 curlparser parse-curl uncurl
  TRUE undefined by @bany/curl-to-json
  refused by @scrape-do/curl-parser
curl https://h.test/a -d a=1 -d b=2
  GET https://h.test/a "b=2" by @scrape-do/curl-parser
  POST https://h.test/a "a=1&b=2" by @bany/curl-to-json curl-to-postmanv2 parse-curl
  POST https://h.test/a "b=2" by curlparser sweet-curl-parser uncurl
curl -G https://h.test/a -d a=1 -d b=2
  GET https://h.test/a?a=1&b=2 "a=1&b=2" by curl-to-postmanv2
  POST https://h.test/a "a=1&b=2" by parse-curl
  POST https://h.test/a "b=2" by sweet-curl-parser
  POST undefined "a=1&b=2" by @bany/curl-to-json
  refused by @scrape-do/curl-parser curlparser uncurl
curl https://h.test/a --data-urlencode 'a=x y&z'
  GET https://h.test/a "a=x y&z" by @scrape-do/curl-parser
  GET https://h.test/a by parse-curl
  POST https://h.test/a "a=x y&z" by @bany/curl-to-json curl-to-postmanv2 sweet-curl-parser
  refused by curlparser uncurl
curl https://h.test/a --data-raw '@x'
  GET https://h.test/a "@x" by @scrape-do/curl-parser
  GET https://h.test/a by parse-curl
  POST https://h.test/a "@x" by @bany/curl-to-json curl-to-postmanv2 curlparser sweet-curl-parser uncurl
curl https://h.test/a --json '{"a":"b c"}'
  GET https://h.test/a by @bany/curl-to-json curl-to-postmanv2 parse-curl
  POST https://h.test/a Accept: application/json Content-Type: application/json "{\"a\":\"b c\"}" by sweet-curl-parser
  refused by @scrape-do/curl-parser curlparser uncurl
curl https://h.test/a -H 'Content-Type: application/json' -d '{"a":"b c"}'
  GET https://h.test/a Content-Type: application/json "{\"a\":\"b c\"}" by @scrape-do/curl-parser
  POST https://h.test/a Content-Type: application/json "{\"a\":\"b c\"}" by @bany/curl-to-json curl-to-postmanv2 curlparser parse-curl sweet-curl-parser uncurl
curl https://h.test/a -H "Content-Type: application/json" -d "{\"a\":1}"
  GET https://h.test/a Content-Type: application/json "{\"a\\\":1}" by @scrape-do/curl-parser
  POST https://h.test/a Content-Type: application/json "{\"a\":1}" by curl-to-postmanv2 curlparser sweet-curl-parser uncurl
  POST https://h.test/a Content-Type: application/json "{\"a\\\":1}" by parse-curl
  POST https://h.test/a Content-Type: application/json "{}" by @bany/curl-to-json
curl https://h.test/a --data-raw $'{"a":"it\'s\\n"}'
  GET https://h.test/a "${\"a\":\"it's\\\\n\"}" by @scrape-do/curl-parser
  GET https://h.test/a by parse-curl
  POST https://h.test/a "$'{\"a\":\"it\\'s\\\\n\"}'" by @bany/curl-to-json
  POST https://h.test/a "${\"a\":\"it\\s\\n}'" by sweet-curl-parser
  POST https://h.test/a "{\"a\":\"it's\\n\"}" by curl-to-postmanv2
  refused by curlparser uncurl
curl https://h.test/a -d 'it'\''s'
  GET https://h.test/a "it's" by @scrape-do/curl-parser
  POST https://h.test/a "it" by @bany/curl-to-json
  POST https://h.test/a "it's" by curl-to-postmanv2 curlparser parse-curl sweet-curl-parser uncurl
curl https://h.test/a -F name=ann
  GET https://h.test/a by parse-curl
  POST https://h.test/a "name=ann" by @bany/curl-to-json curl-to-postmanv2 sweet-curl-parser
  refused by @scrape-do/curl-parser curlparser uncurl
curl -u ann:pass https://h.test/a
  GET https://h.test/a Authorization: Basic YW5uOnBhc3M= by parse-curl
  GET https://h.test/a as ann:pass by @bany/curl-to-json curl-to-postmanv2 curlparser sweet-curl-parser uncurl
  refused by @scrape-do/curl-parser
curl -sSL -o out https://h.test/a
  GET https://h.test/a by @bany/curl-to-json curl-to-postmanv2 parse-curl sweet-curl-parser
  refused by @scrape-do/curl-parser curlparser uncurl
curl --max-time 5 -k https://h.test/a
  GET https://h.test/a by @bany/curl-to-json curl-to-postmanv2 parse-curl sweet-curl-parser
  refused by @scrape-do/curl-parser curlparser uncurl
curl --url https://h.test/a
  GET https://h.test/a by @bany/curl-to-json curl-to-postmanv2 parse-curl sweet-curl-parser
  refused by @scrape-do/curl-parser curlparser uncurl
curl -I https://h.test/a
  GET https://h.test/a by @bany/curl-to-json sweet-curl-parser
  HEAD https://h.test/a by curl-to-postmanv2 parse-curl
  refused by @scrape-do/curl-parser curlparser uncurl
curl -b 'a=1; b=2' https://h.test/a
  GET https://h.test/a Cookie: a='1; b=2' by curlparser
  GET https://h.test/a Cookie: a=1; b=2 by @bany/curl-to-json @scrape-do/curl-parser curl-to-postmanv2 sweet-curl-parser
  GET https://h.test/a Set-Cookie: a=1; b=2 by parse-curl
  POST https://h.test/a "a=1; b=2" by uncurl
curl -A agent https://h.test/a
  GET https://h.test/a User-Agent: agent by @bany/curl-to-json curl-to-postmanv2 parse-curl sweet-curl-parser
  GET https://h.test/a by curlparser
  refused by @scrape-do/curl-parser uncurl
curl h.test/a
  GET h.test/a by @scrape-do/curl-parser curl-to-postmanv2 uncurl
  GET http://h.test/a by sweet-curl-parser
  GET undefined by parse-curl
  refused by @bany/curl-to-json curlparser
curl \⏎  -H 'X-A: 1' \⏎  https://h.test/a
  GET https://h.test/a X-A: 1 by @bany/curl-to-json @scrape-do/curl-parser curl-to-postmanv2 curlparser parse-curl sweet-curl-parser
  refused by uncurl
EXPECTED
diff expected seen
echo "commands of curl are read as they were seen"
