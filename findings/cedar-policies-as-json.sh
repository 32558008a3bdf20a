#!/bin/sh
# @cedar-policy/cedar-wasm 4.13.0 (npm) and github.com/cedar-policy/cedar-go v1.9.2, seen on 2026-11-30 with Node 20 and Go
# 1.26.
#
# Guess before it was run: cedar-wasm and cedar-go decide alike and give the same errors for valid policies; datetime or decimal
# may be missing in one.
# Seen: both read each policy here, datetime and decimal included. Their JSON is not the same format. cedar-wasm writes `has
# owner.name` as one test with a list of names, which cedar-go refuses to read; cedar-go writes two tests. cedar-wasm makes
# 9007199254740992 of ...993 without a word, so the policy is another one, and of the greatest and the least integer a number
# that neither reads, itself included. An annotation without a value is null in one and empty in the other, and an escaped star
# is a literal of its own in cedar-wasm only. Other conditions, scopes and calls are one text in both.
# Whom it meets: who writes policies in one service, stores them as JSON and decides in another. With a mock: store the text of
# policies, and compare the JSON of each service once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > policies <<'TEXT'
@id("a") @note permit(principal, action, resource);
permit(principal is User in Group::"g", action in [Action::"r"], resource == Photo::"x") unless { context.mfa };
permit(principal, action, resource) when { resource has owner.name };
permit(principal, action, resource) when { context.name like "a\*b*" };
permit(principal, action, resource) when { context.size == 9007199254740993 };
permit(principal, action, resource) when { context.size < 9223372036854775807 };
permit(principal, action, resource) when { -9223372036854775808 < context.size };
permit(principal, action, resource) when { if context has "odd key" then [1, "\u{e9}"].contains(-1) else {a: {}} == {} };
permit(principal, action, resource) when { datetime("2026-11-30") < datetime("2026-11-30T00:00:00Z").offset(duration("1d")) };
permit(principal, action, resource) when { decimal("1.5").lessThan(decimal("2.0")) && ip("192.0.2.1").isLoopback() };
TEXT
npm install --silent --no-audit --no-fund @cedar-policy/cedar-wasm@4.13.0
cat > node.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { policyToJson, policyToText } = require('@cedar-policy/cedar-wasm/nodejs');

function sorted(value) {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

const lines = (name) => readFileSync(name, 'utf8').trim().split('\n');
if (process.argv[2] === 'write') {
  for (const line of lines('policies')) {
    console.log(JSON.stringify(sorted(policyToJson(line).json)));
  }
} else {
  const [policies, own, other] = ['policies', 'cedar-wasm.json', 'cedar-go.json'].map(lines);
  policies.forEach((policy, at) => {
    const mine = policyToText(JSON.parse(own[at])).text?.replaceAll(/\s+/g, ' ') ?? 'refused';
    const theirs = policyToText(JSON.parse(other[at])).text?.replaceAll(/\s+/g, ' ') ?? 'refused';
    console.log(`${policy}\n  JSON of both: ${own[at] === other[at] ? 'one text' : 'two texts'}`);
    if (own[at] !== other[at]) {
      const body = (text) => JSON.stringify(JSON.parse(text).annotations) ?? text.match(/"body":(.*),"kind"/)[1];
      console.log(`  cedar-wasm wrote ${body(own[at])}\n  cedar-go wrote ${body(other[at])}`);
    }
    console.log(`  cedar-wasm reads its own: ${mine}\n  cedar-wasm reads cedar-go's: ${theirs}`);
  });
}
JS
cat > main.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/cedar-policy/cedar-go"
)

func lines(name string) []string {
	file, _ := os.ReadFile(name)
	return strings.Split(strings.TrimSpace(string(file)), "\n")
}

func main() {
	if len(os.Args) > 1 {
		for _, line := range lines("policies") {
			var policy cedar.Policy
			policy.UnmarshalCedar([]byte(line))
			text, _ := policy.MarshalJSON()
			decoder := json.NewDecoder(bytes.NewReader(text))
			decoder.UseNumber()
			var value any
			decoder.Decode(&value)
			encoder := json.NewEncoder(os.Stdout)
			encoder.SetEscapeHTML(false)
			encoder.Encode(value)
		}
		return
	}
	for at, line := range lines("cedar-wasm.json") {
		var policy cedar.Policy
		answer := "read"
		if err := policy.UnmarshalJSON([]byte(line)); err != nil {
			answer = "refused"
		}
		fmt.Printf("cedar-go and the JSON of cedar-wasm, policy %d: %s\n", at+1, answer)
	}
}
GO
{
  go mod init finding.test/policies
  go get github.com/cedar-policy/cedar-go@v1.9.2
  go mod tidy
} 2> /dev/null
node node.cjs write > cedar-wasm.json
go run . write > cedar-go.json
{ node node.cjs; go run .; } > seen
cat > expected <<'EXPECTED'
@id("a") @note permit(principal, action, resource);
  JSON of both: two texts
  cedar-wasm wrote {"id":"a","note":null}
  cedar-go wrote {"id":"a","note":""}
  cedar-wasm reads its own: @id("a") @note permit(principal, action, resource);
  cedar-wasm reads cedar-go's: @id("a") @note("") permit(principal, action, resource);
