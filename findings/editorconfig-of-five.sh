#!/bin/sh
# editorconfig 3.0.2 and tiny-editorconfig 1.0.2 (npm), editorconfig 0.17.1 (PyPI),
# github.com/editorconfig/editorconfig-core-go/v2 v2.6.5 and org.ec4j.core:ec4j-core 1.1.1 (Maven Central), seen on 2026-11-30
# with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: five cores apply the same sections to the same paths; ranges of numbers and braces with one choice
# may differ.
# Seen: the ranges do, and values, too. `{-3..3}` is each whole number between the two (EditorConfig 0.17.2, Glob Expressions):
# the core of PyPI leaves out 0, that of Java all below 1, and tiny-editorconfig all. Of `{a..c}` the two of npm make letters,
# which are not for ranges, and `{{1..3},a}` has not even `a` for the cores of PyPI, Go and Java. A sign of a comment is one at
# the start of a line only (No inline comments): the core of npm alone leaves it in a value, and that of PyPI refuses the file
# for a section `a#b`. The cores of npm and Go drop quotes of a value. `TAB` is `tab` (Supported Pairs), but that of Java then
# sets no `indent_size`, as it does by `tab`. By `unset` a property is gone for Java, has that value for three, and keeps the
# old one for tiny-editorconfig. That one also has `a/b` below other folders, no `**` beside other signs, no keys in capitals,
# and leaves out keys that it does not know.
# Whom it meets: who formats generated clients by several tools. With a mock: format one file by each, and compare them.
# Output seen: the lines that EXPECTED has below; a line of the first kind is a section, a path and who applies it;
# values are as they were written, for Go without those that follow from others.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "sections": [
    ["*.js", "x/a.js"], ["/*.js", "x/a.js"], ["a/b", "x/a/b"], ["x/**.js", "x/y/a.js"], ["x**/a.js", "x/y/a.js"],
    ["x/**/a.js", "x/a.js"], ["{a,{b,c}}.js", "c.js"], ["{a}.js", "{a}.js"], ["{a}.js", "a.js"], ["{1..12}.js", "7.js"],
    ["{-3..3}.js", "-2.js"], ["{-3..3}.js", "0.js"], ["{-3..3}.js", "2.js"], ["{a..c}.js", "b.js"],
    ["{{1..3},a}.js", "a.js"], ["[!a-c].js", "d.js"], ["a\\?.js", "a?.js"], ["{a\\,b,c}.js", "a,b.js"], ["a#b", "a#b"]
  ],
  "values": [
    ["Indent_Size = 4"], ["indent_style = tab"], ["indent_style = TAB"], ["indent_size = 2", "[*.js]", "indent_size = unset"],
    ["charset = utf-8 ; note"], ["indent_size = 4 # note"], ["indent_size=4", "tab_width = 8"],
    ["quote_type = \"single\""], ["spelling_language = en-US"]
  ]
}
JSON
npm install --silent --no-audit --no-fund editorconfig@3.0.2 tiny-editorconfig@1.0.2
cat > ask.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'editorconfig';
import { parse, resolve } from 'tiny-editorconfig';

