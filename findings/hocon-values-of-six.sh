#!/bin/sh
# com.typesafe:config 1.4.3 (Maven Central), for which HOCON was made, pyhocon 0.3.63, hocon2 0.6.3, zig-hocon 0.5.3 and
# hocon-parser 1.14.2 (PyPI) and @pushcorn/hocon-parser 1.3.1 (npm), seen on 2026-12-01 with Java 17, Python 3.11 and Node 20.
#
# Expected: six readers of HOCON give the values that its specification has.
# Seen: four do, substitutions and values that are put together included; pyhocon, which most use, does not. Of `a += 1` and `a
# += 2` it keeps the last only, where each adds an element (HOCON, The += field separator); an object behind a number ends in an
# error, where the later value counts (Duplicate keys); a path whose second part is in quotes is refused (Paths as keys);
# `\u0064` stays as it is (JSON has it); and of `10 ms`, a text, it makes the number of milliseconds by itself. @pushcorn makes
# texts of numbers that `+=` adds.
# Whom it meets: settings of tools on the JVM, such as Gatling's, that are read or checked by scripts in Python. Cure: hocon2 or
# hocon-parser.
# Output seen: the lines that EXPECTED has below: only texts of which not all have the values that Java has.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
a { b = 1, c : "d" }
%%
a.b.c = 1
a.d = 2
%%
a = { b : 1 }
a = { c : 2 }
%%
a = { b : 1 }
a = 1
a = { c : 2 }
%%
a = [1, 2,]
b = [
  1
  2
]
%%
# one
a = 1 // two
b = "# c // d"
%%
a = x  y "z" 1
%%
a = "x" "y"
%%
a = 10 ms
b = true
c = null
d = 1.50
%%
"a.b" = 1
c."d.e" = 2
%%
1.2 = x
%%
a = 1
b = ${a}
c = ${?missing}
d = ${a}" "${a}
%%
a = { b : 1 }
c = ${a} { d : 2 }
%%
a = { b : 1 }
c = ${a}
c.b = 2
%%
a = { b : 1, c : ${a.b} }
%%
b = ${a}
a = 1
a = 2
%%
a = [1]
b = ${a} [2]
%%
a = [1] [2, 3]
%%
a = { b : 1 } { c : 2 }
%%
a = x
a = ${a}":y"
%%
a += 1
a += 2
%%
a = [1]
a = ${a} [2]
a += 3
%%
a = ${?a} [1]
%%
a = 1
a = ${?missing}
%%
a = """x"y
z"""
b = """"q""""
%%
a = "b\tc\u0064\"e"
%%
a = { b = { c = 1 } }
a.b.d = ${a.b.c}
%%
a = [{ b : 1 }, { b : 2 }]
%%
{ "a": { "b": [1, "c", null] } }
%%
a : 1, b : 2
c : 3
%%
a.b = 1
a = null
%%
a = []
b = {}
c = ""
%%
a = foo-bar_baz/1
%%
a = 1e3
b = -0.5
TEXT
npm install --silent --no-audit --no-fund @pushcorn/hocon-parser@1.3.1
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parse } = require('@pushcorn/hocon-parser');

(async () => {
  for (const [at, text] of readFileSync('texts', 'utf8').split('%%\n').entries()) {
    const found = await parse({ text, strict: true }).catch((error) => {
      console.error(at, '@pushcorn', error.message);
      return 'refused';
    });
    console.log(JSON.stringify([at, '@pushcorn', found]));
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyhocon==0.3.63 hocon2==0.6.3 zig-hocon==0.5.3
venv/bin/pip install --quiet --disable-pip-version-check --target other hocon-parser==1.14.2
cat > read.py <<'PY'
import json
import sys

if sys.argv[1:]:
    sys.path.insert(0, "other")
    import hocon

    READERS = {"hocon-parser": lambda text: hocon.parse_string(text).resolve().to_object()}
else:
    import hocon
    import pyhocon
    import zig_hocon

    READERS = {
        "pyhocon": lambda text: json.loads(pyhocon.HOCONConverter.to_json(pyhocon.ConfigFactory.parse_string(text))),
        "hocon2": hocon.loads,
        "zig-hocon": lambda text: zig_hocon.ConfigFactory.parse_string(text).as_dict(),
    }
for at, text in enumerate(open("texts", encoding="utf-8").read().split("%%\n")):
    for name, read in READERS.items():
        try:
            # hocon2 has a class of its own for a text in quotes.
            found = json.loads(json.dumps(read(text), default=str))
        except Exception as error:
            found = "refused"
            print(at, name, type(error).__name__, error, file=sys.stderr)
        print(json.dumps([at, name, found]))
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.typesafe</groupId><artifactId>config</artifactId><version>1.4.3</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Read.java <<'JAVA'
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.nio.file.Files;
import java.nio.file.Path;

public class Read {
    public static void main(String[] arguments) throws Exception {
        String[] texts = Files.readString(Path.of("texts")).split("%%\n");
        for (int at = 0; at < texts.length; at++) {
            String found = ConfigFactory.parseString(texts[at]).resolve().root().render(ConfigRenderOptions.concise());
            System.out.println("[" + at + ", \"Java\", " + found + "]");
        }
    }
}
JAVA
cat > compare.py <<'PY'
import json
import sys

texts = open("texts", encoding="utf-8").read().split("%%\n")
found = [{} for _ in texts]
for line in sys.stdin:
    at, name, answer = json.loads(line)
    found[at][name] = json.dumps(answer, sort_keys=True)
for text, answers in zip(texts, found):
    right = answers["Java"]
    others = {}
    for name, answer in answers.items():
        if json.loads(answer) != json.loads(right):
            others.setdefault(answer, []).append(name)
    if others:
        print(f"{json.dumps(text)} is {right}")
    for answer, names in sorted(others.items()):
        print(f"  {answer} by {', '.join(sorted(names))}")
print(f"texts: {len(texts)}")
PY
{
  node read.cjs
  venv/bin/python read.py
  venv/bin/python read.py other
  java -cp 'classes/*' Read.java
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
"a = { b : 1 }\na = 1\na = { c : 2 }\n" is {"a": {"c": 2}}
  "refused" by pyhocon
"a = 10 ms\nb = true\nc = null\nd = 1.50\n" is {"a": "10 ms", "b": true, "c": null, "d": 1.5}
  {"a": 10, "b": true, "c": null, "d": 1.5} by pyhocon
"\"a.b\" = 1\nc.\"d.e\" = 2\n" is {"a.b": 1, "c": {"d.e": 2}}
  "refused" by pyhocon
"a += 1\na += 2\n" is {"a": [1, 2]}
  {"a": 2} by pyhocon
  {"a": ["1", "2"]} by @pushcorn
"a = [1]\na = ${a} [2]\na += 3\n" is {"a": [1, 2, 3]}
  {"a": [1, 2, "3"]} by @pushcorn
  {"a": [1, 2]} by pyhocon
"a = \"b\\tc\\u0064\\\"e\"\n" is {"a": "b\tcd\"e"}
  {"a": "b\tc\\u0064\"e"} by pyhocon
texts: 34
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "texts of HOCON are read as they were seen"
