#!/bin/sh
# handlebars 4.7.10 (npm), pybars3 0.9.7 and dotpromptz-handlebars 0.2.0 (PyPI), com.github.jknack:handlebars 4.5.8 (Maven
# Central), github.com/aymerick/raymond v2.0.2 and handlebars 6.4.4 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11,
# Java 17, Go 1.26 and Rust 1.95.
#
# Guess before it was run: six implementations of Handlebars give the same text for indexes, data variables, `lookup`, raw
# blocks and blanks; pybars3 lacks one or two, and `}}}` in a text stays a text in all.
# Seen: 18 of 30 templates have one result. `{{list.0}}` is the first member for three and refused by three, for which it is
# `list.[0]`, as in the guide of Handlebars (expressions, literal segments). JSON such as `{"a":{"id":{{count}}}}` is refused
# by three, among them handlebars.js, as `}}}` ends no `{{`; the others write it. raymond has nothing for a `with` or a
# `lookup` of a subexpression that is a `lookup`, without an error, and ignores `includeZero`. `{{list.length}}` is 3 for three,
# nothing for two, and refused in Rust. pybars3 has no `as |row|`, no `includeZero` and no `\{{`, and ends a comment with
# dashes at the first `}}`. `{{^}}` for an else is refused by two. pybars3 does not escape `=`, and raymond neither it nor a
# backtick. A list is written in four ways.
# Whom it meets: templates of mail, webhooks and mocks that are tried in one language and filled in another. With a mock: fill
# `{"a":{"id":{{count}}}}` with an answer of it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > data.json <<'JSON'
{
  "id": "7", "zero": 0, "count": 3, "price": 1.5, "big": 12345678901, "flag": false, "none": null, "empty": [],
  "text": "<a href=\"x\">it's `b` & c</a>", "list": ["p", "q", "r"], "key": "b",
  "rows": {"b": {"name": "bee"}}, "map": {"k": "v"}, "a b": "blank", "nested": {"x": {"y": "deep"}}
}
JSON
cat > templates <<'TEXT'
{{list.0}}
{{list.[1]}}
{{list.length}}
{{list}}
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}}
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}}
{{#each list as |item place|}}{{place}}{{item}} {{/each}}
{{#with rows.b as |row|}}{{row.name}}{{/with}}
{{#with (lookup rows key)}}{{name}}{{/with}}
{{lookup list 1}}
{{lookup (lookup rows "b") "name"}}
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}}
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}}
{{#if zero includeZero=true}}yes{{else}}no{{/if}}
{{#if empty}}yes{{else}}no{{/if}}
{{#unless none}}yes{{/unless}}
{{#empty}}some{{^}}none{{/empty}}
{{#each empty}}some{{else}}none{{/each}}
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}]
{{price}} {{big}}
{{text}}
{{{text}}}
{{[a b]}}
{{this.id}} {{./id}} {{nested/x/y}}
{"a":{"id":{{count}}}}
{"a":{"name":"{{id}}"}}
\{{id}} {{!-- {{id}} --}}{{! a note }}
a {{~id~}} b
{{#each list~}} {{this}} {{~/each}}
{{{{raw}}}}{{id}}{{{{/raw}}}}
TEXT
npm install --silent --no-audit --no-fund handlebars@4.7.10
cat > fill.cjs <<'JS'
const { readFileSync } = require('node:fs');
const handlebars = require('handlebars');

handlebars.registerHelper('raw', (options) => options.fn());
const data = JSON.parse(readFileSync('data.json', 'utf8'));
for (const text of readFileSync('templates', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    answer = handlebars.compile(text)(data);
  } catch {}
  console.log(`${text} by handlebars.js: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pybars3==0.9.7 dotpromptz-handlebars==0.2.0
cat > fill.py <<'PY'
import json

import dotpromptz_handlebars
import pybars


def of_dotprompt(text):
    engine = dotpromptz_handlebars.Handlebars()
    engine.register_helper("raw", lambda values, options: options.fn())
    return engine.compile(text)(data)


def of_pybars(text):
    return pybars.Compiler().compile(text)(data)


with open("data.json", encoding="utf-8") as file:
    data = json.load(file)
with open("templates", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for name, fill in {"dotpromptz": of_dotprompt, "pybars3": of_pybars}.items():
            try:
                answer = fill(text)
            except Exception:
                answer = "refused"
            print(f"{text} by {name}: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>fill</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.github.jknack</groupId><artifactId>handlebars</artifactId><version>4.5.8</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Fill.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.jknack.handlebars.Handlebars;
import com.github.jknack.handlebars.Helper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class Fill {
    public static void main(String[] arguments) throws Exception {
        Map<?, ?> data = new ObjectMapper().readValue(new File("data.json"), Map.class);
        Handlebars handlebars = new Handlebars();
        handlebars.registerHelper("raw", (Helper<Object>) (context, options) -> options.fn());
        for (String text : Files.readAllLines(Path.of("templates"))) {
            String answer = "refused";
            try {
                answer = handlebars.compileInline(text).apply(data);
            } catch (Exception error) {
            }
            System.out.println(text + " by handlebars.java: " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/aymerick/raymond"
)

func fill(text string, data any) (answer string) {
	defer func() {
		if recover() != nil {
			answer = "refused"
		}
	}()
	answer, err := raymond.Render(text, data)
	if err != nil {
		return "refused"
	}
	return answer
}

func main() {
	raymond.RegisterHelper("raw", func(options *raymond.Options) string { return options.Fn() })
	file, _ := os.ReadFile("data.json")
	var data any
	json.Unmarshal(file, &data)
	templates, _ := os.ReadFile("templates")
	for _, text := range strings.Split(strings.TrimSpace(string(templates)), "\n") {
		fmt.Printf("%s by raymond: %s\n", text, fill(text, data))
	}
}
GO
{
  go mod init finding.test/fill
  go get github.com/aymerick/raymond@v2.0.2+incompatible
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
handlebars = "=6.4.4"
serde_json = "=1.0.154"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let data: serde_json::Value = serde_json::from_str(include_str!("../data.json")).unwrap();
    for text in include_str!("../templates").lines() {
        let answer = handlebars::Handlebars::new().render_template(text, &data);
        println!("{text} by handlebars (Rust): {}", answer.unwrap_or("refused".into()));
    }
}
RUST
{
  node fill.cjs
  venv/bin/python fill.py
  java -cp 'classes/*' Fill.java
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by dotpromptz: [0][false][][][]
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by handlebars (Rust): [0][false][][][]
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by handlebars.java: [0][false][][][]
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by handlebars.js: [0][false][][][]
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by pybars3: [0][false][][][]
[{{zero}}][{{flag}}][{{none}}][{{missing}}][{{missing.name}}] by raymond: [0][false][][][]
\{{id}} {{!-- {{id}} --}}{{! a note }} by dotpromptz: {{id}} 
\{{id}} {{!-- {{id}} --}}{{! a note }} by handlebars (Rust): {{id}} 
\{{id}} {{!-- {{id}} --}}{{! a note }} by handlebars.java: {{id}} 
\{{id}} {{!-- {{id}} --}}{{! a note }} by handlebars.js: {{id}} 
\{{id}} {{!-- {{id}} --}}{{! a note }} by pybars3: \7  --}}
\{{id}} {{!-- {{id}} --}}{{! a note }} by raymond: {{id}} 
a {{~id~}} b by dotpromptz: a7b
a {{~id~}} b by handlebars (Rust): a7b
a {{~id~}} b by handlebars.java: a7b
a {{~id~}} b by handlebars.js: a7b
a {{~id~}} b by pybars3: a7b
a {{~id~}} b by raymond: a7b
{"a":{"id":{{count}}}} by dotpromptz: {"a":{"id":3}}
{"a":{"id":{{count}}}} by handlebars (Rust): {"a":{"id":3}}
{"a":{"id":{{count}}}} by handlebars.java: refused
{"a":{"id":{{count}}}} by handlebars.js: refused
{"a":{"id":{{count}}}} by pybars3: {"a":{"id":3}}
{"a":{"id":{{count}}}} by raymond: refused
{"a":{"name":"{{id}}"}} by dotpromptz: {"a":{"name":"7"}}
{"a":{"name":"{{id}}"}} by handlebars (Rust): {"a":{"name":"7"}}
{"a":{"name":"{{id}}"}} by handlebars.java: {"a":{"name":"7"}}
{"a":{"name":"{{id}}"}} by handlebars.js: {"a":{"name":"7"}}
{"a":{"name":"{{id}}"}} by pybars3: {"a":{"name":"7"}}
{"a":{"name":"{{id}}"}} by raymond: {"a":{"name":"7"}}
{{#each empty}}some{{else}}none{{/each}} by dotpromptz: none
{{#each empty}}some{{else}}none{{/each}} by handlebars (Rust): none
{{#each empty}}some{{else}}none{{/each}} by handlebars.java: none
{{#each empty}}some{{else}}none{{/each}} by handlebars.js: none
{{#each empty}}some{{else}}none{{/each}} by pybars3: none
{{#each empty}}some{{else}}none{{/each}} by raymond: none
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by dotpromptz: 0p 1q 2r 
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by handlebars (Rust): 0p 1q 2r 
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by handlebars.java: 0p 1q 2r 
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by handlebars.js: 0p 1q 2r 
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by pybars3: refused
{{#each list as |item place|}}{{place}}{{item}} {{/each}} by raymond: 0p 1q 2r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by dotpromptz: 73p 73q 73r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by handlebars (Rust): 73p 73q 73r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by handlebars.java: 73p 73q 73r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by handlebars.js: 73p 73q 73r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by pybars3: 73p 73q 73r 
{{#each list}}{{../id}}{{@root.count}}{{this}} {{/each}} by raymond: 73p 73q 73r 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by dotpromptz: 0first 1 2last 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by handlebars (Rust): 0first 1 2last 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by handlebars.java: 0first 1 2last 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by handlebars.js: 0first 1 2last 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by pybars3: 0first 1 2last 
{{#each list}}{{@index}}{{#if @first}}first{{/if}}{{#if @last}}last{{/if}} {{/each}} by raymond: 0first 1 2last 
{{#each list~}} {{this}} {{~/each}} by dotpromptz: pqr
{{#each list~}} {{this}} {{~/each}} by handlebars (Rust): pqr
{{#each list~}} {{this}} {{~/each}} by handlebars.java: pqr
{{#each list~}} {{this}} {{~/each}} by handlebars.js: pqr
{{#each list~}} {{this}} {{~/each}} by pybars3: pqr
{{#each list~}} {{this}} {{~/each}} by raymond: pqr
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by dotpromptz: k=vlast
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by handlebars (Rust): k=vlast
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by handlebars.java: k=vlast
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by handlebars.js: k=vlast
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by pybars3: k=vlast
{{#each map}}{{@key}}={{this}}{{#if @last}}last{{/if}}{{/each}} by raymond: k=vlast
{{#empty}}some{{^}}none{{/empty}} by dotpromptz: refused
{{#empty}}some{{^}}none{{/empty}} by handlebars (Rust): refused
{{#empty}}some{{^}}none{{/empty}} by handlebars.java: none
{{#empty}}some{{^}}none{{/empty}} by handlebars.js: none
{{#empty}}some{{^}}none{{/empty}} by pybars3: none
{{#empty}}some{{^}}none{{/empty}} by raymond: none
{{#if empty}}yes{{else}}no{{/if}} by dotpromptz: no
{{#if empty}}yes{{else}}no{{/if}} by handlebars (Rust): no
{{#if empty}}yes{{else}}no{{/if}} by handlebars.java: no
{{#if empty}}yes{{else}}no{{/if}} by handlebars.js: no
{{#if empty}}yes{{else}}no{{/if}} by pybars3: no
{{#if empty}}yes{{else}}no{{/if}} by raymond: no
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by dotpromptz: c
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by handlebars (Rust): c
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by handlebars.java: c
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by handlebars.js: c
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by pybars3: c
{{#if flag}}a{{else if zero}}b{{else}}c{{/if}} by raymond: c
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by dotpromptz: yes
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by handlebars (Rust): yes
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by handlebars.java: yes
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by handlebars.js: yes
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by pybars3: refused
{{#if zero includeZero=true}}yes{{else}}no{{/if}} by raymond: no
{{#unless none}}yes{{/unless}} by dotpromptz: yes
{{#unless none}}yes{{/unless}} by handlebars (Rust): yes
{{#unless none}}yes{{/unless}} by handlebars.java: yes
{{#unless none}}yes{{/unless}} by handlebars.js: yes
{{#unless none}}yes{{/unless}} by pybars3: yes
{{#unless none}}yes{{/unless}} by raymond: yes
{{#with (lookup rows key)}}{{name}}{{/with}} by dotpromptz: bee
{{#with (lookup rows key)}}{{name}}{{/with}} by handlebars (Rust): bee
{{#with (lookup rows key)}}{{name}}{{/with}} by handlebars.java: bee
{{#with (lookup rows key)}}{{name}}{{/with}} by handlebars.js: bee
{{#with (lookup rows key)}}{{name}}{{/with}} by pybars3: bee
{{#with (lookup rows key)}}{{name}}{{/with}} by raymond: 
{{#with rows.b as |row|}}{{row.name}}{{/with}} by dotpromptz: bee
{{#with rows.b as |row|}}{{row.name}}{{/with}} by handlebars (Rust): bee
{{#with rows.b as |row|}}{{row.name}}{{/with}} by handlebars.java: bee
{{#with rows.b as |row|}}{{row.name}}{{/with}} by handlebars.js: bee
{{#with rows.b as |row|}}{{row.name}}{{/with}} by pybars3: refused
{{#with rows.b as |row|}}{{row.name}}{{/with}} by raymond: bee
{{[a b]}} by dotpromptz: blank
{{[a b]}} by handlebars (Rust): blank
{{[a b]}} by handlebars.java: blank
{{[a b]}} by handlebars.js: blank
{{[a b]}} by pybars3: blank
{{[a b]}} by raymond: blank
{{list.0}} by dotpromptz: refused
{{list.0}} by handlebars (Rust): p
{{list.0}} by handlebars.java: p
{{list.0}} by handlebars.js: refused
{{list.0}} by pybars3: p
{{list.0}} by raymond: refused
{{list.[1]}} by dotpromptz: q
{{list.[1]}} by handlebars (Rust): q
{{list.[1]}} by handlebars.java: q
{{list.[1]}} by handlebars.js: q
{{list.[1]}} by pybars3: q
{{list.[1]}} by raymond: q
{{list.length}} by dotpromptz: 
{{list.length}} by handlebars (Rust): refused
{{list.length}} by handlebars.java: 3
{{list.length}} by handlebars.js: 3
{{list.length}} by pybars3: 3
{{list.length}} by raymond: 
{{list}} by dotpromptz: p,q,r
{{list}} by handlebars (Rust): [p, q, r]
{{list}} by handlebars.java: [p, q, r]
{{list}} by handlebars.js: p,q,r
{{list}} by pybars3: [&#x27;p&#x27;, &#x27;q&#x27;, &#x27;r&#x27;]
{{list}} by raymond: pqr
{{lookup (lookup rows "b") "name"}} by dotpromptz: bee
{{lookup (lookup rows "b") "name"}} by handlebars (Rust): bee
{{lookup (lookup rows "b") "name"}} by handlebars.java: bee
{{lookup (lookup rows "b") "name"}} by handlebars.js: bee
{{lookup (lookup rows "b") "name"}} by pybars3: bee
{{lookup (lookup rows "b") "name"}} by raymond: 
{{lookup list 1}} by dotpromptz: q
{{lookup list 1}} by handlebars (Rust): q
{{lookup list 1}} by handlebars.java: q
{{lookup list 1}} by handlebars.js: q
{{lookup list 1}} by pybars3: q
{{lookup list 1}} by raymond: q
{{price}} {{big}} by dotpromptz: 1.5 12345678901
{{price}} {{big}} by handlebars (Rust): 1.5 12345678901
{{price}} {{big}} by handlebars.java: 1.5 12345678901
{{price}} {{big}} by handlebars.js: 1.5 12345678901
{{price}} {{big}} by pybars3: 1.5 12345678901
{{price}} {{big}} by raymond: 1.5 12345678901
{{text}} by dotpromptz: &lt;a href&#x3D;&quot;x&quot;&gt;it&#x27;s &#x60;b&#x60; &amp; c&lt;/a&gt;
{{text}} by handlebars (Rust): &lt;a href&#x3D;&quot;x&quot;&gt;it&#x27;s &#x60;b&#x60; &amp; c&lt;/a&gt;
{{text}} by handlebars.java: &lt;a href&#x3D;&quot;x&quot;&gt;it&#x27;s &#x60;b&#x60; &amp; c&lt;/a&gt;
{{text}} by handlebars.js: &lt;a href&#x3D;&quot;x&quot;&gt;it&#x27;s &#x60;b&#x60; &amp; c&lt;/a&gt;
{{text}} by pybars3: &lt;a href=&quot;x&quot;&gt;it&#x27;s &#x60;b&#x60; &amp; c&lt;/a&gt;
{{text}} by raymond: &lt;a href=&quot;x&quot;&gt;it&apos;s `b` &amp; c&lt;/a&gt;
{{this.id}} {{./id}} {{nested/x/y}} by dotpromptz: 7 7 deep
{{this.id}} {{./id}} {{nested/x/y}} by handlebars (Rust): 7 7 deep
{{this.id}} {{./id}} {{nested/x/y}} by handlebars.java: 7 7 deep
{{this.id}} {{./id}} {{nested/x/y}} by handlebars.js: 7 7 deep
{{this.id}} {{./id}} {{nested/x/y}} by pybars3: 7 7 deep
{{this.id}} {{./id}} {{nested/x/y}} by raymond: 7 7 deep
{{{text}}} by dotpromptz: <a href="x">it's `b` & c</a>
{{{text}}} by handlebars (Rust): <a href="x">it's `b` & c</a>
{{{text}}} by handlebars.java: <a href="x">it's `b` & c</a>
{{{text}}} by handlebars.js: <a href="x">it's `b` & c</a>
{{{text}}} by pybars3: <a href="x">it's `b` & c</a>
{{{text}}} by raymond: <a href="x">it's `b` & c</a>
{{{{raw}}}}{{id}}{{{{/raw}}}} by dotpromptz: {{id}}
{{{{raw}}}}{{id}}{{{{/raw}}}} by handlebars (Rust): {{id}}
{{{{raw}}}}{{id}}{{{{/raw}}}} by handlebars.java: {{id}}
{{{{raw}}}}{{id}}{{{{/raw}}}} by handlebars.js: {{id}}
{{{{raw}}}}{{id}}{{{{/raw}}}} by pybars3: {{id}}
{{{{raw}}}}{{id}}{{{{/raw}}}} by raymond: {{id}}
EXPECTED
diff expected seen
echo "templates of Handlebars are filled as they were seen"
