#!/bin/sh
# github.com/apparentlymart/go-versions v1.0.3 and github.com/hashicorp/go-version v1.9.0, seen on 2026-11-30 with Go 1.26.
#
# Guess before it was run: the two libraries by which Terraform reads constraints, the first for providers, the second for
# modules and its own version, say the same of each constraint that both take; build metadata may differ.
# Seen: it does. `~> 1` has no 2.0.0 for providers, and has it for modules: of one number, go-version makes no upper bound.
# `~> 1.0.0-beta1` has 1.0.5 for providers and not for modules, and beta2 the other way round; so it is with beta2 in
# `>= 1.0.0-beta1`, as go-versions takes candidates only by their exact version. `!= 1.0.0` has 1.0.0-rc1 for modules only.
# go-version takes `v1.2.0`, too. Two numbers, commas and the usual signs are read alike.
# Whom it meets: who serves a registry of providers and modules, or moves a constraint from one to the other. With a mock: seed
# versions 1.9.0 and 2.0.0, and a candidate.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
~> 1.2|1.9.0
~> 1.2.3|1.3.0
~> 1|1.9.0
~> 1|2.0.0
>= 1.2, < 2.0|1.5.0
= 1.2|1.2.5
> 1.2|1.2.5
>= 1.0|1.1.0-beta1
< 2.0.0|2.0.0-rc1
~> 1.0.0-beta1|1.0.0-beta2
~> 1.0.0-beta1|1.0.5
>= 1.0.0-beta1|1.0.0-beta2
> 1.0.0-rc1|1.0.0-rc2
!= 1.0.0|1.0.0-rc1
= 1.0.0+b|1.0.0+c
v1.2.0|1.2.0
TEXT
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/apparentlymart/go-versions/versions"
	"github.com/hashicorp/go-version"
)

func answer(has bool, err error) string {
	if err != nil {
		return "refused"
	}
	return map[bool]string{true: "in", false: "out"}[has]
}

func ofProviders(constraint, text string) (bool, error) {
	set, err := versions.MeetingConstraintsStringRuby(constraint)
	return err == nil && set.Has(versions.MustParseVersion(text)), err
}

func ofModules(constraint, text string) (bool, error) {
	constraints, err := version.NewConstraint(constraint)
	return err == nil && constraints.Check(version.Must(version.NewVersion(text))), err
}

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		constraint, text, _ := strings.Cut(line, "|")
		providers, modules := answer(ofProviders(constraint, text)), answer(ofModules(constraint, text))
		fmt.Printf("%s: go-versions %s, go-version %s\n", line, providers, modules)
	}
}
GO
{
  go mod init finding.test/constraints
  go get github.com/apparentlymart/go-versions@v1.0.3 github.com/hashicorp/go-version@v1.9.0
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
~> 1.2|1.9.0: go-versions in, go-version in
~> 1.2.3|1.3.0: go-versions out, go-version out
~> 1|1.9.0: go-versions in, go-version in
~> 1|2.0.0: go-versions out, go-version in
>= 1.2, < 2.0|1.5.0: go-versions in, go-version in
= 1.2|1.2.5: go-versions out, go-version out
> 1.2|1.2.5: go-versions in, go-version in
>= 1.0|1.1.0-beta1: go-versions out, go-version out
< 2.0.0|2.0.0-rc1: go-versions out, go-version out
~> 1.0.0-beta1|1.0.0-beta2: go-versions out, go-version in
~> 1.0.0-beta1|1.0.5: go-versions in, go-version out
>= 1.0.0-beta1|1.0.0-beta2: go-versions out, go-version in
> 1.0.0-rc1|1.0.0-rc2: go-versions out, go-version in
!= 1.0.0|1.0.0-rc1: go-versions out, go-version in
= 1.0.0+b|1.0.0+c: go-versions out, go-version in
v1.2.0|1.2.0: go-versions refused, go-version in
EXPECTED
diff expected seen
echo "constraints of Terraform are read as they were seen"
