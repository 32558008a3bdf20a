#!/bin/sh
# dockerfile-parse 2.0.1 (PyPI), docker-file-parser 1.0.7 and dockerfile-ast 0.7.1 (npm) and github.com/moby/buildkit v0.26.0,
# seen on 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: dockerfile-parse (PyPI), docker-file-parser and dockerfile-ast (npm) find the same instructions,
# environment, labels and base images as buildkit; here-documents may differ.
# Seen: a line of a here-document is an instruction for the first two, as guessed. dockerfile-parse does not know a default
# (`${X:-d}`): the value is `:-d}`, and the base image of `a:${V:-2}` is `a::-2}`, without a word. It reads two backslashes as
# one, though the escape is another sign, and no FROM behind a byte order mark. docker-file-parser leaves quotes and backslashes
# in values and in names of labels, and ends an instruction at an empty line in it, as dockerfile-parse does. dockerfile-ast
# has the instructions and values of buildkit, but does not replace variables; nor does docker-file-parser.
# Whom it meets: who reads labels and base images of many repositories. With a mock: compare with the labels of a built image.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import pathlib

CASES = {
    "plain": 'FROM a AS b\nENV A=1\nLABEL x.y=z\nCMD ["x"]\n',
    "quotes": 'FROM a\nENV A="x y" B=\'q\' C=x\\ y\nLABEL "a b"="c d"\n',
    "old form": "FROM a\nENV A 1 2\n",
    "variables": "FROM a\nENV A=1\nENV B=$A C=${A}x D=${X:-d}\n",
    "argument": "ARG V=1\nFROM a:${V}\n",
    "argument with a default": "FROM a:${V:-2}\n",
    "here-document": "FROM a\nRUN <<EOF\necho x\nEOF\nCMD x\n",
    "empty line": "FROM a\nRUN x \\\n\n  y\n",
    "comment in a line": "FROM a\nRUN x \\\n# note\n  y\n",
    "escape": "# escape=`\nFROM a\nENV A=c:\\\\x\n",
    "byte order mark": "\ufeffFROM a\n",
}
pathlib.Path("cases").mkdir()
for name, text in CASES.items():
    pathlib.Path("cases", name).write_bytes(text.encode())
PY
python3 write.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check dockerfile-parse==2.0.1
cat > read.py <<'PY'
import io
import json
import logging
import pathlib

from dockerfile_parse import DockerfileParser

logging.disable(logging.CRITICAL)
for path in sorted(pathlib.Path("cases").iterdir()):
    read = DockerfileParser(fileobj=io.BytesIO(path.read_bytes()))
    names = [part["instruction"].lstrip("\ufeff") for part in read.structure if part["instruction"] != "COMMENT"]
    values = [dict(sorted(dict(all).items())) for all in (read.envs, read.labels)]
    print(f"{path.name}: dockerfile-parse", *names, json.dumps([*values, read.parent_images], separators=(",", ":")))
PY
npm install --silent --no-audit --no-fund docker-file-parser@1.0.7 dockerfile-ast@0.7.1
cat > read.cjs <<'JS'
const { readdirSync, readFileSync } = require('node:fs');
const { parse } = require('docker-file-parser');
const { DockerfileParser } = require('dockerfile-ast');

