#!/bin/sh
# fast-robotstxt 1.1.0 (in C++), Protego 0.7.0 and reppy2 0.3.6 (PyPI), robots-parser 3.0.1, exclusion 0.2.0,
# robots-txt-parser 2.0.3 and robots-txt-guard 1.0.2 with robots-txt-parse 2.0.1 (npm), github.com/temoto/robotstxt v1.1.2,
# com.github.crawler-commons:crawler-commons 1.6 (Maven Central), and texting_robots 0.2.2 and robotxt 0.7.0 (crates.io),
# seen on 2026-11-30 with Python 3.11, Node 20, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: eleven readers of robots.txt (RFC 9309) give one verdict for groups of the same crawler, the
# longest match and ties; percent-encoding and `$` may differ.
# Seen: only crawler-commons gives the verdict of RFC 9309 each time. A record that is not of the protocol must not end a
# group (2.2.4): after `Crawl-delay`, nine of eleven take the next `User-agent` for a new group, so
# that the first crawler has no rules. robots-txt-parser gives the rules of a group to the last crawler named in it only.
# robots-txt-guard reads one of two groups of a crawler, although they are to be combined (2.2.1). Of a rule and its
# opposite of the same length the one that allows should count (2.2.2): not for temoto. Letters that were escaped without
# need are compared as letters (the same), `/b%61z` as `/baz`: not for five. An escaped slash is not a slash: for
# fast-robotstxt and reppy2 it is. `%2A` is the asterisk as a letter: for five only. Four compare `%c3%bc` with `%C3%BC` by
# case. /robots.txt is always allowed: five find it disallowed by `/`. Names and `$` do not differ.
# Whom it meets: crawlers, link checkers and agents that read descriptions and documents of an API. With a mock: serve a
# file with `Crawl-delay` between two crawlers.
# Output seen: the lines that EXPECTED has below; a line is the file, the path, and the verdict for the crawler `bot`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
[
  [["User-agent: bot", "Disallow: /x", "Allow: /x/y"], "/x/y/z"],
  [["User-agent: bot", "Disallow: /x", "Allow: /x"], "/x"],
  [["User-agent: bot", "Disallow: /x", "", "User-agent: bot", "Disallow: /y"], "/x"],
  [["User-agent: bot", "Disallow: /x", "", "User-agent: bot", "Disallow: /y"], "/y"],
  [["User-agent: bot", "Disallow: /x", "User-agent: spy", "Disallow: /y"], "/y"],
  [["User-agent: bot", "User-agent: spy", "Disallow: /x"], "/x"],
  [["User-agent: bot", "", "User-agent: spy", "Disallow: /x"], "/x"],
  [["User-agent: bot", "", "Disallow: /x"], "/x"],
  [["User-agent: bot", "Crawl-delay: 1", "User-agent: spy", "Disallow: /x"], "/x"],
  [["User-agent: bot", "Disallow: /y", "", "User-agent: *", "Disallow: /x"], "/x"],
  [["User-agent: bot", "Disallow: /"], "/robots.txt"],
  [["User-agent: bot", "Disallow: /b%61z"], "/baz"],
  [["User-agent: bot", "Disallow: /baz"], "/b%61z"],
  [["User-agent: bot", "Disallow: /\u00fc"], "/%C3%BC"],
  [["User-agent: bot", "Disallow: /%c3%bc"], "/%C3%BC"],
  [["User-agent: bot", "Disallow: /x/y"], "/x%2Fy"],
  [["User-agent: bot", "Disallow: /x%2Ay"], "/x*y"],
  [["User-agent: botnet", "Disallow: /x"], "/x"]
]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check fast-robotstxt==1.1.0 protego==0.7.0 reppy2==0.3.6
cat > ask.py <<'PY'
import json
import time

from protego import Protego
from reppy.parser import Rules
from robotstxt import RobotsMatcher

SITE = "https://example.com"
for lines, path in json.load(open("cases.json", encoding="utf-8")):
    text = "\n".join(lines) + "\n"
    answers = {
        "fast-robotstxt": lambda: RobotsMatcher().is_allowed(text, "bot", SITE + path),
        "Protego": lambda: Protego.parse(text).can_fetch(SITE + path, "bot"),
        "reppy2": lambda: Rules(SITE + "/robots.txt", 200, text, time.time() + 60).allowed(SITE + path, "bot"),
    }
    for name, ask in answers.items():
        print(f"{'; '.join(lines)}, {path}: {name}, {'allowed' if ask() else 'disallowed'}")
