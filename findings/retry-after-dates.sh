#!/bin/sh
# axios-retry 4.5.0 (npm), urllib3 2.8.0 (PyPI), github.com/hashicorp/go-retryablehttp v0.7.8 and
# org.apache.httpcomponents.client5:httpclient5 5.5.1 (Maven Central), seen on 2026-11-29 with Node 20, Python 3.11, Go 1.26
# and Java 17.
#
# Guess before it was run: four clients read seconds and each form of a date in Retry-After.
# Seen: RFC 9110 (5.6.7) has a reader take three forms of a date. retryablehttp takes one, httpclient5 two, and both wait
# one second for the others, without a word. axios-retry reads the third form in the time zone of the process: in Tokyo it
# comes back nine hours early. After `0`, and after a date that is past, httpclient5 waits a second, the others not at all.
# urllib3 waits six hours at most; the three others wait as long as they are told, if that is a year.
# Whom it meets: tests of limits and outages. With a mock: answer with seconds, and once with a date.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export TZ=Asia/Tokyo
python3 - > values <<'PY'
from datetime import datetime, timedelta, timezone


def forms(name, time):
    print(f"{name}, IMF-fixdate|{time:%a, %d %b %Y %H:%M:%S} GMT")
    print(f"{name}, rfc850-date|{time:%A, %d-%b-%y %H:%M:%S} GMT")
    print(f"{name}, asctime-date|{time:%a %b} {time.day:2} {time:%H:%M:%S %Y}")


print("120 seconds|120")
print("0 seconds|0")
forms("in a day", datetime.now(timezone.utc) + timedelta(days=1, minutes=30))
print("a year ago|" + (datetime.now(timezone.utc) - timedelta(days=365)).strftime("%a, %d %b %Y %H:%M:%S GMT"))
PY
npm install --silent --no-audit --no-fund axios-retry@4.5.0 axios@1.21.1
cat > wait.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { retryAfter } from 'axios-retry';

for (const line of readFileSync('values', 'utf8').trim().split('\n')) {
  const [name, value] = line.split('|');
  console.log(`${name}|axios-retry|${retryAfter({ response: { headers: { 'retry-after': value } } }) / 1000}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check urllib3==2.8.0
cat > wait.py <<'PY'
from urllib3.util.retry import Retry

with open("values", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, value = line.split("|")
        print(f"{name}|urllib3|{Retry().parse_retry_after(value)}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func main() {
	file, _ := os.ReadFile("values")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, value, _ := strings.Cut(line, "|")
		answer := &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {value}}}
		wait := retryablehttp.DefaultBackoff(time.Second, 30*time.Second, 0, answer)
		fmt.Printf("%s|retryablehttp|%f\n", name, wait.Seconds())
	}
}
GO
{
  go mod init finding.test/waits
  go get github.com/hashicorp/go-retryablehttp@v0.7.8
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>waits</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.httpcomponents.client5</groupId>
      <artifactId>httpclient5</artifactId>
      <version>5.5.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Wait.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.core5.http.message.BasicHttpResponse;

class Wait {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("values"))) {
            String[] parts = line.split("\\|");
            BasicHttpResponse answer = new BasicHttpResponse(429);
            answer.setHeader("Retry-After", parts[1]);
            long wait = new DefaultHttpRequestRetryStrategy().getRetryInterval(answer, 1, null).toMilliseconds();
            System.out.println(parts[0] + "|httpclient5|" + wait / 1e3);
        }
    }
}
JAVA
{ node wait.mjs; venv/bin/python wait.py; go run .; java -cp 'classes/*' Wait.java 2> /dev/null; } > waits
awk -F'|' '{ print $1 " by " $2 ": " ($3 < 300 ? $3 + 0 " seconds" : int($3 / 3600) " hours") }' waits | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
0 seconds by axios-retry: 0 seconds
0 seconds by httpclient5: 1 seconds
0 seconds by retryablehttp: 0 seconds
0 seconds by urllib3: 0 seconds
120 seconds by axios-retry: 120 seconds
120 seconds by httpclient5: 120 seconds
120 seconds by retryablehttp: 120 seconds
120 seconds by urllib3: 120 seconds
a year ago by axios-retry: 0 seconds
a year ago by httpclient5: 1 seconds
a year ago by retryablehttp: 0 seconds
a year ago by urllib3: 0 seconds
in a day, IMF-fixdate by axios-retry: 24 hours
in a day, IMF-fixdate by httpclient5: 24 hours
in a day, IMF-fixdate by retryablehttp: 24 hours
in a day, IMF-fixdate by urllib3: 6 hours
in a day, asctime-date by axios-retry: 15 hours
in a day, asctime-date by httpclient5: 1 seconds
in a day, asctime-date by retryablehttp: 1 seconds
in a day, asctime-date by urllib3: 6 hours
in a day, rfc850-date by axios-retry: 24 hours
in a day, rfc850-date by httpclient5: 24 hours
in a day, rfc850-date by retryablehttp: 1 seconds
in a day, rfc850-date by urllib3: 6 hours
EXPECTED
diff expected seen
echo "waits after Retry-After behave as they were seen"
