#!/bin/sh
# gemfile 1.1.0 and @snyk/gemfile 1.3.0 (npm), seen on 2026-11-30 with Node 20.
#
# Guess before it was run: both give name and version of each gem of a Gemfile.lock, as Bundler 2.5 writes it; checksums may be
# unknown.
# Seen: a gem that is locked for several platforms has one line for each, `json (2.7.1)` and `json (2.7.1-java)`. gemfile has
# only the last one, so its version is no version of RubyGems; @snyk/gemfile has both, the first by the name json0, which is no
# gem. With a second source there is a second `GEM`: gemfile loses all gems of the first, without a word, and @snyk/gemfile
# calls it GEM0. Of two `GIT` it is the same. A dependency from a repository is `tool!` by name, if it has no version. Both cut
# checksums: of `(1.7.3) sha256=00ff` the version is `1.7.3) sha256=00f`.
# Whom it meets: who asks for advisories of a lock file. With a mock: seed an advisory of a gem that is locked for two
# platforms, in a file with two sources.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > one.lock <<'TEXT'
GIT
  remote: https://git.test/acme/tool.git
  revision: 0123456789abcdef0123456789abcdef01234567
  specs:
    tool (1.0.0)
      rack (>= 2.0, < 4)

GEM
  remote: https://gems.test/
  specs:
    json (2.7.1)
    json (2.7.1-java)
    rack (3.0.8)

PLATFORMS
  java
  ruby

DEPENDENCIES
  json (~> 2.7)
  rack
  tool!

CHECKSUMS
  rack (3.0.8) sha256=00ff

BUNDLED WITH
   2.5.4
TEXT
sed '/^PLATFORMS/i GEM\
  remote: https://more.test/\
  specs:\
    more (1.0)\
' one.lock > two.lock
npm install --silent --no-audit --no-fund gemfile@1.1.0 @snyk/gemfile@1.3.0
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');

for (const library of ['gemfile', '@snyk/gemfile']) {
  for (const file of ['one.lock', 'two.lock']) {
    const read = require(library).interpret(readFileSync(file, 'utf8'));
    for (const [name, part] of Object.entries(read)) {
      if (name.startsWith('GEM') || name.startsWith('GIT')) {
        const gems = Object.entries(part.specs).map(([gem, { version }]) => `${gem} ${version}`);
        console.log(`${file}, ${library}: ${name} of ${part.remote.path} has ${gems.join(', ')}`);
      }
    }
    console.log(`${file}, ${library}: asked for ${Object.keys(read.DEPENDENCIES).join(', ')}`);
    console.log(`${file}, ${library}: checksums ${JSON.stringify(read.CHECKSUMS)}`);
  }
}
JS
node read.cjs > seen
cat > expected <<'EXPECTED'
one.lock, gemfile: GIT of https://git.test/acme/tool.git has tool 1.0.0
one.lock, gemfile: GEM of https://gems.test/ has json 2.7.1-java, rack 3.0.8
one.lock, gemfile: asked for json, rack, tool!
one.lock, gemfile: checksums {"rack":{"version":"3.0.8) sha256=00f"}}
two.lock, gemfile: GIT of https://git.test/acme/tool.git has tool 1.0.0
two.lock, gemfile: GEM of https://more.test/ has more 1.0
two.lock, gemfile: asked for json, rack, tool!
two.lock, gemfile: checksums {"rack":{"version":"3.0.8) sha256=00f"}}
one.lock, @snyk/gemfile: GIT of https://git.test/acme/tool.git has tool 1.0.0
one.lock, @snyk/gemfile: GEM of https://gems.test/ has json 2.7.1-java, json0 2.7.1, rack 3.0.8
one.lock, @snyk/gemfile: asked for json, rack, tool!
one.lock, @snyk/gemfile: checksums {"rack":{"version":"3.0.8) sha256=00f"}}
two.lock, @snyk/gemfile: GIT of https://git.test/acme/tool.git has tool 1.0.0
two.lock, @snyk/gemfile: GEM of https://more.test/ has more 1.0
two.lock, @snyk/gemfile: GEM0 of https://gems.test/ has json 2.7.1-java, json0 2.7.1, rack 3.0.8
two.lock, @snyk/gemfile: asked for json, rack, tool!
two.lock, @snyk/gemfile: checksums {"rack":{"version":"3.0.8) sha256=00f"}}
EXPECTED
diff expected seen
echo "lock files of Bundler are read as they were seen"
