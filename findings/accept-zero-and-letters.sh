#!/bin/sh
# negotiator 1.1.0 and @hapi/accept 6.0.3 (npm), WebOb 1.8.11, python-mimeparse 2.0.0 and accept-types 0.4.1 (PyPI),
# github.com/munnerz/goautoneg of 2019-10-10 and github.com/elnormous/contenttype v1.0.4, seen on 2026-11-29 with Node 20,
# Python 3.11 and Go 1.26.
#
# Guess before it was run: seven readers of Accept choose the same of two types; python-mimeparse errs at parameters.
# Seen: a weight of 0 is "not acceptable", and of two ranges the more specific one counts (RFC 9110, 12.4.2 and 12.5.1).
# goautoneg and accept-types answer with the type that has the weight 0, and with a type of 0.1 instead of one of 0.9. A
# type has no case (8.3.1), yet these two and python-mimeparse have none for `APPLICATION/JSON`. contenttype refuses a list
# with an empty element, which a reader has to skip (5.6.1), and python-mimeparse one with a comma in quotes. @hapi/accept
# answers with the client's parameters, not with the type that was offered.
# Whom it meets: servers that choose between JSON and another form. With a mock: send `application/json;q=0, */*` once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
application/json;q=0, */*
application/*;q=0.9, application/json;q=0.1
APPLICATION/JSON
text/plain;q=0.5, , application/json
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1
application/json;version=1, */*;q=0.1
TEXT
npm install --silent --no-audit --no-fund negotiator@1.1.0 @hapi/accept@6.0.3
cat > choose.cjs <<'JS'
const { mediaType } = require('@hapi/accept');
const Negotiator = require('negotiator');

const offers = ['application/json', 'text/plain'];
for (const accept of require('node:fs').readFileSync('headers', 'utf8').trim().split('\n')) {
  console.log(`${accept}: negotiator, ${new Negotiator({ headers: { accept } }).mediaType(offers) ?? 'none'}`);
  console.log(`${accept}: @hapi/accept, ${mediaType(accept, offers) || 'none'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check WebOb==1.8.11 python-mimeparse==2.0.0 accept-types==0.4.1
cat > choose.py <<'PY'
from accept_types import get_best_match
from mimeparse import best_match
from webob.acceptparse import create_accept_header

OFFERS = ["application/json", "text/plain"]
READERS = {
    "WebOb": lambda header: next(iter(create_accept_header(header).acceptable_offers(OFFERS)), [None])[0],
    "python-mimeparse": lambda header: best_match(OFFERS, header),
    "accept-types": lambda header: get_best_match(header, OFFERS),
}
with open("headers", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, choose in READERS.items():
            try:
                answer = choose(line) or "none"
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{line}: {name}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/elnormous/contenttype"
	"github.com/munnerz/goautoneg"
)

func main() {
	offers := []string{"application/json", "text/plain"}
	types := []contenttype.MediaType{contenttype.NewMediaType(offers[0]), contenttype.NewMediaType(offers[1])}
	file, _ := os.ReadFile("headers")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := goautoneg.Negotiate(line, offers)
		if answer == "" {
			answer = "none"
		}
		fmt.Printf("%s: goautoneg, %s\n", line, answer)
		chosen, _, err := contenttype.GetAcceptableMediaType(&http.Request{Header: http.Header{"Accept": {line}}}, types)
		answer = chosen.String()
		if err != nil {
			answer = "refused, " + err.Error()
		}
		fmt.Printf("%s: contenttype, %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/accept
  go get github.com/elnormous/contenttype@v1.0.4 github.com/munnerz/goautoneg@v0.0.0-20191010083416-a7dc8b61c822
  go mod tidy
} 2> /dev/null
{ node choose.cjs; venv/bin/python choose.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
APPLICATION/JSON: @hapi/accept, application/json
APPLICATION/JSON: WebOb, application/json
APPLICATION/JSON: accept-types, none
APPLICATION/JSON: contenttype, application/json
APPLICATION/JSON: goautoneg, none
APPLICATION/JSON: negotiator, application/json
APPLICATION/JSON: python-mimeparse, none
application/*;q=0.9, application/json;q=0.1: @hapi/accept, application/json
application/*;q=0.9, application/json;q=0.1: WebOb, application/json
application/*;q=0.9, application/json;q=0.1: accept-types, application/json
application/*;q=0.9, application/json;q=0.1: contenttype, application/json
application/*;q=0.9, application/json;q=0.1: goautoneg, application/json
application/*;q=0.9, application/json;q=0.1: negotiator, application/json
application/*;q=0.9, application/json;q=0.1: python-mimeparse, application/json
application/json;q=0, */*: @hapi/accept, text/plain
application/json;q=0, */*: WebOb, text/plain
application/json;q=0, */*: accept-types, application/json
application/json;q=0, */*: contenttype, text/plain
application/json;q=0, */*: goautoneg, application/json
application/json;q=0, */*: negotiator, text/plain
application/json;q=0, */*: python-mimeparse, text/plain
application/json;version=1, */*;q=0.1: @hapi/accept, application/json;version=1
application/json;version=1, */*;q=0.1: WebOb, application/json
application/json;version=1, */*;q=0.1: accept-types, application/json
application/json;version=1, */*;q=0.1: contenttype, application/json
application/json;version=1, */*;q=0.1: goautoneg, application/json
application/json;version=1, */*;q=0.1: negotiator, application/json
application/json;version=1, */*;q=0.1: python-mimeparse, application/json
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: @hapi/accept, application/json;profile="a,b"
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: WebOb, text/plain
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: accept-types, application/json
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: contenttype, text/plain
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: goautoneg, application/json
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: negotiator, text/plain
text/plain;q=0.3, application/json;profile="a,b";q=0.4, */*;q=0.1: python-mimeparse, refused, MimeTypeParseException
text/plain;q=0.5, , application/json: @hapi/accept, application/json
text/plain;q=0.5, , application/json: WebOb, application/json
text/plain;q=0.5, , application/json: accept-types, application/json
text/plain;q=0.5, , application/json: contenttype, refused, invalid media type
text/plain;q=0.5, , application/json: goautoneg, application/json
text/plain;q=0.5, , application/json: negotiator, application/json
text/plain;q=0.5, , application/json: python-mimeparse, application/json
EXPECTED
diff expected seen
echo "readers of Accept behave as they were seen"
