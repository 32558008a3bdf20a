#!/bin/sh
# conventional-commits-parser 6.4.0 with conventional-changelog-conventionalcommits 9.3.1 and @conventional-commits/parser 0.4.1
# (npm), git-conventional 1.1.0 and conventional_commit_parser 0.9.4 (crates.io) and github.com/leodido/go-conventionalcommits
# v0.12.0 and github.com/conventionalcommit/parser v0.7.1, seen on 2026-11-30 with Node 20, Rust 1.95 and Go 1.26.
#
# Guess before it was run: six readers of Conventional Commits find the same type, scope, breaking change and footers of each
# message that the specification allows; footers with ` #` are missed by some.
# Seen: none misses those, though both of Go lose the `#`, one of them also in `Refs: #123`. BREAKING CHANGE has to be in capitals
# (Conventional Commits 1.0.0, 15): conventional-commits-parser, which makes versions and change logs, takes small letters for a
# breaking change too. It knows a footer only by a reference or a breaking change, and has others in the body. A value may have
# line breaks (10): it and @conventional-commits/parser make a body of it, and go-conventionalcommits refuses the message. A
# separator is a colon and a blank, or a blank and `#` (8): a body that begins with an address is a footer `https` for
# git-conventional and @conventional-commits/parser. conventionalcommit/parser loses the value of a footer in front of a
# breaking change. Types and tokens are in small letters for go-conventionalcommits, and types for one of Rust.
# Whom it meets: releases whose number one tool makes and another checks. With a mock: none is needed; give one message to both.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > messages <<'TEXT'
feat: x
%%
feat(api/v1): x: y (#12)
%%
feat(api)!: x
%%
FEAT: x
%%
feat: x

BREAKING CHANGE: y
%%
feat: x

BREAKING-CHANGE: y
%%
feat: x

breaking change: y
%%
fix: x

one

two

Reviewed-by: Z
Refs: #123
%%
fix: x

Closes #12
%%
fix: x

one

Closes #12
Refs: 1
%%
fix: x

Refs: 1
BREAKING CHANGE: y
%%
fix: x

Note: one
two
Refs: 1
%%
fix: x

one with: a colon
%%
fix: x

https://h.test/a is gone
%%
revert: x

Refs: 676104e, a215868
TEXT
npm install --silent --no-audit --no-fund conventional-commits-parser@6.4.0 @conventional-commits/parser@0.4.1 \
  conventional-changelog-conventionalcommits@9.3.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parser } from '@conventional-commits/parser';
import preset from 'conventional-changelog-conventionalcommits';
import { CommitParser } from 'conventional-commits-parser';

const options = (await preset()).parser;
const show = ({ type, scope, breaking, description, body, footers }) => {
  const head = `${type}${scope ? `(${scope})` : ''}${breaking ? ' breaking' : ''} ${JSON.stringify(description)}`;
  return `${head}${body ? ` body ${JSON.stringify(body)}` : ''}${footers.map((text) => ` footer ${JSON.stringify(text)}`).join('')}`;
};
const text = (node) => (node.children ? node.children.map(text).join('') : (node.value ?? ''));
const all = (node, type) => (node.type === type ? [node] : (node.children ?? []).flatMap((one) => all(one, type)));
const READERS = {
  'conventional-commits-parser': (message) => {
    const { type, scope, subject, body, footer, notes } = new CommitParser(options).parse(message);
    if (type === null) return 'refused';
    return show({ type, scope, breaking: notes.length > 0, description: subject, body, footers: footer ? [footer] : [] });
  },
  '@conventional-commits/parser': (message) => {
    const tree = parser(message);
    const summary = tree.children.find(({ type }) => type === 'summary');
    const part = (name) => summary.children.find((one) => one.type === name)?.value;
    const [type, scope, description] = ['type', 'scope', 'text'].map(part);
    const body = tree.children.filter((one) => one.type === 'body').map(text).join('').trim();
    const footers = all(tree, 'footer').map(text);
    return show({ type, scope, breaking: all(tree, 'breaking-change').length > 0, description, body, footers });
  },
};
for (const [at, message] of readFileSync('messages', 'utf8').trimEnd().split('\n%%\n').entries()) {
  for (const [name, read] of Object.entries(READERS)) {
    let answer;
    try {
      answer = read(message);
    } catch {
      answer = 'refused';
    }
    console.log(`${String(at).padStart(2, 0)}~${JSON.stringify(message)}~${answer}~${name}`);
  }
}
JS
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
git-conventional = "=1.1.0"
conventional_commit_parser = "=0.9.4"
TOML
cat > src/main.rs <<'RS'
use conventional_commit_parser::commit::Separator;

