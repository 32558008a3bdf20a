#!/bin/sh
# http-link-header 1.1.4 and parse-link-header 2.0.0 (npm), requests 2.34.2 and httplink 0.2.0 (PyPI),
# github.com/peterhellberg/link v1.2.0 and github.com/tomnomnom/linkheader of 2025-08-11, seen on 2026-11-29 with Node 20,
# Python 3.11 and Go 1.26.
#
# Guess before it was run: six readers of Link agree, but for commas inside quotes.
# Seen: no two of them agree. peterhellberg drops a comma inside a target, which is another page then; tomnomnom loses the
# link, and a relation behind a comma in quotes. A parameter's name has no case, and blanks may be around its `=` (RFC 8288,
# 3; RFC 9110, 5.6.3): three miss `REL`, and two `rel = "next"`. Of two `rel` the first counts (RFC 8288, 3.3), as only
# http-link-header does. Of two links with one relation, parse-link-header has the last, and peterhellberg makes one target
# of both. Of empty elements (RFC 9110, 5.6.1), two make a relation `next,`, and two refuse the list or read nothing.
# Whom it meets: clients that follow pages. With a mock: put a comma into a page token, and count the pages.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
<https://a.test/?ids=1,2>; rel="next"
<https://a.test/1>; REL="next"
<https://a.test/1>; rel = "next"
<https://a.test/1>; rel=next; rel=last
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last
<https://a.test/1>; title="a, b"; rel="next"
TEXT
npm install --silent --no-audit --no-fund http-link-header@1.1.4 parse-link-header@2.0.0
cat > read.cjs <<'JS'
const { parse } = require('http-link-header');
const byRelation = require('parse-link-header');

const READERS = {
  'http-link-header': (text) => parse(text).refs.map(({ uri, rel }) => [rel, uri]),
  'parse-link-header': (text) => Object.entries(byRelation(text)).map(([rel, { url }]) => [rel, url]),
};
for (const text of require('node:fs').readFileSync('headers', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      answer = read(text).map(([rel, uri]) => `[${rel} ${uri}]`).join('');
    } catch {}
    console.log(`${text} by ${name}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httplink==0.2.0
cat > read.py <<'PY'
import httplink
from requests.utils import parse_header_links

READERS = {
    "requests": lambda text: [(link.get("rel", ""), link["url"]) for link in parse_header_links(text)],
    "httplink": lambda text: [(" ".join(link.rel), link.target) for link in httplink.parse_link_header(text).links],
}
with open("headers", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for name, read in READERS.items():
            print(f"{text} by {name}: " + "".join(f"[{rel} {target}]" for rel, target in read(text)))
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/peterhellberg/link"
	"github.com/tomnomnom/linkheader"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		links := []string{}
		for rel, found := range link.Parse(text) {
			links = append(links, fmt.Sprintf("[%s %s]", rel, found.URI))
		}
		slices.Sort(links)
		fmt.Printf("%s by peterhellberg: %s\n", text, strings.Join(links, ""))
		links = nil
		for _, found := range linkheader.Parse(text) {
			links = append(links, fmt.Sprintf("[%s %s]", found.Rel, found.URL))
		}
		fmt.Printf("%s by tomnomnom: %s\n", text, strings.Join(links, ""))
	}
}
GO
{
  go mod init finding.test/links
  go get github.com/peterhellberg/link@v1.2.0 github.com/tomnomnom/linkheader@v0.0.0-20250811210735-e5fe3b51442e
  go mod tidy
} 2> /dev/null
{ node read.cjs; venv/bin/python read.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by http-link-header: refused
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by httplink: [next https://a.test/1][last https://a.test/2]
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by parse-link-header: [next, https://a.test/1][ https://a.test/1][last https://a.test/2]
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by peterhellberg: 
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by requests: [ ][next, https://a.test/1][last https://a.test/2]
, <https://a.test/1>; rel=next, , <https://a.test/2>; rel=last by tomnomnom: [next https://a.test/1][last https://a.test/2]
<https://a.test/1>; REL="next" by http-link-header: [next https://a.test/1]
<https://a.test/1>; REL="next" by httplink: [next https://a.test/1]
<https://a.test/1>; REL="next" by parse-link-header: 
<https://a.test/1>; REL="next" by peterhellberg: 
<https://a.test/1>; REL="next" by requests: [ https://a.test/1]
<https://a.test/1>; REL="next" by tomnomnom: [next https://a.test/1]
<https://a.test/1>; rel = "next" by http-link-header: [next https://a.test/1]
<https://a.test/1>; rel = "next" by httplink: [next https://a.test/1]
<https://a.test/1>; rel = "next" by parse-link-header: 
<https://a.test/1>; rel = "next" by peterhellberg: [next https://a.test/1]
<https://a.test/1>; rel = "next" by requests: [next https://a.test/1]
<https://a.test/1>; rel = "next" by tomnomnom: [ https://a.test/1]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by http-link-header: [item https://a.test/1][item https://a.test/2]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by httplink: [item https://a.test/1][item https://a.test/2]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by parse-link-header: [item https://a.test/2]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by peterhellberg: [item https://a.test/1>; rel=item <https://a.test/2]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by requests: [item https://a.test/1][item https://a.test/2]
<https://a.test/1>; rel=item, <https://a.test/2>; rel=item by tomnomnom: [item https://a.test/1][item https://a.test/2]
<https://a.test/1>; rel=next; rel=last by http-link-header: [next https://a.test/1]
<https://a.test/1>; rel=next; rel=last by httplink: [last https://a.test/1]
<https://a.test/1>; rel=next; rel=last by parse-link-header: [last https://a.test/1]
<https://a.test/1>; rel=next; rel=last by peterhellberg: [last https://a.test/1][next https://a.test/1]
<https://a.test/1>; rel=next; rel=last by requests: [last https://a.test/1]
<https://a.test/1>; rel=next; rel=last by tomnomnom: [last https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by http-link-header: [next https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by httplink: [next https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by parse-link-header: [next https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by peterhellberg: [next https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by requests: [next https://a.test/1]
<https://a.test/1>; title="a, b"; rel="next" by tomnomnom: [ https://a.test/1]
<https://a.test/?ids=1,2>; rel="next" by http-link-header: [next https://a.test/?ids=1,2]
<https://a.test/?ids=1,2>; rel="next" by httplink: [next https://a.test/?ids=1,2]
<https://a.test/?ids=1,2>; rel="next" by parse-link-header: [next https://a.test/?ids=1,2]
<https://a.test/?ids=1,2>; rel="next" by peterhellberg: [next https://a.test/?ids=12]
<https://a.test/?ids=1,2>; rel="next" by requests: [next https://a.test/?ids=1,2]
<https://a.test/?ids=1,2>; rel="next" by tomnomnom: 
EXPECTED
diff expected seen
echo "readers of the header Link behave as they were seen"
