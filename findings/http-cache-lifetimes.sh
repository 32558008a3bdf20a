#!/bin/sh
# http-cache-semantics 4.3.0 (npm) and github.com/pquerna/cachecontrol v0.2.0, seen on 2026-11-29 with Node 20 and Go 1.26.
#
# Guess before it was run: two libraries give an answer the same seconds of life in a private cache, heuristics aside.
# Seen: an `immutable` answer without an age lives for 1000 days by http-cache-semantics, whose documentation says 24 hours;
# RFC 8246 (2) has the word count only while an answer is fresh. It does not know directives in capitals, `Max-Age=100`,
# whose names have no case (RFC 9111, 5.2). pquerna does not subtract `Age`, so an answer that is 80 seconds old lives for
# 100 more. Quotes and `s-maxage` are read alike.
# Whom it meets: clients with a cache between them and an API. With a mock: answer with `Age`, and ask again after it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > answers.json <<'JSON'
[
  {"Cache-Control": "max-age=100"},
  {"Cache-Control": "Max-Age=100"},
  {"Cache-Control": "max-age=\"100\""},
  {"Cache-Control": "max-age=100", "Age": "80"},
  {"Cache-Control": "immutable"},
  {"Cache-Control": "max-age=100, immutable"},
  {"Cache-Control": "s-maxage=100, max-age=10"}
]
JSON
npm install --silent --no-audit --no-fund http-cache-semantics@4.3.0
cat > live.cjs <<'JS'
const CachePolicy = require('http-cache-semantics');

for (const answer of JSON.parse(require('node:fs').readFileSync('answers.json', 'utf8'))) {
  const names = Object.entries(answer).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = { date: new Date().toUTCString(), ...Object.fromEntries(names) };
  const policy = new CachePolicy({ method: 'GET', url: '/', headers: {} }, { status: 200, headers }, { shared: false });
  console.log(`${JSON.stringify(answer)}: http-cache-semantics, ${Math.ceil(policy.timeToLive() / 1000)} s`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/pquerna/cachecontrol/cacheobject"
)

func main() {
	file, _ := os.ReadFile("answers.json")
	var answers []json.RawMessage
	json.Unmarshal(file, &answers)
	now := time.Now().UTC().Truncate(time.Second)
	for _, text := range answers {
		var values map[string]string
		json.Unmarshal(text, &values)
		headers := http.Header{"Date": {now.Format(http.TimeFormat)}}
		for name, value := range values {
			headers.Set(name, value)
		}
		directives, err := cacheobject.ParseResponseCacheControl(values["Cache-Control"])
		if err != nil {
			panic(err)
		}
		answer := cacheobject.Object{
			CacheIsPrivate: true, RespDirectives: directives, RespHeaders: headers, RespStatusCode: 200, RespDateHeader: now,
			ReqDirectives: &cacheobject.RequestCacheDirectives{}, ReqHeaders: http.Header{}, ReqMethod: "GET", NowUTC: now,
		}
		var results cacheobject.ObjectResults
		cacheobject.CachableObject(&answer, &results)
		cacheobject.ExpirationObject(&answer, &results)
		seconds := 0.0
		if !results.OutExpirationTime.IsZero() {
			seconds = results.OutExpirationTime.Sub(now).Seconds()
		}
		compact, _ := json.Marshal(values)
		fmt.Printf("%s: pquerna, %.0f s\n", compact, seconds)
	}
}
GO
{
  go mod init finding.test/live
  go get github.com/pquerna/cachecontrol@v0.2.0
  go mod tidy
} 2> /dev/null
{ node live.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"Age":"80","Cache-Control":"max-age=100"}: pquerna, 100 s
{"Cache-Control":"Max-Age=100"}: http-cache-semantics, 0 s
{"Cache-Control":"Max-Age=100"}: pquerna, 100 s
{"Cache-Control":"immutable"}: http-cache-semantics, 86400000 s
{"Cache-Control":"immutable"}: pquerna, 0 s
{"Cache-Control":"max-age=100","Age":"80"}: http-cache-semantics, 20 s
{"Cache-Control":"max-age=100"}: http-cache-semantics, 100 s
{"Cache-Control":"max-age=100"}: pquerna, 100 s
{"Cache-Control":"max-age=100, immutable"}: http-cache-semantics, 100 s
{"Cache-Control":"max-age=100, immutable"}: pquerna, 100 s
{"Cache-Control":"max-age=\"100\""}: http-cache-semantics, 100 s
{"Cache-Control":"max-age=\"100\""}: pquerna, 100 s
{"Cache-Control":"s-maxage=100, max-age=10"}: http-cache-semantics, 10 s
{"Cache-Control":"s-maxage=100, max-age=10"}: pquerna, 10 s
EXPECTED
diff expected seen
echo "lifetimes of cached answers behave as they were seen"
