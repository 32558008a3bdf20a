#!/bin/sh
# statsd-parser 0.0.4 (npm), statsd-parser 0.3.0 (crates.io) and github.com/prometheus/statsd_exporter v0.31.0, seen on 2026-11-30
# with Node 20, Rust 1.95 and Go 1.26.
#
# Guess before it was run: three readers of StatsD read counters, gauges and times alike; tags are read by some only.
# Seen: so it is, and what is not read is dropped without an error. The one of npm drops a line with a tag, a histogram or a number such as 1e3, and of two
# values it makes one with the name `a:1`, or `a:1|c`. statsd_exporter drops a counter for its field `|c:…`, the container, which
# newer clients add, and each of two counters with a sample rate; it forgets a tag without a value and a time. The one of
# crates.io drops lines with two values, and has 5 for the gauge `+5`, so a change by 5 is a gauge set to 5. None of the three
# reads a set.
# Whom it meets: tests that read what a service counts, and the exporter behind a newer client. With a mock: count what comes of
# a line with a container.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > lines <<'TEXT'
a.b:1|c
a:1|c|@0.5
a:5|g
a:-5|g
a:+5|g
a:1e3|g
a:250|ms
a:250|ms|@0.5
a:250|h
a:joe|s
a:1|c|#env:prod,new
a:1|c|#url:http://h.test
a:1|c|@0.5|#env:prod
a:1:2|ms
a:1:2|c|@0.5
a:1|c:2|c
a:1|c|c:one
a:1|c|T1767225600
a,env=prod:1|c
TEXT
npm install --silent --no-audit --no-fund statsd-parser@0.0.4
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parser } = require('statsd-parser');

