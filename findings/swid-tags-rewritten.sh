#!/bin/sh
# uswid 0.6.0 (PyPI), seen on 2026-11-30 with Python 3.11.
#
# Guess before it was run: uswid, which is made for SBOMs of firmware, reads a SWID tag (ISO/IEC 19770-2:2015) and writes it as
# it was, but for the media and processes.
# Seen: these are lost, and more. A link to another tag is `swid:` with the `tagId` of that tag: uswid makes a UUID of an
# identifier that is none, in the link and not in the tag, so the link leads nowhere, in XML and in CoSWID. It claims that each
# tag is of the type firmware, and a patch is none any more. A file without a hash, which is optional, ends it; a file of 0 bytes
# loses its size. Version and key of a file, the root of its folder, all attributes of a link but two, and attributes of `Meta`
# that uswid does not know, where the standard allows any, are lost. A regid, roles, hashes and `tagVersion` stay.
# Whom it meets: who stores SBOMs of firmware. With a mock: keep the text that was uploaded, and seed two tags with a link.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > tool.xml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<SoftwareIdentity xmlns="http://standards.iso.org/iso/19770/-2/2015/schema.xsd" xmlns:SHA256="http://www.w3.org/2001/04/xmlenc#sha256" xml:lang="en-US" name="Tool" tagId="acme.test+tool-1.0" version="1.0" versionScheme="multipartnumeric" tagVersion="2" patch="true" media="(OS:linux)">
  <Entity name="Acme" regid="acme.test" role="tagCreator softwareCreator licensor"/>
  <Link rel="component" href="swid:acme.test+lib-1.0" ownership="shared" use="required"/>
  <Link rel="license" href="https://acme.test/licence" type="text/html"/>
  <Meta product="Tool" colloquialVersion="2026" revision="r1" edition="Pro" custom="c" unspscCode="43"/>
  <Payload>
    <Directory root="%programfiles%" name="tool">
      <File name="tool.exe" size="1024" version="1.0" key="true" SHA256:hash="ab"/>
      <File name="empty.txt" size="0" SHA256:hash="cd"/>
    </Directory>
    <Process name="toold" pid="5"/>
  </Payload>
</SoftwareIdentity>
XML
cat > lib.xml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<SoftwareIdentity xmlns="http://standards.iso.org/iso/19770/-2/2015/schema.xsd" name="Library" tagId="acme.test+lib-1.0" version="1.0">
  <Entity name="Acme" regid="acme.test" role="tagCreator"/>
</SoftwareIdentity>
XML
sed 's| SHA256:hash="cd"||' tool.xml > no-hash.xml
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check uswid==0.6.0
cat > rewrite.py <<'PY'
import xml.etree.ElementTree

from uswid.errors import NotSupportedError
from uswid.format_coswid import uSwidFormatCoswid
from uswid.format_swid import uSwidFormatSwid


def attributes(text):
    found = {}
    for element in xml.etree.ElementTree.fromstring(text).iter():
        kind = element.tag.split("}")[1]
        name = element.get("name") or element.get("rel") or ""
        for attribute, value in element.attrib.items():
            if attribute not in ("name", "rel"):
                found[f"{kind} {name}".strip() + ", " + attribute.split("}")[-1]] = value
    return found


for name in ["tool", "lib", "no-hash"]:
    with open(f"{name}.xml", "rb") as file:
        before = file.read()
    try:
        read = uSwidFormatSwid().load(before)
    except NotSupportedError as error:
        print(f"{name}: refused, {error}")
        continue
    coded = uSwidFormatCoswid().load(uSwidFormatCoswid().save(read))
    for form, container in {"SWID": read, "CoSWID": coded}.items():
        old, new = attributes(before), attributes(uSwidFormatSwid().save(container))
        kept = sorted(key for key in old if old[key] == new.get(key))
        print(f"{name}, {form}: the same: {'; '.join(kept)}")
        for key in sorted((old.keys() | new.keys()) - set(kept)):
            print(f"{name}, {form}: {key}: {old.get(key, '-')} is {new.get(key, '-')}")
PY
venv/bin/python rewrite.py > seen
cat > expected <<'EXPECTED'
tool, SWID: the same: Entity Acme, regid; Entity Acme, role; File empty.txt, hash; File tool.exe, hash; File tool.exe, size; Link license, href; Meta, colloquialVersion; Meta, edition; Meta, product; Meta, revision; SoftwareIdentity Tool, lang; SoftwareIdentity Tool, tagId; SoftwareIdentity Tool, tagVersion; SoftwareIdentity Tool, version; SoftwareIdentity Tool, versionScheme
tool, SWID: Directory tool, root: %programfiles% is -
tool, SWID: File empty.txt, size: 0 is -
tool, SWID: File tool.exe, key: true is -
tool, SWID: File tool.exe, version: 1.0 is -
tool, SWID: Link component, href: swid:acme.test+lib-1.0 is swid:8abed1ab-f95a-592e-9793-b9d25fb4642d
tool, SWID: Link component, ownership: shared is -
tool, SWID: Link component, use: required is -
tool, SWID: Link license, type: text/html is -
tool, SWID: Meta, custom: c is -
tool, SWID: Meta, type: - is firmware
tool, SWID: Meta, unspscCode: 43 is -
tool, SWID: Process toold, pid: 5 is -
tool, SWID: SoftwareIdentity Tool, media: (OS:linux) is -
tool, SWID: SoftwareIdentity Tool, patch: true is -
tool, CoSWID: the same: Entity Acme, regid; Entity Acme, role; File empty.txt, hash; File tool.exe, hash; File tool.exe, size; Link license, href; Meta, colloquialVersion; Meta, edition; Meta, product; Meta, revision; SoftwareIdentity Tool, lang; SoftwareIdentity Tool, tagId; SoftwareIdentity Tool, tagVersion; SoftwareIdentity Tool, version; SoftwareIdentity Tool, versionScheme
tool, CoSWID: Directory tool, root: %programfiles% is -
tool, CoSWID: File empty.txt, size: 0 is -
tool, CoSWID: File tool.exe, key: true is -
tool, CoSWID: File tool.exe, version: 1.0 is -
tool, CoSWID: Link component, href: swid:acme.test+lib-1.0 is swid:8abed1ab-f95a-592e-9793-b9d25fb4642d
tool, CoSWID: Link component, ownership: shared is -
tool, CoSWID: Link component, use: required is -
tool, CoSWID: Link license, type: text/html is -
tool, CoSWID: Meta, custom: c is -
tool, CoSWID: Meta, type: - is firmware
tool, CoSWID: Meta, unspscCode: 43 is -
tool, CoSWID: Process toold, pid: 5 is -
tool, CoSWID: SoftwareIdentity Tool, media: (OS:linux) is -
tool, CoSWID: SoftwareIdentity Tool, patch: true is -
lib, SWID: the same: Entity Acme, regid; Entity Acme, role; SoftwareIdentity Library, tagId; SoftwareIdentity Library, version
lib, SWID: Meta, type: - is firmware
lib, SWID: SoftwareIdentity Library, lang: - is en-US
lib, CoSWID: the same: Entity Acme, regid; Entity Acme, role; SoftwareIdentity Library, tagId; SoftwareIdentity Library, version
lib, CoSWID: Meta, type: - is firmware
lib, CoSWID: SoftwareIdentity Library, lang: - is en-US
no-hash: refused, the hash value MUST be provided for uSwidPayload(name="empty.txt",size=0)
EXPECTED
diff expected seen
echo "tags of SWID are rewritten as they were seen"
