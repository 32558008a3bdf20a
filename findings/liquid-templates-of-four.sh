#!/bin/sh
# liquidjs 10.30.1 (npm), python-liquid 2.3.6 (PyPI), github.com/osteele/liquid v1.8.1 and nl.big-o:liqp 0.9.2.3 (Maven Central),
# seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: four engines of Liquid fill templates with the texts that its documentation has; new filters are missing
# in some, with an error, and dates differ.
# Seen: dates do not, but for a blank of `%e`. Filters are missing in Go and Java, with an error. A number is divided by an integer
# to an integer (Liquid, divided_by): liquidjs gives 2.857142857142857 for 20 by 7. `183.357 | modulo: 12` is 3.357 (modulo); it
# and Go show how floats are rounded, and write 1.0 as 1. `and` and `or` are evaluated from the right (Operators, order of
# operations): Go does so from the left. `empty` and `blank` equal nothing for Go, and `blank` no blanks for Java, where null is
# less than 1. `capitalize` makes the other letters small; Go and Java leave them. `escape` leaves a quote in Java, and `url_encode`
# in liquidjs. `allow_false` is refused by Go and not looked at by Java. Of a loop with `reversed`, `limit` and `offset`, both go
# through other items. python-liquid alone is right, but for the form in which it encodes a quote.
# Whom it meets: texts of mails and webhooks that are tried with one engine and sent by another. With a mock: compare the bodies.
# Output seen: the lines that EXPECTED has below: only templates of which not all have the right text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A template and the text that the documentation of Liquid has for it, or that follows from it.
cat > cases <<'TEXT'
["{{ 20 | divided_by: 7 }}", "2"]
["{{ 20 | divided_by: 7.0 }}", "2.857142857142857"]
["{{ 4.3 | round }}", "4"]
["{{ 183.357 | round: 2 }}", "183.36"]
["{{ 183.357 | times: 12 }}", "2200.284"]
["{{ 183.357 | modulo: 12 }}", "3.357"]
["{{ 0.1 | plus: 0.2 }}", "0.3"]
["{{ \"3.5\" | plus: 1 }}", "4.5"]
["{{ 1.0 }}", "1.0"]
["{{ 10 | times: 1.0 }}", "10.0"]
["{{ \"-19.86\" | abs }}", "19.86"]
["{{ 5 | at_most: 3 }}", "3"]
["{{ \"\" | default: 2.99 }}", "2.99"]
["{{ false | default: true, allow_false: true }}", "false"]
["{{ list | default: \"x\" }}", "x"]
["{% if \"\" %}yes{% endif %}", "yes"]
["{% if 0 %}yes{% endif %}", "yes"]
["{% if list == empty %}yes{% endif %}", "yes"]
["{% if \"  \" == blank %}yes{% endif %}", "yes"]
["{% if null < 1 %}yes{% else %}no{% endif %}", "no"]
["{% if true or false and false %}yes{% endif %}", "yes"]
["{% if true and false and false or true %}yes{% else %}no{% endif %}", "no"]
["{% if \"abc\" contains \"b\" %}yes{% endif %}", "yes"]
["{% if numbers contains 2 %}yes{% endif %}", "yes"]
["{% case 3 %}{% when 1, 3 %}a{% else %}b{% endcase %}", "a"]
["{% case 3 %}{% when 1 or 3 %}a{% else %}b{% endcase %}", "a"]
["{{ numbers }}", "123"]
["{{ numbers | join }}", "1 2 3"]
["{{ numbers[-1] }}", "3"]
["{{ numbers.first }}{{ numbers.size }}", "13"]
["{{ numbers | sum }}", "6"]
["{{ things | map: \"a\" | join: \",\" }}", "1,2"]
["{{ things | where: \"b\", \"y\" | map: \"a\" }}", "2"]
["{{ things | sum: \"a\" }}", "3"]
["{{ \"b,A,c\" | split: \",\" | sort | join }}", "A b c"]
["{{ \"b,A,c\" | split: \",\" | sort_natural | join }}", "A b c"]
["{{ \"Ground control\" | slice: -3, 2 }}", "ro"]
["{{ \"Ground control to Major Tom.\" | truncate: 20 }}", "Ground control to..."]
["{{ \"MY GREAT title\" | capitalize }}", "My great title"]
["{{ \"1 < 2 & it's\" | escape }}", "1 &lt; 2 &amp; it&#39;s"]
["{{ \"1 &lt; 2 & 3\" | escape_once }}", "1 &lt; 2 &amp; 3"]
["{{ \"a b&c's\" | url_encode }}", "a+b%26c%27s"]
["{{ \"a%27b+c\" | url_decode }}", "a'b c"]
["{{ \"a a a\" | replace_last: \"a\", \"b\" }}", "a a b"]
["{{ \"a, b\" | remove_first: \"a\" }}", ", b"]
["{{ \"2015-07-07T15:04:05Z\" | date: \"%a, %b %-d, %y\" }}", "Tue, Jul 7, 15"]
["{{ \"2015-07-07T15:04:05Z\" | date: \"%e|%j|%I:%M %p\" }}", " 7|188|03:04 PM"]
["{% for i in (1..5) reversed limit: 2 offset: 1 %}{{ i }}{% endfor %}", "32"]
["{% for i in list %}a{% else %}b{% endfor %}", "b"]
["{% for i in numbers %}{{ forloop.index }}{{ forloop.rindex0 }}{% unless forloop.last %},{% endunless %}{% endfor %}", "12,21,30"]
["{% increment n %}{% increment n %}{% decrement n %}", "011"]
["{% # comment %}a", "a"]
["{% assign a = \"x\" | append: \"y\" %}{{ a | upcase }}", "XY"]
["{{ \"a\" | append: nothing | prepend: 1 }}", "1a"]
TEXT
cat > data.json <<'JSON'
{ "list": [], "numbers": [1, 2, 3], "things": [{ "a": 1, "b": "x" }, { "a": 2, "b": "y" }] }
JSON
npm install --silent --no-audit --no-fund liquidjs@10.30.1
cat > fill.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { Liquid } = require('liquidjs');

