#!/bin/sh
# repomd 0.2.1, createrepo_c 1.2.5 and rpmrepo_metadata 0.9.1 (PyPI), seen on 2026-12-01 with Python 3.11.
#
# Guess before it was run: readers of repositories of RPM (repomd.xml) find the same packages, versions, epochs and places.
# Seen: repomd takes gzip for granted, and has an error for what rpmrepo_metadata writes of the same repository, which is
# Zstandard, as is the default of createrepo_c. A package may lie elsewhere (`xml:base` of its location): repomd gives the path
# without that place. Its `find` gives the last package of a name in the file, 1.9 here, and not the newest, which has an
# epoch. An advisory may leave out the epoch of a package: for createrepo_c there is none, and rpmrepo_metadata refuses the
# whole repository for it, packages too. `<restart_suggested/>` is yes for createrepo_c and no for rpmrepo_metadata, for which
# only a text says yes. createrepo_c drops the `message` of an advisory when it writes it.
# Whom it meets: mirrors and scanners of Linux distributions. With a mock: serve an advisory without epochs, and compress by
# Zstandard.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
from gzip import compress
from hashlib import sha256
from pathlib import Path

COMMON = 'xmlns="http://linux.duke.edu/metadata/common" xmlns:rpm="http://linux.duke.edu/metadata/rpm"'
VERSIONS = {"1.10": ("0", ""), "1.0": ("1", 'xml:base="https://other.test/"'), "1.9": ("0", "")}


def digest(text):
    return sha256(text).hexdigest()


def start(version, name):
    key = digest(version.encode())
    evr = f'<version epoch="{VERSIONS[version][0]}" ver="{version}" rel="1"/>'
    if name == "primary":
        checksum = f'<checksum type="sha256" pkgid="YES">{key}</checksum>'
        return f'<package type="rpm"><name>tool</name><arch>noarch</arch>{evr}{checksum}'
    return f'<package pkgid="{key}" name="tool" arch="noarch">{evr}'


def primary(version):
    place = f'<location {VERSIONS[version][1]} href="Packages/tool-{version}-1.noarch.rpm"/>'
    about = '<summary/><description/><packager/><url/><time file="1" build="1"/><size package="1" installed="1" archive="1"/>'
    parts = "<rpm:license>MIT</rpm:license><rpm:vendor/><rpm:group/><rpm:buildhost/><rpm:sourcerpm/>"
    return f'{about}{place}<format>{parts}<rpm:header-range start="1" end="2"/></format>'


def listing(name, root, space, body):
    packages = "".join(f"{start(version, name)}{body(version)}</package>" for version in VERSIONS)
    return f'<?xml version="1.0" encoding="UTF-8"?><{root} {space} packages="3">{packages}</{root}>'


def advisory(epoch):
    return f"""<?xml version="1.0" encoding="UTF-8"?><updates>
<update from="acme" status="final" type="security" version="1"><id>ACME-1</id><title>tool</title><issued date="2026-01-02 03:04:05"/>
<description>text</description><message>text</message><references/><pkglist><collection short="acme"><name>acme</name>
<package name="tool" version="1.10" release="1" {epoch} arch="noarch"><filename>tool-1.10-1.noarch.rpm</filename>
<restart_suggested/><reboot_suggested>True</reboot_suggested></package></collection></pkglist></update></updates>"""


def write(folder, epoch):
    files = {
        "primary": listing("primary", "metadata", COMMON, primary),
        "filelists": listing("filelists", "filelists", 'xmlns="http://linux.duke.edu/metadata/filelists"', lambda version: ""),
        "other": listing("other", "otherdata", 'xmlns="http://linux.duke.edu/metadata/other"', lambda version: ""),
        "updateinfo": advisory(epoch),
    }
    path = Path(folder, "repodata")
    path.mkdir(parents=True)
    data = ""
    for name, text in files.items():
        packed = compress(text.encode())
        Path(path, f"{name}.xml.gz").write_bytes(packed)
        sums = f'<checksum type="sha256">{digest(packed)}</checksum><open-checksum type="sha256">{digest(text.encode())}</open-checksum>'
        sizes = f"<timestamp>1</timestamp><size>{len(packed)}</size><open-size>{len(text.encode())}</open-size>"
        data += f'<data type="{name}">{sums}<location href="repodata/{name}.xml.gz"/>{sizes}</data>'
    space = 'xmlns="http://linux.duke.edu/metadata/repo"'
    Path(path, "repomd.xml").write_text(f'<?xml version="1.0"?><repomd {space}><revision>1</revision>{data}</repomd>')


