#!/bin/sh
# ratelimit-header-parser 0.1.0 (npm), ratelimit-headers 0.1.0 (PyPI) and rate-limits 0.7.0 (crates.io), seen on 2026-11-30
# with Node 20, Python 3.11 and Rust 1.95.
#
# Guess before it was run: three readers give limit, remaining and seconds of each draft of RateLimit; the newest draft is
# unknown to two.
# Seen: it is unknown to all. ratelimit-header-parser makes NaN of it for each number and for the date, and no error; a
# comparison with NaN is always false, so a client that waits at zero never waits. Beside `x-ratelimit-remaining` it takes the
# seconds of Retry-After for seconds since 1970, a time that is past. Only it reads the seventh draft, which ratelimit-headers
# names in its source. The older drafts may have policies behind the limit, `100, 100;w=60`: with them the limit is lost for
# ratelimit-headers, and the whole answer for rate-limits, which also reads nothing if the limit or the reset is missing. With
# Retry-After as well, it drops limit and remaining, and the other two give different seconds.
# Whom it meets: clients that slow down before they are refused. With a mock: answer with each form, and see how long the
# client waits.
# Output seen: the lines that EXPECTED has below, with the header fields of an answer and who reads what.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > answers <<'TEXT'
x-ratelimit-limit: 100|x-ratelimit-remaining: 50|x-ratelimit-reset: 4102444800
x-ratelimit-limit: 100|x-ratelimit-remaining: 50|x-ratelimit-reset: Fri, 01 Jan 2100 00:00:00 GMT
x-ratelimit-limit: 100|x-ratelimit-remaining: 50
x-ratelimit-limit: 100|x-ratelimit-remaining: 0|retry-after: 30
ratelimit-limit: 100|ratelimit-remaining: 50|ratelimit-reset: 30
ratelimit-limit: 100, 100;w=60|ratelimit-remaining: 50|ratelimit-reset: 30
ratelimit-limit: 100|ratelimit-remaining: 0|ratelimit-reset: 30|retry-after: 60
ratelimit-remaining: 50|ratelimit-reset: 30
ratelimit: limit=100, remaining=50, reset=30
ratelimit: "a";r=50;t=30|ratelimit-policy: "a";q=100;w=60
retry-after: 30
TEXT
npm install --silent --no-audit --no-fund ratelimit-header-parser@0.1.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parseRateLimit } from 'ratelimit-header-parser';

