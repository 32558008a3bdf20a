#!/bin/sh
# sarif-junit 1.1.4 and @security-alert/sarif-to-markdown 1.11.1 (npm) and sarif-tools 3.0.5 (PyPI), seen on 2026-12-01 with Node
# 20 and Python 3.11.
#
# Expected: three converters of SARIF 2.1.0 show the same results as errors or warnings.
# Seen: a result without a level has that of its rule, or else `warning` (3.27.10): sarif-junit makes a test of it that passes.
# sarif-to-markdown writes "Nothing here" for each result whose rule says no level, be it an error itself, as rules may leave
# it out (3.50.3); the level that it shows and fails for is that of the rule. Of several results of a rule it shows the first
# message. A result is suppressed by an accepted suppression and not by a rejected one (3.27.23): sarif-to-markdown has both as
# suppressed, the others neither. None puts arguments into `{0}` (3.11.5); for a message by its identifier (3.11.7) sarif-junit
# gives up the whole log, sarif-to-markdown has a TypeError, and sarif-tools the identifier. None looks for the folder of
# `uriBaseId` (3.4.4). A rule `R1/sub` belongs to `R1` (3.27.5): sarif-to-markdown does not find it.
# Whom it meets: builds that turn a scan into tests or comments. With a mock: send one result with `level`, and one without.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir logs
cat > make.py <<'PY'
import json
from pathlib import Path

WARNING = {"defaultConfiguration": {"level": "warning"}}


def located(uri, **more):
    return [{"physicalLocation": {"artifactLocation": {"uri": uri} | more, "region": {"startLine": 1}}}]


def log(*results, rule=WARNING, **more):
    plain = {"ruleId": "R1", "message": {"text": "text"}, "locations": located("a.js")}
    rules = [{"id": "R1", "shortDescription": {"text": "rule"}} | rule]
    run = {"tool": {"driver": {"name": "scanner", "rules": rules}}, "results": [plain | one for one in results]} | more
    return json.dumps({"version": "2.1.0", "runs": [run]})


BASE = {"originalUriBaseIds": {"SRC": {"uri": "file:///repo/src/"}}}
LOGS = {
    "level of the result": log({"level": "error"}, rule={}),
    "level of both": log({"level": "error"}),
    "level of the rule": log({}),
    "no level": log({}, rule={}),
    "accepted": log({"level": "error", "suppressions": [{"kind": "external", "status": "accepted"}]}),
    "rejected": log({"level": "error", "suppressions": [{"kind": "external", "status": "rejected"}]}),
    "arguments": log({"level": "error", "message": {"text": "use {0}", "arguments": ["x"]}}),
    "message by identifier": log({"level": "error", "message": {"id": "m"}}, rule=WARNING | {"messageStrings": {"m": {"text": "use x"}}}),
    "base": log({"level": "error", "locations": located("a.js", uriBaseId="SRC")}, **BASE),
    "part of a rule": log({"level": "error", "ruleId": "R1/sub", "ruleIndex": 0}),
    "two messages": log({"level": "error"}, {"level": "error", "message": {"text": "other"}}),
}
for name, text in LOGS.items():
    Path("logs", f"{name}.sarif").write_text(text)
PY
python3 make.py
npm install --silent --no-audit --no-fund sarif-junit@1.1.4 @security-alert/sarif-to-markdown@1.11.1
cat > convert.cjs <<'JS'
const { sarifToMarkdown } = require('@security-alert/sarif-to-markdown');
const parse = require('sarif-junit/lib/parser.js');

