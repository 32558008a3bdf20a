#!/bin/sh
# go.einride.tech/aip v0.86.0 with Go 1.26, and aip-filtering 0.1.0 and aip-160 0.2.0 (crates.io) with Rust 1.95, seen on
# 2026-11-29.
#
# Guess before it was run: three parsers of filters take the durations and numbers that AIP-160 names.
# Seen: the one in Go refuses `20s` and `2.5e3`, which AIP-160 (literals) has as a duration and a number. aip-filtering reads
# `1.5s` as the field `5s` of 1, and `2.5e3` as a field of 2; without blanks, `a=1` is one word; all of it without an error.
# aip-160 leaves the literals whole.
# Whom it meets: services that parse filters, and tests of them. With a mock: write blanks around operators, and quote times.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 'ttl = 20s' 'ttl < 1.5s' 'size > 2.5e3' 'a=1' > filters
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"go.einride.tech/aip/filtering"
	"google.golang.org/genproto/googleapis/api/expr/v1alpha1"
)

func text(tree *expr.Expr) string {
	switch kind := tree.GetExprKind().(type) {
	case *expr.Expr_ConstExpr:
		return fmt.Sprint(kind.ConstExpr.GetInt64Value())
	case *expr.Expr_IdentExpr:
		return kind.IdentExpr.Name
	case *expr.Expr_CallExpr:
		return fmt.Sprintf("(%s %s %s)", text(kind.CallExpr.Args[0]), kind.CallExpr.Function, text(kind.CallExpr.Args[1]))
	}
	return tree.String()
}

func main() {
	file, _ := os.ReadFile("filters")
	for _, filter := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		var parser filtering.Parser
		parser.Init(filter)
		parsed, err := parser.Parse()
		if err != nil {
			fmt.Printf("Go, %s: refused\n", filter)
			continue
		}
		fmt.Printf("Go, %s: %s\n", filter, text(parsed.Expr))
	}
}
GO
{
  go mod init finding.test/filter
  go get go.einride.tech/aip@v0.86.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
aip-160 = "=0.2.0"
aip-filtering = "=0.1.0"
TOML
cat > src/main.rs <<'RUST'
use aip_filtering::FilterParser;

fn main() {
    for filter in include_str!("../filters").lines() {
        match FilterParser::parse_str(filter) {
            Ok(tree) => println!("aip-filtering, {filter}: {:?}", tree.expect("a filter")),
            Err(_) => println!("aip-filtering, {filter}: refused"),
        }
        match aip_160::parse_filter(filter) {
            Ok(tree) => println!("aip-160, {filter}: {tree}"),
            Err(_) => println!("aip-160, {filter}: refused"),
        }
    }
}
RUST
{ go run .; CARGO_TARGET_DIR=target cargo run --quiet; } > seen
cat > expected <<'EXPECTED'
Go, ttl = 20s: refused
Go, ttl < 1.5s: refused
Go, size > 2.5e3: refused
Go, a=1: (a = 1)
aip-filtering, ttl = 20s: Restriction { lhs: Value(Text("ttl")), op: Eq, rhs: Value(Duration(20s)) }
aip-160, ttl = 20s: ttl = 20s
aip-filtering, ttl < 1.5s: Restriction { lhs: Value(Text("ttl")), op: Lt, rhs: Member { value: Int(1), path: [Duration(5s)] } }
aip-160, ttl < 1.5s: ttl < 1.5s
aip-filtering, size > 2.5e3: Restriction { lhs: Value(Text("size")), op: Gt, rhs: Member { value: Int(2), path: [Float(5000.0)] } }
aip-160, size > 2.5e3: size > 2.5e3
aip-filtering, a=1: Value(Text("a=1"))
aip-160, a=1: a = 1
EXPECTED
diff expected seen
echo "filters of AIP-160 behave as they were seen"
