#!/bin/sh
# ksuid 3.0.0 and @thi.ng/ksuid 3.2.124 (npm), svix-ksuid 0.7.0, pyksuid 1.3, ksuid-python 2.0.0 and cyksuid 2.1.0 (PyPI) and
# github.com/segmentio/ksuid v1.0.4, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: seven libraries find the same time in a KSUID and write it as it was.
# Seen: a KSUID is 27 digits of base 62, filled up with zeros in front, so that texts sort by time; seconds count from
# 2014-05-13 (segmentio/ksuid, README). pyksuid leaves out the zeros: an identifier of 2017 comes back with 26 digits and
# sorts behind newer ones, and one of the first seconds is refused by pyksuid. `defKSUID32` of @thi.ng/ksuid counts from
# 2020-09-13 unless it is given an `epoch`, as its README says in a footnote, so each time is six years too late. The other
# five agree.
# Whom it meets: who sorts, cuts or expires rows by the time in their identifiers. With a mock: seed an identifier that begins
# with 0. Cure for the one of npm: `epoch: 1400000000000`.
# Output seen: the lines that EXPECTED has below, each with the time and the text that is written again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
0ujtsYcgvSTl8PAuAdqWYSMnLOv
1srOrx2ZWZBpBUvZwXKQmoEYga2
000000000000000000000000001
aWgEPTl1tmebfsQzFP4bxwgy80V
TEXT
npm install --silent --no-audit --no-fund ksuid@3.0.0 @thi.ng/ksuid@3.2.124
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { defKSUID32 } from '@thi.ng/ksuid';
import KSUID from 'ksuid';

const thing = defKSUID32();
const READERS = {
  'ksuid of npm': (text) => [KSUID.parse(text).date, KSUID.parse(text).string],
  '@thi.ng/ksuid': (text) => [new Date(thing.parse(text).epoch), '-'],
};
for (const text of readFileSync('texts', 'utf8').trim().split('\n')) {
  for (const [title, read] of Object.entries(READERS)) {
    const [time, written] = read(text);
    console.log(`${text} by ${title}: ${time.toISOString().slice(0, 19)}, ${written}`);
  }
}
JS
cat > read.py <<'PY'
import importlib.util
import sys
from datetime import datetime, timezone


def of_svix(text):
    from ksuid import Ksuid

    read = Ksuid.from_base62(text)
    return read.timestamp, str(read)


def of_pyksuid(text):
    from ksuid.ksuid import ksuid

    read = ksuid.fromBase62(text)
    return read.getTimestamp(), read.toBase62()


def of_ksuid_python(text):
    from ksuid import KSUID

    read = KSUID.from_string(text)
    return read.timestamp, str(read)


def of_cyksuid(text):
    from cyksuid.v2 import parse

    read = parse(text)
    return read.timestamp, str(read)


READERS = {"svix-ksuid": of_svix, "pyksuid": of_pyksuid, "ksuid-python": of_ksuid_python, "cyksuid": of_cyksuid}
title = sys.argv[1]
with open("texts", encoding="utf-8") as file:
    for text in file.read().split():
        try:
            time, written = READERS[title](text)
            answer = f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%dT%H:%M:%S}, {written}"
        except Exception as error:
            answer = f"refused, {error}"
        print(f"{text} by {title}: {answer}")
