#!/bin/sh
# packageurl-python 0.17.6 with its purl2url, purl2src 1.4.0 and purl2meta 0.1.1 (PyPI), seen on 2026-12-01 with Python 3.11.
#
# Expected: three libraries find the file, or the metadata, of a package URL at the place where its registry has it.
# Seen: a proxy of Go has modules by their path, with `!t` for `T` (Go modules reference, GOPROXY protocol): purl2src writes
# slashes as `%2F` and leaves capitals, so `Tool` is another module there, or none. A gem of a platform has it in its file name
# (types of purl, gem, `platform`): the files of all three are those for Ruby. A package of Hex with a namespace is in a
# repository of that organisation: two drop the namespace, and another package of the name may be there. `repository_url` says
# which registry a package comes from (purl, known qualifiers): for npm, Cargo and NuGet all three overlook it, and ask the
# public one for a package of a private one. For Maven it is heeded. A `type` of conda is known to purl2url only, and a subpath
# on GitHub is one file for purl2src, and no archive.
# Whom it meets: who fetches what an SBOM lists. With a mock: seed a private package, and look which registry is asked.
# Output seen: the lines that EXPECTED has below, with paths only, or the host too if the package URL has one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME="$folder"
cat > purls <<'TEXT'
pkg:npm/%40acme/tool@1.0.0
pkg:npm/tool@1.0.0?repository_url=https://npm.acme.test
pkg:cargo/tool@1.0.0%2Bbuild
pkg:cargo/tool@1.0.0?repository_url=https://cargo.acme.test
pkg:nuget/Tool@1.0.0?repository_url=https://nuget.acme.test
pkg:maven/test.acme/tool@1.0?classifier=sources
pkg:maven/test.acme/tool@1.0?type=aar&repository_url=https://maven.acme.test
pkg:gem/tool@1.0.0
pkg:gem/tool@1.0.0?platform=java
pkg:golang/acme.test/tool@v1.0.0
pkg:golang/acme.test/Tool/v2@v2.0.0
pkg:golang/acme.test/tool@v2.0.0%2Bincompatible
pkg:hex/tool@1.0.0
pkg:hex/acme/tool@1.0.0
pkg:conda/tool@1.0?build=py_0&channel=main&subdir=noarch&type=conda
pkg:github/acme/tool@v1.0.0
pkg:github/acme/tool@v1.0.0#sub
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packageurl-python==0.17.6 purl2src==1.4.0 purl2meta==0.1.1
cat > find.py <<'PY'
from urllib.parse import urlsplit

from packageurl.contrib.purl2url import get_download_url
from purl2meta import get_metadata_url
from purl2src.handlers import HANDLERS
from purl2src.parser import parse_purl


def by_purl2src(text):
    parsed = parse_purl(text)
    handler = HANDLERS.get(parsed.ecosystem)
    return handler and handler(None).build_download_url(parsed)