fn show(kind: &str, scope: Option<&str>, breaking: bool, description: &str, body: Option<&str>, footers: Vec<String>) -> String {
    let scope = scope.map_or(String::new(), |scope| format!("({scope})"));
    let breaking = if breaking { " breaking" } else { "" };
    let body = body.map_or(String::new(), |body| format!(" body {:?}", body.trim()));
    let footers: String = footers.iter().map(|footer| format!(" footer {footer:?}")).collect();
    format!("{kind}{scope}{breaking} {description:?}{body}{footers}")
}

fn by_git_conventional(message: &str) -> Option<String> {
    let found = git_conventional::Commit::parse(message).ok()?;
    let footers = found.footers().iter().map(|one| format!("{}{}{}", one.token(), one.separator().as_str().replace(":", ": "), one.value())).collect();
    let scope = found.scope().map(|scope| scope.as_str().to_string());
    Some(show(found.type_().as_str(), scope.as_deref(), found.breaking(), found.description(), found.body(), footers))
}

fn by_conventional_commit_parser(message: &str) -> Option<String> {
    let found = conventional_commit_parser::parse(message).ok()?;
    let footers = found.footers.iter().map(|one| {
        let separator = match one.token_separator {
            Separator::Hash => " #",
            _ => ": ",
        };
        format!("{}{separator}{}", one.token, one.content)
    });
    let kind = found.commit_type.as_ref().to_string();
    let footers = footers.collect();
    Some(show(&kind, found.scope.as_deref(), found.is_breaking_change, &found.summary, found.body.as_deref(), footers))
}

fn main() {
    let messages = std::fs::read_to_string("messages").unwrap();
    for (at, message) in messages.trim_end().split("\n%%\n").enumerate() {
        for (name, answer) in [
            ("git-conventional", by_git_conventional(message)),
            ("conventional_commit_parser", by_conventional_commit_parser(message)),
        ] {
            println!("{at:02}~{message:?}~{}~{name}", answer.unwrap_or("refused".to_string()));
        }
    }
}
RS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	plain "github.com/conventionalcommit/parser"
	"github.com/leodido/go-conventionalcommits"
	"github.com/leodido/go-conventionalcommits/parser"
)

func quote(text string) string {
	written, _ := json.Marshal(text)
	return string(written)
}

func show(kind, scope string, breaking bool, description, body string, footers []string) string {
	if scope != "" {
		kind += "(" + scope + ")"
	}
	if breaking {
		kind += " breaking"
	}
	kind += " " + quote(description)
	if body != "" {
		kind += " body " + quote(strings.TrimSpace(body))
	}
	for _, footer := range footers {
		kind += " footer " + quote(footer)
	}
	return kind
}

func byPlain(message string) string {
	found, err := plain.New().Parse(message)
	if err != nil {
		return "refused"
	}
	var footers []string
	for _, note := range found.Notes() {
		footers = append(footers, note.Token()+": "+note.Value())
	}
	return show(found.Type(), found.Scope(), found.IsBreakingChange(), found.Description(), found.Body(), footers)
}

func byLeodido(message string) string {
	types := conventionalcommits.WithTypes(conventionalcommits.TypesConventional)
	read, err := parser.NewMachine(types).Parse([]byte(message))
	if err != nil {
		return "refused"
	}
	found := read.(*conventionalcommits.ConventionalCommit)
	var scope, body string
	if found.Scope != nil {
		scope = *found.Scope
	}
	if found.Body != nil {
		body = *found.Body
	}
	var footers []string
	for token, values := range found.Footers {
		for _, value := range values {
			footers = append(footers, token+": "+value)
		}
	}
	sort.Strings(footers)
	return show(found.Type, scope, found.IsBreakingChange(), found.Description, body, footers)
}

