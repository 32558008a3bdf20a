#!/bin/sh
# httpyac 6.16.7 (npm), pyrestfile 0.2.1, runhttp 0.1.0 and http2postman 0.1.0 (PyPI) and http-rest-file 0.5.1 (crates.io), seen
# on 2026-11-30 with Node 20, Python 3.11 and Rust 1.95.
#
# Guess before it was run: five readers of `.http` files read the same requests of files that JetBrains' specification (HTTP
# Request in Editor) allows; addresses in several lines and handlers of responses are missed by small ones.
# Seen: pyrestfile drops the further lines of an address, http2postman makes a body of them, and of the headers behind them.
# pyrestfile and runhttp send a handler or a name of a file as the body; of a reference to an answer (`<>`) only httpyac does
# not. A version of HTTP may stand behind the address (Request line): http2postman takes it for a part of that. Comments may
# stand between headers: pyrestfile makes a body of what follows, and http-rest-file refuses the file. A line of a body that
# looks like a request is a second request for httpyac, and the body is gone. http2postman says text/plain where no type was
# given.
# Whom it meets: who keeps such files beside a service and runs them in an editor and in a build. With a mock: run one file by
# both, and compare what it recorded.
# Output seen: the lines that EXPECTED has below; requests of a file are parted by `|`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
GET https://h.test/a
%%
https://h.test/a
%%
GET https://h.test/a HTTP/1.1
X-A: 1:2
%%
POST https://h.test/a
Content-Type: application/json

{"a": 1}
%%
### One
GET https://h.test/a

### Two
GET https://h.test/b
###
GET https://h.test/c
%%
# comment
// comment
GET https://h.test/a
# comment
X-A: 1
// comment
X-B: 2
%%
GET https://h.test/a
    ?x=1
    &y=2
X-A: 1
%%
POST https://h.test/a

one

two
###
GET https://h.test/b
%%
GET https://h.test/a

> {% client.log("x"); %}

###
GET https://h.test/b
%%
POST https://h.test/a

text

> handler.js
%%
POST https://h.test/a

text

<> answer.json
%%
POST https://h.test/a

< ./body.json
%%
GET /a HTTP/1.1
Host: h.test
%%
GET https://h.test/#part
%%
PATCH https://h.test/a
Content-Type: text/plain

GET https://h.test/b
TEXT
npm install --silent --no-audit --no-fund httpyac@6.16.7
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { io, store } = require('httpyac');

