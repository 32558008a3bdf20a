#!/bin/sh
# @cucumber/gherkin 42.0.1, the parser of Cucumber, and @amiceli/vitest-cucumber 8.0.0 (npm), behave 1.3.3 (PyPI) and gherkin
# 0.16.0 (crates.io), seen on 2026-12-01 with Node 20, Python 3.11 and Rust 1.95.
#
# Guess before it was run: four readers of Gherkin read the same steps, texts and tables of features; behave misses what is
# escaped in a cell.
# Seen: they agree on steps, rules, tags and comments, and on little of what is given to a step. In a cell, `\|`, `\n` and `\\` are
# escaped (Gherkin reference, Data tables, Table cell escaping): behave knows the first only, vitest-cucumber none, so that it makes
# another column, and the crate refuses a backslash in front of another letter, as patterns have. Of a doc string the indentation of
# its quotes is cut off (Doc strings), quotes in it are escaped, and it may have backticks and a type: the crate has the line feeds
# next to the quotes as a part of the text, and the type as well; behave takes no backticks and no line further left, and none of
# the three unescapes quotes. vitest-cucumber drops the indentation of each line, empty lines and lines that begin with `#`, so YAML
# in it is another one; it refuses a feature of another language, a scenario without a name, and a description with a list.
# Whom it meets: features whose steps send bodies of JSON or YAML, and run in two languages. With a mock: compare the bodies it
# recorded.
# Output seen: the lines that EXPECTED has below: of each feature, what is not as it is for the parser of Cucumber.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > features <<'TEXT'
Feature: plain
  Scenario: one
    Given a  thing:   
    When # is no comment
    * a star
    And b
    But c
%%
Feature: words
  Example: one
    Given a
  Scenario Template: two
    Given <n>

    Scenarios:
      | n |
      | 1 |
%%
Feature: comments
  # comment
  Scenario: one
    # comment
    Given a
      # comment
      | a |
      # comment
      | 1 |

      | 2 |
%%
Feature: escaped pipe
  Scenario: one
    Given a
      | h    |
      | a\|b |
%%
Feature: escaped line feed
  Scenario: one
    Given a
      | h    |
      | a\nb |
%%
Feature: escaped backslash
  Scenario: one
    Given a
      | h    |
      | a\\b |
%%
Feature: no escape
  Scenario: one
    Given a
      | h    |
      | a\db |
%%
Feature: empty cell
  Scenario: one
    Given a
      | h | i |
      |   | b |
%%
Feature: text
  Scenario: one
    Given a
      """
      first
        second

      # third
      | fourth |
      Given fifth
      """
%%
Feature: text at the left
  Scenario: one
    Given a
      """
    one
      """
%%
Feature: other quotes
  Scenario: one
    Given a
      ```
      one
      ```
%%
Feature: escaped quotes
  Scenario: one
    Given a
      """
      \"\"\"
      """
%%
Feature: type of a text
  Scenario: one
    Given a
      """json
      {}
      """
%%
Feature: no text
  Scenario: one
    Given a
      """
      """
%%
Feature: described
  Some words.
  * no step

  Scenario: one
    More words:
    with: colons

    Given a
%%
Feature: rules
  Background:
    Given before

  Rule: first
    Background:
      Given inner

    Example: one
      Given a

  Rule: second
    Example: two
      Given b
%%
# language: de
Funktionalität: andere Sprache
  Szenario: eins
    Angenommen a
    Wenn b
    Dann c
%%
@a @b
# comment
@c
Feature: tags
  @d-1 @e:f # comment
  Scenario: one
    Given a
%%
Feature: no name
  Scenario:
    Given a

  Scenario:
    Given b
TEXT
npm install --silent --no-audit --no-fund --legacy-peer-deps @cucumber/gherkin@42.0.1 @cucumber/messages@34.2.1 \
  @amiceli/vitest-cucumber@8.0.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { loadFeatureFromText } from '@amiceli/vitest-cucumber/load-feature';

