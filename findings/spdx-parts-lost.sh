#!/bin/sh
# spdx-tools 0.8.5 (PyPI), org.spdx:spdx-jackson-store 2.0.4 (Maven Central), github.com/spdx/tools-golang v0.5.7 and spdx-rs
# 0.5.5 (crates.io), seen on 2026-11-30 with Python 3.11, Java 17, Go 1.26 and Rust 1.95; Node 20 compares.
#
# Guess before it was run: four libraries that read and write SPDX 2.3 in JSON keep all that is in a document; spdx-rs may
# lose details of annotations.
# Seen: by its JSON schema, files and snippets may have annotations and thanks of their own (`attributionTexts`), and a
# licence the state of its links (`crossRefs`). spdx-rs loses all three, tools-golang two of them for snippets and the links,
# spdx-tools the links; the library in Java keeps them. tools-golang gives a file without `copyrightText`, which means that
# nothing is said, an empty one; spdx-rs writes members that are null. Java and spdx-rs refuse a document with `revieweds`,
# which is deprecated and still in the schema, and tools-golang drops them. spdx-rs refuses the category `PERSISTENT-ID` of
# 2.3, as it looks for `PERSISTENT-I-D`. The schema has the purpose `OPERATING_SYSTEM` in 2.3 and `OPERATING-SYSTEM` in 2.3.1:
# two make the former of the latter, and one refuses it.
# Whom it meets: pipelines that merge or enrich an SBOM. With a mock: compare what was uploaded with what a tool made of it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.mjs <<'JS'
import { writeFileSync } from 'node:fs';

const annotation = { annotationDate: '2026-01-02T03:04:05Z', annotationType: 'OTHER', annotator: 'Tool: checker', comment: 'seen' };
const document = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'tool',
  documentNamespace: 'https://acme.test/spdx/tool-1',
  creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: builder-1.0', 'Organization: Acme'] },
  hasExtractedLicensingInfos: [
    {
      licenseId: 'LicenseRef-acme',
      extractedText: 'free for all',
      name: 'Acme',
      crossRefs: [{ url: 'https://acme.test/license', isLive: false }],
    },
  ],
  annotations: [annotation],
  packages: [
    {
      SPDXID: 'SPDXRef-tool',
      name: 'tool',
      downloadLocation: 'git+https://git.test/tool@v1#src',
      filesAnalyzed: true,
      primaryPackagePurpose: 'LIBRARY',
      licenseConcluded: 'MIT',
      attributionTexts: ['thanks'],
      validUntilDate: '2027-01-01T00:00:00Z',
      externalRefs: [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:generic/tool@1.0', comment: 'guessed' },
      ],
      annotations: [annotation],
    },
  ],
  files: [
    {
      SPDXID: 'SPDXRef-file',
      fileName: './main.c',
      fileTypes: ['SOURCE'],
      checksums: [{ algorithm: 'SHA1', checksumValue: 'd6a770ba38583ed4bb4525bd96e50461655d2756' }],
      noticeText: 'see LICENSE',
      attributionTexts: ['thanks'],
      annotations: [annotation],
    },
  ],
  snippets: [
    {
      SPDXID: 'SPDXRef-snippet',
      name: 'loop',
      snippetFromFile: 'SPDXRef-file',
      ranges: [{ startPointer: { offset: 10, reference: 'SPDXRef-file' }, endPointer: { offset: 20, reference: 'SPDXRef-file' } }],
      licenseComments: 'in its head',
      attributionTexts: ['thanks'],
      annotations: [annotation],
    },
  ],
  relationships: [
    { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-tool' },
    { spdxElementId: 'SPDXRef-tool', relationshipType: 'CONTAINS', relatedSpdxElement: 'SPDXRef-file', comment: 'all of it' },
  ],
};
const [tool] = document.packages;
const [reference] = tool.externalRefs;
const SOURCE = 'swh:1:cnt:d6a770ba38583ed4bb4525bd96e50461655d2756';
const revieweds = [{ reviewDate: '2026-01-02T03:04:05Z', reviewer: 'Person: Ann', comment: 'fine' }];
const persistent = { ...reference, referenceCategory: 'PERSISTENT-ID', referenceType: 'swh', referenceLocator: SOURCE };
const DOCUMENTS = {
  plain: document,
  review: { ...document, revieweds },
  identifier: { ...document, packages: [{ ...tool, externalRefs: [persistent] }] },
  'purpose-2.3': { ...document, packages: [{ ...tool, primaryPackagePurpose: 'OPERATING_SYSTEM' }] },
  'purpose-2.3.1': { ...document, packages: [{ ...tool, primaryPackagePurpose: 'OPERATING-SYSTEM' }] },
};
for (const [name, content] of Object.entries(DOCUMENTS)) writeFileSync(`${name}.json`, JSON.stringify(content));
JS
cat > compare.mjs <<'JS'
import { existsSync, readFileSync } from 'node:fs';

