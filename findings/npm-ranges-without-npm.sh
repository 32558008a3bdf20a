#!/bin/sh
# semver 7.8.6, compare-versions 6.1.1, version-range 4.15.0, @vltpkg/semver 1.0.0-rc.12 and bare-semver 1.1.0 (npm), seen on
# 2026-12-01 with Node 20.
#
# Expected: four other libraries find the versions of a range as npm's own does (semver, Ranges), as all of them take npm's
# signs.
# Seen: of 14 ranges, none is read alike by all. compare-versions has pre-releases in ranges that name none, 2.0.0-rc.1 in
# `<2.0.0`; in `^1.2.3-rc.1` it has that one only and no release, in `1.x` nothing, in `1 || 2` just 2.0.0, in `>1.2` all of
# 1.2, which `<=1.2` lacks, and `1.2 - 1.4` ends before 1.4.5. For version-range `^0.0.3` goes up to 1.0, and `~0` ends before
# 0.1; 1.2.3+b is not 1.2.3, and it refuses `1.2 - 1.4` and a range with a pre-release. Of @vltpkg/semver, the library of a
# package manager, `^0` has nothing, and all else is right. bare-semver reads `>1.2` and `<=1.2` as compare-versions does, and
# the empty range, which has all, has nothing.
# Whom it meets: who asks whether a version is affected without npm's library. With a mock: seed a range with two numbers.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund semver@7.8.6 compare-versions@6.1.1 version-range@4.15.0 \
  @vltpkg/semver@1.0.0-rc.12 bare-semver@1.1.0
cat > satisfy.mjs <<'JS'
import bare from 'bare-semver';
import * as vlt from '@vltpkg/semver';
import { satisfies } from 'compare-versions';
import npm from 'semver';
import versionRange from 'version-range';

const versions = '0.0.3 0.0.4 0.9.0 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0-rc.1 2.0.0 2.5.0'.split(' ');
const ranges = ['^1.2.3', '~1.2', '1.x', '>1.2', '<=1.2', '1.2 - 1.4', '^0.0.3', '^0', '~0', '^1.2.3-rc.1', '1 || 2', '<2.0.0'];
const judges = {
  semver: npm.satisfies,
  'compare-versions': satisfies,
  'version-range': versionRange.default ?? versionRange,
  '@vltpkg/semver': vlt.satisfies,
  'bare-semver': bare.satisfies,
};
for (const range of [...ranges, 'v1.2.3', '']) {
  for (const [name, judge] of Object.entries(judges)) {
    let answer = 'refused';
    try {
      answer = versions.filter((version) => judge(version, range)).join(' ') || 'nothing';
    } catch {}
    console.log(`"${range}": ${name}, ${answer}`);
  }
}
JS
node satisfy.mjs > seen
cat > expected <<'EXPECTED'
"^1.2.3": semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"^1.2.3": compare-versions, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"^1.2.3": version-range, 1.2.3 1.2.9 1.4.5
"^1.2.3": @vltpkg/semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"^1.2.3": bare-semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"~1.2": semver, 1.2.3 1.2.3+b 1.2.9
"~1.2": compare-versions, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9
"~1.2": version-range, 1.2.3 1.2.9
"~1.2": @vltpkg/semver, 1.2.3 1.2.3+b 1.2.9
"~1.2": bare-semver, 1.2.3 1.2.3+b 1.2.9
"1.x": semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"1.x": compare-versions, nothing
"1.x": version-range, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"1.x": @vltpkg/semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"1.x": bare-semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
">1.2": semver, 1.4.5 2.0.0 2.5.0
">1.2": compare-versions, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0-rc.1 2.0.0 2.5.0
">1.2": version-range, 1.4.5 2.0.0-rc.1 2.0.0 2.5.0
">1.2": @vltpkg/semver, 1.4.5 2.0.0 2.5.0
">1.2": bare-semver, 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"<=1.2": semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9
"<=1.2": compare-versions, 0.0.3 0.0.4 0.9.0
"<=1.2": version-range, 0.0.3 0.0.4 0.9.0 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9
"<=1.2": @vltpkg/semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9
"<=1.2": bare-semver, 0.0.3 0.0.4 0.9.0
"1.2 - 1.4": semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"1.2 - 1.4": compare-versions, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9
"1.2 - 1.4": version-range, refused
"1.2 - 1.4": @vltpkg/semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"1.2 - 1.4": bare-semver, 1.2.3 1.2.3+b 1.2.9 1.4.5
"^0.0.3": semver, 0.0.3
"^0.0.3": compare-versions, 0.0.3
"^0.0.3": version-range, 0.0.3 0.0.4 0.9.0
"^0.0.3": @vltpkg/semver, 0.0.3
"^0.0.3": bare-semver, 0.0.3
"^0": semver, 0.0.3 0.0.4 0.9.0
"^0": compare-versions, 0.0.3 0.0.4 0.9.0
"^0": version-range, 0.0.3 0.0.4 0.9.0
"^0": @vltpkg/semver, nothing
"^0": bare-semver, 0.0.3 0.0.4 0.9.0
"~0": semver, 0.0.3 0.0.4 0.9.0
"~0": compare-versions, 0.0.3 0.0.4 0.9.0
"~0": version-range, 0.0.3 0.0.4
"~0": @vltpkg/semver, 0.0.3 0.0.4 0.9.0
"~0": bare-semver, 0.0.3 0.0.4 0.9.0
"^1.2.3-rc.1": semver, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"^1.2.3-rc.1": compare-versions, 1.2.3-rc.1
"^1.2.3-rc.1": version-range, refused
"^1.2.3-rc.1": @vltpkg/semver, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"^1.2.3-rc.1": bare-semver, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"1 || 2": semver, 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"1 || 2": compare-versions, 2.0.0
"1 || 2": version-range, 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0-rc.1 2.0.0 2.5.0
"1 || 2": @vltpkg/semver, 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"1 || 2": bare-semver, 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"<2.0.0": semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9 1.4.5
"<2.0.0": compare-versions, 0.0.3 0.0.4 0.9.0 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0-rc.1
"<2.0.0": version-range, 0.0.3 0.0.4 0.9.0 1.2.3-rc.1 1.2.3 1.2.3+b 1.2.9 1.4.5
"<2.0.0": @vltpkg/semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9 1.4.5
"<2.0.0": bare-semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9 1.4.5
"v1.2.3": semver, 1.2.3 1.2.3+b
"v1.2.3": compare-versions, 1.2.3 1.2.3+b
"v1.2.3": version-range, refused
"v1.2.3": @vltpkg/semver, 1.2.3 1.2.3+b
"v1.2.3": bare-semver, refused
"": semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"": compare-versions, refused
"": version-range, refused
"": @vltpkg/semver, 0.0.3 0.0.4 0.9.0 1.2.3 1.2.3+b 1.2.9 1.4.5 2.0.0 2.5.0
"": bare-semver, nothing
EXPECTED
diff expected seen
echo "ranges are read as they were seen"
