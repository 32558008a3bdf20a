#!/bin/sh
# tap-parser 18.3.4 and @tap-format/parser 0.2.0 (npm), tap.py 3.2.1 and taptaptap3 3.1.0 (PyPI) and org.tap4j:tap4j 4.4.2 (Maven
# Central), seen on 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: readers of TAP give the same tests, directives and plans of small valid texts; escapes of version 14
# are unknown to the older ones.
# Seen: so they are: `\#` begins a directive for tap.py and tap4j, and only tap-parser has no backslash left. More differs. A
# directive follows a `#` with blanks on both sides (TAP 14, Directive): tap.py and tap4j cut a description at each `#`, and
# take a failed test whose address has `#todo` in it for one to be done. No case counts: `# Skip` without a reason is none for
# tap4j and taptaptap3, and `# Skipped:` none for tap4j. @tap-format/parser knows no directive, no bail out and no number of a
# test: it counts. Without a description, taptaptap3 takes the directive for one. A plan `1..0 # reason` skips all (Plan): tap.py
# does not see it. A line that is no TAP is to be no failure (Anything Else): `okay, it begins` is one more test for tap.py and
# tap4j. Both keep the `- ` in front of a description, and tap-parser has 0 for the number of a test without one. Diagnostics,
# pragmas and subtests are alike.
# Whom it meets: a build that shows the results of tests written in several languages. With a mock: name a test by an address
# with a fragment, and let it fail.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
TAP version 14
1..2
ok 1 - one
not ok 2 - two
==
TAP version 14
ok - one
not ok two
1..2
==
1..1
ok 1
==
TAP version 14
1..1
ok 1 - 5 of 5
==
TAP version 14
1..2
ok 2 - two
ok 1 - one
==
TAP version 14
1..0 # no database
==
1..0 # skip no database
==
TAP version 14
1..3
ok 1 - one # SKIP no network
not ok 2 - two # todo later
not ok 3 - three # Skip
==
TAP version 14
1..1
ok 1 - one # Skipped: no network
==
TAP version 14
1..1
ok 1 # SKIP no network
==
TAP version 14
1..1
ok 1 - one \# SKIP two
==
TAP version 14
1..1
ok 1 - back\\slash
==
TAP version 14
1..1
ok 1 - issue #5 is closed
==
TAP version 14
1..1
not ok 1 - see https://h.test/#todo first
==
TAP version 14
1..1
not ok 1 - one
  ---
  message: bad
  text: |
    ok 7 - no test
  ...
==
TAP version 14
1..1
# Subtest: outer
    1..2
    ok 1 - first
    not ok 2 - second # TODO later
ok 1 - outer
==
TAP version 14
pragma +strict
1..1
ok 1 - one
==
TAP version 14
1..1
okay, it begins
ok 1 - one
==
TAP version 14
1..2
ok 1 - one
Bail out! no disk
TEXT
npm install --silent --no-audit --no-fund tap-parser@18.3.4 @tap-format/parser@0.2.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import tapFormat from '@tap-format/parser';
import { Parser } from 'tap-parser';

