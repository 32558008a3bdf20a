#!/bin/sh
# fresh 2.0.0 (npm), WebOb 1.8.11 and Werkzeug 3.1.9 (PyPI), seen on 2026-11-29 with Node 20 and Python 3.11.
#
# Guess before it was run: three readers of If-None-Match find the tag of a resource in each valid list.
# Seen: a tag may have a comma in it (RFC 9110, 8.8.3). fresh cuts lists at each comma, so a resource with such a tag is
# never fresh and is sent whole each time. A list needs no blank behind its comma (5.6.1): of `"x","a"`, WebOb finds neither
# tag, nor in If-Match, so a change with the right tag is refused. Werkzeug does not find the empty tag `""`, which is a
# valid one. Weak tags and `*` are alike.
# Whom it meets: servers whose tags are made of several parts, and their clients. With a mock: give a tag a comma.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
"a" in "x", "a"
"a" in "x","a"
"a,b" in "a,b"
"a" in W/"a"
"a" in *
"" in ""
"W/a" in "W/a"
TEXT
npm install --silent --no-audit --no-fund fresh@2.0.0
cat > find.cjs <<'JS'
const fresh = require('fresh');

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [etag, list] = line.split(' in ');
  console.log(`${line}: fresh, ${fresh({ 'if-none-match': list }, { etag })}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check WebOb==1.8.11 Werkzeug==3.1.9
cat > find.py <<'PY'
from webob import Request
from werkzeug.http import parse_etags, unquote_etag

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        tag, text = line.split(" in ")
        tag = unquote_etag(tag)[0]
        request = Request.blank("/", headers={"If-None-Match": text, "If-Match": text})
        found = [str(tag in lists).lower() for lists in (request.if_none_match, request.if_match)]
        print(f"{line}: WebOb, {found[0]}, by If-Match {found[1]}")
        print(f"{line}: Werkzeug, {str(parse_etags(text).contains_weak(tag)).lower()}")
PY
{ node find.cjs; venv/bin/python find.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"" in "": WebOb, true, by If-Match true
"" in "": Werkzeug, false
"" in "": fresh, true
"W/a" in "W/a": WebOb, true, by If-Match true
"W/a" in "W/a": Werkzeug, true
"W/a" in "W/a": fresh, true
"a" in "x", "a": WebOb, true, by If-Match true
"a" in "x", "a": Werkzeug, true
"a" in "x", "a": fresh, true
"a" in "x","a": WebOb, false, by If-Match false
"a" in "x","a": Werkzeug, true
"a" in "x","a": fresh, true
"a" in *: WebOb, true, by If-Match true
"a" in *: Werkzeug, true
"a" in *: fresh, true
"a" in W/"a": WebOb, true, by If-Match false
"a" in W/"a": Werkzeug, true
"a" in W/"a": fresh, true
"a,b" in "a,b": WebOb, true, by If-Match true
"a,b" in "a,b": Werkzeug, true
"a,b" in "a,b": fresh, false
EXPECTED
diff expected seen
echo "lists of entity tags behave as they were seen"
