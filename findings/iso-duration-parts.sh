#!/bin/sh
# iso8601-duration 2.1.4 and tinyduration 3.4.1 (npm), isodate 0.7.2 and isoduration 20.11.0 (PyPI), iso8601 0.6.6 and
# speedate 0.18.0 (crates.io) and java.time, seen on 2026-11-29 with Node 20, Python 3.11, Rust 1.95 and Java 17.
#
# Guess before it was run: seven readers of ISO 8601 durations differ in weeks, signs and fractions, by refusing some.
# Seen: iso8601-duration of npm takes a leading minus and drops it: `-PT5M` is 300 seconds. iso8601 of crates.io reads
# `PT1.5H` as no time at all and `P1W2D` as one week, both without an error. `Duration` of Java refuses weeks, `P0.5D` and
# `PT1.5H`, although the last part may have a fraction. Days after weeks are an extension, which isoduration refuses.
# isodate, speedate and tinyduration give each text its value.
# Whom it meets: settings and schemas with `format: duration`. With a mock: write whole seconds, `PT5400S`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' PT36H PT0.5S -PT5M PT1.5H P0.5D P2W P1W2D > durations
npm install --silent --no-audit --no-fund iso8601-duration@2.1.4 tinyduration@3.4.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parse, toSeconds } from 'iso8601-duration';
import { parse as read } from 'tinyduration';

const seconds = ({ weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0, negative = false }) =>
  (negative ? -1 : 1) * ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds);
const READERS = { 'iso8601-duration': (text) => toSeconds(parse(text)), tinyduration: (text) => seconds(read(text)) };
for (const text of readFileSync('durations', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      answer = read(text);
    } catch {}
    console.log(`${text} by ${name}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check isodate==0.7.2 isoduration==20.11.0
cat > read.py <<'PY'
import isodate
import isoduration


def by_parts(text):
    duration = isoduration.parse_duration(text)
    date, time = duration.date, duration.time
    return (((date.weeks * 7 + date.days) * 24 + time.hours) * 60 + time.minutes) * 60 + time.seconds


READERS = {"isodate": lambda text: isodate.parse_duration(text).total_seconds(), "isoduration": by_parts}
with open("durations", encoding="utf-8") as file:
    for text in file.read().split():
        for name, read in READERS.items():
            try:
                answer = f"{float(read(text)):g}"
            except (ValueError, isoduration.DurationParsingException):
                answer = "refused"
            print(f"{text} by {name}: {answer}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
iso8601 = "=0.6.6"
speedate = "=0.18.0"
TOML
cat > src/main.rs <<'RUST'
use std::time::Duration;

fn main() {
    for text in include_str!("../durations").lines() {
        match iso8601::duration(text) {
            Ok(found) => println!("{text} by iso8601: {}", Duration::from(found).as_secs_f64()),
            Err(_) => println!("{text} by iso8601: refused"),
        }
        match speedate::Duration::parse_str(text) {
            Ok(found) => println!("{text} by speedate: {}", found.signed_total_seconds() as f64 + f64::from(found.signed_microseconds()) / 1e6),
            Err(_) => println!("{text} by speedate: refused"),
        }
    }
}
RUST
cat > Read.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("durations"))) {
            String answer = "refused";
            try {
                answer = String.valueOf(Duration.parse(text).toMillis() / 1e3);
            } catch (DateTimeParseException error) {
            }
            System.out.println(text + " by Java: " + answer);
        }
    }
}
JAVA
{ node read.mjs; venv/bin/python read.py; CARGO_TARGET_DIR=target cargo run --quiet; java Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
-PT5M by Java: -300.0
-PT5M by iso8601-duration: 300
-PT5M by iso8601: refused
-PT5M by isodate: -300
-PT5M by isoduration: -300
-PT5M by speedate: -300
-PT5M by tinyduration: -300
P0.5D by Java: refused
P0.5D by iso8601-duration: refused
P0.5D by iso8601: refused
P0.5D by isodate: 43200
P0.5D by isoduration: 43200
P0.5D by speedate: 43200
P0.5D by tinyduration: 43200
P1W2D by Java: refused
P1W2D by iso8601-duration: 777600
P1W2D by iso8601: 604800
P1W2D by isodate: 777600
P1W2D by isoduration: refused
P1W2D by speedate: 777600
P1W2D by tinyduration: 777600
P2W by Java: refused
P2W by iso8601-duration: 1209600
P2W by iso8601: 1209600
P2W by isodate: 1.2096e+06
P2W by isoduration: 1.2096e+06
P2W by speedate: 1209600
P2W by tinyduration: 1209600
PT0.5S by Java: 0.5
PT0.5S by iso8601-duration: 0.5
PT0.5S by iso8601: 0.5
PT0.5S by isodate: 0.5
PT0.5S by isoduration: 0.5
PT0.5S by speedate: 0.5
PT0.5S by tinyduration: 0.5
PT1.5H by Java: refused
PT1.5H by iso8601-duration: 5400
PT1.5H by iso8601: 0
PT1.5H by isodate: 5400
PT1.5H by isoduration: 5400
PT1.5H by speedate: 5400
PT1.5H by tinyduration: 5400
PT36H by Java: 129600.0
PT36H by iso8601-duration: 129600
PT36H by iso8601: 129600
PT36H by isodate: 129600
PT36H by isoduration: 129600
PT36H by speedate: 129600
PT36H by tinyduration: 129600
EXPECTED
diff expected seen
echo "readers of ISO 8601 durations behave as they were seen"
