#!/bin/sh
# github.com/Masterminds/semver/v3 v3.5.0, github.com/hashicorp/go-version v1.9.0 and github.com/blang/semver/v4 v4.0.0,
# seen on 2026-11-29 with Go 1.26.
#
# Guess before it was run: three libraries of one language agree about comparisons; pre-releases and `~>` are dialects.
# Seen: a bound of two parts is a family of versions for Masterminds and one version for hashicorp, so they say the opposite
# of `>1.2`, `<=1.2`, `!=1.2` and `=1.2` for 1.2.5; blang refuses such bounds. `~>1.2` has 1.9.0 for hashicorp, as in
# Terraform, and has not for Masterminds, which takes the same sign. `>=1.2.0-0`, which lets pre-releases in for
# Masterminds, has none of 1.3.0 for hashicorp; blang has them in any range, 2.0.0-rc.1 in `<2.0.0` too.
# Whom it meets: who moves a constraint from a chart to Terraform, or to a range of an advisory. With a mock: write bounds
# of three parts.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"

	masterminds "github.com/Masterminds/semver/v3"
	blang "github.com/blang/semver/v4"
	hashicorp "github.com/hashicorp/go-version"
)

func main() {
	for _, pair := range [][2]string{
		{">1.2", "1.2.5"},
		{"<=1.2", "1.2.5"},
		{"!=1.2", "1.2.5"},
		{"=1.2", "1.2.5"},
		{"~>1.2", "1.9.0"},
		{"<2.0.0", "2.0.0-rc.1"},
		{">=1.2.0", "1.3.0-beta.1"},
		{">=1.2.0-0", "1.3.0-beta.1"},
		{">=1.2.0", "1.2.5"},
	} {
		answers := []any{"refused", "refused", "refused"}
		if range0, err := masterminds.NewConstraint(pair[0]); err == nil {
			answers[0] = range0.Check(masterminds.MustParse(pair[1]))
		}
		if range1, err := hashicorp.NewConstraint(pair[0]); err == nil {
			answers[1] = range1.Check(hashicorp.Must(hashicorp.NewVersion(pair[1])))
		}
		if range2, err := blang.ParseRange(pair[0]); err == nil {
			answers[2] = range2(blang.MustParse(pair[1]))
		}
		fmt.Printf("%s in %s: Masterminds %v, hashicorp %v, blang %v\n", append([]any{pair[1], pair[0]}, answers...)...)
	}
}
GO
{
  go mod init finding.test/range
  go get github.com/Masterminds/semver/v3@v3.5.0 github.com/hashicorp/go-version@v1.9.0 github.com/blang/semver/v4@v4.0.0
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
1.2.5 in >1.2: Masterminds false, hashicorp true, blang refused
1.2.5 in <=1.2: Masterminds true, hashicorp false, blang refused
1.2.5 in !=1.2: Masterminds false, hashicorp true, blang refused
1.2.5 in =1.2: Masterminds true, hashicorp false, blang refused
1.9.0 in ~>1.2: Masterminds false, hashicorp true, blang refused
2.0.0-rc.1 in <2.0.0: Masterminds false, hashicorp false, blang true
1.3.0-beta.1 in >=1.2.0: Masterminds false, hashicorp false, blang true
1.3.0-beta.1 in >=1.2.0-0: Masterminds true, hashicorp false, blang true
1.2.5 in >=1.2.0: Masterminds true, hashicorp true, blang true
EXPECTED
diff expected seen
echo "constraints of three libraries behave as they were seen"
