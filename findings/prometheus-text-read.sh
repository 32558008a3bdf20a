#!/bin/sh
# parse-prometheus-text-format 1.1.1 (npm), prometheus-client 0.26.0 (PyPI), prometheus-parse 0.2.5 and openmetrics-parser
# 0.5.1 (crates.io) and github.com/prometheus/common v0.74.0 and github.com/prometheus/prometheus v0.316.0, seen on 2026-11-30
# with Node 20, Python 3.11, Rust 1.95 and Go 1.26.
#
# Guess before it was run: six readers of the text format of Prometheus read each sample that its documentation (exposition
# formats) allows; names in quotes, which are new, are refused by some.
# Seen: those are dropped by two, without an error. So does prometheus-parse drop a sample with `{}`, a blank before its brace,
# a colon in its name or a brace in a value; it cuts a value at a comma, loses a label whose value has `=`, and leaves escapes
# as they are. For parse-prometheus-text-format a blank before a brace or an empty HELP ends the whole text, and a comment is a
# sample. prometheus-client makes `a_total` of a counter `a`. Blanks in front are to be ignored: `textparse`, by which
# Prometheus itself reads, makes them a part of the name, and it refuses a time before 1970, which the documentation has in its
# example. openmetrics-parser refuses blanks in front, and a comment without a blank. Only `expfmt` reads all.
# Whom it meets: tests that look at the metrics of a service. With a mock: give a label a comma and a brace, and count samples.
# Output seen: the lines that EXPECTED has below, each text with its samples and who reads them so.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
# HELP a How many.
# TYPE a gauge
a{x="1",} 1 1395066363000
--
# TYPE a counter
a 1
--
# HELP a
a 1
--
#TYPE a counter
a 1
--
  a  1
--
a{} 1
--
a { x = "1" , y = "2" } 1
--
a{x="1,2"} 1
--
a{x="1=2"} 1
--
a{x="}"} 1
--
a{x="\"\\\n"} 1
--
a 1 -3982045
--
a:b 1
--
{"a.b",x="1"} 1
TEXT
npm install --silent --no-audit --no-fund parse-prometheus-text-format@1.1.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import parse from 'parse-prometheus-text-format';

for (const text of readFileSync('texts', 'utf8').split('--\n')) {
  const answer = [];
  try {
    for (const { name, metrics } of parse(text)) {
      for (const { labels = {}, value, timestamp_ms } of metrics) {
        const pairs = Object.entries(labels).map(([label, of]) => ` ${label}=${JSON.stringify(of)}`);
        answer.push(`${name}${pairs.sort().join('')} ${value} ${timestamp_ms ?? 'now'}`);
      }
    }
  } catch {
    answer.push('refused');
  }
  console.log(`${JSON.stringify(text)}~${answer.join('; ')}~parse-prometheus-text-format`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check prometheus-client==0.26.0
cat > read.py <<'PY'
import json

from prometheus_client.parser import text_string_to_metric_families

with open("texts", encoding="utf-8") as file:
    for text in file.read().split("--\n"):
        answer = []
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                pairs = [f" {name}={json.dumps(value)}" for name, value in sorted(sample.labels.items())]
                time = "now" if sample.timestamp is None else round(sample.timestamp * 1000)
                answer.append(f"{sample.name}{''.join(pairs)} {sample.value:g} {time}")
        print(json.dumps(text), "; ".join(answer), "prometheus-client", sep="~")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = "=0.4.45"
openmetrics-parser = "=0.5.1"
prometheus-parse = "=0.2.5"
TOML
cat > src/main.rs <<'RS'
use chrono::{DateTime, Utc};
use openmetrics_parser::prometheus::parse_prometheus;
use openmetrics_parser::PrometheusValue;
use prometheus_parse::{Scrape, Value};

fn line<'a>(name: &str, labels: impl Iterator<Item = (&'a str, &'a str)>, value: f64, time: Option<i64>) -> String {
    let mut pairs: Vec<String> = labels.map(|(name, value)| format!(" {name}={value:?}")).collect();
    pairs.sort();
    format!("{name}{} {value} {}", pairs.concat(), time.map_or("now".to_string(), |time| time.to_string()))
}

fn by_prometheus_parse(text: &str) -> Option<Vec<String>> {
    let now: DateTime<Utc> = DateTime::UNIX_EPOCH;
    let scrape = Scrape::parse_at(text.lines().map(|line| Ok(line.to_string())), now).ok()?;
    let samples = scrape.samples.iter().map(|sample| {
        let value = match sample.value {
            Value::Counter(value) | Value::Gauge(value) | Value::Untyped(value) => value,
            _ => f64::NAN,
        };
        let time = Some(sample.timestamp.timestamp_millis()).filter(|time| *time != 0);
        let labels = sample.labels.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        line(&sample.metric, labels, value, time)
    });
    Some(samples.collect())
}

fn by_openmetrics_parser(text: &str) -> Option<Vec<String>> {
    let exposition = parse_prometheus(text).ok()?;
    let mut lines = Vec::new();
    for family in exposition.families.values() {
        for sample in family.iter_samples() {
            let value = match &sample.value {
                PrometheusValue::Gauge(value) | PrometheusValue::Unknown(value) => value.as_f64(),
                PrometheusValue::Counter(counter) => counter.value.as_f64(),
                _ => f64::NAN,
            };
            let labels = sample.get_labelset().unwrap();
            let pairs = labels.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let time = sample.timestamp.map(|time| time as i64);
            lines.push(line(&family.family_name, pairs, value, time));
        }
    }
    Some(lines)
}

fn main() {
    for text in std::fs::read_to_string("texts").unwrap().split("--\n") {
        for (name, answer) in [
            ("prometheus-parse", by_prometheus_parse(text)),
            ("openmetrics-parser", by_openmetrics_parser(text)),
        ] {
            println!("{text:?}~{}~{name}", answer.map_or("refused".to_string(), |lines| lines.join("; ")));
        }
    }
}
RS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"
)

