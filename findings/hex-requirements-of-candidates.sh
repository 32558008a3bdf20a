#!/bin/sh
# hexpm 5.1.1 (crates.io), seen on 2026-11-30 with Rust 1.95.
#
# Guess before it was run: this crate, by which the compiler of Gleam chooses versions, says of each requirement of Hex what
# Elixir says (`Version.match?`); candidates may need a requirement that names one.
# Seen: it makes an interval of each sign, and its ends are the bound and the next patch, so what lies between is on the wrong
# side. `> 1.0.0-rc.1` has neither rc.2 nor 1.0.0 itself, only 1.0.1; `<= 1.0.0` has 1.0.1-rc.1, and `<= 1.0.0-rc.1` has rc.2;
# `!= 1.0.0` leaves out 1.0.1-rc.1. `~> 2.0` has 3.0.0-rc.1, for which Elixir ends before the first candidate. `==`, `>=`,
# `and`, `or` and the order of versions are as in Elixir.
# Whom it meets: who publishes candidates to a registry of Hex, or asks which versions a requirement has. With a mock: seed two
# candidates and their release.
# Output seen: the lines that EXPECTED has below; the first word is what Elixir says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
in|> 1.0.0-rc.1|1.0.0-rc.2
in|> 1.0.0-rc.1|1.0.0
in|> 1.0.0-rc.1|1.0.1
in|> 1.0.0|1.0.1-rc.1
out|<= 1.0.0|1.0.1-rc.1
out|<= 1.0.0-rc.1|1.0.0-rc.2
in|!= 1.0.0|1.0.1-rc.1
in|!= 1.0.0-rc.1|1.0.0-rc.2
out|~> 2.0|3.0.0-rc.1
out|~> 2.0.1|2.1.0-rc.1
in|~> 2.0|2.1.0-rc.1
in|>= 1.0.0-rc.9|1.0.0-rc.10
in|< 2.0.0|2.0.0-rc.1
out|== 1.0.0-rc.1|1.0.0-rc.2
in|>= 1.0.0 and < 2.0.0 or ~> 3.0|3.1.0
TEXT
cargo init --quiet --vcs none --name has
cargo add --quiet hexpm@=5.1.1
cat > src/main.rs <<'RS'
use hexpm::version::{Range, Version};

fn main() {
    for line in std::fs::read_to_string("cases").unwrap().lines() {
        let parts: Vec<&str> = line.split('|').collect();
        let range = Range::new(parts[1].to_string()).unwrap();
        let contained = range.to_pubgrub().contains(&Version::parse(parts[2]).unwrap());
        println!("{line}: hexpm, {}", if contained { "in" } else { "out" });
    }
}
RS
cargo run --quiet > seen
cat > expected <<'EXPECTED'
in|> 1.0.0-rc.1|1.0.0-rc.2: hexpm, out
in|> 1.0.0-rc.1|1.0.0: hexpm, out
in|> 1.0.0-rc.1|1.0.1: hexpm, in
in|> 1.0.0|1.0.1-rc.1: hexpm, out
out|<= 1.0.0|1.0.1-rc.1: hexpm, in
out|<= 1.0.0-rc.1|1.0.0-rc.2: hexpm, in
in|!= 1.0.0|1.0.1-rc.1: hexpm, out
in|!= 1.0.0-rc.1|1.0.0-rc.2: hexpm, out
out|~> 2.0|3.0.0-rc.1: hexpm, in
out|~> 2.0.1|2.1.0-rc.1: hexpm, in
in|~> 2.0|2.1.0-rc.1: hexpm, in
in|>= 1.0.0-rc.9|1.0.0-rc.10: hexpm, in
in|< 2.0.0|2.0.0-rc.1: hexpm, in
out|== 1.0.0-rc.1|1.0.0-rc.2: hexpm, out
in|>= 1.0.0 and < 2.0.0 or ~> 3.0|3.1.0: hexpm, in
EXPECTED
diff expected seen
echo "requirements of Hex are read as they were seen"
