#!/bin/sh
# contentdigest 1.0.0 and digest-fields-parse 0.1.1 (PyPI) and httpbis-digest-headers 1.0.0 (npm), seen on 2026-11-30 with
# Python 3.11 and Node 20.
#
# Guess before it was run: three readers of the fields of RFC 9530 agree, but for algorithms that they do not know.
# Seen: one is right, contentdigest. httpbis-digest-headers refuses a body whose sha-256 is right if a second digest is there
# that it does not know; a receiver may ignore any of them (RFC 9530, 2). A digest without its padding is another one for it,
# though a parser takes it (RFC 9651, 4.2.7). digest-fields-parse gives digests without padding, takes a parameter into the
# digest, a text in a parameter for a digest of its own, and a name in capitals, which no dictionary has. Of
# `Want-Content-Digest: sha-256=10` it makes an algorithm `sha-256=10` of weight 1: it reads weights by `q`, as older texts had.
# Whom it meets: services that check bodies by a digest beside another. With a mock: send sha-256 and md5.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > fields <<'TEXT'
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:;seen=1
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, md5=:Sd/dVLAcvNLSq16eXua5uQ==:
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE:
Content-Digest: new=:AQID:;text="a,b=:AQID:", sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
Content-Digest: sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=
Content-Digest: SHA-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
Want-Content-Digest: sha-256=10, sha-512=3
Want-Content-Digest: sha-512=3, sha-256=10
Want-Content-Digest: unixsum=0, sha-256=1;seen=1
Want-Content-Digest: sha-256;q=0.5
TEXT
npm install --silent --no-audit --no-fund httpbis-digest-headers@1.0.0
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { verifyContentDigest } = require('httpbis-digest-headers');

for (const line of readFileSync('fields', 'utf8').trim().split('\n')) {
  const [name, value] = line.split(/: (.*)/);
  if (name !== 'Content-Digest') continue;
  let answer = 'refused';
  try {
    answer = verifyContentDigest('{"hello": "world"}', value) ? 'verified' : 'not verified';
  } catch {}
  console.log(`${line} | httpbis-digest-headers, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check contentdigest==1.0.0 digest-fields-parse==0.1.1
cat > read.py <<'PY'
import contentdigest
import digest_fields_parse


def verified(value):
    return "verified" if contentdigest.verify(value, b'{"hello": "world"}') else "not verified"


def preferences(value):
    return [f"{one.algorithm} of {one.q}" for one in digest_fields_parse.parse_want_content_digest(value)]


def wanted(value):
    return [f"{name} of {weight}" for name, weight in contentdigest.parse_want(value).items()]


READERS = {
    "Content-Digest": {"contentdigest": verified, "digest-fields-parse": lambda value: dict(digest_fields_parse.parse_content_digest(value))},
    "Want-Content-Digest": {"contentdigest": wanted, "digest-fields-parse": preferences},
}
for line in open("fields", encoding="utf-8").read().splitlines():
    field, value = line.split(": ", 1)
    for name, read in READERS[field].items():
        try:
            answer = read(value)
        except Exception:
            answer = "refused"
        print(f"{line} | {name}, {answer}")
PY
{ node read.cjs; venv/bin/python read.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Content-Digest: SHA-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | contentdigest, refused
Content-Digest: SHA-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | digest-fields-parse, {'SHA-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE'}
Content-Digest: SHA-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | httpbis-digest-headers, refused
Content-Digest: new=:AQID:;text="a,b=:AQID:", sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | contentdigest, verified
Content-Digest: new=:AQID:;text="a,b=:AQID:", sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | digest-fields-parse, {'new': 'AQID:;text="a', 'b': 'AQID:"', 'sha-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE'}
Content-Digest: new=:AQID:;text="a,b=:AQID:", sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | httpbis-digest-headers, refused
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE: | contentdigest, verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE: | digest-fields-parse, {'sha-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE'}
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE: | httpbis-digest-headers, not verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | contentdigest, verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | digest-fields-parse, {'sha-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE'}
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: | httpbis-digest-headers, verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, md5=:Sd/dVLAcvNLSq16eXua5uQ==: | contentdigest, verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, md5=:Sd/dVLAcvNLSq16eXua5uQ==: | digest-fields-parse, {'sha-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE', 'md5': 'Sd/dVLAcvNLSq16eXua5uQ'}
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, md5=:Sd/dVLAcvNLSq16eXua5uQ==: | httpbis-digest-headers, refused
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:;seen=1 | contentdigest, verified
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:;seen=1 | digest-fields-parse, {'sha-256': 'X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:;seen=1'}
Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:;seen=1 | httpbis-digest-headers, verified
Content-Digest: sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE= | contentdigest, refused
Content-Digest: sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE= | digest-fields-parse, {}
Content-Digest: sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE= | httpbis-digest-headers, refused
Want-Content-Digest: sha-256;q=0.5 | contentdigest, refused
Want-Content-Digest: sha-256;q=0.5 | digest-fields-parse, ['sha-256 of 0.5']
Want-Content-Digest: sha-256=10, sha-512=3 | contentdigest, ['sha-256 of 10', 'sha-512 of 3']
Want-Content-Digest: sha-256=10, sha-512=3 | digest-fields-parse, ['sha-256=10 of 1.0', 'sha-512=3 of 1.0']
Want-Content-Digest: sha-512=3, sha-256=10 | contentdigest, ['sha-512 of 3', 'sha-256 of 10']
Want-Content-Digest: sha-512=3, sha-256=10 | digest-fields-parse, ['sha-512=3 of 1.0', 'sha-256=10 of 1.0']
Want-Content-Digest: unixsum=0, sha-256=1;seen=1 | contentdigest, ['unixsum of 0', 'sha-256 of 1']
Want-Content-Digest: unixsum=0, sha-256=1;seen=1 | digest-fields-parse, ['unixsum=0 of 1.0', 'sha-256=1 of 1.0']
EXPECTED
diff expected seen
echo "digests in headers are read as they were seen"