FINDERS = {"purl2url": get_download_url, "purl2src": by_purl2src, "purl2meta": get_metadata_url}
with open("purls", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for name, find in FINDERS.items():
            url = find(text)
            path = url and urlsplit(url).path
            given = "acme.test" if text.startswith("pkg:golang") else text.partition("repository_url=https://")[2]
            if url and "repository_url" in text:
                path = (urlsplit(url).hostname if urlsplit(url).hostname == given else "the public registry") + path
            print(f"{text}: {name}, {path or 'nothing'}")
PY
venv/bin/python find.py > seen
cat > expected <<'EXPECTED'
pkg:npm/%40acme/tool@1.0.0: purl2url, /@acme/tool/-/tool-1.0.0.tgz
pkg:npm/%40acme/tool@1.0.0: purl2src, /@acme/tool/-/tool-1.0.0.tgz
pkg:npm/%40acme/tool@1.0.0: purl2meta, /@acme/tool/1.0.0
pkg:npm/tool@1.0.0?repository_url=https://npm.acme.test: purl2url, the public registry/tool/-/tool-1.0.0.tgz
pkg:npm/tool@1.0.0?repository_url=https://npm.acme.test: purl2src, the public registry/tool/-/tool-1.0.0.tgz
pkg:npm/tool@1.0.0?repository_url=https://npm.acme.test: purl2meta, the public registry/tool/1.0.0
pkg:cargo/tool@1.0.0%2Bbuild: purl2url, /api/v1/crates/tool/1.0.0+build/download
pkg:cargo/tool@1.0.0%2Bbuild: purl2src, /api/v1/crates/tool/1.0.0%2Bbuild/download
pkg:cargo/tool@1.0.0%2Bbuild: purl2meta, /api/v1/crates/tool/1.0.0+build
pkg:cargo/tool@1.0.0?repository_url=https://cargo.acme.test: purl2url, the public registry/api/v1/crates/tool/1.0.0/download
pkg:cargo/tool@1.0.0?repository_url=https://cargo.acme.test: purl2src, the public registry/api/v1/crates/tool/1.0.0/download
pkg:cargo/tool@1.0.0?repository_url=https://cargo.acme.test: purl2meta, the public registry/api/v1/crates/tool/1.0.0
pkg:nuget/Tool@1.0.0?repository_url=https://nuget.acme.test: purl2url, the public registry/api/v2/package/Tool/1.0.0
pkg:nuget/Tool@1.0.0?repository_url=https://nuget.acme.test: purl2src, the public registry/v3-flatcontainer/tool/1.0.0/tool.1.0.0.nupkg
pkg:nuget/Tool@1.0.0?repository_url=https://nuget.acme.test: purl2meta, the public registry/v3/registration5-semver1/tool/1.0.0.json
pkg:maven/test.acme/tool@1.0?classifier=sources: purl2url, /maven2/test/acme/tool/1.0/tool-1.0-sources.jar
pkg:maven/test.acme/tool@1.0?classifier=sources: purl2src, /maven2/test/acme/tool/1.0/tool-1.0-sources.jar
pkg:maven/test.acme/tool@1.0?classifier=sources: purl2meta, /maven2/test/acme/tool/1.0/tool-1.0.pom
pkg:maven/test.acme/tool@1.0?type=aar&repository_url=https://maven.acme.test: purl2url, maven.acme.test/test/acme/tool/1.0/tool-1.0.aar
pkg:maven/test.acme/tool@1.0?type=aar&repository_url=https://maven.acme.test: purl2src, maven.acme.test/test/acme/tool/1.0/tool-1.0.aar
pkg:maven/test.acme/tool@1.0?type=aar&repository_url=https://maven.acme.test: purl2meta, maven.acme.test/test/acme/tool/1.0/tool-1.0.pom
pkg:gem/tool@1.0.0: purl2url, /downloads/tool-1.0.0.gem
pkg:gem/tool@1.0.0: purl2src, /downloads/tool-1.0.0.gem
pkg:gem/tool@1.0.0: purl2meta, /api/v2/rubygems/tool/versions/1.0.0.json
pkg:gem/tool@1.0.0?platform=java: purl2url, /downloads/tool-1.0.0.gem
pkg:gem/tool@1.0.0?platform=java: purl2src, /downloads/tool-1.0.0.gem
pkg:gem/tool@1.0.0?platform=java: purl2meta, /api/v2/rubygems/tool/versions/1.0.0.json
pkg:golang/acme.test/tool@v1.0.0: purl2url, /acme.test/tool/@v/v1.0.0.zip
pkg:golang/acme.test/tool@v1.0.0: purl2src, /acme.test%2Ftool/@v/v1.0.0.zip
pkg:golang/acme.test/tool@v1.0.0: purl2meta, /acme.test/tool/@v/v1.0.0.info
pkg:golang/acme.test/Tool/v2@v2.0.0: purl2url, /acme.test/!tool/v2/@v/v2.0.0.zip
pkg:golang/acme.test/Tool/v2@v2.0.0: purl2src, /acme.test%2FTool%2Fv2/@v/v2.0.0.zip
pkg:golang/acme.test/Tool/v2@v2.0.0: purl2meta, /acme.test/!tool/v2/@v/v2.0.0.info
pkg:golang/acme.test/tool@v2.0.0%2Bincompatible: purl2url, /acme.test/tool/@v/v2.0.0+incompatible.zip
pkg:golang/acme.test/tool@v2.0.0%2Bincompatible: purl2src, /acme.test%2Ftool/@v/v2.0.0%2Bincompatible.zip
pkg:golang/acme.test/tool@v2.0.0%2Bincompatible: purl2meta, /acme.test/tool/@v/v2.0.0+incompatible.info
pkg:hex/tool@1.0.0: purl2url, /tarballs/tool-1.0.0.tar
pkg:hex/tool@1.0.0: purl2src, nothing
pkg:hex/tool@1.0.0: purl2meta, /api/packages/tool/releases/1.0.0
pkg:hex/acme/tool@1.0.0: purl2url, /tarballs/tool-1.0.0.tar
pkg:hex/acme/tool@1.0.0: purl2src, nothing
pkg:hex/acme/tool@1.0.0: purl2meta, /api/packages/tool/releases/1.0.0
pkg:conda/tool@1.0?build=py_0&channel=main&subdir=noarch&type=conda: purl2url, /pkgs/main/noarch/tool-1.0-py_0.conda
pkg:conda/tool@1.0?build=py_0&channel=main&subdir=noarch&type=conda: purl2src, /pkgs/main/noarch/tool-1.0-py_0.tar.bz2
pkg:conda/tool@1.0?build=py_0&channel=main&subdir=noarch&type=conda: purl2meta, /package/main/tool
pkg:github/acme/tool@v1.0.0: purl2url, /acme/tool/archive/v1.0.0.tar.gz
pkg:github/acme/tool@v1.0.0: purl2src, /acme/tool/archive/v1.0.0.tar.gz
pkg:github/acme/tool@v1.0.0: purl2meta, /repos/acme/tool/releases/tags/v1.0.0
pkg:github/acme/tool@v1.0.0#sub: purl2url, /acme/tool/archive/v1.0.0.tar.gz
pkg:github/acme/tool@v1.0.0#sub: purl2src, /acme/tool/v1.0.0/sub
pkg:github/acme/tool@v1.0.0#sub: purl2meta, /repos/acme/tool/releases/tags/v1.0.0
EXPECTED
diff expected seen
echo "places of package URLs are found as they were seen"
