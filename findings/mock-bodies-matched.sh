#!/bin/sh
# responses 0.26.3 and pytest-httpserver 1.2.0 (PyPI), nock 14.0.17 (npm) and org.wiremock:wiremock-standalone 3.13.1 (Maven
# Central), seen on 2026-11-29 with Python 3.11, Node 20 and Java 17.
#
# Guess before it was run: four mocks that expect a body of JSON take the same bodies; only integers above 2^53 differ.
# Seen: those do: nock takes 9007199254740992 for ...993. But responses and pytest-httpserver take `true` for 1 and `false`
# for 0, also inside of lists, as Python has them equal; a client that sends the wrong type passes its test. For WireMock, a
# text `${json-unit.ignore}`, as a template may have, expects any value. 1.0 for 1, order and blanks are alike in all four.
# Whom it meets: tests of calls with switches and counts. Cure: compare types by hand, or let a schema judge the body.
# Output seen: the lines that EXPECTED has below, each with a body that is expected and one that is sent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
{"a":1} {"a":true}
{"a":[0]} {"a":[false]}
{"a":9007199254740993} {"a":9007199254740992}
{"a":"${json-unit.ignore}"} {"a":2}
{"a":1} {"a":1.0}
{"a":1} {"a":"1"}
{"a":1,"b":2} {"b":2,"a":1}
{"a":1} {"a":1,"b":null}
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  responses==0.26.3 requests==2.34.2 pytest-httpserver==1.2.0 Werkzeug==3.1.9
cat > match.py <<'PY'
import json

import requests
import responses
from pytest_httpserver import RequestMatcher
from werkzeug import Request
from werkzeug.test import EnvironBuilder


def by_responses(expected, sent):
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.post("http://api.test/", match=[responses.matchers.json_params_matcher(json.loads(expected))])
        try:
            requests.post("http://api.test/", data=sent, headers={"Content-Type": "application/json"})
            return True
        except requests.ConnectionError:
            return False


def by_httpserver(expected, sent):
    environment = EnvironBuilder(method="POST", data=sent, content_type="application/json").get_environ()
    return RequestMatcher("/", method="POST", json=json.loads(expected)).match(Request(environment))


with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, match in {"responses": by_responses, "pytest-httpserver": by_httpserver}.items():
            print(f"{line}: {name}, {'taken' if match(*line.split(' ')) else 'refused'}")
PY
npm install --silent --no-audit --no-fund nock@14.0.17
cat > match.mjs <<'JS'
import { readFileSync } from 'node:fs';
import nock from 'nock';

nock.disableNetConnect();
for (const line of readFileSync('pairs', 'utf8').trim().split('\n')) {
  const [expected, body] = line.split(' ');
  nock.cleanAll();
  nock('http://api.test').post('/', JSON.parse(expected)).reply(200);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('http://api.test/', { method: 'POST', headers, body }).then(
    () => 'taken',
    () => 'refused',
  );
  console.log(`${line}: nock, ${answer}`);
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>match</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.wiremock</groupId><artifactId>wiremock-standalone</artifactId><version>3.13.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Match.java <<'JAVA'
import com.github.tomakehurst.wiremock.client.WireMock;
import java.nio.file.Files;
import java.nio.file.Path;

class Match {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("pairs"))) {
            String[] pair = line.split(" ");
            boolean taken = WireMock.equalToJson(pair[0]).match(pair[1]).isExactMatch();
            System.out.println(line + ": WireMock, " + (taken ? "taken" : "refused"));
        }
    }
}
JAVA
{ venv/bin/python match.py; node match.mjs; java -cp 'classes/*' Match.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"a":"${json-unit.ignore}"} {"a":2}: WireMock, taken
{"a":"${json-unit.ignore}"} {"a":2}: nock, refused
{"a":"${json-unit.ignore}"} {"a":2}: pytest-httpserver, refused
{"a":"${json-unit.ignore}"} {"a":2}: responses, refused
{"a":1,"b":2} {"b":2,"a":1}: WireMock, taken
{"a":1,"b":2} {"b":2,"a":1}: nock, taken
{"a":1,"b":2} {"b":2,"a":1}: pytest-httpserver, taken
{"a":1,"b":2} {"b":2,"a":1}: responses, taken
{"a":1} {"a":"1"}: WireMock, refused
{"a":1} {"a":"1"}: nock, refused
{"a":1} {"a":"1"}: pytest-httpserver, refused
{"a":1} {"a":"1"}: responses, refused
{"a":1} {"a":1,"b":null}: WireMock, refused
{"a":1} {"a":1,"b":null}: nock, refused
{"a":1} {"a":1,"b":null}: pytest-httpserver, refused
{"a":1} {"a":1,"b":null}: responses, refused
{"a":1} {"a":1.0}: WireMock, taken
{"a":1} {"a":1.0}: nock, taken
{"a":1} {"a":1.0}: pytest-httpserver, taken
{"a":1} {"a":1.0}: responses, taken
{"a":1} {"a":true}: WireMock, refused
{"a":1} {"a":true}: nock, refused
{"a":1} {"a":true}: pytest-httpserver, taken
{"a":1} {"a":true}: responses, taken
{"a":9007199254740993} {"a":9007199254740992}: WireMock, refused
{"a":9007199254740993} {"a":9007199254740992}: nock, taken
{"a":9007199254740993} {"a":9007199254740992}: pytest-httpserver, refused
{"a":9007199254740993} {"a":9007199254740992}: responses, refused
{"a":[0]} {"a":[false]}: WireMock, refused
{"a":[0]} {"a":[false]}: nock, refused
{"a":[0]} {"a":[false]}: pytest-httpserver, taken
{"a":[0]} {"a":[false]}: responses, taken
EXPECTED
diff expected seen
echo "mocks match bodies as they were seen"