const { sections, values } = JSON.parse(readFileSync('cases.json', 'utf8'));
const read = (text, path) => {
  writeFileSync('.editorconfig', `root = true\n${text}\n`);
  const { root, ...tiny } = resolve([parse(`root = true\n${text}\n`)], path);
  return Object.entries({ 'core of npm': parseSync(`${process.cwd()}/${path}`), 'tiny-editorconfig': tiny });
};
for (const [glob, path] of sections) {
  for (const [name, found] of read(`[${glob}]\nindent_size = 3`, path)) {
    console.log(`${glob}, ${path}: ${name}, ${Object.keys(found).length > 0 ? 'yes' : 'no'}`);
  }
}
for (const lines of values) {
  for (const [name, found] of read(`[*]\n${lines.join('\n')}`, 'a.js')) {
    const all = Object.entries(found).map(([key, value]) => `${key}=${value}`).sort();
    console.log(`${lines.join(' ')}: ${name}, ${all.join(', ') || 'none'}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check editorconfig==0.17.1
cat > ask.py <<'PY'
import json
import os

import editorconfig


def read(text, path):
    with open(".editorconfig", "w", encoding="utf-8") as file:
        file.write(f"root = true\n{text}\n")
    return editorconfig.get_properties(os.path.abspath(path))


def applied(glob, path):
    try:
        return "yes" if read(f"[{glob}]\nindent_size = 3", path) else "no"
    except editorconfig.ParsingError:
        return "refused"


cases = json.load(open("cases.json", encoding="utf-8"))
for glob, path in cases["sections"]:
    print(f"{glob}, {path}: core of PyPI,", applied(glob, path))
for lines in cases["values"]:
    found = read("\n".join(["[*]", *lines]), "a.js")
    print(f"{' '.join(lines)}: core of PyPI,", ", ".join(sorted(f"{key}={value}" for key, value in found.items())))
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/editorconfig/editorconfig-core-go/v2"
)

func read(text, path string) []string {
	if err := os.WriteFile(".editorconfig", []byte("root = true\n"+text+"\n"), 0o644); err != nil {
		panic(err)
	}
	found, err := editorconfig.GetDefinitionForFilename(path)
	if err != nil {
		panic(err)
	}
	var all []string
	for key, value := range found.Raw {
		all = append(all, key+"="+value)
	}
	sort.Strings(all)
	return all
}

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases struct {
		Sections [][2]string
		Values   [][]string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for _, one := range cases.Sections {
		applied := len(read("["+one[0]+"]\nindent_size = 3", one[1])) > 0
		fmt.Printf("%s, %s: core of Go, %s\n", one[0], one[1], map[bool]string{true: "yes", false: "no"}[applied])
	}
	for _, lines := range cases.Values {
		all := read("[*]\n"+strings.Join(lines, "\n"), "a.js")
		fmt.Printf("%s: core of Go, %s\n", strings.Join(lines, " "), strings.Join(all, ", "))
	}
}
GO
{
  go mod init finding.test/sections
  go get github.com/editorconfig/editorconfig-core-go/v2@v2.6.5
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>sections</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.ec4j.core</groupId><artifactId>ec4j-core</artifactId><version>1.1.1</version></dependency>
    <dependency>
      <groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.18.2</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ec4j.core.Resource.Resources;
import org.ec4j.core.ResourcePropertiesService;

class Ask {
    static List<String> read(String text, String path) throws Exception {
        Files.writeString(Path.of(".editorconfig"), "root = true\n" + text + "\n");
        var resource = Resources.ofPath(Path.of(path).toAbsolutePath(), StandardCharsets.UTF_8);
        var found = ResourcePropertiesService.builder().build().queryProperties(resource).getProperties().values();
        return found.stream().map(one -> one.getName() + "=" + one.getSourceValue()).sorted().toList();
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        Map<String, List<List<String>>> cases = new ObjectMapper().readValue(Path.of("cases.json").toFile(), Map.class);
        for (var one : cases.get("sections")) {
            var applied = !read("[" + one.get(0) + "]\nindent_size = 3", one.get(1)).isEmpty();
            System.out.println(one.get(0) + ", " + one.get(1) + ": core of Java, " + (applied ? "yes" : "no"));
        }
        for (var lines : cases.get("values")) {
            var all = read("[*]\n" + String.join("\n", lines), "a.js");
            System.out.println(String.join(" ", lines) + ": core of Java, " + (all.isEmpty() ? "none" : String.join(", ", all)));
        }
    }
}
JAVA
{
  node ask.mjs
  venv/bin/python ask.py
  go run .
  java -cp 'classes/*' Ask.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
*.js, x/a.js: core of Go, yes
*.js, x/a.js: core of Java, yes
*.js, x/a.js: core of PyPI, yes
*.js, x/a.js: core of npm, yes
*.js, x/a.js: tiny-editorconfig, yes
/*.js, x/a.js: core of Go, no
/*.js, x/a.js: core of Java, no
/*.js, x/a.js: core of PyPI, no
/*.js, x/a.js: core of npm, no
/*.js, x/a.js: tiny-editorconfig, no
Indent_Size = 4: core of Go, indent_size=4
Indent_Size = 4: core of Java, indent_size=4, tab_width=4
Indent_Size = 4: core of PyPI, indent_size=4, tab_width=4
Indent_Size = 4: core of npm, indent_size=4, tab_width=4
Indent_Size = 4: tiny-editorconfig, none
[!a-c].js, d.js: core of Go, yes
[!a-c].js, d.js: core of Java, yes
[!a-c].js, d.js: core of PyPI, yes
[!a-c].js, d.js: core of npm, yes
[!a-c].js, d.js: tiny-editorconfig, yes
a#b, a#b: core of Go, yes
a#b, a#b: core of Java, yes
a#b, a#b: core of PyPI, refused
a#b, a#b: core of npm, yes
a#b, a#b: tiny-editorconfig, yes
a/b, x/a/b: core of Go, no
a/b, x/a/b: core of Java, no
a/b, x/a/b: core of PyPI, no
a/b, x/a/b: core of npm, no
a/b, x/a/b: tiny-editorconfig, yes
a\?.js, a?.js: core of Go, yes
a\?.js, a?.js: core of Java, yes
a\?.js, a?.js: core of PyPI, yes
a\?.js, a?.js: core of npm, yes
a\?.js, a?.js: tiny-editorconfig, yes
charset = utf-8 ; note: core of Go, charset=utf-8
charset = utf-8 ; note: core of Java, charset=utf-8
charset = utf-8 ; note: core of PyPI, charset=utf-8
charset = utf-8 ; note: core of npm, charset=utf-8 ; note
charset = utf-8 ; note: tiny-editorconfig, charset=utf-8
indent_size = 2 [*.js] indent_size = unset: core of Go, indent_size=unset
indent_size = 2 [*.js] indent_size = unset: core of Java, none
indent_size = 2 [*.js] indent_size = unset: core of PyPI, indent_size=unset, tab_width=unset
indent_size = 2 [*.js] indent_size = unset: core of npm, indent_size=unset, tab_width=unset
indent_size = 2 [*.js] indent_size = unset: tiny-editorconfig, indentSize=2
indent_size = 4 # note: core of Go, indent_size=4
indent_size = 4 # note: core of Java, indent_size=4, tab_width=4
indent_size = 4 # note: core of PyPI, indent_size=4, tab_width=4
indent_size = 4 # note: core of npm, indent_size=4 # note, tab_width=4 # note
indent_size = 4 # note: tiny-editorconfig, indentSize=4
indent_size=4 tab_width = 8: core of Go, indent_size=4, tab_width=8
indent_size=4 tab_width = 8: core of Java, indent_size=4, tab_width=8
indent_size=4 tab_width = 8: core of PyPI, indent_size=4, tab_width=8
indent_size=4 tab_width = 8: core of npm, indent_size=4, tab_width=8
indent_size=4 tab_width = 8: tiny-editorconfig, indentSize=4, tabWidth=8
indent_style = TAB: core of Go, indent_style=TAB
indent_style = TAB: core of Java, indent_style=TAB
indent_style = TAB: core of PyPI, indent_size=tab, indent_style=tab
indent_style = TAB: core of npm, indent_size=tab, indent_style=tab
indent_style = TAB: tiny-editorconfig, indentStyle=tab
indent_style = tab: core of Go, indent_style=tab
indent_style = tab: core of Java, indent_size=tab, indent_style=tab
indent_style = tab: core of PyPI, indent_size=tab, indent_style=tab
indent_style = tab: core of npm, indent_size=tab, indent_style=tab
indent_style = tab: tiny-editorconfig, indentStyle=tab
quote_type = "single": core of Go, quote_type=single
quote_type = "single": core of Java, quote_type="single"
quote_type = "single": core of PyPI, quote_type="single"
quote_type = "single": core of npm, quote_type=single
quote_type = "single": tiny-editorconfig, none
spelling_language = en-US: core of Go, spelling_language=en-US
spelling_language = en-US: core of Java, spelling_language=en-US
spelling_language = en-US: core of PyPI, spelling_language=en-US
spelling_language = en-US: core of npm, spelling_language=en-US
spelling_language = en-US: tiny-editorconfig, none
x**/a.js, x/y/a.js: core of Go, yes
x**/a.js, x/y/a.js: core of Java, yes
x**/a.js, x/y/a.js: core of PyPI, yes
x**/a.js, x/y/a.js: core of npm, yes
x**/a.js, x/y/a.js: tiny-editorconfig, no
x/**.js, x/y/a.js: core of Go, yes
x/**.js, x/y/a.js: core of Java, yes
x/**.js, x/y/a.js: core of PyPI, yes
x/**.js, x/y/a.js: core of npm, yes
x/**.js, x/y/a.js: tiny-editorconfig, no
x/**/a.js, x/a.js: core of Go, yes
x/**/a.js, x/a.js: core of Java, yes
x/**/a.js, x/a.js: core of PyPI, yes
x/**/a.js, x/a.js: core of npm, yes
x/**/a.js, x/a.js: tiny-editorconfig, yes
{-3..3}.js, -2.js: core of Go, yes
{-3..3}.js, -2.js: core of Java, no
{-3..3}.js, -2.js: core of PyPI, yes
{-3..3}.js, -2.js: core of npm, yes
{-3..3}.js, -2.js: tiny-editorconfig, no
{-3..3}.js, 0.js: core of Go, yes
{-3..3}.js, 0.js: core of Java, no
{-3..3}.js, 0.js: core of PyPI, no
{-3..3}.js, 0.js: core of npm, yes
{-3..3}.js, 0.js: tiny-editorconfig, no
{-3..3}.js, 2.js: core of Go, yes
{-3..3}.js, 2.js: core of Java, yes
{-3..3}.js, 2.js: core of PyPI, yes
{-3..3}.js, 2.js: core of npm, yes
{-3..3}.js, 2.js: tiny-editorconfig, no
{1..12}.js, 7.js: core of Go, yes
{1..12}.js, 7.js: core of Java, yes
{1..12}.js, 7.js: core of PyPI, yes
{1..12}.js, 7.js: core of npm, yes
{1..12}.js, 7.js: tiny-editorconfig, yes
{a,{b,c}}.js, c.js: core of Go, yes
{a,{b,c}}.js, c.js: core of Java, yes
{a,{b,c}}.js, c.js: core of PyPI, yes
{a,{b,c}}.js, c.js: core of npm, yes
{a,{b,c}}.js, c.js: tiny-editorconfig, yes
{a..c}.js, b.js: core of Go, no
{a..c}.js, b.js: core of Java, no
{a..c}.js, b.js: core of PyPI, no
{a..c}.js, b.js: core of npm, yes
{a..c}.js, b.js: tiny-editorconfig, yes
{a\,b,c}.js, a,b.js: core of Go, yes
{a\,b,c}.js, a,b.js: core of Java, yes
{a\,b,c}.js, a,b.js: core of PyPI, yes
{a\,b,c}.js, a,b.js: core of npm, yes
{a\,b,c}.js, a,b.js: tiny-editorconfig, yes
{a}.js, a.js: core of Go, no
{a}.js, a.js: core of Java, no
{a}.js, a.js: core of PyPI, no
{a}.js, a.js: core of npm, no
{a}.js, a.js: tiny-editorconfig, yes
{a}.js, {a}.js: core of Go, yes
{a}.js, {a}.js: core of Java, yes
{a}.js, {a}.js: core of PyPI, yes
{a}.js, {a}.js: core of npm, yes
{a}.js, {a}.js: tiny-editorconfig, no
{{1..3},a}.js, a.js: core of Go, no
{{1..3},a}.js, a.js: core of Java, no
{{1..3},a}.js, a.js: core of PyPI, no
{{1..3},a}.js, a.js: core of npm, yes
{{1..3},a}.js, a.js: tiny-editorconfig, yes
EXPECTED
diff expected seen
echo "sections of EditorConfig are applied as they were seen"
