#!/bin/sh
# content-disposition 2.0.1 (npm), pyrfc6266 1.0.2 and Werkzeug 3.1.9 (PyPI), content_disposition 0.4.0 and mailparse 0.18.0
# (crates.io) and `mime` of Go, seen on 2026-11-29 with Node 20, Python 3.11, Rust 1.95 and Go 1.26.
#
# Guess before it was run: six readers take `filename*` before `filename`; older ones differ in other alphabets.
# Seen: RFC 6266 (4.3) has a reader take `filename*` if it has both, in either order. Both crates take `filename` (mailparse
# is made for mail), and Werkzeug the one that comes last. content_disposition cuts a quoted name at its semicolon and
# leaves a quote before it, and leaves the backslash of a quoted quote. Alphabets are no matter: five read ISO-8859-1, and
# RFC 8187 asks for UTF-8 only.
# Whom it meets: who stores downloads under their names. With a mock: serve a file whose name has `é`, with both parameters.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json"
attachment; filename="sbom;v1.json"
attachment; filename="a\"b.json"
attachment; filename*=ISO-8859-1''caf%E9.json
TEXT
npm install --silent --no-audit --no-fund content-disposition@2.0.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parse } from 'content-disposition';

for (const text of readFileSync('headers', 'utf8').trim().split('\n')) {
  console.log(`${text} by npm: ${parse(text).parameters.filename}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyrfc6266==1.0.2 Werkzeug==3.1.9
cat > read.py <<'PY'
import pyrfc6266
from werkzeug.http import parse_options_header

with open("headers", encoding="utf-8") as file:
    for text in file.read().splitlines():
        print(f"{text} by pyrfc6266: {pyrfc6266.parse_filename(text)}")
        print(f"{text} by Werkzeug: {parse_options_header(text)[1]['filename']}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
content_disposition = "=0.4.0"
mailparse = "=0.18.0"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for text in include_str!("../headers").lines() {
        let name = content_disposition::parse_content_disposition(text).filename_full().expect("a name");
        println!("{text} by content_disposition: {name}");
        println!("{text} by mailparse: {}", mailparse::parse_content_disposition(text).params["filename"]);
    }
}
RUST
cat > main.go <<'GO'
package main

import (
	"fmt"
	"mime"
	"os"
	"strings"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		_, parameters, err := mime.ParseMediaType(text)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s by Go: %s\n", text, parameters["filename"])
	}
}
GO
go mod init finding.test/names 2> /dev/null
{
  node read.mjs
  PYTHONIOENCODING=utf-8 venv/bin/python read.py
  CARGO_TARGET_DIR=target cargo run --quiet
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
attachment; filename*=ISO-8859-1''caf%E9.json by Go: 
attachment; filename*=ISO-8859-1''caf%E9.json by Werkzeug: café.json
attachment; filename*=ISO-8859-1''caf%E9.json by content_disposition: café.json
attachment; filename*=ISO-8859-1''caf%E9.json by mailparse: café.json
attachment; filename*=ISO-8859-1''caf%E9.json by npm: café.json
attachment; filename*=ISO-8859-1''caf%E9.json by pyrfc6266: café.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by Go: café.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by Werkzeug: sbom.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by content_disposition: sbom.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by mailparse: sbom.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by npm: café.json
attachment; filename*=UTF-8''caf%C3%A9.json; filename="sbom.json" by pyrfc6266: café.json
attachment; filename="a\"b.json" by Go: a"b.json
attachment; filename="a\"b.json" by Werkzeug: a"b.json
attachment; filename="a\"b.json" by content_disposition: a\"b.json
attachment; filename="a\"b.json" by mailparse: a"b.json
attachment; filename="a\"b.json" by npm: a"b.json
attachment; filename="a\"b.json" by pyrfc6266: a"b.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by Go: café.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by Werkzeug: café.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by content_disposition: sbom.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by mailparse: sbom.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by npm: café.json
attachment; filename="sbom.json"; filename*=UTF-8''caf%C3%A9.json by pyrfc6266: café.json
attachment; filename="sbom;v1.json" by Go: sbom;v1.json
attachment; filename="sbom;v1.json" by Werkzeug: sbom;v1.json
attachment; filename="sbom;v1.json" by content_disposition: "sbom
attachment; filename="sbom;v1.json" by mailparse: sbom;v1.json
attachment; filename="sbom;v1.json" by npm: sbom;v1.json
attachment; filename="sbom;v1.json" by pyrfc6266: sbom;v1.json
EXPECTED
diff expected seen
echo "names in Content-Disposition behave as they were seen"