Object.assign(io.fileProvider, {
  EOL: '\n',
  isAbsolute: async (name) => path.isAbsolute(name),
  dirname: (name) => path.dirname(name),
  hasExtension: (name, ...endings) => endings.some((ending) => name.endsWith(ending)),
  joinPath: (...parts) => path.join(...parts),
  exists: async () => false,
  readFile: async () => '',
  readBuffer: async () => Buffer.alloc(0),
  readdir: async () => [],
  fsPath: (name) => name,
  toString: (name) => name,
});
const show = ({ method = 'GET', url, headers = {}, body }) => {
  const pairs = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
  const text = Array.isArray(body) ? body.map((part) => (typeof part === 'string' ? part : '(file)')).join('') : body;
  return `${method} ${url}${pairs.sort().join('')}${text ? ` ${JSON.stringify(text)}` : ''}`;
};
(async () => {
  for (const [at, text] of readFileSync('texts', 'utf8').split('%%\n').entries()) {
    let answer;
    try {
      const files = new store.HttpFileStore();
      const file = await files.getOrCreate(`/${at}.http`, async () => text, 0, { workingDir: '/', config: {} });
      const requests = file.httpRegions.map(({ request }) => request).filter(Boolean);
      answer = requests.map(show).join(' | ') || 'nothing';
    } catch (error) {
      answer = `refused, ${error.name}`;
    }
    console.log(`${String(at).padStart(2, 0)}~${JSON.stringify(text)}~${answer}~httpyac`);
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyrestfile==0.2.1 runhttp==0.1.0 http2postman==0.1.0
cat > read.py <<'PY'
import json

from http2postman.parser import parse_lines
from pyrestfile.parser import parse_rest_file
from runhttp.core import parse_http_file


def show(method, url, headers, body):
    pairs = "".join(sorted(f" {name}: {value}" for name, value in headers))
    return f"{method} {url}{pairs}{f' {json.dumps(body)}' if body else ''}"


def by_pyrestfile(text):
    for one in parse_rest_file(text):
        headers = dict(one.headers)
        if one.content_type:
            headers.setdefault("Content-Type", one.content_type)
        yield show(one.method, one.url, headers.items(), one.body)


def by_runhttp(text):
    for one in parse_http_file(text)["requests"]:
        yield show(one["method"], one["url"], one["headers"], one["body"])


def by_http2postman(text):
    for one in parse_lines(text.splitlines()).items:
        body = one.body and ("(file)" if one.body.file_src else one.body.content)
        yield show(one.method, one.url, [(header.key, header.value) for header in one.headers], body)


READERS = {"pyrestfile": by_pyrestfile, "runhttp": by_runhttp, "http2postman": by_http2postman}
with open("texts", encoding="utf-8") as file:
    for at, text in enumerate(file.read().split("%%\n")):
        for name, read in READERS.items():
            try:
                answer = " | ".join(read(text)) or "nothing"
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{at:02}~{json.dumps(text)}~{answer}~{name}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
http-rest-file = "=0.5.1"
TOML
cat > src/main.rs <<'RS'
use http_rest_file::model::{DataSource, RequestBody};

fn show(method: &str, url: &str, headers: Vec<(String, String)>, body: Option<String>) -> String {
    let mut pairs: Vec<String> = headers.iter().map(|(name, value)| format!(" {name}: {value}")).collect();
    pairs.sort();
    let body = body.filter(|text| !text.is_empty()).map_or(String::new(), |text| format!(" {text:?}"));
    format!("{method} {url}{}{body}", pairs.concat())
}

fn read(text: &str) -> Vec<String> {
    let found = http_rest_file::Parser::parse(text, false);
    let refused = found.errs.iter().map(|_| "refused".to_string());
    let requests = found.requests.iter().map(|one| {
        let headers = one.headers.iter().map(|header| (header.key.clone(), header.value.clone())).collect();
        let body = match &one.body {
            RequestBody::Raw { data: DataSource::Raw(text) } => Some(text.clone()),
            RequestBody::Raw { data: DataSource::FromFilepath(_) } => Some("(file)".to_string()),
            _ => None,
        };
        let method = one.request_line.method.get_cloned_or_computed().to_string();
        show(&method, &one.get_url(), headers, body)
    });
    requests.chain(refused).collect()
}

fn main() {
    for (at, text) in std::fs::read_to_string("texts").unwrap().split("%%\n").enumerate() {
        let lines = read(text);
        let answer = if lines.is_empty() { "nothing".to_string() } else { lines.join(" | ") };
        println!("{at:02}~{text:?}~{answer}~http-rest-file");
    }
}
RS
{ node read.cjs; venv/bin/python read.py; CARGO_TARGET_DIR=target cargo run --quiet; } | grep '~' | LC_ALL=C sort | awk -F '~' '
  BEGIN { text = "-" }
  $1 FS $3 != group && group != "" { print line }
  $1 != text { print $2 }
  $1 FS $3 != group { line = "  " $3 " by" }
  { text = $1; group = $1 FS $3; line = line " " $4 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
"GET https://h.test/a\n"
  GET https://h.test/a by http-rest-file http2postman httpyac pyrestfile runhttp
"https://h.test/a\n"
  GET https://h.test/a by http-rest-file http2postman httpyac pyrestfile runhttp
"GET https://h.test/a HTTP/1.1\nX-A: 1:2\n"
  GET https://h.test/a HTTP/1.1 X-A: 1:2 by http2postman
  GET https://h.test/a X-A: 1:2 by http-rest-file httpyac pyrestfile runhttp
"POST https://h.test/a\nContent-Type: application/json\n\n{\"a\": 1}\n"
  POST https://h.test/a Content-Type: application/json "{\"a\": 1}" by http-rest-file http2postman httpyac pyrestfile runhttp
"### One\nGET https://h.test/a\n\n### Two\nGET https://h.test/b\n###\nGET https://h.test/c\n"
  GET https://h.test/a | GET https://h.test/b | GET https://h.test/c by http-rest-file http2postman httpyac pyrestfile runhttp
"# comment\n// comment\nGET https://h.test/a\n# comment\nX-A: 1\n// comment\nX-B: 2\n"
  GET https://h.test/a "X-A: 1\n// comment\nX-B: 2" by pyrestfile
  GET https://h.test/a X-A: 1 X-B: 2 by http2postman httpyac runhttp
  refused by http-rest-file
"GET https://h.test/a\n    ?x=1\n    &y=2\nX-A: 1\n"
  GET https://h.test/a Content-Type: text/plain "    ?x=1\n    &y=2\nX-A: 1" by http2postman
  GET https://h.test/a X-A: 1 by pyrestfile
  GET https://h.test/a?x=1&y=2 X-A: 1 by http-rest-file httpyac runhttp
"POST https://h.test/a\n\none\n\ntwo\n###\nGET https://h.test/b\n"
  POST https://h.test/a "one\n\ntwo" | GET https://h.test/b by http-rest-file httpyac pyrestfile runhttp
  POST https://h.test/a Content-Type: text/plain "one\n\ntwo" | GET https://h.test/b by http2postman
"GET https://h.test/a\n\n> {% client.log(\"x\"); %}\n\n###\nGET https://h.test/b\n"
  GET https://h.test/a "> {% client.log(\"x\"); %}" | GET https://h.test/b by pyrestfile runhttp
  GET https://h.test/a | GET https://h.test/b by http-rest-file http2postman httpyac
"POST https://h.test/a\n\ntext\n\n> handler.js\n"
  POST https://h.test/a "text" by http-rest-file httpyac
  POST https://h.test/a "text\n\n> handler.js" by pyrestfile runhttp
  POST https://h.test/a Content-Type: text/plain "text" by http2postman
"POST https://h.test/a\n\ntext\n\n<> answer.json\n"
  POST https://h.test/a "text" by httpyac
  POST https://h.test/a "text\n\n<> answer.json" by http-rest-file pyrestfile runhttp
  POST https://h.test/a Content-Type: text/plain "text\n\n<> answer.json" by http2postman
"POST https://h.test/a\n\n< ./body.json\n"
  POST https://h.test/a "(file)" by http-rest-file httpyac
  POST https://h.test/a "(unreadable external reference: ./body.json)" by http2postman
  POST https://h.test/a "< ./body.json" by pyrestfile runhttp
"GET /a HTTP/1.1\nHost: h.test\n"
  GET /a HTTP/1.1 Host: h.test by http2postman
  GET /a Host: h.test by http-rest-file httpyac pyrestfile runhttp
"GET https://h.test/#part\n"
  GET https://h.test/#part by http-rest-file http2postman httpyac pyrestfile runhttp
"PATCH https://h.test/a\nContent-Type: text/plain\n\nGET https://h.test/b\n"
  PATCH https://h.test/a Content-Type: text/plain "GET https://h.test/b" by http-rest-file http2postman pyrestfile runhttp
  PATCH https://h.test/a Content-Type: text/plain | GET https://h.test/b by httpyac
EXPECTED
diff expected seen
echo "files of requests are read as they were seen"