const engine = new Liquid();
const data = JSON.parse(readFileSync('data.json', 'utf8'));
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [template] = JSON.parse(line);
  let answer;
  try {
    answer = engine.parseAndRenderSync(template, data);
  } catch (error) {
    answer = 'refused';
    console.error(template, error.message);
  }
  console.log(JSON.stringify([template, 'liquidjs', answer]));
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python-liquid==2.3.6
cat > fill.py <<'PY'
import json
import sys

from liquid import Environment

data = json.load(open("data.json", encoding="utf-8"))
for line in open("cases", encoding="utf-8").read().splitlines():
    template, _ = json.loads(line)
    try:
        answer = Environment().from_string(template).render(**data)
    except Exception as error:
        answer = "refused"
        print(template, error, file=sys.stderr)
    print(json.dumps([template, "python-liquid", answer]))
PY
cat > fill.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/osteele/liquid"
)

func main() {
	text, _ := os.ReadFile("data.json")
	data := map[string]any{}
	json.Unmarshal(text, &data)
	cases, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		var one []string
		json.Unmarshal([]byte(line), &one)
		answer, err := liquid.NewEngine().ParseAndRenderString(one[0], data)
		if err != nil {
			answer = "refused"
			fmt.Fprintln(os.Stderr, one[0], err)
		}
		said, _ := json.Marshal([]string{one[0], "osteele", answer})
		fmt.Println(string(said))
	}
}
GO
go mod init finding.test/fill 2> /dev/null
go get github.com/osteele/liquid@v1.8.1 2> /dev/null
go mod tidy 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>fill</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>nl.big-o</groupId><artifactId>liqp</artifactId><version>0.9.2.3</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Fill.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import liqp.TemplateParser;