func main() {
	file, _ := os.ReadFile("messages")
	for at, message := range strings.Split(strings.TrimRight(string(file), "\n"), "\n%%\n") {
		fmt.Printf("%02d~%s~%s~go-conventionalcommits\n", at, quote(message), byLeodido(message))
		fmt.Printf("%02d~%s~%s~conventionalcommit/parser\n", at, quote(message), byPlain(message))
	}
}
GO
{
  go mod init finding.test/commits
  go get github.com/leodido/go-conventionalcommits@v0.12.0 github.com/conventionalcommit/parser@v0.7.1
  go mod tidy
} 2> /dev/null
{ node read.mjs; CARGO_TARGET_DIR=target cargo run --quiet; go run .; } | LC_ALL=C sort | awk -F '~' '
  BEGIN { text = "-" }
  $1 FS $3 != group && group != "" { print line }
  $1 != text { print $2 }
  $1 FS $3 != group { line = "  " $3 " by" }
  { text = $1; group = $1 FS $3; line = line " " $4 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
"feat: x"
  feat "x" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional go-conventionalcommits
"feat(api/v1): x: y (#12)"
  feat(api/v1) "x: y (#12)" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional go-conventionalcommits
"feat(api)!: x"
  feat(api) breaking "x" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional go-conventionalcommits
"FEAT: x"
  FEAT "x" by @conventional-commits/parser conventional-commits-parser conventionalcommit/parser git-conventional
  feat "x" by conventional_commit_parser go-conventionalcommits
"feat: x\n\nBREAKING CHANGE: y"
  feat breaking "x" footer "BREAKING CHANGE: y" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional
  feat breaking "x" footer "breaking-change: y" by go-conventionalcommits
"feat: x\n\nBREAKING-CHANGE: y"
  feat breaking "x" footer "BREAKING-CHANGE: y" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional
  feat breaking "x" footer "breaking-change: y" by go-conventionalcommits
"feat: x\n\nbreaking change: y"
  feat "x" body "breaking change: y" by @conventional-commits/parser conventional_commit_parser conventionalcommit/parser git-conventional go-conventionalcommits
  feat breaking "x" footer "breaking change: y" by conventional-commits-parser
"fix: x\n\none\n\ntwo\n\nReviewed-by: Z\nRefs: #123"
  fix "x" body "one\n\ntwo" footer "Reviewed-by: Z" footer "Refs: #123" by @conventional-commits/parser conventional_commit_parser git-conventional
  fix "x" body "one\n\ntwo" footer "Reviewed-by: Z" footer "Refs: 123" by conventionalcommit/parser
  fix "x" body "one\n\ntwo" footer "refs: #123" footer "reviewed-by: Z" by go-conventionalcommits
  fix "x" body "one\n\ntwo\n\nReviewed-by: Z" footer "Refs: #123" by conventional-commits-parser
"fix: x\n\nCloses #12"
  fix "x" footer "Closes #12" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser git-conventional
  fix "x" footer "Closes: 12" by conventionalcommit/parser
  fix "x" footer "closes: 12" by go-conventionalcommits
"fix: x\n\none\n\nCloses #12\nRefs: 1"
  fix "x" body "one" footer "Closes #12" footer "Refs: 1" by @conventional-commits/parser conventional_commit_parser git-conventional
  fix "x" body "one" footer "Closes #12\nRefs: 1" by conventional-commits-parser
  fix "x" body "one" footer "Closes: 12" footer "Refs: 1" by conventionalcommit/parser
  fix "x" body "one" footer "closes: 12" footer "refs: 1" by go-conventionalcommits
"fix: x\n\nRefs: 1\nBREAKING CHANGE: y"
  fix breaking "x" body "Refs: 1" footer "BREAKING CHANGE: y" by conventional-commits-parser
  fix breaking "x" footer "Refs: " footer "BREAKING CHANGE: y" by conventionalcommit/parser
  fix breaking "x" footer "Refs: 1" footer "BREAKING CHANGE: y" by @conventional-commits/parser conventional_commit_parser git-conventional
  fix breaking "x" footer "breaking-change: y" footer "refs: 1" by go-conventionalcommits
"fix: x\n\nNote: one\ntwo\nRefs: 1"
  fix "x" body "Note: one\ntwo" footer "Refs: 1" by @conventional-commits/parser
  fix "x" body "Note: one\ntwo\nRefs: 1" by conventional-commits-parser
  fix "x" footer "Note: one\ntwo" footer "Refs: 1" by conventional_commit_parser conventionalcommit/parser git-conventional
  refused by go-conventionalcommits
"fix: x\n\none with: a colon"
  fix "x" body "one with: a colon" by @conventional-commits/parser conventional-commits-parser conventional_commit_parser conventionalcommit/parser git-conventional go-conventionalcommits
"fix: x\n\nhttps://h.test/a is gone"
  fix "x" body "https://h.test/a is gone" by conventional-commits-parser conventional_commit_parser conventionalcommit/parser go-conventionalcommits
  fix "x" footer "https: //h.test/a is gone" by git-conventional
  fix "x" footer "https://h.test/a is gone" by @conventional-commits/parser
"revert: x\n\nRefs: 676104e, a215868"
  revert "x" body "Refs: 676104e, a215868" by conventional-commits-parser
  revert "x" footer "Refs: 676104e, a215868" by @conventional-commits/parser conventional_commit_parser conventionalcommit/parser git-conventional
  revert "x" footer "refs: 676104e, a215868" by go-conventionalcommits
EXPECTED
diff expected seen
echo "conventional commits are read as they were seen"
