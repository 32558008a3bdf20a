#!/bin/sh
# cel-python 0.5.0 and common-expression-language 0.10.0 (PyPI), @marcbachmann/cel-js 8.0.0 and @bufbuild/cel 0.6.1 (npm),
# seen on 2026-11-29 with Python 3.11 and Node 20.
#
# Guess before it was run: four libraries give simple expressions of CEL the same value.
# Seen: two times that differ by a nanosecond, which CEL's timestamps have, are equal for cel-python (microseconds) and
# @marcbachmann/cel-js (milliseconds). common-expression-language counts the bytes of a text, although `size` is to count code
# points, so `é` is 2. cel-python knows `map` of two parts only, not the one of three that filters as well.
# Whom it meets: filters on times of change, and limits on lengths. With a mock: seed two times that differ in the last digit.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions <<'TEXT'
timestamp("2026-01-01T00:00:00.000000001Z") > timestamp("2026-01-01T00:00:00Z")
timestamp("2026-01-01T00:00:00.001Z") > timestamp("2026-01-01T00:00:00Z")
size("é") == 1
[1, 2, 3].map(n, n > 1, n * 2) == [4, 6]
TEXT
npm install --silent --no-audit --no-fund @marcbachmann/cel-js@8.0.0 @bufbuild/cel@0.6.1 @bufbuild/protobuf@2.17.0
cat > value.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { run } from '@bufbuild/cel';
import { evaluate } from '@marcbachmann/cel-js';

for (const [index, text] of readFileSync('expressions', 'utf8').trim().split('\n').entries()) {
  console.log(`${index + 1}: @marcbachmann/cel-js ${evaluate(text)}, @bufbuild/cel ${run(text)}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cel-python==0.5.0 common-expression-language==0.10.0
cat > value.py <<'PY'
import cel
import celpy


def by_celpy(text):
    environment = celpy.Environment()
    return bool(environment.program(environment.compile(text)).evaluate({}))


with open("expressions", encoding="utf-8") as file:
    for number, text in enumerate(file.read().splitlines(), 1):
        for name, read in {"cel-python": by_celpy, "common-expression-language": cel.evaluate}.items():
            try:
                answer = str(read(text)).lower()
            except Exception as error:
                answer = type(error).__name__
            print(f"{number}: {name} {answer}")
PY
{ node value.mjs; venv/bin/python value.py; } > seen
cat > expected <<'EXPECTED'
1: @marcbachmann/cel-js false, @bufbuild/cel true
2: @marcbachmann/cel-js true, @bufbuild/cel true
3: @marcbachmann/cel-js true, @bufbuild/cel true
4: @marcbachmann/cel-js true, @bufbuild/cel true
1: cel-python false
1: common-expression-language true
2: cel-python true
2: common-expression-language true
3: cel-python true
3: common-expression-language false
4: cel-python ValueError
4: common-expression-language true
EXPECTED
diff expected seen
echo "values of CEL expressions behave as they were seen"