for (const line of readFileSync('lines', 'utf8').trim().split('\n')) {
  const found = [];
  const reader = parser();
  reader.onstat = (_, { stat, type, value, sample_rate: rate }) => found.push(`${stat} ${type} ${value}${rate ? ` at ${rate}` : ''}`);
  reader.onerror = () => {
    reader.error = null;
  };
  reader.write(`${line}\n`).close();
  console.log(`${line}: statsd-parser (npm), ${found.join('; ') || 'nothing'}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/statsd_exporter/pkg/event"
	"github.com/prometheus/statsd_exporter/pkg/line"
)

func main() {
	parser := line.NewParser()
	parser.EnableDogstatsdParsing()
	parser.EnableInfluxdbParsing()
	one := prometheus.NewCounter(prometheus.CounterOpts{Name: "one"})
	errors := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "errors"}, []string{"reason"})
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	file, _ := os.ReadFile("lines")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		found := []string{}
		for _, seen := range parser.LineToEvents(text, *errors, one, one, one, logger) {
			kind := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", seen), "*event."), "Event")
			part := fmt.Sprintf("%s %s %v", seen.MetricName(), strings.ToLower(kind), seen.Value())
			if gauge, is := seen.(*event.GaugeEvent); is && gauge.GRelative {
				part += " more"
			}
			if len(seen.Labels()) > 0 {
				part += fmt.Sprintf(" %v", seen.Labels())
			}
			found = append(found, part)
		}
		if len(found) == 0 {
			found = append(found, "nothing")
		}
		fmt.Printf("%s: statsd_exporter, %s\n", text, strings.Join(found, "; "))
	}
}
GO
{
  go mod init finding.test/read
  go get github.com/prometheus/statsd_exporter@v0.31.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
statsd-parser = "=0.3.0"
TOML
cat > src/main.rs <<'RUST'
use statsd_parser::Metric;

fn main() {
    for line in include_str!("../lines").lines() {
        let answer = match statsd_parser::parse(line) {
            Err(_) => "nothing".to_string(),
            Ok(message) => {
                let (kind, value, rate) = match message.metric {
                    Metric::Gauge(one) => ("g", one.value, one.sample_rate),
                    Metric::Counter(one) => ("c", one.value, one.sample_rate),
                    Metric::Timing(one) => ("ms", one.value, one.sample_rate),
                    Metric::Histogram(one) => ("h", one.value, one.sample_rate),
                    Metric::Meter(one) => ("m", one.value, one.sample_rate),
                    _ => ("other", 0.0, None),
                };
                let rate = rate.map_or(String::new(), |rate| format!(" at {rate}"));
                let tags = message.tags.map_or(String::new(), |tags| format!(" {tags:?}"));
                format!("{} {kind} {value}{rate}{tags}", message.name)
            }
        };
        println!("{line}: statsd-parser (crates.io), {answer}");
    }
}
RUST
{ node read.cjs; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a,env=prod:1|c: statsd-parser (crates.io), a,env=prod c 1
a,env=prod:1|c: statsd-parser (npm), a,env=prod c 1
a,env=prod:1|c: statsd_exporter, a counter 1 map[env:prod]
a.b:1|c: statsd-parser (crates.io), a.b c 1
a.b:1|c: statsd-parser (npm), a.b c 1
a.b:1|c: statsd_exporter, a.b counter 1
a:+5|g: statsd-parser (crates.io), a g 5
a:+5|g: statsd-parser (npm), a g +5
a:+5|g: statsd_exporter, a gauge 5 more
a:-5|g: statsd-parser (crates.io), a g -5
a:-5|g: statsd-parser (npm), a g -5
a:-5|g: statsd_exporter, a gauge -5 more
a:1:2|c|@0.5: statsd-parser (crates.io), nothing
a:1:2|c|@0.5: statsd-parser (npm), a:1 c 2 at 0.5
a:1:2|c|@0.5: statsd_exporter, nothing
a:1:2|ms: statsd-parser (crates.io), nothing
a:1:2|ms: statsd-parser (npm), a:1 ms 2
a:1:2|ms: statsd_exporter, a observer 0.001; a observer 0.002
a:1e3|g: statsd-parser (crates.io), a g 1000
a:1e3|g: statsd-parser (npm), nothing
a:1e3|g: statsd_exporter, a gauge 1000
a:1|c:2|c: statsd-parser (crates.io), nothing
a:1|c:2|c: statsd-parser (npm), a:1|c c 2
a:1|c:2|c: statsd_exporter, a counter 1; a counter 2
a:1|c|#env:prod,new: statsd-parser (crates.io), a c 1 {"env": "prod", "new": ""}
a:1|c|#env:prod,new: statsd-parser (npm), nothing
a:1|c|#env:prod,new: statsd_exporter, a counter 1 map[env:prod]
a:1|c|#url:http://h.test: statsd-parser (crates.io), a c 1 {"url": "http://h.test"}
a:1|c|#url:http://h.test: statsd-parser (npm), nothing
a:1|c|#url:http://h.test: statsd_exporter, a counter 1 map[url:http://h.test]
a:1|c|@0.5: statsd-parser (crates.io), a c 1 at 0.5
a:1|c|@0.5: statsd-parser (npm), a c 1 at 0.5
a:1|c|@0.5: statsd_exporter, a counter 2
a:1|c|@0.5|#env:prod: statsd-parser (crates.io), a c 1 at 0.5 {"env": "prod"}
a:1|c|@0.5|#env:prod: statsd-parser (npm), nothing
a:1|c|@0.5|#env:prod: statsd_exporter, a counter 2 map[env:prod]
a:1|c|T1767225600: statsd-parser (crates.io), a c 1
a:1|c|T1767225600: statsd-parser (npm), nothing
a:1|c|T1767225600: statsd_exporter, a counter 1
a:1|c|c:one: statsd-parser (crates.io), a c 1
a:1|c|c:one: statsd-parser (npm), nothing
a:1|c|c:one: statsd_exporter, nothing
a:250|h: statsd-parser (crates.io), a h 250
a:250|h: statsd-parser (npm), nothing
a:250|h: statsd_exporter, a observer 250
a:250|ms: statsd-parser (crates.io), a ms 250
a:250|ms: statsd-parser (npm), a ms 250
a:250|ms: statsd_exporter, a observer 0.25
a:250|ms|@0.5: statsd-parser (crates.io), a ms 250 at 0.5
a:250|ms|@0.5: statsd-parser (npm), a ms 250 at 0.5
a:250|ms|@0.5: statsd_exporter, a observer 0.25; a observer 0.25
a:5|g: statsd-parser (crates.io), a g 5
a:5|g: statsd-parser (npm), a g 5
a:5|g: statsd_exporter, a gauge 5
a:joe|s: statsd-parser (crates.io), nothing
a:joe|s: statsd-parser (npm), nothing
a:joe|s: statsd_exporter, nothing
EXPECTED
diff expected seen
echo "lines of StatsD are read as they were seen"