permit(principal is User in Group::"g", action in [Action::"r"], resource == Photo::"x") unless { context.mfa };
  JSON of both: one text
  cedar-wasm reads its own: permit(principal is User in Group::"g", action in Action::"r", resource == Photo::"x") unless { context.mfa };
  cedar-wasm reads cedar-go's: permit(principal is User in Group::"g", action in Action::"r", resource == Photo::"x") unless { context.mfa };
permit(principal, action, resource) when { resource has owner.name };
  JSON of both: two texts
  cedar-wasm wrote {"has":{"attr":["owner","name"],"left":{"Var":"resource"}}}
  cedar-go wrote {"&&":{"left":{"has":{"attr":"owner","left":{"Var":"resource"}}},"right":{"has":{"attr":"name","left":{".":{"attr":"owner","left":{"Var":"resource"}}}}}}}
  cedar-wasm reads its own: permit(principal, action, resource) when { resource has owner.name };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { (resource has owner) && (resource.owner has name) };
permit(principal, action, resource) when { context.name like "a\*b*" };
  JSON of both: two texts
  cedar-wasm wrote {"like":{"left":{".":{"attr":"name","left":{"Var":"context"}}},"pattern":[{"Literal":"a"},{"Literal":"*"},{"Literal":"b"},"Wildcard"]}}
  cedar-go wrote {"like":{"left":{".":{"attr":"name","left":{"Var":"context"}}},"pattern":[{"Literal":"a*b"},"Wildcard"]}}
  cedar-wasm reads its own: permit(principal, action, resource) when { context.name like "a\*b*" };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { context.name like "a\*b*" };
permit(principal, action, resource) when { context.size == 9007199254740993 };
  JSON of both: two texts
  cedar-wasm wrote {"==":{"left":{".":{"attr":"size","left":{"Var":"context"}}},"right":{"Value":9007199254740992}}}
  cedar-go wrote {"==":{"left":{".":{"attr":"size","left":{"Var":"context"}}},"right":{"Value":9007199254740993}}}
  cedar-wasm reads its own: permit(principal, action, resource) when { context.size == 9007199254740992 };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { context.size == 9007199254740992 };
permit(principal, action, resource) when { context.size < 9223372036854775807 };
  JSON of both: two texts
  cedar-wasm wrote {"<":{"left":{".":{"attr":"size","left":{"Var":"context"}}},"right":{"Value":9223372036854776000}}}
  cedar-go wrote {"<":{"left":{".":{"attr":"size","left":{"Var":"context"}}},"right":{"Value":9223372036854775807}}}
  cedar-wasm reads its own: refused
  cedar-wasm reads cedar-go's: refused
permit(principal, action, resource) when { -9223372036854775808 < context.size };
  JSON of both: two texts
  cedar-wasm wrote {"<":{"left":{"Value":-9223372036854776000},"right":{".":{"attr":"size","left":{"Var":"context"}}}}}
  cedar-go wrote {"<":{"left":{"Value":-9223372036854775808},"right":{".":{"attr":"size","left":{"Var":"context"}}}}}
  cedar-wasm reads its own: refused
  cedar-wasm reads cedar-go's: refused
permit(principal, action, resource) when { if context has "odd key" then [1, "\u{e9}"].contains(-1) else {a: {}} == {} };
  JSON of both: one text
  cedar-wasm reads its own: permit(principal, action, resource) when { if context has "odd key" then [1, "é"].contains((-1)) else {a: {}} == {} };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { if context has "odd key" then [1, "é"].contains((-1)) else {a: {}} == {} };
permit(principal, action, resource) when { datetime("2026-11-30") < datetime("2026-11-30T00:00:00Z").offset(duration("1d")) };
  JSON of both: one text
  cedar-wasm reads its own: permit(principal, action, resource) when { datetime("2026-11-30") < datetime("2026-11-30T00:00:00Z").offset(duration("1d")) };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { datetime("2026-11-30") < datetime("2026-11-30T00:00:00Z").offset(duration("1d")) };
permit(principal, action, resource) when { decimal("1.5").lessThan(decimal("2.0")) && ip("192.0.2.1").isLoopback() };
  JSON of both: one text
  cedar-wasm reads its own: permit(principal, action, resource) when { decimal("1.5").lessThan(decimal("2.0")) && ip("192.0.2.1").isLoopback() };
  cedar-wasm reads cedar-go's: permit(principal, action, resource) when { decimal("1.5").lessThan(decimal("2.0")) && ip("192.0.2.1").isLoopback() };
cedar-go and the JSON of cedar-wasm, policy 1: read
cedar-go and the JSON of cedar-wasm, policy 2: read
cedar-go and the JSON of cedar-wasm, policy 3: refused
cedar-go and the JSON of cedar-wasm, policy 4: read
cedar-go and the JSON of cedar-wasm, policy 5: read
cedar-go and the JSON of cedar-wasm, policy 6: refused
cedar-go and the JSON of cedar-wasm, policy 7: refused
cedar-go and the JSON of cedar-wasm, policy 8: read
cedar-go and the JSON of cedar-wasm, policy 9: read
cedar-go and the JSON of cedar-wasm, policy 10: read
EXPECTED
diff expected seen
echo "policies of Cedar as JSON behave as they were seen"
