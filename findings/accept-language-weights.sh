#!/bin/sh
# negotiator 1.1.0, @hapi/accept 6.0.3, accept-language-parser 1.5.0 and resolve-accept-language 3.2.2 (npm) and Werkzeug 3.1.9
# and WebOb 1.8.11 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: six readers of Accept-Language choose the same language for valid lists, with weights of 0, `*` and
# ranges in them.
# Seen: ranges are alike (WebOb by `basic_filtering`), and weights are not. A weight of 0 is "not acceptable" (RFC 9110,
# 12.4.2): of `de-DE;q=0, *`, accept-language-parser and resolve-accept-language choose de-DE. Blanks may be around the `;`
# (12.4.2): with them, accept-language-parser does not see the weights, and resolve-accept-language no language at all, so it
# gives the default. Werkzeug takes a language that is named in full before one that fits a range, also with a lower weight,
# and of `fr;q=0.2, *;q=0.1` the one that nobody named. `*` is any language, and none for accept-language-parser. The other
# three are right in all.
# Whom it meets: services that translate messages of errors. With a mock: send `de-DE;q=0, *` once, and a list with blanks.
# Output seen: the lines that EXPECTED has below, with what is chosen of `en-US`, `de-DE` and `fr-CH`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
EN-us;q=0.4, FR-ch
de-DE;q=0.5, en-US;q=0.9
de-DE;q=0.5, fr;q=0.9
fr;q=0.2, *;q=0.1
de-DE;q=0, *
*
de-DE ; q=0.5 , fr-CH ; q=0.6
, de-DE,,
de-DE;q=0.5, fr-CH;q=0.501
it, de-DE;q=0.5
de-CH, fr-CH;q=0.5
TEXT
npm install --silent --no-audit --no-fund negotiator@1.1.0 @hapi/accept@6.0.3 accept-language-parser@1.5.0 \
  resolve-accept-language@3.2.2
cat > choose.mjs <<'JS'
import { readFileSync } from 'node:fs';
import accept from '@hapi/accept';
import parser from 'accept-language-parser';
import Negotiator from 'negotiator';
import { resolveAcceptLanguage } from 'resolve-accept-language';

const offered = ['en-US', 'de-DE', 'fr-CH'];
const libraries = {
  negotiator: (header) => new Negotiator({ headers: { 'accept-language': header } }).language(offered),
  hapi: (header) => accept.language(header, offered),
  'accept-language-parser': (header) => parser.pick(offered, header),
  'resolve-accept-language': (header) => resolveAcceptLanguage(header, offered, 'en-US'),
};
for (const header of readFileSync('headers', 'utf8').trim().split('\n')) {
  for (const [name, choose] of Object.entries(libraries)) {
    console.log(`${header}~${choose(header) || 'none'}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check Werkzeug==3.1.9 WebOb==1.8.11
cat > choose.py <<'PY'
from webob.acceptparse import create_accept_language_header
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

OFFERED = ["en-US", "de-DE", "fr-CH"]


def by_werkzeug(header):
    return parse_accept_header(header, LanguageAccept).best_match(OFFERED)


def by_webob(header):
    return next((name for name, _ in create_accept_language_header(header).basic_filtering(OFFERED)), None)


with open("headers", encoding="utf-8") as file:
    for header in file.read().splitlines():
        for choose in (by_werkzeug, by_webob):
            print(header, choose(header) or "none", choose.__name__[3:], sep="~")
PY
{ node choose.mjs; venv/bin/python choose.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
*: en-US by hapi negotiator resolve-accept-language webob werkzeug
*: none by accept-language-parser
, de-DE,,: de-DE by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
EN-us;q=0.4, FR-ch: fr-CH by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
de-CH, fr-CH;q=0.5: fr-CH by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
de-DE ; q=0.5 , fr-CH ; q=0.6: de-DE by accept-language-parser
de-DE ; q=0.5 , fr-CH ; q=0.6: en-US by resolve-accept-language
de-DE ; q=0.5 , fr-CH ; q=0.6: fr-CH by hapi negotiator webob werkzeug
de-DE;q=0, *: de-DE by accept-language-parser resolve-accept-language
de-DE;q=0, *: en-US by hapi negotiator webob werkzeug
de-DE;q=0.5, en-US;q=0.9: en-US by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
de-DE;q=0.5, fr-CH;q=0.501: fr-CH by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
de-DE;q=0.5, fr;q=0.9: de-DE by werkzeug
de-DE;q=0.5, fr;q=0.9: fr-CH by accept-language-parser hapi negotiator resolve-accept-language webob
fr;q=0.2, *;q=0.1: en-US by werkzeug
fr;q=0.2, *;q=0.1: fr-CH by accept-language-parser hapi negotiator resolve-accept-language webob
it, de-DE;q=0.5: de-DE by accept-language-parser hapi negotiator resolve-accept-language webob werkzeug
EXPECTED
diff expected seen
echo "readers of Accept-Language behave as they were seen"