PY
npm install --silent --no-audit --no-fund robots-parser@3.0.1 exclusion@0.2.0 robots-txt-parser@2.0.3 robots-txt-guard@1.0.2 \
  robots-txt-parse@2.0.1
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RobotsTxt } from 'exclusion';
import robotsParser from 'robots-parser';
import guard from 'robots-txt-guard';
import parse from 'robots-txt-parse';
import robotsTxtParser from 'robots-txt-parser';

const site = 'https://example.com';
const askers = {
  'robots-parser': (text, path) => robotsParser(`${site}/robots.txt`, text).isAllowed(site + path, 'bot'),
  exclusion: (text, path) => new RobotsTxt(text).isPathAllowed(path, 'bot'),
  'robots-txt-parser': (text, path) => {
    const robots = robotsTxtParser({ userAgent: 'bot' });
    robots.parseRobots(site, text);
    return robots.canCrawlSync(site + path);
  },
  'robots-txt-guard': async (text, path) => guard(await parse(Readable.from([text]))).isAllowed('bot', path),
};

for (const [lines, path] of JSON.parse(readFileSync('cases.json', 'utf8'))) {
  for (const [name, ask] of Object.entries(askers)) {
    const answer = (await ask(`${lines.join('\n')}\n`, path)) ? 'allowed' : 'disallowed';
    console.log(`${lines.join('; ')}, ${path}: ${name}, ${answer}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/temoto/robotstxt"
)

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases [][2]json.RawMessage
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for _, one := range cases {
		var lines []string
		var path string
		_ = json.Unmarshal(one[0], &lines)
		_ = json.Unmarshal(one[1], &path)
		answer := "refused"
		if robots, err := robotstxt.FromString(strings.Join(lines, "\n") + "\n"); err == nil {
			answer = map[bool]string{true: "allowed", false: "disallowed"}[robots.TestAgent(path, "bot")]
		}
		fmt.Printf("%s, %s: temoto, %s\n", strings.Join(lines, "; "), path, answer)
	}
}
GO
{
  go mod init finding.test/robots
  go get github.com/temoto/robotstxt@v1.1.2
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>robots</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.github.crawler-commons</groupId><artifactId>crawler-commons</artifactId><version>1.6</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class Ask {
    public static void main(String[] arguments) throws Exception {
        for (var one : new ObjectMapper().readTree(new File("cases.json"))) {
            var lines = new ArrayList<String>();
            one.get(0).forEach(line -> lines.add(line.asText()));
            var path = one.get(1).asText();
            var text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
            var rules = new SimpleRobotRulesParser()
                    .parseContent("https://example.com/robots.txt", text, "text/plain", List.of("bot"));
            var answer = rules.isAllowed("https://example.com" + path) ? "allowed" : "disallowed";
            System.out.println(String.join("; ", lines) + ", " + path + ": crawler-commons, " + answer);
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
texting_robots = "=0.2.2"
robotxt = "=0.7.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let cases: Vec<(Vec<String>, String)> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for (lines, path) in cases {
        let (text, title) = (lines.join("\n") + "\n", lines.join("; "));
        let answers = [
            ("texting_robots", texting_robots::Robot::new("bot", text.as_bytes()).map(|robot| robot.allowed(&path)).ok()),
            ("robotxt", Some(robotxt::Robots::parse(text.as_bytes(), "bot").is_allowed(&path))),
        ];
        for (name, answer) in answers {
            let word = answer.map_or("refused", |allowed| if allowed { "allowed" } else { "disallowed" });
            println!("{title}, {path}: {name}, {word}");
        }
    }
}
RUST
{
  venv/bin/python ask.py
  node ask.mjs
  go run .
  java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'classes/*' Ask.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
User-agent: bot; ; Disallow: /x, /x: Protego, disallowed
User-agent: bot; ; Disallow: /x, /x: crawler-commons, disallowed
User-agent: bot; ; Disallow: /x, /x: exclusion, disallowed
User-agent: bot; ; Disallow: /x, /x: fast-robotstxt, disallowed
User-agent: bot; ; Disallow: /x, /x: reppy2, disallowed
User-agent: bot; ; Disallow: /x, /x: robots-parser, disallowed
User-agent: bot; ; Disallow: /x, /x: robots-txt-guard, disallowed
User-agent: bot; ; Disallow: /x, /x: robots-txt-parser, disallowed
User-agent: bot; ; Disallow: /x, /x: robotxt, disallowed
User-agent: bot; ; Disallow: /x, /x: temoto, disallowed
User-agent: bot; ; Disallow: /x, /x: texting_robots, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: Protego, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: crawler-commons, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: exclusion, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: fast-robotstxt, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: reppy2, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: robots-parser, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: robots-txt-guard, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: robots-txt-parser, allowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: robotxt, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: temoto, disallowed
User-agent: bot; ; User-agent: spy; Disallow: /x, /x: texting_robots, disallowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: Protego, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: crawler-commons, disallowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: exclusion, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: fast-robotstxt, disallowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: reppy2, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: robots-parser, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: robots-txt-guard, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: robots-txt-parser, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: robotxt, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: temoto, allowed
User-agent: bot; Crawl-delay: 1; User-agent: spy; Disallow: /x, /x: texting_robots, allowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: Protego, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: crawler-commons, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: exclusion, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: fast-robotstxt, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: reppy2, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: robots-parser, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: robots-txt-guard, allowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: robots-txt-parser, allowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: robotxt, disallowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: temoto, allowed
User-agent: bot; Disallow: /%c3%bc, /%C3%BC: texting_robots, allowed
User-agent: bot; Disallow: /, /robots.txt: Protego, allowed
User-agent: bot; Disallow: /, /robots.txt: crawler-commons, allowed
User-agent: bot; Disallow: /, /robots.txt: exclusion, allowed
User-agent: bot; Disallow: /, /robots.txt: fast-robotstxt, disallowed
User-agent: bot; Disallow: /, /robots.txt: reppy2, allowed
User-agent: bot; Disallow: /, /robots.txt: robots-parser, disallowed
User-agent: bot; Disallow: /, /robots.txt: robots-txt-guard, disallowed
User-agent: bot; Disallow: /, /robots.txt: robots-txt-parser, disallowed
User-agent: bot; Disallow: /, /robots.txt: robotxt, allowed
User-agent: bot; Disallow: /, /robots.txt: temoto, disallowed
User-agent: bot; Disallow: /, /robots.txt: texting_robots, allowed
User-agent: bot; Disallow: /b%61z, /baz: Protego, disallowed
User-agent: bot; Disallow: /b%61z, /baz: crawler-commons, disallowed
User-agent: bot; Disallow: /b%61z, /baz: exclusion, disallowed
User-agent: bot; Disallow: /b%61z, /baz: fast-robotstxt, disallowed
User-agent: bot; Disallow: /b%61z, /baz: reppy2, disallowed
User-agent: bot; Disallow: /b%61z, /baz: robots-parser, allowed
User-agent: bot; Disallow: /b%61z, /baz: robots-txt-guard, allowed
User-agent: bot; Disallow: /b%61z, /baz: robots-txt-parser, allowed
User-agent: bot; Disallow: /b%61z, /baz: robotxt, disallowed
User-agent: bot; Disallow: /b%61z, /baz: temoto, allowed
User-agent: bot; Disallow: /b%61z, /baz: texting_robots, allowed
User-agent: bot; Disallow: /baz, /b%61z: Protego, disallowed
User-agent: bot; Disallow: /baz, /b%61z: crawler-commons, disallowed
User-agent: bot; Disallow: /baz, /b%61z: exclusion, disallowed
User-agent: bot; Disallow: /baz, /b%61z: fast-robotstxt, disallowed
User-agent: bot; Disallow: /baz, /b%61z: reppy2, disallowed
User-agent: bot; Disallow: /baz, /b%61z: robots-parser, allowed
User-agent: bot; Disallow: /baz, /b%61z: robots-txt-guard, allowed
User-agent: bot; Disallow: /baz, /b%61z: robots-txt-parser, allowed
User-agent: bot; Disallow: /baz, /b%61z: robotxt, disallowed
User-agent: bot; Disallow: /baz, /b%61z: temoto, allowed
User-agent: bot; Disallow: /baz, /b%61z: texting_robots, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: Protego, disallowed
User-agent: bot; Disallow: /x%2Ay, /x*y: crawler-commons, disallowed
User-agent: bot; Disallow: /x%2Ay, /x*y: exclusion, disallowed
User-agent: bot; Disallow: /x%2Ay, /x*y: fast-robotstxt, disallowed
User-agent: bot; Disallow: /x%2Ay, /x*y: reppy2, disallowed
User-agent: bot; Disallow: /x%2Ay, /x*y: robots-parser, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: robots-txt-guard, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: robots-txt-parser, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: robotxt, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: temoto, allowed
User-agent: bot; Disallow: /x%2Ay, /x*y: texting_robots, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: Protego, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: crawler-commons, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: exclusion, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: fast-robotstxt, disallowed
User-agent: bot; Disallow: /x/y, /x%2Fy: reppy2, disallowed
User-agent: bot; Disallow: /x/y, /x%2Fy: robots-parser, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: robots-txt-guard, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: robots-txt-parser, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: robotxt, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: temoto, allowed
User-agent: bot; Disallow: /x/y, /x%2Fy: texting_robots, allowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: Protego, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: crawler-commons, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: exclusion, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: fast-robotstxt, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: reppy2, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: robots-parser, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: robots-txt-guard, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: robots-txt-parser, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: robotxt, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: temoto, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /x: texting_robots, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: Protego, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: crawler-commons, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: exclusion, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: fast-robotstxt, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: reppy2, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: robots-parser, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: robots-txt-guard, allowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: robots-txt-parser, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: robotxt, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: temoto, disallowed
User-agent: bot; Disallow: /x; ; User-agent: bot; Disallow: /y, /y: texting_robots, disallowed
User-agent: bot; Disallow: /x; Allow: /x, /x: Protego, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: crawler-commons, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: exclusion, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: fast-robotstxt, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: reppy2, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: robots-parser, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: robots-txt-guard, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: robots-txt-parser, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: robotxt, allowed
User-agent: bot; Disallow: /x; Allow: /x, /x: temoto, disallowed
User-agent: bot; Disallow: /x; Allow: /x, /x: texting_robots, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: Protego, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: crawler-commons, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: exclusion, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: fast-robotstxt, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: reppy2, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: robots-parser, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: robots-txt-guard, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: robots-txt-parser, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: robotxt, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: temoto, allowed
User-agent: bot; Disallow: /x; Allow: /x/y, /x/y/z: texting_robots, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: Protego, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: crawler-commons, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: exclusion, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: fast-robotstxt, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: reppy2, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: robots-parser, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: robots-txt-guard, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: robots-txt-parser, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: robotxt, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: temoto, allowed
User-agent: bot; Disallow: /x; User-agent: spy; Disallow: /y, /y: texting_robots, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: Protego, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: crawler-commons, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: exclusion, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: fast-robotstxt, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: reppy2, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: robots-parser, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: robots-txt-guard, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: robots-txt-parser, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: robotxt, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: temoto, allowed
User-agent: bot; Disallow: /y; ; User-agent: *; Disallow: /x, /x: texting_robots, allowed
User-agent: bot; Disallow: /ü, /%C3%BC: Protego, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: crawler-commons, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: exclusion, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: fast-robotstxt, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: reppy2, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: robots-parser, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: robots-txt-guard, allowed
User-agent: bot; Disallow: /ü, /%C3%BC: robots-txt-parser, allowed
User-agent: bot; Disallow: /ü, /%C3%BC: robotxt, disallowed
User-agent: bot; Disallow: /ü, /%C3%BC: temoto, allowed
User-agent: bot; Disallow: /ü, /%C3%BC: texting_robots, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: Protego, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: crawler-commons, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: exclusion, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: fast-robotstxt, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: reppy2, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: robots-parser, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: robots-txt-guard, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: robots-txt-parser, allowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: robotxt, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: temoto, disallowed
User-agent: bot; User-agent: spy; Disallow: /x, /x: texting_robots, disallowed
User-agent: botnet; Disallow: /x, /x: Protego, allowed
User-agent: botnet; Disallow: /x, /x: crawler-commons, allowed
User-agent: botnet; Disallow: /x, /x: exclusion, allowed
User-agent: botnet; Disallow: /x, /x: fast-robotstxt, allowed
User-agent: botnet; Disallow: /x, /x: reppy2, allowed
User-agent: botnet; Disallow: /x, /x: robots-parser, allowed
User-agent: botnet; Disallow: /x, /x: robots-txt-guard, allowed
User-agent: botnet; Disallow: /x, /x: robots-txt-parser, allowed
User-agent: botnet; Disallow: /x, /x: robotxt, allowed
User-agent: botnet; Disallow: /x, /x: temoto, allowed
User-agent: botnet; Disallow: /x, /x: texting_robots, allowed
EXPECTED
diff expected seen
echo "files of robots are read as they were seen"
