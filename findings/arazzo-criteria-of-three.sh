#!/bin/sh
# @redocly/respect-core 2.37.0 (npm), arazzo-runner 0.9.6 (PyPI) and github.com/pb33f/libopenapi v0.42.5, seen on 2026-11-30 with
# Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: three programs that run workflows of Arazzo judge a simple criterion alike; some compare texts by
# case, although Arazzo has them compared without (criterion object, operators).
# Seen: all do. libopenapi knows no `&&` and `||`: a criterion of two parts is never met, without an error; nor is one with
# `null`, and it refuses a header whose name is written in another case. arazzo-runner has `ok == true` not met where it is true,
# and no value of `$response.header.…`, which it calls `headers`; of `&&` between two pointers into the body it takes the rest for
# a text. `!` and parentheses, which Arazzo lists, are taken by none; respect-core says so, the two others say that the step
# failed.
# Whom it meets: workflows written against one runner and run by another in a build. With a mock: run one step with each
# criterion.
# Output seen: the lines that EXPECTED has below, each with the right answer in front.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"name":"Ann","count":2,"ok":true,"none":null,"list":["a","b"],"text":"a == b","number":"2","nested":{"a-b":1}}' > body.json
cat > conditions <<'TEXT'
yes|$statusCode == 200
no|$statusCode != 200
yes|$statusCode >= 200 && $statusCode < 300
yes|$statusCode == 200 || $statusCode == 201 && $statusCode == 500
yes|!($statusCode == 500)
yes|($statusCode == 200)
yes|$response.body#/name == 'Ann'
yes|$response.body#/name == 'ANN'
no|$response.body#/name == 'Anna'
yes|$response.body#/name == 'Ann' && $response.body#/count == 2
yes|$response.body#/count > 1
yes|$response.body#/ok == true
no|$response.body#/ok == false
yes|$response.body#/none == null
yes|$response.body#/list/1 == 'b'
yes|$response.body#/text == 'a == b'
yes|$response.body#/nested/a-b == 1
yes|$response.header.X-Total == '7'
yes|$response.header.x-total == '7'
yes|2 == $response.body#/count
TEXT
npm install --silent --no-audit --no-fund @redocly/respect-core@2.37.0
cat > judge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { evaluateRuntimeExpression } from '@redocly/respect-core/runtime-expressions';

