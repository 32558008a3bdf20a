#!/bin/sh
# @bufbuild/cel 0.6.1 (npm) and github.com/google/cel-go v0.26.1, seen on 2026-11-29 with Node 20 and Go 1.26.
#
# Guess before it was run: the parts of a timestamp in a named time zone are the same in both.
# Seen: in the first hour of a local day, the library in JavaScript answers the day after: 23:00 UTC on 31 January is 2
# February in Berlin, and so are the day of the week and of the year too high by one. Hour, month and year are right, and so
# is all by an offset such as `+01:00`. An hour later, both agree.
# Whom it meets: rules on dates in a zone's name. With a mock: set its clock to the first hour of a day in that zone, once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions <<'TEXT'
timestamp("2026-01-31T23:00:00Z").getHours("Europe/Berlin")
timestamp("2026-01-31T23:00:00Z").getDate("Europe/Berlin")
timestamp("2026-01-31T23:00:00Z").getDate("+01:00")
timestamp("2026-01-31T23:59:59Z").getDayOfWeek("Europe/Berlin")
timestamp("2026-01-31T23:59:59Z").getDayOfYear("Europe/Berlin")
timestamp("2026-02-01T00:00:00Z").getDate("Europe/Berlin")
TEXT
npm install --silent --no-audit --no-fund @bufbuild/cel@0.6.1 @bufbuild/protobuf@2.17.0
cat > time.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { run } from '@bufbuild/cel';

for (const text of readFileSync('expressions', 'utf8').trim().split('\n')) console.log(`JavaScript, ${text}: ${run(text)}`);
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/cel-go/cel"
)

func main() {
	file, _ := os.ReadFile("expressions")
	environment, err := cel.NewEnv()
	if err != nil {
		panic(err)
	}
	for _, text := range strings.Fields(string(file)) {
		tree, issues := environment.Compile(text)
		if issues.Err() != nil {
			panic(issues.Err())
		}
		program, err := environment.Program(tree)
		if err != nil {
			panic(err)
		}
		value, _, err := program.Eval(map[string]any{})
		if err != nil {
			panic(err)
		}
		fmt.Printf("Go, %s: %v\n", text, value.Value())
	}
}
GO
{
  go mod init finding.test/cel
  go get github.com/google/cel-go@v0.26.1
  go mod tidy
} 2> /dev/null
{ node time.mjs; go run .; } > seen
cat > expected <<'EXPECTED'
JavaScript, timestamp("2026-01-31T23:00:00Z").getHours("Europe/Berlin"): 0
JavaScript, timestamp("2026-01-31T23:00:00Z").getDate("Europe/Berlin"): 2
JavaScript, timestamp("2026-01-31T23:00:00Z").getDate("+01:00"): 1
JavaScript, timestamp("2026-01-31T23:59:59Z").getDayOfWeek("Europe/Berlin"): 1
JavaScript, timestamp("2026-01-31T23:59:59Z").getDayOfYear("Europe/Berlin"): 32
JavaScript, timestamp("2026-02-01T00:00:00Z").getDate("Europe/Berlin"): 1
Go, timestamp("2026-01-31T23:00:00Z").getHours("Europe/Berlin"): 0
Go, timestamp("2026-01-31T23:00:00Z").getDate("Europe/Berlin"): 1
Go, timestamp("2026-01-31T23:00:00Z").getDate("+01:00"): 1
Go, timestamp("2026-01-31T23:59:59Z").getDayOfWeek("Europe/Berlin"): 0
Go, timestamp("2026-01-31T23:59:59Z").getDayOfYear("Europe/Berlin"): 31
Go, timestamp("2026-02-01T00:00:00Z").getDate("Europe/Berlin"): 1
EXPECTED
diff expected seen
echo "dates of @bufbuild/cel 0.6.1 behave as they were seen"