const byCucumber = (text) => {
  let count = 0;
  const { feature } = new Parser(new AstBuilder(() => String(count++)), new GherkinClassicTokenMatcher()).parse(text);
  const steps = (children) =>
    children.flatMap(({ background, scenario, rule }) => (rule ? steps(rule.children) : (background ?? scenario).steps));
  return steps(feature.children).map((step) => [
    step.text,
    step.docString?.content ?? null,
    step.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? null,
  ]);
};
const byVitest = async (text) => {
  const feature = await loadFeatureFromText(text);
  const steps = ({ background, scenarii = [], rules = [] }) => [
    ...(background ? background.steps : []),
    ...scenarii.flatMap((scenario) => scenario.steps),
    ...rules.flatMap(steps),
  ];
  // It gives rows as objects.
  return steps(feature).map((step) => {
    const rows = step.dataTables.map(Object.values);
    return [step.details, step.docStrings, rows.length ? [Object.keys(step.dataTables[0]), ...rows] : null];
  });
};
for (const [at, text] of readFileSync('features', 'utf8').split('%%\n').entries()) {
  for (const [name, read] of Object.entries({ cucumber: byCucumber, 'vitest-cucumber': byVitest })) {
    let found;
    try {
      found = await read(text);
    } catch (error) {
      found = 'refused';
      console.error(at, name, error.message);
    }
    console.log(JSON.stringify([at, name, found]));
  }
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check behave==1.3.3
cat > read.py <<'PY'
import json
import sys

from behave.parser import parse_feature


def steps_of(part):
    background = [part.background] if getattr(part, "background", None) else []
    for one in [*background, *part.run_items]:
        if hasattr(one, "run_items") and not hasattr(one, "examples"):
            yield from steps_of(one)
        else:
            yield from one.steps


def read(text):
    for step in steps_of(parse_feature(text)):
        table = step.table and [list(step.table.headings), *[list(row.cells) for row in step.table.rows]]
        yield [step.name, None if step.text is None else str(step.text), table]


for at, text in enumerate(open("features", encoding="utf-8").read().split("%%\n")):
    try:
        found = list(read(text))
    except Exception as error:
        found = "refused"
        print(at, "behave", type(error).__name__, error, file=sys.stderr)
    print(json.dumps([at, "behave", found]))
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
gherkin = "=0.16.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RS'
use gherkin::{Background, Feature, GherkinEnv, Scenario, Step};
use serde_json::{json, Value};

fn steps(background: &Option<Background>, scenarios: &[Scenario]) -> Vec<Value> {
    let before = background.iter().flat_map(|one| one.steps.iter());
    let all = before.chain(scenarios.iter().flat_map(|one| one.steps.iter()));
    all.map(|step: &Step| json!([step.value, step.docstring, step.table.as_ref().map(|table| &table.rows)])).collect()
}

fn main() {
    for (at, text) in std::fs::read_to_string("features").unwrap().split("%%\n").enumerate() {
        let found = match Feature::parse(text, GherkinEnv::default()) {
            Ok(feature) => {
                let mut all = steps(&feature.background, &feature.scenarios);
                for rule in &feature.rules {
                    all.extend(steps(&rule.background, &rule.scenarios));
                }
                json!(all)
            }
            Err(error) => {
                eprintln!("{at} crate {error}");
                json!("refused")
            }
        };
        println!("{}", json!([at, "crate", found]));
    }
}
RS
cat > compare.py <<'PY'
import json
import sys

features = open("features", encoding="utf-8").read().split("%%\n")
found = [{} for _ in features]
for line in sys.stdin:
    at, name, answer = json.loads(line)
    found[at][name] = answer
for text, answers in zip(features, found):
    right = answers["cucumber"]
    print([line for line in text.splitlines() if ":" in line and "language" not in line][0].split(": ")[1])
    for name, answer in sorted(answers.items()):
        if answer == "refused":
            print(f"  refused by {name}")
        elif len(answer) != len(right):
            print(f"  {len(answer)} steps of {len(right)} by {name}")
        else:
            for one, other in zip(answer, right):
                if one != other:
                    part = [at for at in range(3) if one[at] != other[at]][0]
                    print(f"  {json.dumps(one[part])} for {json.dumps(other[part])} by {name}")
PY
{
  node read.mjs
  venv/bin/python read.py
  CARGO_TARGET_DIR=target cargo run --quiet
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
plain
words
comments
escaped pipe
  [["h", "undefined"], ["a\\", "b"]] for [["h"], ["a|b"]] by vitest-cucumber
escaped line feed
  [["h"], ["a\\nb"]] for [["h"], ["a\nb"]] by behave
  [["h"], ["a\\nb"]] for [["h"], ["a\nb"]] by vitest-cucumber
escaped backslash
  [["h"], ["a\\\\b"]] for [["h"], ["a\\b"]] by behave
  [["h"], ["a\\\\b"]] for [["h"], ["a\\b"]] by vitest-cucumber
no escape
  refused by crate
empty cell
text
  "\nfirst\n  second\n\n# third\n| fourth |\nGiven fifth\n" for "first\n  second\n\n# third\n| fourth |\nGiven fifth" by crate
  "first\nsecond\n\n| fourth |\nGiven fifth" for "first\n  second\n\n# third\n| fourth |\nGiven fifth" by vitest-cucumber
text at the left
  refused by behave
  "\none\n" for "one" by crate
other quotes
  refused by behave
  "\none\n" for "one" by crate
escaped quotes
  "\\\"\\\"\\\"" for "\"\"\"" by behave
  "\n\\\"\\\"\\\"\n" for "\"\"\"" by crate
  "\\\"\\\"\\\"" for "\"\"\"" by vitest-cucumber
type of a text
  "json\n      {}\n" for "{}" by crate
no text
  "\n" for "" by crate
described
  refused by vitest-cucumber
rules
andere Sprache
  refused by vitest-cucumber
tags
no name
  refused by vitest-cucumber
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "features of Gherkin are read as they were seen"