public class Fill {
    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Map<String, Object> data = mapper.readValue(Path.of("data.json").toFile(), Map.class);
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String template = mapper.readTree(line).get(0).asText();
            String answer;
            try {
                answer = new TemplateParser.Builder().build().parse(template).render(data);
            } catch (Exception error) {
                answer = "refused";
                System.err.println(template + " " + error.getMessage());
            }
            System.out.println(mapper.writeValueAsString(List.of(template, "liqp", answer)));
        }
    }
}
JAVA
cat > compare.py <<'PY'
import json
import sys

found = {}
for line in sys.stdin:
    template, name, answer = json.loads(line)
    found.setdefault(template, {})[name] = answer
cases = [json.loads(line) for line in open("cases", encoding="utf-8").read().splitlines()]
for template, right in cases:
    others = {}
    for name, answer in found[template].items():
        if answer != right:
            others.setdefault(answer, []).append(name)
    if others:
        print(f"{template} is '{right}'")
    for answer, names in sorted(others.items()):
        print(f"  '{answer}' by {' '.join(sorted(names))}")
print(f"templates: {len(cases)}")
PY
{
  node fill.cjs
  venv/bin/python fill.py
  go run .
  java -cp 'classes/*' Fill.java
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
{{ 20 | divided_by: 7 }} is '2'
  '2.857142857142857' by liquidjs
{{ 183.357 | modulo: 12 }} is '3.357'
  '3.3569999999999993' by liquidjs osteele
{{ 0.1 | plus: 0.2 }} is '0.3'
  '0.30000000000000004' by liquidjs osteele
{{ 1.0 }} is '1.0'
  '1' by liquidjs osteele
{{ 10 | times: 1.0 }} is '10.0'
  '10' by liquidjs osteele
{{ 5 | at_most: 3 }} is '3'
  'refused' by osteele
{{ false | default: true, allow_false: true }} is 'false'
  'refused' by osteele
  'true' by liqp
{% if list == empty %}yes{% endif %} is 'yes'
  '' by osteele
{% if "  " == blank %}yes{% endif %} is 'yes'
  '' by liqp osteele
{% if null < 1 %}yes{% else %}no{% endif %} is 'no'
  'yes' by liqp
{% if true or false and false %}yes{% endif %} is 'yes'
  '' by osteele
{% if true and false and false or true %}yes{% else %}no{% endif %} is 'no'
  'yes' by osteele
{{ numbers | sum }} is '6'
  'refused' by liqp osteele
{{ things | where: "b", "y" | map: "a" }} is '2'
  'refused' by osteele
{{ things | sum: "a" }} is '3'
  'refused' by liqp osteele
{{ "MY GREAT title" | capitalize }} is 'My great title'
  'MY GREAT title' by liqp osteele
{{ "1 < 2 & it's" | escape }} is '1 &lt; 2 &amp; it&#39;s'
  '1 &lt; 2 &amp; it&#x27;s' by python-liquid
  '1 &lt; 2 &amp; it's' by liqp
{{ "a b&c's" | url_encode }} is 'a+b%26c%27s'
  'a+b%26c's' by liquidjs
{{ "a a a" | replace_last: "a", "b" }} is 'a a b'
  'refused' by liqp osteele
{{ "2015-07-07T15:04:05Z" | date: "%e|%j|%I:%M %p" }} is ' 7|188|03:04 PM'
  '7|188|03:04 PM' by liqp
{% for i in (1..5) reversed limit: 2 offset: 1 %}{{ i }}{% endfor %} is '32'
  '2' by liqp
  '43' by osteele
{% increment n %}{% increment n %}{% decrement n %} is '011'
  'refused' by osteele
{% # comment %}a is 'a'
  '{% # comment %}a' by osteele
templates: 54
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "templates of Liquid are filled as they were seen"
