#!/bin/sh
# epss-py 0.1.0 and cisa-kev 2.0.2 (PyPI) and io.github.jeremylong:open-vulnerability-clients 9.0.0 (Maven Central), seen on
# 2026-11-30 with Python 3.11 and Java 17.
#
# Guess before it was run: readers of the daily scores of EPSS (CSV) and of the catalogue of exploited vulnerabilities (KEV)
# read today's form of both; older forms may be refused.
# Seen: EPSS puts a line `#model_version:…` before the names of the columns. epss-py takes it for the names and refuses each
# file of today; it reads one without that line only. The library in Java always skips two lines, so it loses the first CVE of
# such a file, without a word. A catalogue of before October 2023 does not say which entries ransomware uses: cisa-kev has a
# KeyError for it, and for an entry without notes. Its filter for overdue entries and its list of full product names fail for
# each catalogue (TypeError, AttributeError). The library in Java reads all catalogues but one whose time has an offset.
# Whom it meets: who ranks vulnerabilities by both. With a mock: serve the line `#model_version`, and an entry without notes.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p feeds/today feeds/bare
cat > make.py <<'PY'
import gzip
import json

ROWS = "cve,epss,percentile\nCVE-2026-0001,0.00043,0.1\nCVE-2026-0002,1e-05,0.05\n"
HEAD = "#model_version:v2025.03.14,score_date:2026-11-29T12:55:00Z\n"
for folder, text in {"today": HEAD + ROWS, "bare": ROWS}.items():
    with open(f"feeds/{folder}/2026-11-29.csv.gz", "wb") as file:
        file.write(gzip.compress(text.encode()))
ENTRY = {
    "cveID": "CVE-2026-0001",
    "vendorProject": "Acme",
    "product": "Tool",
    "vulnerabilityName": "A finding",
    "dateAdded": "2026-11-01",
    "shortDescription": "A finding",
    "requiredAction": "Upgrade",
    "dueDate": "2026-11-22",
    "knownRansomwareCampaignUse": "Known",
    "notes": "",
    "cwes": ["CWE-79"],
}
CATALOGUE = {
    "title": "A catalogue",
    "catalogVersion": "2026.11.29",
    "dateReleased": "2026-11-29T15:00:21.0470Z",
    "count": 1,
    "vulnerabilities": [ENTRY],
}


def without(name):
    return CATALOGUE | {"vulnerabilities": [{key: value for key, value in ENTRY.items() if key != name}]}


CATALOGUES = {
    "whole": CATALOGUE,
    "no-use": without("knownRansomwareCampaignUse"),
    "no-notes": without("notes"),
    "no-weaknesses": without("cwes"),
    "offset": CATALOGUE | {"dateReleased": "2026-11-29T15:00:21+01:00"},
}
for name, catalogue in CATALOGUES.items():
    with open(f"feeds/{name}.json", "w", encoding="utf-8") as file:
        json.dump(catalogue, file)
PY
python3 make.py
cat > serve.py <<'PY'
import functools
import http.server
import os


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory="feeds"))
with open("url.new", "w", encoding="utf-8") as file:
    file.write(f"http://127.0.0.1:{server.server_port}")
os.rename("url.new", "url")
server.serve_forever()
PY
python3 serve.py &
echo $! > pid
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check epss-py==0.1.0 cisa-kev==2.0.2
cat > read.py <<'PY'
import tempfile

import cisa_kev.client
from epss.client import EPSSClient

url = open("url", encoding="utf-8").read()


def tell(name, ask):
    try:
        answer = ask()
    except Exception as error:
        answer = type(error).__name__
    print(f"{name}: {answer}")


for form in ["today", "bare"]:

    class Client(EPSSClient):
        CSV_BASE_URL = f"{url}/{form}/{{date}}.csv.gz"

    tell(f"scores {form}, epss-py", lambda: " ".join(record.cve for record in Client().get_bulk_csv("2026-11-29")))
for name in ["whole", "no-use", "no-notes", "no-weaknesses", "offset"]:
    with tempfile.TemporaryDirectory() as folder:
        client = cisa_kev.client.Client(path=f"{folder}/kev.json", url=f"{url}/{name}.json")
        tell(f"catalogue {name}, cisa-kev", lambda: " ".join(client.get_catalog().cve_ids))
        if name == "whole":
            tell("overdue entries, cisa-kev", lambda: len(client.get_catalog({"overdue": True})))
            tell("full names, cisa-kev", lambda: client.get_catalog().product_full_names)
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>feeds</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.github.jeremylong</groupId><artifactId>open-vulnerability-clients</artifactId><version>9.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import io.github.jeremylong.openvulnerability.client.epss.EpssDataFeed;
import io.github.jeremylong.openvulnerability.client.kev.KevDataFeed;
import io.github.jeremylong.openvulnerability.client.kev.KevException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

class Read {
    public static void main(String[] arguments) throws Exception {
        String url = Files.readString(Path.of("url"));
        for (String form : new String[] {"today", "bare"}) {
            String names = new EpssDataFeed(url + "/" + form + "/2026-11-29.csv.gz").download().stream()
                .map(item -> item.getCve()).collect(Collectors.joining(" "));
            System.out.println("scores " + form + ", Java: " + names);
        }
        for (String name : new String[] {"whole", "no-use", "no-notes", "no-weaknesses", "offset"}) {
            String answer;
            try {
                answer = new KevDataFeed(url + "/" + name + ".json").download().getVulnerabilities().stream()
                    .map(item -> item.getCveID()).collect(Collectors.joining(" "));
            } catch (KevException error) {
                answer = error.getClass().getSimpleName();
            }
            System.out.println("catalogue " + name + ", Java: " + answer);
        }
    }
}
JAVA
{ venv/bin/python read.py; java -cp 'classes/*' Read.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
catalogue no-notes, Java: CVE-2026-0001
catalogue no-notes, cisa-kev: KeyError
catalogue no-use, Java: CVE-2026-0001
catalogue no-use, cisa-kev: KeyError
catalogue no-weaknesses, Java: CVE-2026-0001
catalogue no-weaknesses, cisa-kev: CVE-2026-0001
catalogue offset, Java: KevException
catalogue offset, cisa-kev: CVE-2026-0001
catalogue whole, Java: CVE-2026-0001
catalogue whole, cisa-kev: CVE-2026-0001
full names, cisa-kev: AttributeError
overdue entries, cisa-kev: TypeError
scores bare, Java: CVE-2026-0002
scores bare, epss-py: CVE-2026-0001 CVE-2026-0002
scores today, Java: CVE-2026-0001 CVE-2026-0002
scores today, epss-py: EPSSCSVError
EXPECTED
diff expected seen
echo "feeds of EPSS and KEV are read as they were seen"