const sorted = (values) => Object.fromEntries(Object.entries(values).sort());
for (const name of readdirSync('cases')) {
  const text = readFileSync(`cases/${name}`, 'utf8');
  const all = parse(text, { includeComments: false });
  const values = (kind) => sorted(Object.assign({}, ...all.filter((one) => one.name === kind).map(({ args }) => args)));
  const images = all.filter((one) => one.name === 'FROM').map(({ args }) => [args].flat().join(' ').split(' ')[0]);
  const names = all.map((one) => one.name).join(' ');
  console.log(`${name}: docker-file-parser ${names} ${JSON.stringify([values('ENV'), values('LABEL'), images])}`);
  const tree = DockerfileParser.parse(text);
  const pairs = (kind) => {
    const properties = tree.getInstructions().filter((one) => one.getKeyword() === kind).flatMap((one) => one.getProperties());
    return sorted(Object.fromEntries(properties.map((one) => [one.getName(), one.getValue()])));
  };
  const bases = tree.getFROMs().map((one) => one.getImage());
  const keywords = tree.getInstructions().map((one) => one.getKeyword()).join(' ');
  console.log(`${name}: dockerfile-ast ${keywords} ${JSON.stringify([pairs('ENV'), pairs('LABEL'), bases])}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
)

func main() {
	files, _ := os.ReadDir("cases")
	for _, entry := range files {
		file, _ := os.Open("cases/" + entry.Name())
		read, err := parser.Parse(file)
		if err != nil {
			panic(err)
		}
		var names, variables []string
		for _, child := range read.AST.Children {
			names = append(names, strings.ToUpper(child.Value))
		}
		lex := shell.NewLex(read.EscapeToken)
		expand := func(word string) (string, error) {
			result, err := lex.ProcessWordWithMatches(word, shell.EnvsFromSlice(variables))
			return result.Result, err
		}
		stages, arguments, err := instructions.Parse(read.AST, nil)
		if err != nil {
			panic(err)
		}
		for _, argument := range arguments {
			for _, pair := range argument.Args {
				variables = append(variables, pair.Key+"="+pair.ValueString())
			}
		}
		environment, labels, images := map[string]string{}, map[string]string{}, []string{}
		for _, stage := range stages {
			image, _ := expand(stage.BaseName)
			images = append(images, image)
			for _, command := range stage.Commands {
				switch one := command.(type) {
				case *instructions.EnvCommand:
					one.Expand(expand)
					for _, pair := range one.Env {
						environment[pair.Key] = pair.Value
						variables = append(variables, pair.Key+"="+pair.Value)
					}
				case *instructions.LabelCommand:
					one.Expand(expand)
					for _, pair := range one.Labels {
						labels[pair.Key] = pair.Value
					}
				}
			}
		}
		text, _ := json.Marshal([]any{environment, labels, images})
		fmt.Printf("%s: buildkit %s %s\n", entry.Name(), strings.Join(names, " "), text)
	}
}
GO
{
  go mod init finding.test/values
  go get github.com/moby/buildkit@v0.26.0
  go mod tidy
} 2> /dev/null
{ venv/bin/python read.py; node read.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
argument with a default: buildkit FROM [{},{},["a:2"]]
argument with a default: docker-file-parser FROM [{},{},["a:${V:-2}"]]
argument with a default: dockerfile-ast FROM [{},{},["a:${V:-2}"]]
argument with a default: dockerfile-parse FROM [{},{},["a::-2}"]]
argument: buildkit ARG FROM [{},{},["a:1"]]
argument: docker-file-parser ARG FROM [{},{},["a:${V}"]]
argument: dockerfile-ast ARG FROM [{},{},["a:${V}"]]
argument: dockerfile-parse ARG FROM [{},{},["a:1"]]
byte order mark: buildkit FROM [{},{},["a"]]
byte order mark: docker-file-parser FROM [{},{},["a"]]
byte order mark: dockerfile-ast FROM [{},{},["a"]]
byte order mark: dockerfile-parse FROM [{},{},[]]
comment in a line: buildkit FROM RUN [{},{},["a"]]
comment in a line: docker-file-parser FROM RUN [{},{},["a"]]
comment in a line: dockerfile-ast FROM RUN [{},{},["a"]]
comment in a line: dockerfile-parse FROM RUN [{},{},["a"]]
empty line: buildkit FROM RUN [{},{},["a"]]
empty line: docker-file-parser FROM RUN Y [{},{},["a"]]
empty line: dockerfile-ast FROM RUN [{},{},["a"]]
empty line: dockerfile-parse FROM RUN Y [{},{},["a"]]
escape: buildkit FROM ENV [{"A":"c:\\\\x"},{},["a"]]
escape: docker-file-parser FROM ENV [{"A":"c:\\\\x"},{},["a"]]
escape: dockerfile-ast FROM ENV [{"A":"c:\\\\x"},{},["a"]]
escape: dockerfile-parse FROM ENV [{"A":"c:\\x"},{},["a"]]
here-document: buildkit FROM RUN CMD [{},{},["a"]]
here-document: docker-file-parser FROM RUN ECHO EOF CMD [{},{},["a"]]
here-document: dockerfile-ast FROM RUN CMD [{},{},["a"]]
here-document: dockerfile-parse FROM RUN ECHO EOF CMD [{},{},["a"]]
old form: buildkit FROM ENV [{"A":"1 2"},{},["a"]]
old form: docker-file-parser FROM ENV [{"A":"1 2"},{},["a"]]
old form: dockerfile-ast FROM ENV [{"A":"1 2"},{},["a"]]
old form: dockerfile-parse FROM ENV [{"A":"1 2"},{},["a"]]
plain: buildkit FROM ENV LABEL CMD [{"A":"1"},{"x.y":"z"},["a"]]
plain: docker-file-parser FROM ENV LABEL CMD [{"A":"1"},{"x.y":"z"},["a"]]
plain: dockerfile-ast FROM ENV LABEL CMD [{"A":"1"},{"x.y":"z"},["a"]]
plain: dockerfile-parse FROM ENV LABEL CMD [{"A":"1"},{"x.y":"z"},["a"]]
quotes: buildkit FROM ENV LABEL [{"A":"x y","B":"q","C":"x y"},{"a b":"c d"},["a"]]
quotes: docker-file-parser FROM ENV LABEL [{"A":"\"x y\"","B":"'q'","C":"x\\ y"},{"\"a b\"":"\"c d\""},["a"]]
quotes: dockerfile-ast FROM ENV LABEL [{"A":"x y","B":"q","C":"x y"},{"a b":"c d"},["a"]]
quotes: dockerfile-parse FROM ENV LABEL [{"A":"x y","B":"q","C":"x y"},{"a b":"c d"},["a"]]
variables: buildkit FROM ENV ENV [{"A":"1","B":"1","C":"1x","D":"d"},{},["a"]]
variables: docker-file-parser FROM ENV ENV [{"A":"1","B":"$A","C":"${A}x","D":"${X:-d}"},{},["a"]]
variables: dockerfile-ast FROM ENV ENV [{"A":"1","B":"$A","C":"${A}x","D":"${X:-d}"},{},["a"]]
variables: dockerfile-parse FROM ENV ENV [{"A":"1","B":"1","C":"1x","D":":-d}"},{},["a"]]
EXPECTED
diff expected seen
echo "values of a Dockerfile are read as it was seen"