const show = (ok, id, name, word) => `${id ?? ''} ${ok ? 'ok' : 'not ok'} "${name ?? ''}"${word ? ` (${word})` : ''}`.trim();
const plan = (end, skip) => `plan ${end}${skip ? ' (skip)' : ''}`;
const READERS = {
  'tap-parser': (text) =>
    new Promise((resolve) => {
      const found = [];
      const parser = new Parser({}, ({ plan: { end, skipAll } }) => resolve([plan(end, skipAll), ...found]));
      parser.on('assert', ({ ok, id, name, todo, skip }) => {
        found.push(show(ok, id, name, todo ? 'todo' : skip && 'skip'));
      });
      parser.on('bailout', (reason) => found.push(`bail out: ${reason}`));
      parser.end(text);
    }),
  '@tap-format/parser': (text) =>
    new Promise((resolve) => {
      const found = [];
      const lines = tapFormat.observeStream(Readable.from([text]));
      lines.subscribe(
        (one) => {
          if (one.type === 'plan') found.push(plan(one.to, one.skip));
          if (one.type === 'assertion') found.push(show(one.ok, one.assertionNumber, one.title));
        },
        (error) => resolve([`refused, ${error.name}`]),
        () => resolve(found),
      );
    }),
};
const texts = readFileSync('texts', 'utf8').split('==\n');
for (const [name, read] of Object.entries(READERS)) {
  for (const [at, text] of texts.entries()) {
    const line = JSON.stringify(text.replace('TAP version 14\n', ''));
    console.log(`${String(at).padStart(2, 0)}~${line}~${(await read(text)).join('; ')}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check tap.py==3.2.1 taptaptap3==3.1.0 PyYAML==6.0.4 more-itertools==11.2.1
cat > read.py <<'PY'
import json
import logging

from tap.parser import Parser
from taptaptap3 import api


def show(ok, number, text, word):
    return f'{number or ""} {"ok" if ok else "not ok"} "{text or ""}"{f" ({word})" if word else ""}'.strip()


def by_tap_py(text):
    for line in Parser().parse_text(text):
        if line.category == "plan":
            yield f"plan {line.expected_tests}{' (skip)' if line.skip else ''}"
        if line.category == "test":
            yield show(line.ok, line.number, line.description, line.skip and "skip" or line.todo and "todo")
        if line.category == "bail":
            yield f"bail out: {line.reason}"


def by_taptaptap3(text):
    document = api.parse_string(text)
    yield f"plan {len(document)}{' (skip)' if document.skip else ''}"
    for one in document.entries:
        if not one.is_bailout:
            yield show(one.field, one.number, one.description, one.skip and "skip" or one.todo and "todo")
    if document.bailed():
        yield f"bail out: {document.bailout_message()}"


logging.disable()
with open("texts", encoding="utf-8") as file:
    for at, text in enumerate(file.read().split("==\n")):
        for name, read in {"tap.py": by_tap_py, "taptaptap3": by_taptaptap3}.items():
            try:
                answer = "; ".join(read(text))
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            text_seen = json.dumps(text.replace("TAP version 14\n", ""))
            print(f"{at:02}", text_seen, answer, name, sep="~")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>tap</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.tap4j</groupId><artifactId>tap4j</artifactId><version>4.4.2</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tap4j.consumer.TapConsumerFactory;
import org.tap4j.model.BailOut;
import org.tap4j.model.TestResult;

class Read {
    private static List<String> read(String text) {
        List<String> found = new ArrayList<>();
        var set = TapConsumerFactory.makeTap13YamlConsumer().load(text);
        if (set.getPlan() != null) {
            found.add("plan " + set.getPlan().getLastTestNumber() + (set.getPlan().isSkip() ? " (skip)" : ""));
        }
        for (TestResult one : set.getTestResults()) {
            var word = one.getDirective() == null ? "" : " (" + one.getDirective().getDirectiveValue() + ")";
            found.add(one.getTestNumber() + " " + one.getStatus() + " \"" + one.getDescription().strip() + "\"" + word.toLowerCase());
        }
        for (BailOut one : set.getBailOuts()) {
            found.add("bail out: " + one.getReason());
        }
        return found;
    }

    public static void main(String[] arguments) throws Exception {
        String[] texts = Files.readString(Path.of("texts")).split("==\n");
        for (int at = 0; at < texts.length; at++) {
            String answer;
            try {
                answer = String.join("; ", read(texts[at]));
            } catch (Exception error) {
                answer = "refused, " + error.getClass().getSimpleName();
            }
            String text = texts[at].replace("TAP version 14\n", "").replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
            System.out.println(String.format("%02d", at) + "~\"" + text + "\"~" + answer + "~tap4j");
        }
    }
}
JAVA
{ node read.mjs; venv/bin/python read.py; java -cp 'classes/*' Read.java 2> /dev/null; } | LC_ALL=C sort | awk -F '~' '
  BEGIN { text = "-" }
  $1 FS $3 != group && group != "" { print line }
  $1 != text { print $2 }
  $1 FS $3 != group { line = "  " ($3 == "" ? "nothing" : $3) " by" }
  { text = $1; group = $1 FS $3; line = line " " $4 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
"1..2\nok 1 - one\nnot ok 2 - two\n"
  plan 2; 1 ok "- one"; 2 not ok "- two" by tap.py tap4j
  plan 2; 1 ok "one"; 2 not ok "two" by @tap-format/parser tap-parser taptaptap3
"ok - one\nnot ok two\n1..2\n"
  1 ok "one"; 2 not ok "two"; plan 2 by @tap-format/parser
  ok "- one"; not ok "two"; plan 2 by tap.py
  plan 2; 0 ok "one"; 0 not ok "two" by tap-parser
  plan 2; 1 ok "- one"; 2 not ok "two" by tap4j
  plan 2; ok "one"; not ok "two" by taptaptap3
"1..1\nok 1\n"
  plan 1; 1 ok "" by @tap-format/parser tap-parser tap.py tap4j taptaptap3
"1..1\nok 1 - 5 of 5\n"
  plan 1; 1 ok "- 5 of 5" by tap.py tap4j
  plan 1; 1 ok "5 of 5" by @tap-format/parser tap-parser taptaptap3
"1..2\nok 2 - two\nok 1 - one\n"
  plan 2; 1 ok "two"; 2 ok "one" by @tap-format/parser
  plan 2; 2 ok "- two"; 1 ok "- one" by tap.py tap4j
  plan 2; 2 ok "two"; 1 ok "one" by tap-parser taptaptap3
"1..0 # no database\n"
  plan 0 (skip) by tap-parser taptaptap3
  plan 0 by @tap-format/parser tap4j
  nothing by tap.py
"1..0 # skip no database\n"
  plan 0 (skip) by tap-parser tap.py tap4j taptaptap3
  plan 0 by @tap-format/parser
"1..3\nok 1 - one # SKIP no network\nnot ok 2 - two # todo later\nnot ok 3 - three # Skip\n"
  plan 3; 1 ok "- one" (skip); 2 not ok "- two" (todo); 3 not ok "- three" (skip) by tap.py
  plan 3; 1 ok "- one" (skip); 2 not ok "- two" (todo); 3 not ok "- three" by tap4j
  plan 3; 1 ok "one # SKIP no network"; 2 not ok "two # todo later"; 3 not ok "three # Skip" by @tap-format/parser
  plan 3; 1 ok "one" (skip); 2 not ok "two" (todo); 3 not ok "three" (skip) by tap-parser
  plan 3; 1 ok "one" (skip); 2 not ok "two" (todo); 3 not ok "three" by taptaptap3
"1..1\nok 1 - one # Skipped: no network\n"
  plan 1; 1 ok "- one" (skip) by tap.py
  plan 1; 1 ok "- one" by tap4j
  plan 1; 1 ok "one # Skipped: no network" by @tap-format/parser
  plan 1; 1 ok "one" (skip) by tap-parser taptaptap3
"1..1\nok 1 # SKIP no network\n"
  plan 1; 1 ok "" (skip) by tap-parser tap.py tap4j
  plan 1; 1 ok "# SKIP no network" by @tap-format/parser
  plan 1; 1 ok "SKIP no network" by taptaptap3
"1..1\nok 1 - one \\# SKIP two\n"
  plan 1; 1 ok "- one \" (skip) by tap.py tap4j
  plan 1; 1 ok "one # SKIP two" by tap-parser
  plan 1; 1 ok "one \# SKIP two" by @tap-format/parser taptaptap3
"1..1\nok 1 - back\\\\slash\n"
  plan 1; 1 ok "- back\\slash" by tap.py tap4j
  plan 1; 1 ok "back\\slash" by @tap-format/parser taptaptap3
  plan 1; 1 ok "back\slash" by tap-parser
"1..1\nok 1 - issue #5 is closed\n"
  plan 1; 1 ok "- issue" by tap.py tap4j
  plan 1; 1 ok "issue #5 is closed" by @tap-format/parser tap-parser taptaptap3
"1..1\nnot ok 1 - see https://h.test/#todo first\n"
  plan 1; 1 not ok "- see https://h.test/" (todo) by tap.py tap4j
  plan 1; 1 not ok "see https://h.test/#todo first" by @tap-format/parser tap-parser taptaptap3
"1..1\nnot ok 1 - one\n  ---\n  message: bad\n  text: |\n    ok 7 - no test\n  ...\n"
  plan 1; 1 not ok "- one" by tap.py tap4j
  plan 1; 1 not ok "one" by @tap-format/parser tap-parser taptaptap3
"1..1\n# Subtest: outer\n    1..2\n    ok 1 - first\n    not ok 2 - second # TODO later\nok 1 - outer\n"
  plan 1; 1 ok "- outer" by tap.py tap4j
  plan 1; 1 ok "outer" by @tap-format/parser tap-parser taptaptap3
"pragma +strict\n1..1\nok 1 - one\n"
  plan 1; 1 ok "- one" by tap.py tap4j
  plan 1; 1 ok "one" by @tap-format/parser tap-parser taptaptap3
"1..1\nokay, it begins\nok 1 - one\n"
  plan 1; 1 ok "ay, it begins"; 1 ok "- one" by tap4j
  plan 1; 1 ok "one" by @tap-format/parser tap-parser taptaptap3
  plan 1; ok "ay, it begins"; 1 ok "- one" by tap.py
"1..2\nok 1 - one\nBail out! no disk\n"
  plan 2; 1 ok "- one"; bail out: no disk by tap.py tap4j
  plan 2; 1 ok "one"; bail out: no disk by tap-parser taptaptap3
  plan 2; 1 ok "one" by @tap-format/parser
EXPECTED
diff expected seen
echo "texts of TAP are read as they were seen"
