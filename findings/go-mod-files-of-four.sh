#!/bin/sh
# @cyclonedx/cdxgen 12.8.4 (npm) and gomod-parser 0.6.0 and gomod-rs 0.1.1 (crates.io), beside `go mod edit -json` of Go
# 1.26, seen on 2026-11-30 with Node 20 and Rust 1.95.
#
# Guess before it was run: the readers of go.mod find the same modules and versions as Go; cdxgen, which reads lines, may
# take `exclude`, `retract` and `tool` for requirements.
# Seen: both crates read the lines as Go does, but for a name in quotes and `require(` without a blank, which gomod-parser
# keeps and refuses. cdxgen does more than guessed. A line with `tool ` in it has no module: `x.test/tool v1.0.0` is
# missing, as is each module whose comment says `of tool b`, and one whose comment has a `)`. Of an excluded version it
# makes a component, in a block the very version that is excluded, and of `exclude (`, `retract v1.9.0`, `godebug
# default=go1.21` and `ignore ./node_modules`, too: they become a name and a version. `replace x.test/a v0.9.0 => …` is for
# that version only (Go Modules Reference, replace directive): the component is named `=>`, with version `x.test/b`. What
# is replaced stays beside the replacement, and a folder is a component without version.
# Whom it meets: who makes an SBOM of a Go module, and asks for advisories with it. With a mock: seed an advisory of a
# version that go.mod excludes.
# Output seen: the lines that EXPECTED has below; a line is the directives, without tabs, and name and version of each
# module.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
[
  ["require x.test/a v1.0.0"],
  ["require (", "\tx.test/a v1.0.0", "\tx.test/b v1.1.0 // indirect", ")"],
  ["require(", "\tx.test/a v1.0.0", ")"],
  ["require x.test/a/v2 v2.0.0 // since (2.0)"],
  ["require (", "\tx.test/a v1.0.0 // indirect; of tool b", ")"],
  ["require \"x.test/a\" v1.0.0"],
  ["require x.test/toolbox v1.0.0"],
  ["require x.test/tool v1.0.0"],
  ["require (", "\tx.test/tool v1.0.0", "\tx.test/b v1.0.0", ")"],
  ["require x.test/a v2.0.0+incompatible"],
  ["require x.test/a v1.0.0", "exclude x.test/a v1.1.0"],
  ["require x.test/a v1.0.0", "exclude (", "\tx.test/a v1.1.0", ")"],
  ["require x.test/a v1.0.0", "retract v1.9.0 // leaks"],
  ["require x.test/a v1.0.0", "retract [v1.9.0, v1.9.5]"],
  ["require x.test/a v1.0.0", "retract (", "\tv1.9.0", "\t[v1.7.0, v1.8.0]", ")"],
  ["require x.test/a v1.0.0", "tool x.test/a/cmd/b"],
  ["require x.test/a v1.0.0", "godebug default=go1.21"],
  ["require x.test/a v1.0.0", "ignore ./node_modules"],
  ["require x.test/a v1.0.0", "replace x.test/a => x.test/b v1.2.0"],
  ["require x.test/a v1.0.0", "replace x.test/a v0.9.0 => x.test/b v1.2.0"],
  ["require x.test/a v1.0.0", "replace x.test/a v1.0.0 => x.test/b v1.2.0"],
  ["require x.test/a v1.0.0", "replace x.test/a => ../a"],
  ["require x.test/a v1.0.0", "replace (", "\tx.test/a => x.test/b v1.2.0", ")", "require x.test/c v1.0.0"],
  ["replace x.test/a => x.test/b v1.2.0", "require (", "\tx.test/a v1.0.0", ")"],
  ["require x.test/a v1.0.0", "// replace x.test/a => x.test/b v1.2.0"]
]
JSON
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4
cat > ask.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseGoModData } from '@cyclonedx/cdxgen/helpers/utils';