const lines = (value, path = '') => {
  if (value === null || typeof value !== 'object') return [`${path} ${JSON.stringify(value)}`];
  const name = (key) => (Array.isArray(value) ? '' : `/${key}`);
  return Object.entries(value).flatMap(([key, part]) => lines(part, path + name(key)));
};
const read = (file) => lines(JSON.parse(readFileSync(file, 'utf8')));
const VALUES = {
  review: 'Person: Ann',
  identifier: 'PERSISTENT-ID',
  'purpose-2.3': 'OPERATING_SYSTEM',
  'purpose-2.3.1': 'OPERATING-SYSTEM',
};
const before = read('plain.json');
for (const library of ['java', 'python', 'go', 'rust']) {
  const after = read(`plain.json.${library}`);
  for (const line of new Set(before)) if (!after.includes(line)) console.log(`${library} loses ${line}`);
  for (const line of new Set(after)) if (!before.includes(line)) console.log(`${library} adds ${line}`);
  for (const path of ['/packages', '/files', '/snippets']) {
    const of = (list) => list.filter((line) => line.startsWith(`${path}/`)).length;
    if (of(after) !== of(before)) console.log(`${library}: ${of(before)} values of ${path} are ${of(after)}`);
  }
  for (const [name, value] of Object.entries(VALUES)) {
    const file = `${name}.json.${library}`;
    const kept = () => read(file).some((line) => line.endsWith(`"${value}"`));
    console.log(`${library}, ${value}: ${existsSync(file) ? (kept() ? 'kept' : 'lost') : 'refused'}`);
  }
}
JS
node make.mjs
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check spdx-tools==0.8.5
cat > rewrite.py <<'PY'
import sys

from spdx_tools.spdx.parser.json.json_parser import parse_from_file
from spdx_tools.spdx.writer.json.json_writer import write_document_to_file

for name in sys.argv[1:]:
    write_document_to_file(parse_from_file(name), f"{name}.python")
PY
venv/bin/python rewrite.py *.json
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>documents</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.spdx</groupId><artifactId>spdx-jackson-store</artifactId><version>2.0.4</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Rewrite.java <<'JAVA'
import java.io.FileInputStream;
import java.io.FileOutputStream;
import org.spdx.core.InvalidSPDXAnalysisException;
import org.spdx.jacksonstore.MultiFormatStore;
import org.spdx.library.SpdxModelFactory;
import org.spdx.storage.simple.InMemSpdxStore;

class Rewrite {
    public static void main(String[] names) throws Exception {
        SpdxModelFactory.init();
        for (String name : names) {
            MultiFormatStore store = new MultiFormatStore(new InMemSpdxStore(), MultiFormatStore.Format.JSON);
            try {
                store.deSerialize(new FileInputStream(name), false);
            } catch (InvalidSPDXAnalysisException error) {
                continue;
            }
            store.serialize(new FileOutputStream(name + ".java"));
        }
    }
}
JAVA
java -cp 'classes/*' Rewrite.java *.json 2> /dev/null
cat > main.go <<'GO'
package main