const body = JSON.parse(readFileSync('body.json', 'utf8'));
const context = { $statusCode: 200, $response: { body, header: { 'x-total': '7' } } };
for (const line of readFileSync('conditions', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    answer = evaluateRuntimeExpression(line.slice(line.indexOf('|') + 1), context) ? 'yes' : 'no';
  } catch {}
  console.log(`${line}: respect-core, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check arazzo-runner==0.9.6
cat > judge.py <<'PY'
import json
import logging

from arazzo_runner.executor.success_criteria import SuccessCriteriaChecker
from arazzo_runner.models import ExecutionState

logging.disable(logging.CRITICAL)
response = {"status_code": 200, "headers": {"X-Total": "7"}, "body": json.load(open("body.json", encoding="utf-8"))}
for line in open("conditions", encoding="utf-8").read().splitlines():
    step = {"successCriteria": [{"condition": line.split("|", 1)[1]}]}
    met = SuccessCriteriaChecker({}).check_success_criteria(step, response, ExecutionState(workflow_id="one"))
    print(f"{line}: arazzo-runner, {'yes' if met else 'no'}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/pb33f/libopenapi/arazzo"
	"github.com/pb33f/libopenapi/arazzo/expression"
	high "github.com/pb33f/libopenapi/datamodel/high/arazzo"
	"github.com/pb33f/go-yaml"
)

func main() {
	text, _ := os.ReadFile("body.json")
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	context := &expression.Context{
		StatusCode:      200,
		ResponseHeaders: map[string]string{"X-Total": "7"},
		ResponseBody:    document.Content[0],
	}
	file, _ := os.ReadFile("conditions")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		_, condition, _ := strings.Cut(line, "|")
		met, err := arazzo.EvaluateCriterion(&high.Criterion{Condition: condition}, context)
		answer := map[bool]string{true: "yes", false: "no"}[met]
		if err != nil {
			answer = "refused"
		}
		fmt.Printf("%s: libopenapi, %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/judge
  go get github.com/pb33f/libopenapi@v0.42.5
  go mod tidy
} 2> /dev/null
{ node judge.mjs; venv/bin/python judge.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
no|$response.body#/name == 'Anna': arazzo-runner, no
no|$response.body#/name == 'Anna': libopenapi, no
no|$response.body#/name == 'Anna': respect-core, no
no|$response.body#/ok == false: arazzo-runner, no
no|$response.body#/ok == false: libopenapi, no
no|$response.body#/ok == false: respect-core, no
no|$statusCode != 200: arazzo-runner, no
no|$statusCode != 200: libopenapi, no
no|$statusCode != 200: respect-core, no
yes|!($statusCode == 500): arazzo-runner, no
yes|!($statusCode == 500): libopenapi, no
yes|!($statusCode == 500): respect-core, refused
yes|$response.body#/count > 1: arazzo-runner, yes
yes|$response.body#/count > 1: libopenapi, yes
yes|$response.body#/count > 1: respect-core, yes
yes|$response.body#/list/1 == 'b': arazzo-runner, yes
yes|$response.body#/list/1 == 'b': libopenapi, yes
yes|$response.body#/list/1 == 'b': respect-core, yes
yes|$response.body#/name == 'ANN': arazzo-runner, no
yes|$response.body#/name == 'ANN': libopenapi, no
yes|$response.body#/name == 'ANN': respect-core, no
yes|$response.body#/name == 'Ann' && $response.body#/count == 2: arazzo-runner, no
yes|$response.body#/name == 'Ann' && $response.body#/count == 2: libopenapi, no
yes|$response.body#/name == 'Ann' && $response.body#/count == 2: respect-core, yes
yes|$response.body#/name == 'Ann': arazzo-runner, yes
yes|$response.body#/name == 'Ann': libopenapi, yes
yes|$response.body#/name == 'Ann': respect-core, yes
yes|$response.body#/nested/a-b == 1: arazzo-runner, yes
yes|$response.body#/nested/a-b == 1: libopenapi, yes
yes|$response.body#/nested/a-b == 1: respect-core, yes
yes|$response.body#/none == null: arazzo-runner, no
yes|$response.body#/none == null: libopenapi, no
yes|$response.body#/none == null: respect-core, yes
yes|$response.body#/ok == true: arazzo-runner, no
yes|$response.body#/ok == true: libopenapi, yes
yes|$response.body#/ok == true: respect-core, yes
yes|$response.body#/text == 'a == b': arazzo-runner, yes
yes|$response.body#/text == 'a == b': libopenapi, yes
yes|$response.body#/text == 'a == b': respect-core, yes
yes|$response.header.X-Total == '7': arazzo-runner, no
yes|$response.header.X-Total == '7': libopenapi, yes
yes|$response.header.X-Total == '7': respect-core, yes
yes|$response.header.x-total == '7': arazzo-runner, no
yes|$response.header.x-total == '7': libopenapi, refused
yes|$response.header.x-total == '7': respect-core, yes
yes|$statusCode == 200 || $statusCode == 201 && $statusCode == 500: arazzo-runner, yes
yes|$statusCode == 200 || $statusCode == 201 && $statusCode == 500: libopenapi, no
yes|$statusCode == 200 || $statusCode == 201 && $statusCode == 500: respect-core, yes
yes|$statusCode == 200: arazzo-runner, yes
yes|$statusCode == 200: libopenapi, yes
yes|$statusCode == 200: respect-core, yes
yes|$statusCode >= 200 && $statusCode < 300: arazzo-runner, yes
yes|$statusCode >= 200 && $statusCode < 300: libopenapi, no
yes|$statusCode >= 200 && $statusCode < 300: respect-core, yes
yes|($statusCode == 200): arazzo-runner, no
yes|($statusCode == 200): libopenapi, no
yes|($statusCode == 200): respect-core, refused
yes|2 == $response.body#/count: arazzo-runner, yes
yes|2 == $response.body#/count: libopenapi, yes
yes|2 == $response.body#/count: respect-core, yes
EXPECTED
diff expected seen
echo "criteria of Arazzo are judged as they were seen"
