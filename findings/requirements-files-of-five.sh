#!/bin/sh
# pip 26.0, pip-requirements-parser 32.0.1, requirements-parser 0.13.1 and dparse 0.6.4 (PyPI) and pip-requirements-js 1.0.3
# (npm), seen on 2026-11-30 with Python 3.11 and Node 20.
#
# Guess before it was run: requirements.txt: pip-requirements-parser, requirements-parser and dparse (PyPI) and
# pip-requirements-js (npm) find the same names, versions and markers as pip; lines with a backslash and hashes may differ.
# Seen: pip is right by definition. pip-requirements-js refuses a whole file for one option, hash, continued line, address
# without a name, variable or line end of Windows. dparse finds no requirement in a line with an address alone, an editable
# one, a variable or a byte order mark, without a word, and has no markers. requirements-parser has no markers either, loses the
# address behind `@` and the hashes, and refuses a continued name and a byte order mark. It and pip-requirements-js take
# `a==1.0#note` for a requirement, which pip refuses. pip-requirements-parser agrees with pip, but for a variable `${V}`, which
# it reports as invalid, and capitals in extras.
# Whom it meets: who lists what a project installs. With a mock: seed one plain line a requirement.
# Output seen: the lines that EXPECTED has below: name, versions, marker, extras, whether an address, number of hashes; "-" for
# what a library does not have.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import pathlib

CASES = {
    "plain": "a>=1,<2\n",
    "marker": 'a==1.0; python_version < "3"\n',
    "extras": "a[x,Y]==1.0\n",
    "comment": "a==1.0 # note\n",
    "comment without a blank": "a==1.0#note\n",
    "hash": f"a==1.0 --hash=sha256:{'a' * 64}\n",
    "continued": "a\\\n==1.0\n",
    "option": "--index-url https://r.test/simple\na==1.0\n",
    "address": "a @ https://r.test/a-1.0.tar.gz\n",
    "address alone": "https://r.test/a-1.0-py3-none-any.whl\n",
    "editable": "-e git+https://r.test/a.git#egg=a\n",
    "variable": "a==${V}\n",
    "byte order mark": "\ufeffa==1.0\n",
    "windows": "a==1.0\r\nb==2.0\r\n",
}
pathlib.Path("cases").mkdir()
for name, text in CASES.items():
    pathlib.Path("cases", f"{name}.txt").write_bytes(text.encode())
PY
python3 write.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pip==26.0 pip-requirements-parser==32.0.1 requirements-parser==0.13.1 \
  dparse==0.6.4
cat > read.py <<'PY'
import pathlib
import warnings

import dparse
import requirements
from pip._internal.network.session import PipSession
from pip._internal.req.constructors import install_req_from_parsed_requirement
from pip._internal.req.req_file import parse_requirements
from pip_requirements_parser import RequirementsFile

warnings.simplefilter("ignore")


def line(name, versions, marker, extras, address, hashes):
    versions = ",".join(sorted(str(versions or "").split(",")))
    return f"[{name or ''}] [{versions}] [{marker or ''}] [{','.join(sorted(extras))}] [{address}] [{hashes}]"


def by_pip(path):
    for parsed in parse_requirements(str(path), PipSession()):
        one = install_req_from_parsed_requirement(parsed)
        hashes = sum(len(values) for values in one.hash_options.values())
        yield line(one.req.name, one.req.specifier, one.markers, one.extras, bool(one.link), hashes)


def by_parser(path):
    read = RequirementsFile.from_file(str(path))
    for one in read.requirements:
        yield line(one.name, one.specifier, one.marker, one.extras, bool(one.link), len(one.hash_options or []))
    for _ in read.invalid_lines:
        yield "reported as invalid"


def by_requirements(path):
    with open(path, encoding="utf-8") as file:
        for one in requirements.parse(file):
            versions = ",".join("".join(spec) for spec in one.specs)
            yield line(one.name, versions, "-", one.extras, bool(one.uri), int(bool(one.hash)))


def by_dparse(path):
    for one in dparse.parse(path.read_bytes().decode(), file_type="requirements.txt").dependencies:
        yield line(one.name, one.specs, "-", one.extras, "-", len(one.hashes))


READERS = {"pip": by_pip, "pip-requirements-parser": by_parser, "requirements-parser": by_requirements, "dparse": by_dparse}
for path in sorted(pathlib.Path("cases").iterdir()):
    for name, read in READERS.items():
        try:
            answer = "; ".join(read(path)) or "nothing"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{path.stem}: {name} {answer}")
PY
npm install --silent --no-audit --no-fund pip-requirements-js@1.0.3
cat > read.mjs <<'JS'
import { readdirSync, readFileSync } from 'node:fs';
import { parsePipRequirementsFile } from 'pip-requirements-js';

