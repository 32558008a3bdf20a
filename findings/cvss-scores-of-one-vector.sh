#!/bin/sh
# @pandatix/js-cvss 0.4.4, ae-cvss-calculator 1.0.13 and cvss 1.0.5 (npm), cvss 3.6 (PyPI) and github.com/pandatix/go-cvss
# v0.6.4, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: five libraries give each valid vector the same scores; if one differs, by 0.1 in version 4.0.
# Seen: @pandatix/js-cvss does not round temporal and environmental scores of 3.x (1.94, 7.05), although the specification has
# them rounded up to one decimal; if the modified scope is changed, its environmental score is 5.7 instead of 6.8. cvss of npm
# gives 0 for each vector of 3.1, without an error. In 4.0 a score in the middle of two decimals (5.65) is 5.6 by both
# libraries of pandatix and 5.7 by two others. Node loads js-cvss only after a bundler: its files import each other without
# endings.
# Whom it meets: who compares a score of an advisory with one made from its vector. With a mock: expect its score, and allow
# 0.1.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > vectors <<'TEXT'
CVSS:3.0/AV:P/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:L/E:F
CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:L/I:H/A:N/E:P
CVSS:3.0/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:N/A:N/MS:C
CVSS:4.0/AV:L/AC:H/AT:N/PR:N/UI:A/VC:L/VI:H/VA:N/SC:N/SI:N/SA:N
TEXT
npm install --silent --no-audit --no-fund @pandatix/js-cvss@0.4.4 ae-cvss-calculator@1.0.13 cvss@1.0.5 esbuild@0.28.2
cat > scores.mjs <<'JS'
import { readFileSync } from 'node:fs';
import calculator from 'ae-cvss-calculator';
import cvss from 'cvss';
import { CVSS30, CVSS31, CVSS40 } from './js-cvss.mjs';

const { Cvss3P0, Cvss3P1, Cvss4P0 } = calculator;
for (const vector of readFileSync('vectors', 'utf8').trim().split('\n')) {
  const version = vector.slice(5, 8);
  if (version === '4.0') {
    console.log(`4.0 js-cvss: ${new CVSS40(vector).Score()}`);
    console.log(`4.0 ae-cvss-calculator: ${new Cvss4P0(vector).calculateScores().overall}`);
    continue;
  }
  const own = new { '3.0': CVSS30, '3.1': CVSS31 }[version](vector);
  console.log(`${version} js-cvss: ${own.BaseScore()} ${own.TemporalScore()} ${own.EnvironmentalScore()}`);
  const { base, temporal, environmental } = new { '3.0': Cvss3P0, '3.1': Cvss3P1 }[version](vector).calculateScores();
  console.log(`${version} ae-cvss-calculator: ${[base, temporal, environmental].map((score) => score ?? '-').join(' ')}`);
  console.log(`${version} cvss of npm: ${cvss.getBaseScore(vector)}`);
}
JS
npx esbuild node_modules/@pandatix/js-cvss/dist/index.js --bundle --format=esm --log-level=error --outfile=js-cvss.mjs
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cvss==3.6
cat > scores.py <<'PY'
from cvss import CVSS3, CVSS4

with open("vectors", encoding="utf-8") as file:
    for vector in file.read().split():
        scores = [CVSS4(vector).base_score] if vector.startswith("CVSS:4") else CVSS3(vector).scores()
        print(f"{vector[5:8]} cvss of PyPI:", *scores)
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	v30 "github.com/pandatix/go-cvss/30"
	v31 "github.com/pandatix/go-cvss/31"
	v40 "github.com/pandatix/go-cvss/40"
)

type scored interface {
	BaseScore() float64
	TemporalScore() float64
	EnvironmentalScore() float64
}

func main() {
	text, err := os.ReadFile("vectors")
	for _, vector := range strings.Fields(string(text)) {
		var own scored
		switch version := vector[5:8]; version {
		case "4.0":
			four, err := v40.ParseVector(vector)
			if err != nil {
				panic(err)
			}
			fmt.Println("4.0 go-cvss:", four.Score())
			continue
		case "3.0":
			own, err = v30.ParseVector(vector)
		default:
			own, err = v31.ParseVector(vector)
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(vector[5:8], "go-cvss:", own.BaseScore(), own.TemporalScore(), own.EnvironmentalScore())
	}
}
GO
{
  go mod init finding.test/cvss
  go get github.com/pandatix/go-cvss@v0.6.4
  go mod tidy
} 2> /dev/null
{ node scores.mjs; venv/bin/python scores.py; go run .; } > seen
cat > expected <<'EXPECTED'
3.0 js-cvss: 2 1.94 1.94
3.0 ae-cvss-calculator: 2 2 -
3.0 cvss of npm: 2
3.1 js-cvss: 7.5 7.05 7.05
3.1 ae-cvss-calculator: 7.5 7.1 -
3.1 cvss of npm: 0
3.0 js-cvss: 4.9 4.9 5.7
3.0 ae-cvss-calculator: 4.9 - 6.8
3.0 cvss of npm: 4.9
4.0 js-cvss: 5.6
4.0 ae-cvss-calculator: 5.7
3.0 cvss of PyPI: 2.0 2.0 2.0
3.1 cvss of PyPI: 7.5 7.1 7.1
3.0 cvss of PyPI: 4.9 4.9 6.8
4.0 cvss of PyPI: 5.7
3.0 go-cvss: 2 2 2
3.1 go-cvss: 7.5 7.1 7.1
3.0 go-cvss: 4.9 4.9 6.8
4.0 go-cvss: 5.6
EXPECTED
diff expected seen
echo "scores of CVSS vectors behave as they were seen"