write("plain", 'epoch="0"')
write("without epochs", "")
PY
python3 make.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check repomd==0.2.1 createrepo_c==1.2.5 rpmrepo_metadata==0.9.1
cat > read.py <<'PY'
import os

import createrepo_c
import repomd
import rpmrepo_metadata


def by_repomd(path):
    repository = repomd.load("file://" + os.path.abspath(path).replace(" ", "%20"))
    packages = [f"{one.nevra} at {one.location}" for one in repository]
    return [*packages, f"tool found: {repository.find('tool').nevra}"]


def by_createrepo_c(path):
    reader = createrepo_c.RepositoryReader.from_path(path)
    packages = [f"{one.nevra()} at {one.location_base or ''}{one.location_href}" for one in reader.iter_packages()]
    found = [one for record in reader.advisories() for group in record.collections for one in group.packages]
    flags = [f"advisory for epoch {one.epoch}, restart {bool(one.restart_suggested)}" for one in found]
    return packages + flags


def by_rpmrepo_metadata(path):
    repository = rpmrepo_metadata.Repository.load_from_directory(path)
    packages = [f"{one.nevra()} at {one.location_base or ''}{one.location_href}" for one in repository.packages]
    found = [one for record in repository.advisories for group in record.pkglist for one in group.packages]
    flags = [f"advisory for epoch {one.epoch}, restart {one.restart_suggested}" for one in found]
    return packages + flags


rpmrepo_metadata.Repository.load_from_directory("plain").write_to_directory("rewritten")
READERS = {"repomd": by_repomd, "createrepo_c": by_createrepo_c, "rpmrepo_metadata": by_rpmrepo_metadata}
for path in ("plain", "rewritten", "without epochs"):
    for name, read in READERS.items():
        try:
            lines = read(path)
        except Exception as error:
            lines = [f"{type(error).__name__}: {error}".partition(" (b")[0]]
        for line in lines:
            print(f"{path}: {name}, {line}")
written = createrepo_c.xml_dump_updaterecord(createrepo_c.RepositoryReader.from_path("plain").advisories()[0])
print(f"message in what createrepo_c writes: {'<message>' in written}")
PY
venv/bin/python read.py 2> /dev/null > seen
cat > expected <<'EXPECTED'
plain: repomd, tool-1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
plain: repomd, tool-1:1.0-1.noarch at Packages/tool-1.0-1.noarch.rpm
plain: repomd, tool-1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
plain: repomd, tool found: tool-1.9-1.noarch
plain: createrepo_c, tool-0:1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
plain: createrepo_c, tool-1:1.0-1.noarch at https://other.test/Packages/tool-1.0-1.noarch.rpm
plain: createrepo_c, tool-0:1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
plain: createrepo_c, advisory for epoch 0, restart True
plain: rpmrepo_metadata, tool-0:1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
plain: rpmrepo_metadata, tool-1:1.0-1.noarch at https://other.test/Packages/tool-1.0-1.noarch.rpm
plain: rpmrepo_metadata, tool-0:1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
plain: rpmrepo_metadata, advisory for epoch 0, restart False
rewritten: repomd, BadGzipFile: Not a gzipped file
rewritten: createrepo_c, tool-0:1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
rewritten: createrepo_c, tool-1:1.0-1.noarch at https://other.test/Packages/tool-1.0-1.noarch.rpm
rewritten: createrepo_c, tool-0:1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
rewritten: createrepo_c, advisory for epoch 0, restart False
rewritten: rpmrepo_metadata, tool-0:1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
rewritten: rpmrepo_metadata, tool-1:1.0-1.noarch at https://other.test/Packages/tool-1.0-1.noarch.rpm
rewritten: rpmrepo_metadata, tool-0:1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
rewritten: rpmrepo_metadata, advisory for epoch 0, restart False
without epochs: repomd, tool-1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
without epochs: repomd, tool-1:1.0-1.noarch at Packages/tool-1.0-1.noarch.rpm
without epochs: repomd, tool-1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
without epochs: repomd, tool found: tool-1.9-1.noarch
without epochs: createrepo_c, tool-0:1.10-1.noarch at Packages/tool-1.10-1.noarch.rpm
without epochs: createrepo_c, tool-1:1.0-1.noarch at https://other.test/Packages/tool-1.0-1.noarch.rpm
without epochs: createrepo_c, tool-0:1.9-1.noarch at Packages/tool-1.9-1.noarch.rpm
without epochs: createrepo_c, advisory for epoch None, restart True
without epochs: rpmrepo_metadata, MetadataError: Missing metadata attribute: epoch
message in what createrepo_c writes: False
EXPECTED
diff expected seen
echo "repositories of RPM are read as they were seen"
