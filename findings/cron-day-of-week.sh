#!/bin/sh
# cron-parser 5.10.6 (npm), croniter 7.0.0 and cronsim 2.8 (PyPI), github.com/robfig/cron/v3 v3.0.1,
# github.com/adhocore/gronx v1.20.4, and saffron 0.1.0 and cron 0.17.0 (crates.io), seen on 2026-11-29 with Node 20, Python
# 3.11, Go 1.26 and Rust 1.95.
#
# Guess before it was run: seven readers of five cron fields find the same next day, unless both day fields are set.
# Seen: both crates count the days of a week from 1 for Sunday, so 5, which is Friday in crontab(5), is Thursday, and 1 is
# Sunday; 0 is refused. If both day fields are set, crontab(5) has a day that fits either; the crate cron wants both, half a
# year later. Of `*/3` in the day of the month with a day of the week, cronsim and gronx want both, too, as Debian's cron
# does; four want either. robfig refuses 7.
# Whom it meets: who moves a schedule from one service to another. With a mock: move its clock, and look at which day it
# runs.
# Output seen: the lines that EXPECTED has below, each the next day after Monday, 2024-01-01, 01:00.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export TZ=UTC
cat > schedules <<'TEXT'
0 0 * * 5
0 0 * * 7
0 0 * * 0
0 0 * * FRI
0 0 13 * 5
0 0 */3 * 1
TEXT
npm install --silent --no-audit --no-fund cron-parser@5.10.6
cat > next.cjs <<'JS'
const { CronExpressionParser } = require('cron-parser');

for (const text of require('node:fs').readFileSync('schedules', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    answer = CronExpressionParser.parse(text, { currentDate: '2024-01-01T01:00:00Z', tz: 'UTC' }).next().toISOString().slice(0, 10);
  } catch {}
  console.log(`${text} by cron-parser: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check croniter==7.0.0 cronsim==2.8
cat > next.py <<'PY'
from datetime import datetime, timezone

from croniter import croniter
from cronsim import CronSim

START = datetime(2024, 1, 1, 1, tzinfo=timezone.utc)
READERS = {
    "croniter": lambda text: croniter(text, START).get_next(datetime),
    "cronsim": lambda text: next(CronSim(text, START)),
}
with open("schedules", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for name, read in READERS.items():
            print(f"{text} by {name}: {read(text).date()}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/adhocore/gronx"
	"github.com/robfig/cron/v3"
)

func main() {
	start := time.Date(2024, 1, 1, 1, 0, 0, 0, time.UTC)
	file, _ := os.ReadFile("schedules")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "refused"
		if schedule, err := cron.ParseStandard(text); err == nil {
			answer = schedule.Next(start).Format(time.DateOnly)
		}
		fmt.Println(text, "by robfig:", answer)
		next, err := gronx.NextTickAfter(text, start, false)
		if err != nil {
			panic(err)
		}
		fmt.Println(text, "by gronx:", next.Format(time.DateOnly))
	}
}
GO
{
  go mod init finding.test/schedules
  go get github.com/robfig/cron/v3@v3.0.1 github.com/adhocore/gronx@v1.20.4
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = "=0.4.45"
cron = "=0.17.0"
saffron = "=0.1.0"
TOML
cat > src/main.rs <<'RUST'
use chrono::{DateTime, Utc};
use std::str::FromStr;

fn main() {
    let start: DateTime<Utc> = "2024-01-01T01:00:00Z".parse().expect("a time");
    for text in include_str!("../schedules").lines() {
        let by_cron = cron::Schedule::from_str(&format!("0 {text}")).ok().and_then(|schedule| schedule.after(&start).next());
        let by_saffron = text.parse::<saffron::Cron>().ok().and_then(|schedule| schedule.next_after(start));
        for (name, next) in [("the crate cron", by_cron), ("saffron", by_saffron)] {
            println!("{text} by {name}: {}", next.map_or("refused".into(), |day| day.date_naive().to_string()));
        }
    }
}
RUST
{ node next.cjs; venv/bin/python next.py; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
0 0 * * 0 by cron-parser: 2024-01-07
0 0 * * 0 by croniter: 2024-01-07
0 0 * * 0 by cronsim: 2024-01-07
0 0 * * 0 by gronx: 2024-01-07
0 0 * * 0 by robfig: 2024-01-07
0 0 * * 0 by saffron: refused
0 0 * * 0 by the crate cron: refused
0 0 * * 5 by cron-parser: 2024-01-05
0 0 * * 5 by croniter: 2024-01-05
0 0 * * 5 by cronsim: 2024-01-05
0 0 * * 5 by gronx: 2024-01-05
0 0 * * 5 by robfig: 2024-01-05
0 0 * * 5 by saffron: 2024-01-04
0 0 * * 5 by the crate cron: 2024-01-04
0 0 * * 7 by cron-parser: 2024-01-07
0 0 * * 7 by croniter: 2024-01-07
0 0 * * 7 by cronsim: 2024-01-07
0 0 * * 7 by gronx: 2024-01-07
0 0 * * 7 by robfig: refused
0 0 * * 7 by saffron: 2024-01-06
0 0 * * 7 by the crate cron: 2024-01-06
0 0 * * FRI by cron-parser: 2024-01-05
0 0 * * FRI by croniter: 2024-01-05
0 0 * * FRI by cronsim: 2024-01-05
0 0 * * FRI by gronx: 2024-01-05
0 0 * * FRI by robfig: 2024-01-05
0 0 * * FRI by saffron: 2024-01-05
0 0 * * FRI by the crate cron: 2024-01-05
0 0 */3 * 1 by cron-parser: 2024-01-04
0 0 */3 * 1 by croniter: 2024-01-04
0 0 */3 * 1 by cronsim: 2024-01-22
0 0 */3 * 1 by gronx: 2024-01-22
0 0 */3 * 1 by robfig: 2024-01-04
0 0 */3 * 1 by saffron: 2024-01-04
0 0 */3 * 1 by the crate cron: 2024-01-07
0 0 13 * 5 by cron-parser: 2024-01-05
0 0 13 * 5 by croniter: 2024-01-05
0 0 13 * 5 by cronsim: 2024-01-05
0 0 13 * 5 by gronx: 2024-01-05
0 0 13 * 5 by robfig: 2024-01-05
0 0 13 * 5 by saffron: 2024-01-04
0 0 13 * 5 by the crate cron: 2024-06-13
EXPECTED
diff expected seen
echo "readers of cron schedules behave as they were seen"
