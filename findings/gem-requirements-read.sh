#!/bin/sh
# univers 32.0.1 and appthreat-vulnerability-db 7.0.3 (PyPI), and @renovatebot/ruby-semver 5.0.0 and @snyk/ruby-semver 4.2.1
# (npm), seen on 2026-11-30 with Python 3.11 and Node 20.
#
# Guess before it was run: four libraries say of usual requirements of RubyGems what `Gem::Requirement` says; letters after
# `~>` may differ.
# Seen: `~> 1.0, >= 1.0.5` is a usual way to ask for a fix: univers refuses it (InvalidConstraintsError), and for
# vulnerability-db 1.0.3 satisfies it. `~>` compares the release of a version with its upper bound, so `~> 1.2` does not have
# 2.0.rc1 (`Gem::Requirement`): the two make `< 2` of it, which has it. Of `~> 1.2.a` univers drops the letter, and so 1.2.b;
# vulnerability-db has 1.3 as the upper bound, which is 2. For the latter 1.0.0.pre1 is not 1.0.0.pre.1, and 1.0.a0 not 1.0.a;
# for @snyk/ruby-semver 1.0.0.a is above 1.0.a. All these are equal for RubyGems. Only @renovatebot/ruby-semver is right.
# Whom it meets: who asks which gems an advisory covers. With a mock: seed a requirement with two bounds.
# Output seen: the lines that EXPECTED has below; the first word is what RubyGems says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
in|~> 1.2|1.9
in|>= 1.0, < 2.0|1.5
out|~> 1.0, >= 1.0.5|1.0.3
in|~> 1.0, >= 1.0.5|1.5
out|~> 1.2|2.0.rc1
out|~> 1.2.3|1.3.0.a
in|~> 1.2.a|1.2.b
in|~> 1.2.a|1.9
in|~> 1.0-1|1.0.pre.1
in|= 1.0.0.pre1|1.0.0.pre.1
in|= 1.0.a0|1.0.a
in|= 1.0.0.a|1.0.a
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1 appthreat-vulnerability-db==7.0.3
cat > has.py <<'PY'
import vdb.lib.vers
from univers.version_range import GemVersionRange

READERS = {
    "univers": lambda text, version: GemVersionRange.version_class(version) in GemVersionRange.from_native(text),
    "vulnerability-db": lambda text, version: vdb.lib.vers.from_native("gem", text).contains(version),
}
for line in open("cases", encoding="utf-8").read().splitlines():
    for name, contains in READERS.items():
        try:
            answer = "in" if contains(*line.split("|")[1:]) else "out"
        except Exception as error:
            answer = type(error).__name__
        print(f"{line}: {name}, {answer}")
PY
npm install --silent --no-audit --no-fund @renovatebot/ruby-semver@5.0.0 @snyk/ruby-semver@4.2.1
cat > has.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { satisfies } from '@renovatebot/ruby-semver';
import snyk from '@snyk/ruby-semver';

for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [, text, version] = line.split('|');
  for (const [name, contains] of Object.entries({ renovatebot: satisfies, snyk: snyk.satisfies })) {
    console.log(`${line}: ${name}, ${contains(version, text) ? 'in' : 'out'}`);
  }
}
JS
{ venv/bin/python has.py; node has.mjs; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
in|= 1.0.0.a|1.0.a: renovatebot, in
in|= 1.0.0.a|1.0.a: snyk, out
in|= 1.0.0.a|1.0.a: univers, in
in|= 1.0.0.a|1.0.a: vulnerability-db, in
in|= 1.0.0.pre1|1.0.0.pre.1: renovatebot, in
in|= 1.0.0.pre1|1.0.0.pre.1: snyk, in
in|= 1.0.0.pre1|1.0.0.pre.1: univers, in
in|= 1.0.0.pre1|1.0.0.pre.1: vulnerability-db, out
in|= 1.0.a0|1.0.a: renovatebot, in
in|= 1.0.a0|1.0.a: snyk, in
in|= 1.0.a0|1.0.a: univers, in
in|= 1.0.a0|1.0.a: vulnerability-db, out
in|>= 1.0, < 2.0|1.5: renovatebot, in
in|>= 1.0, < 2.0|1.5: snyk, in
in|>= 1.0, < 2.0|1.5: univers, in
in|>= 1.0, < 2.0|1.5: vulnerability-db, in
in|~> 1.0, >= 1.0.5|1.5: renovatebot, in
in|~> 1.0, >= 1.0.5|1.5: snyk, in
in|~> 1.0, >= 1.0.5|1.5: univers, InvalidConstraintsError
in|~> 1.0, >= 1.0.5|1.5: vulnerability-db, in
in|~> 1.0-1|1.0.pre.1: renovatebot, in
in|~> 1.0-1|1.0.pre.1: snyk, in
in|~> 1.0-1|1.0.pre.1: univers, out
in|~> 1.0-1|1.0.pre.1: vulnerability-db, in
in|~> 1.2.a|1.2.b: renovatebot, in
in|~> 1.2.a|1.2.b: snyk, in
in|~> 1.2.a|1.2.b: univers, out
in|~> 1.2.a|1.2.b: vulnerability-db, in
in|~> 1.2.a|1.9: renovatebot, in
in|~> 1.2.a|1.9: snyk, in
in|~> 1.2.a|1.9: univers, in
in|~> 1.2.a|1.9: vulnerability-db, out
in|~> 1.2|1.9: renovatebot, in
in|~> 1.2|1.9: snyk, in
in|~> 1.2|1.9: univers, in
in|~> 1.2|1.9: vulnerability-db, in
out|~> 1.0, >= 1.0.5|1.0.3: renovatebot, out
out|~> 1.0, >= 1.0.5|1.0.3: snyk, out
out|~> 1.0, >= 1.0.5|1.0.3: univers, InvalidConstraintsError
out|~> 1.0, >= 1.0.5|1.0.3: vulnerability-db, in
out|~> 1.2.3|1.3.0.a: renovatebot, out
out|~> 1.2.3|1.3.0.a: snyk, out
out|~> 1.2.3|1.3.0.a: univers, in
out|~> 1.2.3|1.3.0.a: vulnerability-db, in
out|~> 1.2|2.0.rc1: renovatebot, out
out|~> 1.2|2.0.rc1: snyk, out
out|~> 1.2|2.0.rc1: univers, in
out|~> 1.2|2.0.rc1: vulnerability-db, in
EXPECTED
diff expected seen
echo "requirements of RubyGems are read as they were seen"