import (
	"os"

	"github.com/spdx/tools-golang/json"
)

func main() {
	for _, name := range os.Args[1:] {
		file, _ := os.Open(name)
		document, err := json.Read(file)
		if err != nil {
			continue
		}
		written, _ := os.Create(name + ".go")
		if err := json.Write(document, written); err != nil {
			panic(err)
		}
	}
}
GO
{
  go mod init finding.test/documents
  go get github.com/spdx/tools-golang@v0.5.7
  go mod tidy
} 2> /dev/null
go run . *.json
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "documents"
version = "0.0.0"
edition = "2021"

[dependencies]
serde_json = "1"
spdx-rs = "=0.5.5"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap();
        if let Ok(document) = serde_json::from_str::<spdx_rs::models::SPDX>(&text) {
            std::fs::write(format!("{name}.rust"), serde_json::to_string(&document).unwrap()).unwrap();
        }
    }
}
RUST
CARGO_TARGET_DIR="$folder/target" cargo run --quiet -- *.json 2> log || { cat log; exit 1; }
node compare.mjs > seen
cat > expected <<'EXPECTED'
java, Person: Ann: refused
java, PERSISTENT-ID: kept
java, OPERATING_SYSTEM: kept
java, OPERATING-SYSTEM: lost
python loses /hasExtractedLicensingInfos/crossRefs/url "https://acme.test/license"
python loses /hasExtractedLicensingInfos/crossRefs/isLive false
python loses /packages/externalRefs/referenceCategory "PACKAGE-MANAGER"
python adds /packages/externalRefs/referenceCategory "PACKAGE_MANAGER"
python, Person: Ann: kept
python, PERSISTENT-ID: lost
python, OPERATING_SYSTEM: kept
python, OPERATING-SYSTEM: lost
go loses /hasExtractedLicensingInfos/crossRefs/url "https://acme.test/license"
go loses /hasExtractedLicensingInfos/crossRefs/isLive false
go loses /snippets/attributionTexts "thanks"
go loses /snippets/annotations/annotationDate "2026-01-02T03:04:05Z"
go loses /snippets/annotations/annotationType "OTHER"
go loses /snippets/annotations/annotator "Tool: checker"
go loses /snippets/annotations/comment "seen"
go adds /files/copyrightText ""
go adds /snippets/copyrightText ""
go: 11 values of /files are 12
go: 13 values of /snippets are 9
go, Person: Ann: lost
go, PERSISTENT-ID: kept
go, OPERATING_SYSTEM: kept
go, OPERATING-SYSTEM: kept
rust loses /hasExtractedLicensingInfos/crossRefs/url "https://acme.test/license"
rust loses /hasExtractedLicensingInfos/crossRefs/isLive false
rust loses /files/attributionTexts "thanks"
rust loses /files/annotations/annotationDate "2026-01-02T03:04:05Z"
rust loses /files/annotations/annotationType "OTHER"
rust loses /files/annotations/annotator "Tool: checker"
rust loses /files/annotations/comment "seen"
rust loses /snippets/attributionTexts "thanks"
rust loses /snippets/annotations/annotationDate "2026-01-02T03:04:05Z"
rust loses /snippets/annotations/annotationType "OTHER"
rust loses /snippets/annotations/annotator "Tool: checker"
rust loses /snippets/annotations/comment "seen"
rust adds /packages/annotations/spdxIdentifierReference null
rust adds /annotations/spdxIdentifierReference null
rust: 16 values of /packages are 17
rust: 11 values of /files are 6
rust: 13 values of /snippets are 8
rust, Person: Ann: refused
rust, PERSISTENT-ID: refused
rust, OPERATING_SYSTEM: kept
rust, OPERATING-SYSTEM: refused
EXPECTED
diff expected seen
echo "documents of SPDX are rewritten as they were seen"
