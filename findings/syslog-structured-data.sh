#!/bin/sh
# glossy 0.1.7 and nsyslog-parser 0.10.1 (npm) and syslog-rfc5424-parser 0.3.2 (PyPI), seen on 2026-11-30 with Node 20 and
# Python 3.11.
#
# Guess before it was run: three readers of RFC 5424 give a message the same parts; escapes in structured data may differ.
# Seen: in structured data a backslash stands before `"`, `\` and `]` (RFC 5424, 6.3.3). Only glossy takes it away;
# syslog-rfc5424-parser leaves it, and for nsyslog-parser such data is a part of the text. nsyslog-parser also loses a `=` in a
# value, and puts the time of reading where a message has none, which is `-`; an absent host is the text `-` for it and
# syslog-rfc5424-parser. An element without parameters (grammar in 6) is nothing for glossy, and text for nsyslog-parser. A
# parameter may come several times (7.2.1, `ip`): all three have the last one only. Microseconds are cut by both of npm.
# Whom it meets: services that keep who did what from audit logs. With a mock: name a user `a = b`, and read back the event that
# was logged.
# Output seen: the lines that EXPECTED has below, each with time, host, application, structured data and text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > messages <<'TEXT'
<165>1 2003-10-11T22:14:15.003Z host app - ID47 [a@1 k="3" l="App"][b@1 m="x y"] An event
<13>1 2003-10-11T22:14:15.000003Z host app - - - text
<13>1 - - - - - - text
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="x\"y\\z\]w"] text
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="a = b"] text
<13>1 2003-10-11T22:14:15Z host app - - [a@1] text
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="1" k="2"] text
TEXT
npm install --silent --no-audit --no-fund glossy@0.1.7 nsyslog-parser@0.10.1
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import glossy from 'glossy';
import nsyslog from 'nsyslog-parser';

const started = Date.now();
function show(line, name, time, ...parts) {
  const when = time instanceof Date ? (time >= started ? 'now' : time.toISOString()) : null;
  console.log(`${line}~${JSON.stringify([when, ...parts.map((part) => part ?? null)])}~${name}`);
}
for (const line of readFileSync('messages', 'utf8').trim().split('\n')) {
  glossy.Parse.parse(line, ({ time, host, appName, structuredData, message }) => {
    show(line, 'glossy', time, host, appName, structuredData, message);
  });
  const { ts, host, appName, structuredData, message } = nsyslog(line);
  const data = Object.fromEntries(structuredData.map(({ $id, ...rest }) => [$id, rest]));
  show(line, 'nsyslog-parser', ts, host, appName, structuredData.length > 0 ? data : null, message);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check syslog-rfc5424-parser==0.3.2
cat > read.py <<'PY'
import json

from syslog_rfc5424_parser import SyslogMessage

with open("messages", encoding="utf-8") as file:
    for line in file.read().splitlines():
        read = SyslogMessage.parse(line).as_dict()
        parts = [read["timestamp"], read["hostname"], read["appname"], read["sd"] or None, read["msg"]]
        print(line, json.dumps(parts, separators=(",", ":")), "syslog-rfc5424-parser", sep="~")
PY
{ node read.mjs; venv/bin/python read.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 != text { print $1 }
  $1 FS $2 != group { line = "  " $2 " by" }
  { text = $1; group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
<13>1 - - - - - - text
  ["-","-","-",null,"text"] by syslog-rfc5424-parser
  ["now","-","-",null,"text"] by nsyslog-parser
  [null,null,null,null,"text"] by glossy
<13>1 2003-10-11T22:14:15.000003Z host app - - - text
  ["2003-10-11T22:14:15.000003Z","host","app",null,"text"] by syslog-rfc5424-parser
  ["2003-10-11T22:14:15.000Z","host","app",null,"text"] by glossy nsyslog-parser
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="1" k="2"] text
  ["2003-10-11T22:14:15.000Z","host","app",{"a@1":{"k":"2"}},"text"] by glossy nsyslog-parser
  ["2003-10-11T22:14:15Z","host","app",{"a@1":{"k":"2"}},"text"] by syslog-rfc5424-parser
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="a = b"] text
  ["2003-10-11T22:14:15.000Z","host","app",{"a@1":{"k":"a = b"}},"text"] by glossy
  ["2003-10-11T22:14:15.000Z","host","app",{"a@1":{"k":"a b"}},"text"] by nsyslog-parser
  ["2003-10-11T22:14:15Z","host","app",{"a@1":{"k":"a = b"}},"text"] by syslog-rfc5424-parser
<13>1 2003-10-11T22:14:15Z host app - - [a@1 k="x\"y\\z\]w"] text
  ["2003-10-11T22:14:15.000Z","host","app",null,"[a@1 k=\"x\\\"y\\\\z\\]w\"] text"] by nsyslog-parser
  ["2003-10-11T22:14:15.000Z","host","app",{"a@1":{"k":"x\"y\\z]w"}},"text"] by glossy
  ["2003-10-11T22:14:15Z","host","app",{"a@1":{"k":"x\\\"y\\\\z\\]w"}},"text"] by syslog-rfc5424-parser
<13>1 2003-10-11T22:14:15Z host app - - [a@1] text
  ["2003-10-11T22:14:15.000Z","host","app",null,"[a@1] text"] by nsyslog-parser
  ["2003-10-11T22:14:15.000Z","host","app",{},"text"] by glossy
  ["2003-10-11T22:14:15Z","host","app",{"a@1":{}},"text"] by syslog-rfc5424-parser
<165>1 2003-10-11T22:14:15.003Z host app - ID47 [a@1 k="3" l="App"][b@1 m="x y"] An event
  ["2003-10-11T22:14:15.003Z","host","app",{"a@1":{"k":"3","l":"App"},"b@1":{"m":"x y"}},"An event"] by glossy nsyslog-parser syslog-rfc5424-parser
EXPECTED
diff expected seen
echo "readers of RFC 5424 behave as they were seen"
