#!/bin/sh
# swh.model 8.4.1 and asfswhid 0.1.1 (PyPI), which has swhid of Rust within, and swhid 0.2.2 (crates.io), seen on 2026-12-01
# with Python 3.11 and Rust 1.95.
#
# Guess before it was run: libraries agree on a SWHID with qualifiers (ISO/IEC 18670): its canonical order, and the encoding of
# `;` and `%`.
# Seen: the order is made canonical, alike. In origins and paths `;` and `%` are written as `%3B` and `%25`, and any other
# letter may be encoded, too (SWHID, qualifiers). Both libraries of Rust, which call themselves the reference, encode `;` only:
# the path `/a%41`, which is `/a%2541` there, is written as `/a%41`, and so is `/aA` for who reads that; an origin whose own
# URL has `%20` loses it in two steps. swh.model, by Software Heritage itself, writes the blank of `a%20b` as a blank, and
# refuses what it wrote. It does not know the qualifier `bytes`, which the standard has, and refuses such a SWHID as a whole.
# It writes `=` in a path as `%3D`, so that texts of two libraries differ.
# Whom it meets: who keeps SWHIDs in an SBOM (SPDX, CycloneDX) and has them pass two tools. With a mock: seed one whose origin
# has `%2520`, and one with `bytes`.
# Output seen: the lines that EXPECTED has below: what a library wrote, and what it wrote of that.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > qualifiers <<'TEXT'
;lines=9-15;origin=https://h.test/a
;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0
;path=/a%3Bb
;path=/a%2541
;path=/caf%C3%A9
;path=/a=b
;origin=https://h.test/a?x=1&y=2
;origin=https://h.test/a%20b
;origin=https://h.test/a%2520b
;bytes=1-2
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check swh.model==8.4.1 asfswhid==0.1.1
cat > rewrite.py <<'PY'
import asfswhid
from swh.model.swhids import QualifiedSWHID

CORE = "swh:1:cnt:4d99d2d18326621ccdd70f5ea66c2e2ac236ad8b"
READERS = {"swh.model": QualifiedSWHID.from_string, "asfswhid": asfswhid.QualifiedSwhid}
with open("qualifiers", encoding="utf-8") as file:
    for qualifiers in file.read().splitlines():
        for name, read in READERS.items():
            text, steps = CORE + qualifiers, []
            for _ in range(2):
                try:
                    text = str(read(text))
                except Exception:
                    steps.append("refused")
                    break
                steps.append(text.removeprefix(CORE))
            print(f"{qualifiers}: {name}, {', then '.join(steps)}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
swhid = "=0.2.2"
TOML
cat > src/main.rs <<'RUST'
use swhid::QualifiedSwhid;

const CORE: &str = "swh:1:cnt:4d99d2d18326621ccdd70f5ea66c2e2ac236ad8b";

fn main() {
    for qualifiers in include_str!("../qualifiers").lines() {
        let (mut text, mut steps) = (format!("{CORE}{qualifiers}"), Vec::new());
        for _ in 0..2 {
            let Ok(read) = text.parse::<QualifiedSwhid>() else {
                steps.push("refused".to_string());
                break;
            };
            text = read.to_string();
            steps.push(text[CORE.len()..].to_string());
        }
        println!("{qualifiers}: swhid, {}", steps.join(", then "));
    }
}
RUST
{
  venv/bin/python rewrite.py
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
;bytes=1-2: asfswhid, ;bytes=1-2, then ;bytes=1-2
;bytes=1-2: swh.model, refused
;bytes=1-2: swhid, ;bytes=1-2, then ;bytes=1-2
;lines=9-15;origin=https://h.test/a: asfswhid, ;origin=https://h.test/a;lines=9-15, then ;origin=https://h.test/a;lines=9-15
;lines=9-15;origin=https://h.test/a: swh.model, ;origin=https://h.test/a;lines=9-15, then ;origin=https://h.test/a;lines=9-15
;lines=9-15;origin=https://h.test/a: swhid, ;origin=https://h.test/a;lines=9-15, then ;origin=https://h.test/a;lines=9-15
;origin=https://h.test/a%20b: asfswhid, ;origin=https://h.test/a b, then ;origin=https://h.test/a b
;origin=https://h.test/a%20b: swh.model, ;origin=https://h.test/a b, then refused
;origin=https://h.test/a%20b: swhid, ;origin=https://h.test/a b, then ;origin=https://h.test/a b
;origin=https://h.test/a%2520b: asfswhid, ;origin=https://h.test/a%20b, then ;origin=https://h.test/a b
;origin=https://h.test/a%2520b: swh.model, ;origin=https://h.test/a%2520b, then ;origin=https://h.test/a%2520b
;origin=https://h.test/a%2520b: swhid, ;origin=https://h.test/a%20b, then ;origin=https://h.test/a b
;origin=https://h.test/a?x=1&y=2: asfswhid, ;origin=https://h.test/a?x=1&y=2, then ;origin=https://h.test/a?x=1&y=2
;origin=https://h.test/a?x=1&y=2: swh.model, ;origin=https://h.test/a?x=1&y=2, then ;origin=https://h.test/a?x=1&y=2
;origin=https://h.test/a?x=1&y=2: swhid, ;origin=https://h.test/a?x=1&y=2, then ;origin=https://h.test/a?x=1&y=2
;path=/a%2541: asfswhid, ;path=/a%41, then ;path=/aA
;path=/a%2541: swh.model, ;path=/a%2541, then ;path=/a%2541
;path=/a%2541: swhid, ;path=/a%41, then ;path=/aA
;path=/a%3Bb: asfswhid, ;path=/a%3Bb, then ;path=/a%3Bb
;path=/a%3Bb: swh.model, ;path=/a%3Bb, then ;path=/a%3Bb
;path=/a%3Bb: swhid, ;path=/a%3Bb, then ;path=/a%3Bb
;path=/a=b: asfswhid, ;path=/a=b, then ;path=/a=b
;path=/a=b: swh.model, ;path=/a%3Db, then ;path=/a%3Db
;path=/a=b: swhid, ;path=/a=b, then ;path=/a=b
;path=/caf%C3%A9: asfswhid, ;path=/caf%C3%A9, then ;path=/caf%C3%A9
;path=/caf%C3%A9: swh.model, ;path=/caf%C3%A9, then ;path=/caf%C3%A9
;path=/caf%C3%A9: swhid, ;path=/caf%C3%A9, then ;path=/caf%C3%A9
;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0: asfswhid, ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0, then ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0
;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0: swh.model, ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0, then ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0
;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0: swhid, ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0, then ;visit=swh:1:snp:d7f1b9eb7ccb596c2622c4780febaa02549830f9;anchor=swh:1:rev:2db189928c94d62a3b4757b3eec68f0a4d4113f0
EXPECTED
diff expected seen
echo "qualifiers of SWHID behave as they were seen"