for (const answer of readFileSync('answers', 'utf8').trim().split('\n')) {
  const read = parseRateLimit(new Headers(answer.split('|').map((line) => line.split(/: (.*)/).slice(0, 2))));
  let given = 'nothing';
  if (read) {
    const seconds = read.reset && (read.reset.getTime() - Date.now()) / 1000;
    const far = Math.abs(seconds) > 1e6 && read.reset.toISOString().slice(0, 10);
    const reset = seconds === undefined ? 'none' : Number.isNaN(seconds) ? 'NaN' : far || `${Math.round(seconds)} s`;
    given = `limit ${read.limit}, remaining ${read.remaining}, reset ${reset}`;
  }
  console.log([answer, given, 'ratelimit-header-parser'].join('~'));
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ratelimit-headers==0.1.0
cat > read.py <<'PY'
from datetime import UTC, datetime

import ratelimit_headers

with open("answers", encoding="utf-8") as file:
    answers = file.read().splitlines()
for answer in answers:
    read = ratelimit_headers.parse(response_headers=dict(line.split(": ", 1) for line in answer.split("|")))
    reset = "none"
    if read.reset:
        seconds = (read.reset - datetime.now(UTC)).total_seconds()
        reset = f"{read.reset:%Y-%m-%d}" if abs(seconds) > 1e6 else f"{round(seconds)} s"
    given = f"limit {read.limit}, remaining {read.remaining}, reset {reset}".replace("None", "none")
    print(answer, given, "ratelimit-headers", sep="~")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
rate-limits = "=0.7.0"
TOML
cat > src/main.rs <<'RUST'
use rate_limits::{RateLimit, ResetTime};

fn main() {
    for answer in include_str!("../answers").lines() {
        let given = answer.replace('|', "\n").parse::<RateLimit>().map_or("nothing".to_string(), |read| {
            let number = |number: Option<usize>| number.map_or("none".to_string(), |number| number.to_string());
            let reset = match read.reset() {
                ResetTime::Seconds(seconds) => format!("{seconds} s"),
                ResetTime::DateTime(time) => time.date().to_string(),
            };
            format!("limit {}, remaining {}, reset {reset}", number(read.limit()), number(read.remaining()))
        });
        println!("{answer}~{given}~rate-limits");
    }
}
RUST
{ node read.mjs; venv/bin/python read.py; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
ratelimit-limit: 100, 100;w=60|ratelimit-remaining: 50|ratelimit-reset: 30: limit 100, remaining 50, reset 30 s by ratelimit-header-parser
ratelimit-limit: 100, 100;w=60|ratelimit-remaining: 50|ratelimit-reset: 30: limit none, remaining 50, reset 30 s by ratelimit-headers
ratelimit-limit: 100, 100;w=60|ratelimit-remaining: 50|ratelimit-reset: 30: nothing by rate-limits
ratelimit-limit: 100|ratelimit-remaining: 0|ratelimit-reset: 30|retry-after: 60: limit 100, remaining 0, reset 30 s by ratelimit-header-parser
ratelimit-limit: 100|ratelimit-remaining: 0|ratelimit-reset: 30|retry-after: 60: limit 100, remaining 0, reset 60 s by ratelimit-headers
ratelimit-limit: 100|ratelimit-remaining: 0|ratelimit-reset: 30|retry-after: 60: limit none, remaining none, reset 60 s by rate-limits
ratelimit-limit: 100|ratelimit-remaining: 50|ratelimit-reset: 30: limit 100, remaining 50, reset 30 s by rate-limits ratelimit-header-parser ratelimit-headers
ratelimit-remaining: 50|ratelimit-reset: 30: limit NaN, remaining 50, reset 30 s by ratelimit-header-parser
ratelimit-remaining: 50|ratelimit-reset: 30: limit none, remaining 50, reset 30 s by ratelimit-headers
ratelimit-remaining: 50|ratelimit-reset: 30: nothing by rate-limits
ratelimit: "a";r=50;t=30|ratelimit-policy: "a";q=100;w=60: limit NaN, remaining NaN, reset NaN by ratelimit-header-parser
ratelimit: "a";r=50;t=30|ratelimit-policy: "a";q=100;w=60: limit none, remaining none, reset none by ratelimit-headers
ratelimit: "a";r=50;t=30|ratelimit-policy: "a";q=100;w=60: nothing by rate-limits
ratelimit: limit=100, remaining=50, reset=30: limit 100, remaining 50, reset 30 s by ratelimit-header-parser
ratelimit: limit=100, remaining=50, reset=30: limit none, remaining none, reset none by ratelimit-headers
ratelimit: limit=100, remaining=50, reset=30: nothing by rate-limits
retry-after: 30: limit none, remaining none, reset 30 s by rate-limits ratelimit-headers
retry-after: 30: nothing by ratelimit-header-parser
x-ratelimit-limit: 100|x-ratelimit-remaining: 0|retry-after: 30: limit 100, remaining 0, reset 1970-01-01 by ratelimit-header-parser
x-ratelimit-limit: 100|x-ratelimit-remaining: 0|retry-after: 30: limit 100, remaining 0, reset none by ratelimit-headers
x-ratelimit-limit: 100|x-ratelimit-remaining: 0|retry-after: 30: limit none, remaining none, reset 30 s by rate-limits
x-ratelimit-limit: 100|x-ratelimit-remaining: 50|x-ratelimit-reset: 4102444800: limit 100, remaining 50, reset 2100-01-01 by rate-limits ratelimit-header-parser ratelimit-headers
x-ratelimit-limit: 100|x-ratelimit-remaining: 50|x-ratelimit-reset: Fri, 01 Jan 2100 00:00:00 GMT: limit 100, remaining 50, reset 2100-01-01 by rate-limits ratelimit-header-parser
x-ratelimit-limit: 100|x-ratelimit-remaining: 50|x-ratelimit-reset: Fri, 01 Jan 2100 00:00:00 GMT: limit 100, remaining 50, reset none by ratelimit-headers
x-ratelimit-limit: 100|x-ratelimit-remaining: 50: limit 100, remaining 50, reset none by ratelimit-header-parser ratelimit-headers
x-ratelimit-limit: 100|x-ratelimit-remaining: 50: nothing by rate-limits
EXPECTED
diff expected seen
echo "answers with limits are read as they were seen"