for (const file of readdirSync('cases').sort()) {
  let answer;
  try {
    answer = parsePipRequirementsFile(readFileSync(`cases/${file}`, 'utf8')).map((one) => {
      const { left, operator, right } = one.environmentMarkerTree ?? {};
      const marker = left ? `${left} ${operator} ${right}` : '';
      const versions = (one.versionSpec ?? []).map((spec) => spec.operator + spec.version).sort().join(',');
      return `[${one.name}] [${versions}] [${marker}] [${(one.extras ?? []).sort()}] [${Boolean(one.url)}] [-]`;
    }).join('; ') || 'nothing';
  } catch {
    answer = 'refused';
  }
  console.log(`${file.slice(0, -4)}: pip-requirements-js ${answer}`);
}
JS
export V=1.0
{ venv/bin/python read.py; node read.mjs; } | sed 's/True/true/g; s/False/false/g' | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
address alone: dparse nothing
address alone: pip [a] [==1.0] [] [] [true] [0]
address alone: pip-requirements-js refused
address alone: pip-requirements-parser [a] [==1.0] [] [] [true] [0]
address alone: requirements-parser [] [] [-] [] [true] [0]
address: dparse [a] [] [-] [] [-] [0]
address: pip [a] [] [] [] [true] [0]
address: pip-requirements-js [a] [] [] [] [true] [-]
address: pip-requirements-parser [a] [] [] [] [true] [0]
address: requirements-parser [a] [] [-] [] [false] [0]
byte order mark: dparse nothing
byte order mark: pip [a] [==1.0] [] [] [false] [0]
byte order mark: pip-requirements-js refused
byte order mark: pip-requirements-parser [a] [==1.0] [] [] [false] [0]
byte order mark: requirements-parser refused, InvalidRequirement
comment without a blank: dparse nothing
comment without a blank: pip refused, InstallationError
comment without a blank: pip-requirements-js [a] [==1.0] [] [] [false] [-]
comment without a blank: pip-requirements-parser reported as invalid
comment without a blank: requirements-parser [a] [==1.0] [-] [] [false] [0]
comment: dparse [a] [==1.0] [-] [] [-] [0]
comment: pip [a] [==1.0] [] [] [false] [0]
comment: pip-requirements-js [a] [==1.0] [] [] [false] [-]
comment: pip-requirements-parser [a] [==1.0] [] [] [false] [0]
comment: requirements-parser [a] [==1.0] [-] [] [false] [0]
continued: dparse [a] [==1.0] [-] [] [-] [0]
continued: pip [a] [==1.0] [] [] [false] [0]
continued: pip-requirements-js refused
continued: pip-requirements-parser [a] [==1.0] [] [] [false] [0]
continued: requirements-parser refused, InvalidRequirement
editable: dparse nothing
editable: pip [a] [] [] [] [true] [0]
editable: pip-requirements-js refused
editable: pip-requirements-parser [a] [] [] [] [true] [0]
editable: requirements-parser [a] [] [-] [] [true] [0]
extras: dparse [a] [==1.0] [-] [Y,x] [-] [0]
extras: pip [a] [==1.0] [] [Y,x] [false] [0]
extras: pip-requirements-js [a] [==1.0] [] [Y,x] [false] [-]
extras: pip-requirements-parser [a] [==1.0] [] [x,y] [false] [0]
extras: requirements-parser [a] [==1.0] [-] [x,y] [false] [0]
hash: dparse [a] [==1.0] [-] [] [-] [1]
hash: pip [a] [==1.0] [] [] [false] [1]
hash: pip-requirements-js refused
hash: pip-requirements-parser [a] [==1.0] [] [] [false] [1]
hash: requirements-parser [a] [==1.0] [-] [] [false] [0]
marker: dparse [a] [==1.0] [-] [] [-] [0]
marker: pip [a] [==1.0] [python_version < "3"] [] [false] [0]
marker: pip-requirements-js [a] [==1.0] [python_version < "3"] [] [false] [-]
marker: pip-requirements-parser [a] [==1.0] [python_version < "3"] [] [false] [0]
marker: requirements-parser [a] [==1.0] [-] [] [false] [0]
option: dparse [a] [==1.0] [-] [] [-] [0]
option: pip [a] [==1.0] [] [] [false] [0]
option: pip-requirements-js refused
option: pip-requirements-parser [a] [==1.0] [] [] [false] [0]
option: requirements-parser [a] [==1.0] [-] [] [false] [0]
plain: dparse [a] [<2,>=1] [-] [] [-] [0]
plain: pip [a] [<2,>=1] [] [] [false] [0]
plain: pip-requirements-js [a] [<2,>=1] [] [] [false] [-]
plain: pip-requirements-parser [a] [<2,>=1] [] [] [false] [0]
plain: requirements-parser [a] [<2,>=1] [-] [] [false] [0]
variable: dparse nothing
variable: pip [a] [==1.0] [] [] [false] [0]
variable: pip-requirements-js refused
variable: pip-requirements-parser reported as invalid
variable: requirements-parser refused, InvalidRequirement
windows: dparse [a] [==1.0] [-] [] [-] [0]; [b] [==2.0] [-] [] [-] [0]
windows: pip [a] [==1.0] [] [] [false] [0]; [b] [==2.0] [] [] [false] [0]
windows: pip-requirements-js refused
windows: pip-requirements-parser [a] [==1.0] [] [] [false] [0]; [b] [==2.0] [] [] [false] [0]
windows: requirements-parser [a] [==1.0] [-] [] [false] [0]; [b] [==2.0] [-] [] [false] [0]
EXPECTED
diff expected seen
echo "readers of requirements behave as they were seen"