func line(name string, pairs []string, value float64, time *int64) string {
	when := "now"
	if time != nil {
		when = fmt.Sprint(*time)
	}
	return fmt.Sprintf("%s%s %v %s", name, strings.Join(pairs, ""), value, when)
}

func byExpfmt(text string) string {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		return "refused"
	}
	var lines []string
	for name, family := range families {
		for _, metric := range family.Metric {
			var pairs []string
			for _, pair := range metric.Label {
				pairs = append(pairs, fmt.Sprintf(" %s=%q", pair.GetName(), pair.GetValue()))
			}
			value := metric.GetUntyped().GetValue()
			switch family.GetType() {
			case dto.MetricType_COUNTER:
				value = metric.Counter.GetValue()
			case dto.MetricType_GAUGE:
				value = metric.Gauge.GetValue()
			}
			lines = append(lines, line(name, pairs, value, metric.TimestampMs))
		}
	}
	return strings.Join(lines, "; ")
}

func byTextparse(text string) string {
	parser := textparse.NewPromParser([]byte(text), labels.NewSymbolTable(), false)
	var lines []string
	for {
		entry, err := parser.Next()
		if err != nil {
			if err.Error() != "EOF" {
				return "refused"
			}
			return strings.Join(lines, "; ")
		}
		if entry == textparse.EntrySeries {
			var all labels.Labels
			parser.Labels(&all)
			var name string
			var pairs []string
			all.Range(func(label labels.Label) {
				if label.Name == "__name__" {
					name = label.Value
				} else {
					pairs = append(pairs, fmt.Sprintf(" %s=%q", label.Name, label.Value))
				}
			})
			_, time, value := parser.Series()
			lines = append(lines, line(name, pairs, value, time))
		}
	}
}

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Split(string(file), "--\n") {
		fmt.Printf("%q~%s~expfmt\n", text, byExpfmt(text))
		fmt.Printf("%q~%s~textparse\n", text, byTextparse(text))
	}
}
GO
{
  go mod init finding.test/read
  go get github.com/prometheus/common@v0.74.0 github.com/prometheus/prometheus@v0.316.0
  go get github.com/prometheus/prometheus/model/textparse@v0.316.0
} 2> /dev/null
{ node read.mjs; venv/bin/python read.py; CARGO_TARGET_DIR=target cargo run --quiet; GOFLAGS=-mod=mod go run .; } |
  LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 != text { print $1 }
  $1 FS $2 != group { line = "  " ($2 == "" ? "nothing" : $2) " by" }
  { text = $1; group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
"  a  1\n"
    a 1 now by textparse
  a 1 now by expfmt parse-prometheus-text-format prometheus-client prometheus-parse
  refused by openmetrics-parser
"# HELP a How many.\n# TYPE a gauge\na{x=\"1\",} 1 1395066363000\n"
  a x="1" 1 1395066363000 by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client prometheus-parse textparse
"# HELP a\na 1\n"
  a 1 now by expfmt openmetrics-parser prometheus-client prometheus-parse textparse
  refused by parse-prometheus-text-format
"# TYPE a counter\na 1\n"
  a 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-parse textparse
  a_total 1 now by prometheus-client
"#TYPE a counter\na 1\n"
  #TYPE a counter; a 1 now by parse-prometheus-text-format
  a 1 now by expfmt prometheus-client prometheus-parse textparse
  refused by openmetrics-parser
"a 1 -3982045\n"
  a 1 -3982045 by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client prometheus-parse
  refused by textparse
"a { x = \"1\" , y = \"2\" } 1\n"
  a x="1" y="2" 1 now by expfmt openmetrics-parser prometheus-client textparse
  refused by parse-prometheus-text-format
  nothing by prometheus-parse
"a:b 1\n"
  a:b 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
  nothing by prometheus-parse
"a{x=\"1,2\"} 1\n"
  a x="1" 1 now by prometheus-parse
  a x="1,2" 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
"a{x=\"1=2\"} 1\n"
  a 1 now by prometheus-parse
  a x="1=2" 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
"a{x=\"\\\"\\\\\\n\"} 1\n"
  a x="\"\\\n" 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
  a x="\\\"\\\\\\n" 1 now by prometheus-parse
"a{x=\"}\"} 1\n"
  a x="}" 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
  nothing by prometheus-parse
"a{} 1\n"
  a 1 now by expfmt openmetrics-parser parse-prometheus-text-format prometheus-client textparse
  nothing by prometheus-parse
"{\"a.b\",x=\"1\"} 1\n"
  a.b x="1" 1 now by expfmt openmetrics-parser prometheus-client textparse
  nothing by parse-prometheus-text-format prometheus-parse
EXPECTED
diff expected seen
echo "readers of Prometheus texts behave as they were seen"
