#!/bin/sh
# github.com/hashicorp/terraform-plugin-framework-jsontypes v0.2.0 and
# github.com/hashicorp/terraform-plugin-framework-timetypes v0.5.0, seen on 2026-11-30 with Go 1.26.
#
# Guess before it was run: the normalized types of Terraform's framework find two texts equal that mean the same, numbers
# included; times in other offsets may differ.
# Seen: those do, though they are one moment. Order, blanks and escapes are no matter, but numbers are compared as texts: 1 is
# not 1.0, 100 not 1e2 and 0.10 not 0.1, so a provider whose API writes a number in another form has a change in each plan. A
# member given twice is equal to the last of the two. A time in lower case, which RFC 3339 has (5.6), is refused.
# Whom it meets: resources with a JSON policy or settings, read back from an API. With a mock: let it write `1.0` for 1, and
# plan twice.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
)

func main() {
	ctx := context.Background()
	for _, pair := range [][2]string{
		{`{"a":1,"b":"\u00e9"}`, `{ "b": "é", "a": 1 }`},
		{`1`, `1.0`},
		{`100`, `1e2`},
		{`0.10`, `0.1`},
		{`0`, `-0`},
		{`{"a":1,"a":2}`, `{"a":2}`},
		{`{"a":null}`, `{}`},
	} {
		equal, problems := jsontypes.NewNormalizedValue(pair[0]).
			StringSemanticEquals(ctx, jsontypes.NewNormalizedValue(pair[1]))
		if problems.HasError() {
			panic(problems)
		}
		fmt.Printf("%s and %s: equal %t\n", pair[0], pair[1], equal)
	}
	for _, pair := range [][2]string{
		{"2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"},
		{"2026-01-01T00:00:00Z", "2026-01-01T00:00:00-00:00"},
		{"2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"},
		{"2026-01-01T00:00:00Z", "2026-01-01t00:00:00z"},
	} {
		left, _ := timetypes.NewRFC3339Value(pair[0])
		right, problems := timetypes.NewRFC3339Value(pair[1])
		if problems.HasError() {
			fmt.Printf("%s and %s: refused\n", pair[0], pair[1])
			continue
		}
		equal, _ := left.StringSemanticEquals(ctx, right)
		fmt.Printf("%s and %s: equal %t\n", pair[0], pair[1], equal)
	}
}
GO
{
  go mod init finding.test/equal
  go get github.com/hashicorp/terraform-plugin-framework-jsontypes@v0.2.0 \
    github.com/hashicorp/terraform-plugin-framework-timetypes@v0.5.0 \
    github.com/hashicorp/terraform-plugin-framework@v1.11.0
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
{"a":1,"b":"\u00e9"} and { "b": "é", "a": 1 }: equal true
1 and 1.0: equal false
100 and 1e2: equal false
0.10 and 0.1: equal false
0 and -0: equal false
{"a":1,"a":2} and {"a":2}: equal true
{"a":null} and {}: equal false
2026-01-01T00:00:00Z and 2026-01-01T00:00:00.000Z: equal true
2026-01-01T00:00:00Z and 2026-01-01T00:00:00-00:00: equal true
2026-01-01T00:00:00Z and 2026-01-01T01:00:00+01:00: equal false
2026-01-01T00:00:00Z and 2026-01-01t00:00:00z: refused
EXPECTED
diff expected seen
echo "normalized types of Terraform behave as they were seen"