const text = require('node:fs').readFileSync(process.argv[2], 'utf8');
const toMarkdown = sarifToMarkdown({ owner: 'o', repo: 'r', branch: 'main', sourceRoot: '', simple: true, failOn: ['error'] });
const converters = {
  'sarif-junit': () => {
    const { builder, error } = parse(text, 'suite');
    const tests = builder?.build().match(/<testcase[^>]*(\/>|>\s*<failure)/g);
    return error?.split(' for ')[0] ?? tests.map((test) => test.replace('<testcase classname=', '').replace(/\s+/g, ' ')).join(', ');
  },
  'sarif-to-markdown': () => {
    const [{ body, shouldFail }] = toMarkdown(JSON.parse(text));
    const lines = body.split('\n').filter((line) => line.includes('`') || line.includes('blob') || line.startsWith('Nothing') || /^## S/.test(line));
    return `${lines.map((line) => line.trim()).join(' ')}; fails: ${shouldFail}`;
  },
};
for (const [name, convert] of Object.entries(converters)) {
  let answer = 'refused';
  try {
    answer = convert();
  } catch (error) {
    answer = error.constructor.name;
  }
  console.log(`${process.argv[2].slice(5, -6)}: ${name}, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sarif-tools==3.0.5
for log in logs/*; do
  node convert.cjs "$log"
  venv/bin/sarif csv --output out.csv "$log" > /dev/null
  name=$(basename "$log" .sarif)
  tail -n +2 out.csv | tr -d '\r' | sed "s/^/$name: sarif-tools, /"
done > seen
cat > expected <<'EXPECTED'
accepted: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure
accepted: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` ## Suppressed results - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1; fails: false
accepted: sarif-tools, scanner,error,R1,text,a.js,1
arguments: sarif-junit, "R1" name="Ln 1 use {0}" file="a.js"> <failure
arguments: sarif-to-markdown, - **[WARNING]** **[R1]**  `use {0}` - https://github.com/o/r/blob/main/a.js#L1 ## Suppressed Results Nothing here.; fails: false
arguments: sarif-tools, scanner,error,R1,use {0},a.js,1
base: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure
base: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1 ## Suppressed Results Nothing here.; fails: false
base: sarif-tools, scanner,error,R1,text,a.js,1
level of both: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure
level of both: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1 ## Suppressed Results Nothing here.; fails: false
level of both: sarif-tools, scanner,error,R1,text,a.js,1
level of the result: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure
level of the result: sarif-to-markdown, Nothing here. ## Suppressed Results Nothing here.; fails: false
level of the result: sarif-tools, scanner,error,R1,text,a.js,1
level of the rule: sarif-junit, "R1" name="text" file="a.js"/>
level of the rule: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1 ## Suppressed Results Nothing here.; fails: false
level of the rule: sarif-tools, scanner,warning,R1,text,a.js,1
message by identifier: sarif-junit, message.text in Sarif is undefined
message by identifier: sarif-to-markdown, TypeError
message by identifier: sarif-tools, scanner,error,R1,m,a.js,1
no level: sarif-junit, "R1" name="text" file="a.js"/>
no level: sarif-to-markdown, Nothing here. ## Suppressed Results Nothing here.; fails: false
no level: sarif-tools, scanner,warning,R1,text,a.js,1
part of a rule: sarif-junit, "R1/sub" name="Ln 1 text" file="a.js"> <failure
part of a rule: sarif-to-markdown, Nothing here. ## Suppressed Results Nothing here.; fails: false
part of a rule: sarif-tools, scanner,error,R1/sub,text,a.js,1
rejected: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure
rejected: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` ## Suppressed results - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1; fails: false
rejected: sarif-tools, scanner,error,R1,text,a.js,1
two messages: sarif-junit, "R1" name="Ln 1 text" file="a.js"> <failure, "R1" name="Ln 1 other" file="a.js"> <failure
two messages: sarif-to-markdown, - **[WARNING]** **[R1]**  `text` - https://github.com/o/r/blob/main/a.js#L1 - https://github.com/o/r/blob/main/a.js#L1 ## Suppressed Results Nothing here.; fails: false
two messages: sarif-tools, scanner,error,R1,other,a.js,1
two messages: sarif-tools, scanner,error,R1,text,a.js,1
EXPECTED
diff expected seen
echo "results of SARIF are converted as they were seen"