mkdirSync('files');
for (const [number, lines] of JSON.parse(readFileSync('cases.json', 'utf8')).entries()) {
  const text = `module x.test/m\n\ngo 1.26\n\n${lines.join('\n')}\n`;
  const file = `files/${number}.mod`;
  writeFileSync(file, text);
  const title = lines.join('; ').replaceAll('\t', '');
  const module = JSON.parse(execFileSync('go', ['mod', 'edit', '-json', file], { encoding: 'utf8' }));
  const wanted = (module.Require ?? []).map((one) => `${one.Path} ${one.Version}`);
  console.log(`${title}: Go, ${wanted.join('; ') || 'none'}`);
  let answer = 'refused';
  try {
    const found = (await parseGoModData(text, {})).pkgList;
    answer = found.map((one) => `${one.group ? `${one.group}/` : ''}${one.name} ${one.version}`).join('; ') || 'none';
  } catch {}
  console.log(`${title}: cdxgen, ${answer}`);
}
JS
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
gomod-parser = "=0.6.0"
gomod-rs = "=0.1.1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use gomod_rs::Directive;
use std::str::FromStr;

fn main() {
    let cases: Vec<Vec<String>> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for lines in cases {
        let text = format!("module x.test/m\n\ngo 1.26\n\n{}\n", lines.join("\n"));
        let title = lines.join("; ").replace('\t', "");
        let parsed = gomod_parser::GoMod::from_str(&text).map(|module| {
            let wanted = module.require.iter().map(|one| format!("{} {}", one.module.module_path, one.module.version));
            wanted.collect::<Vec<_>>().join("; ")
        });
        println!("{title}: gomod-parser, {}", parsed.unwrap_or("refused".to_string()));
        let parsed = gomod_rs::parse_gomod(&text).map(|module| {
            let mut wanted = Vec::new();
            for directive in &module {
                if let Directive::Require { specs } = &directive.value {
                    wanted.extend(specs.iter().map(|one| format!("{} {}", one.value.0, &one.value.1 as &str)));
                }
            }
            wanted.join("; ")
        });
        println!("{title}: gomod-rs, {}", parsed.unwrap_or("refused".to_string()));
    }
}
RUST
{
  node ask.mjs
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
replace x.test/a => x.test/b v1.2.0; require (; x.test/a v1.0.0; ): Go, x.test/a v1.0.0
replace x.test/a => x.test/b v1.2.0; require (; x.test/a v1.0.0; ): cdxgen, x.test/a v1.0.0; x.test/b v1.2.0
replace x.test/a => x.test/b v1.2.0; require (; x.test/a v1.0.0; ): gomod-parser, x.test/a v1.0.0
replace x.test/a => x.test/b v1.2.0; require (; x.test/a v1.0.0; ): gomod-rs, x.test/a v1.0.0
require "x.test/a" v1.0.0: Go, x.test/a v1.0.0
require "x.test/a" v1.0.0: cdxgen, "x.test/a" v1.0.0
require "x.test/a" v1.0.0: gomod-parser, "x.test/a" v1.0.0
require "x.test/a" v1.0.0: gomod-rs, x.test/a v1.0.0
require (; x.test/a v1.0.0 // indirect; of tool b; ): Go, x.test/a v1.0.0
require (; x.test/a v1.0.0 // indirect; of tool b; ): cdxgen, none
require (; x.test/a v1.0.0 // indirect; of tool b; ): gomod-parser, x.test/a v1.0.0
require (; x.test/a v1.0.0 // indirect; of tool b; ): gomod-rs, x.test/a v1.0.0
require (; x.test/a v1.0.0; x.test/b v1.1.0 // indirect; ): Go, x.test/a v1.0.0; x.test/b v1.1.0
require (; x.test/a v1.0.0; x.test/b v1.1.0 // indirect; ): cdxgen, x.test/a v1.0.0; x.test/b v1.1.0
require (; x.test/a v1.0.0; x.test/b v1.1.0 // indirect; ): gomod-parser, x.test/a v1.0.0; x.test/b v1.1.0
require (; x.test/a v1.0.0; x.test/b v1.1.0 // indirect; ): gomod-rs, x.test/a v1.0.0; x.test/b v1.1.0
require (; x.test/tool v1.0.0; x.test/b v1.0.0; ): Go, x.test/tool v1.0.0; x.test/b v1.0.0
require (; x.test/tool v1.0.0; x.test/b v1.0.0; ): cdxgen, x.test/b v1.0.0
require (; x.test/tool v1.0.0; x.test/b v1.0.0; ): gomod-parser, x.test/tool v1.0.0; x.test/b v1.0.0
require (; x.test/tool v1.0.0; x.test/b v1.0.0; ): gomod-rs, x.test/tool v1.0.0; x.test/b v1.0.0
require x.test/a v1.0.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0: cdxgen, x.test/a v1.0.0
require x.test/a v1.0.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; // replace x.test/a => x.test/b v1.2.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0; // replace x.test/a => x.test/b v1.2.0: cdxgen, x.test/a v1.0.0
require x.test/a v1.0.0; // replace x.test/a => x.test/b v1.2.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; // replace x.test/a => x.test/b v1.2.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; exclude (; x.test/a v1.1.0; ): Go, x.test/a v1.0.0
require x.test/a v1.0.0; exclude (; x.test/a v1.1.0; ): cdxgen, exclude (; x.test/a v1.0.0; x.test/a v1.1.0
require x.test/a v1.0.0; exclude (; x.test/a v1.1.0; ): gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; exclude (; x.test/a v1.1.0; ): gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; exclude x.test/a v1.1.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0; exclude x.test/a v1.1.0: cdxgen, exclude x.test/a; x.test/a v1.0.0
require x.test/a v1.0.0; exclude x.test/a v1.1.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; exclude x.test/a v1.1.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; godebug default=go1.21: Go, x.test/a v1.0.0
require x.test/a v1.0.0; godebug default=go1.21: cdxgen, godebug default=go1.21; x.test/a v1.0.0
require x.test/a v1.0.0; godebug default=go1.21: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; godebug default=go1.21: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; ignore ./node_modules: Go, x.test/a v1.0.0
require x.test/a v1.0.0; ignore ./node_modules: cdxgen, ignore ./node_modules; x.test/a v1.0.0
require x.test/a v1.0.0; ignore ./node_modules: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; ignore ./node_modules: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; replace (; x.test/a => x.test/b v1.2.0; ); require x.test/c v1.0.0: Go, x.test/a v1.0.0; x.test/c v1.0.0
require x.test/a v1.0.0; replace (; x.test/a => x.test/b v1.2.0; ); require x.test/c v1.0.0: cdxgen, x.test/a v1.0.0; x.test/b v1.2.0; x.test/c v1.0.0
require x.test/a v1.0.0; replace (; x.test/a => x.test/b v1.2.0; ); require x.test/c v1.0.0: gomod-parser, x.test/a v1.0.0; x.test/c v1.0.0
require x.test/a v1.0.0; replace (; x.test/a => x.test/b v1.2.0; ); require x.test/c v1.0.0: gomod-rs, x.test/a v1.0.0; x.test/c v1.0.0
require x.test/a v1.0.0; replace x.test/a => ../a: Go, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => ../a: cdxgen, ../a undefined; x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => ../a: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => ../a: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => x.test/b v1.2.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => x.test/b v1.2.0: cdxgen, x.test/a v1.0.0; x.test/b v1.2.0
require x.test/a v1.0.0; replace x.test/a => x.test/b v1.2.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a => x.test/b v1.2.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v0.9.0 => x.test/b v1.2.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v0.9.0 => x.test/b v1.2.0: cdxgen, => x.test/b; x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v0.9.0 => x.test/b v1.2.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v0.9.0 => x.test/b v1.2.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v1.0.0 => x.test/b v1.2.0: Go, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v1.0.0 => x.test/b v1.2.0: cdxgen, => x.test/b; x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v1.0.0 => x.test/b v1.2.0: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; replace x.test/a v1.0.0 => x.test/b v1.2.0: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; retract (; v1.9.0; [v1.7.0, v1.8.0]; ): Go, x.test/a v1.0.0
require x.test/a v1.0.0; retract (; v1.9.0; [v1.7.0, v1.8.0]; ): cdxgen, [v1.7.0, v1.8.0]; retract (; v1.9.0 undefined; x.test/a v1.0.0
require x.test/a v1.0.0; retract (; v1.9.0; [v1.7.0, v1.8.0]; ): gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; retract (; v1.9.0; [v1.7.0, v1.8.0]; ): gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; retract [v1.9.0, v1.9.5]: Go, x.test/a v1.0.0
require x.test/a v1.0.0; retract [v1.9.0, v1.9.5]: cdxgen, retract [v1.9.0,; x.test/a v1.0.0
require x.test/a v1.0.0; retract [v1.9.0, v1.9.5]: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; retract [v1.9.0, v1.9.5]: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; retract v1.9.0 // leaks: Go, x.test/a v1.0.0
require x.test/a v1.0.0; retract v1.9.0 // leaks: cdxgen, retract v1.9.0; x.test/a v1.0.0
require x.test/a v1.0.0; retract v1.9.0 // leaks: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; retract v1.9.0 // leaks: gomod-rs, x.test/a v1.0.0
require x.test/a v1.0.0; tool x.test/a/cmd/b: Go, x.test/a v1.0.0
require x.test/a v1.0.0; tool x.test/a/cmd/b: cdxgen, x.test/a v1.0.0
require x.test/a v1.0.0; tool x.test/a/cmd/b: gomod-parser, x.test/a v1.0.0
require x.test/a v1.0.0; tool x.test/a/cmd/b: gomod-rs, x.test/a v1.0.0
require x.test/a v2.0.0+incompatible: Go, x.test/a v2.0.0+incompatible
require x.test/a v2.0.0+incompatible: cdxgen, x.test/a v2.0.0+incompatible
require x.test/a v2.0.0+incompatible: gomod-parser, x.test/a v2.0.0+incompatible
require x.test/a v2.0.0+incompatible: gomod-rs, x.test/a v2.0.0+incompatible
require x.test/a/v2 v2.0.0 // since (2.0): Go, x.test/a/v2 v2.0.0
require x.test/a/v2 v2.0.0 // since (2.0): cdxgen, none
require x.test/a/v2 v2.0.0 // since (2.0): gomod-parser, x.test/a/v2 v2.0.0
require x.test/a/v2 v2.0.0 // since (2.0): gomod-rs, x.test/a/v2 v2.0.0
require x.test/tool v1.0.0: Go, x.test/tool v1.0.0
require x.test/tool v1.0.0: cdxgen, none
require x.test/tool v1.0.0: gomod-parser, x.test/tool v1.0.0
require x.test/tool v1.0.0: gomod-rs, x.test/tool v1.0.0
require x.test/toolbox v1.0.0: Go, x.test/toolbox v1.0.0
require x.test/toolbox v1.0.0: cdxgen, x.test/toolbox v1.0.0
require x.test/toolbox v1.0.0: gomod-parser, x.test/toolbox v1.0.0
require x.test/toolbox v1.0.0: gomod-rs, x.test/toolbox v1.0.0
require(; x.test/a v1.0.0; ): Go, x.test/a v1.0.0
require(; x.test/a v1.0.0; ): cdxgen, require( undefined; x.test/a v1.0.0
require(; x.test/a v1.0.0; ): gomod-parser, refused
require(; x.test/a v1.0.0; ): gomod-rs, x.test/a v1.0.0
EXPECTED
diff expected seen
echo "files of go.mod are read as they were seen"