PY
by_python() {
  python3 -m venv "venv-${1%==*}"
  "venv-${1%==*}/bin/pip" install --quiet --disable-pip-version-check "$1"
  "venv-${1%==*}/bin/python" read.py "${1%==*}"
}
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/segmentio/ksuid"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Fields(string(file)) {
		read, err := ksuid.Parse(text)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s by segmentio: %s, %s\n", text, read.Time().UTC().Format("2006-01-02T15:04:05"), read)
	}
}
GO
{
  go mod init finding.test/texts
  go get github.com/segmentio/ksuid@v1.0.4
  go mod tidy
} 2> /dev/null
{
  node read.mjs
  for package in svix-ksuid==0.7.0 pyksuid==1.3 ksuid-python==2.0.0 cyksuid==2.1.0; do by_python "$package"; done
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
000000000000000000000000001 by @thi.ng/ksuid: 2020-09-13T12:26:40, -
000000000000000000000000001 by cyksuid: 2014-05-13T16:53:20, 000000000000000000000000001
000000000000000000000000001 by ksuid of npm: 2014-05-13T16:53:20, 000000000000000000000000001
000000000000000000000000001 by ksuid-python: 2014-05-13T16:53:20, 000000000000000000000000001
000000000000000000000000001 by pyksuid: refused, Wrong bytearray length
000000000000000000000000001 by segmentio: 2014-05-13T16:53:20, 000000000000000000000000001
000000000000000000000000001 by svix-ksuid: 2014-05-13T16:53:20, 000000000000000000000000001
0ujtsYcgvSTl8PAuAdqWYSMnLOv by @thi.ng/ksuid: 2024-02-10T23:34:07, -
0ujtsYcgvSTl8PAuAdqWYSMnLOv by cyksuid: 2017-10-10T04:00:47, 0ujtsYcgvSTl8PAuAdqWYSMnLOv
0ujtsYcgvSTl8PAuAdqWYSMnLOv by ksuid of npm: 2017-10-10T04:00:47, 0ujtsYcgvSTl8PAuAdqWYSMnLOv
0ujtsYcgvSTl8PAuAdqWYSMnLOv by ksuid-python: 2017-10-10T04:00:47, 0ujtsYcgvSTl8PAuAdqWYSMnLOv
0ujtsYcgvSTl8PAuAdqWYSMnLOv by pyksuid: 2017-10-10T04:00:47, ujtsYcgvSTl8PAuAdqWYSMnLOv
0ujtsYcgvSTl8PAuAdqWYSMnLOv by segmentio: 2017-10-10T04:00:47, 0ujtsYcgvSTl8PAuAdqWYSMnLOv
0ujtsYcgvSTl8PAuAdqWYSMnLOv by svix-ksuid: 2017-10-10T04:00:47, 0ujtsYcgvSTl8PAuAdqWYSMnLOv
1srOrx2ZWZBpBUvZwXKQmoEYga2 by @thi.ng/ksuid: 2027-09-22T15:37:23, -
1srOrx2ZWZBpBUvZwXKQmoEYga2 by cyksuid: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
1srOrx2ZWZBpBUvZwXKQmoEYga2 by ksuid of npm: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
1srOrx2ZWZBpBUvZwXKQmoEYga2 by ksuid-python: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
1srOrx2ZWZBpBUvZwXKQmoEYga2 by pyksuid: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
1srOrx2ZWZBpBUvZwXKQmoEYga2 by segmentio: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
1srOrx2ZWZBpBUvZwXKQmoEYga2 by svix-ksuid: 2021-05-21T20:04:03, 1srOrx2ZWZBpBUvZwXKQmoEYga2
aWgEPTl1tmebfsQzFP4bxwgy80V by @thi.ng/ksuid: 2156-10-20T18:54:55, -
aWgEPTl1tmebfsQzFP4bxwgy80V by cyksuid: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
aWgEPTl1tmebfsQzFP4bxwgy80V by ksuid of npm: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
aWgEPTl1tmebfsQzFP4bxwgy80V by ksuid-python: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
aWgEPTl1tmebfsQzFP4bxwgy80V by pyksuid: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
aWgEPTl1tmebfsQzFP4bxwgy80V by segmentio: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
aWgEPTl1tmebfsQzFP4bxwgy80V by svix-ksuid: 2150-06-19T23:21:35, aWgEPTl1tmebfsQzFP4bxwgy80V
EXPECTED
diff expected seen
echo "readers of KSUID behave as they were seen"
