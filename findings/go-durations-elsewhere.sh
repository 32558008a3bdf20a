#!/bin/sh
# durationpy 0.11 (PyPI) and io.fabric8:kubernetes-model-core 7.5.2 (Maven Central), seen on 2026-11-30 with Python 3.11, Java
# 17 and Go 1.26.
#
# Guess before it was run: durationpy (PyPI), go-parse-duration (crates/npm) and Go's own read durations like `1h30m`, `-1.5h`,
# `100us` alike; only `µ` may differ.
# Seen (go-parse-duration was not tried): Kubernetes and many settings have these durations. fabric8 looks for an integer and
# a unit anywhere in the text, and says nothing of the rest: `1.5h` is 5 hours, `12.345678s` is four days, `-10s` is 10 seconds;
# it refuses `0`, `1.s` and the Greek `μ`. It takes `1d`, and so does durationpy, which Go does not. durationpy reads all as Go
# does, but writes six digits of the seconds only, so 12.345678 is `12.3457s` and 59.999999 is `60s`, and of an hour and a
# microsecond it makes `1h1e-06s`, which Go refuses. What fabric8 writes, Go reads as fabric8 read it.
# Whom it meets: operators and tests that read or write a timeout of a resource. With a mock: serve whole numbers only.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > durations <<'TEXT'
1h30m
100us
100µs
100μs
1.5h
.5s
1.s
-10s
+5s
0
1d
12.345678s
59.999999s
1h0m0.000001s
TEXT
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile(os.Args[1])
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, found := strings.Cut(line, " ")
		if !found {
			text = name
		}
		answer := "refused"
		if read, err := time.ParseDuration(text); err == nil {
			answer = fmt.Sprintf("%d ns", read)
		}
		fmt.Printf("%s: %s %s\n", name, os.Args[2], answer)
	}
}
GO
go mod init finding.test/durations 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check durationpy==0.11
cat > read.py <<'PY'
from datetime import timedelta

import durationpy

with open("durations", encoding="utf-8") as file, open("from-python", "w", encoding="utf-8") as written:
    for line in file.read().splitlines():
        read = durationpy.from_str(line)
        print(f"{line}: durationpy reads {read // timedelta(microseconds=1) * 1000} ns")
        written.write(f"{line} {durationpy.to_str(read)}\n")
        print(f"{line}: durationpy writes {durationpy.to_str(read)}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>durations</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.fabric8</groupId><artifactId>kubernetes-model-core</artifactId><version>7.5.2</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Duration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;

class Read {
    public static void main(String[] arguments) throws Exception {
        StringBuilder written = new StringBuilder();
        for (String line : Files.readAllLines(Path.of("durations"))) {
            String answer = "refused";
            try {
                Duration read = Duration.parse(line);
                answer = read.getValue() + " ns";
                String text = new ObjectMapper().writeValueAsString(read);
                System.out.println(line + ": fabric8 writes " + text);
                written.append(line).append(' ').append(text.replace("\"", "")).append('\n');
            } catch (ParseException error) {
            }
            System.out.println(line + ": fabric8 reads " + answer);
        }
        Files.writeString(Path.of("from-java"), written);
    }
}
JAVA
{
  venv/bin/python read.py
  java -cp 'classes/*' Read.java 2> /dev/null
  go run . durations 'Go reads'
  go run . from-python "Go reads durationpy's"
  go run . from-java "Go reads fabric8's"
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
+5s: Go reads 5000000000 ns
+5s: Go reads durationpy's 5000000000 ns
+5s: Go reads fabric8's 5000000000 ns
+5s: durationpy reads 5000000000 ns
+5s: durationpy writes 5s
+5s: fabric8 reads 5000000000 ns
+5s: fabric8 writes "5000000000ns"
-10s: Go reads -10000000000 ns
-10s: Go reads durationpy's -10000000000 ns
-10s: Go reads fabric8's 10000000000 ns
-10s: durationpy reads -10000000000 ns
-10s: durationpy writes -10s
-10s: fabric8 reads 10000000000 ns
-10s: fabric8 writes "10000000000ns"
.5s: Go reads 500000000 ns
.5s: Go reads durationpy's 500000000 ns
.5s: Go reads fabric8's 5000000000 ns
.5s: durationpy reads 500000000 ns
.5s: durationpy writes 500ms
.5s: fabric8 reads 5000000000 ns
.5s: fabric8 writes "5000000000ns"
0: Go reads 0 ns
0: Go reads durationpy's 0 ns
0: durationpy reads 0 ns
0: durationpy writes 0
0: fabric8 reads refused
1.5h: Go reads 5400000000000 ns
1.5h: Go reads durationpy's 5400000000000 ns
1.5h: Go reads fabric8's 18000000000000 ns
1.5h: durationpy reads 5400000000000 ns
1.5h: durationpy writes 1h30m
1.5h: fabric8 reads 18000000000000 ns
1.5h: fabric8 writes "18000000000000ns"
1.s: Go reads 1000000000 ns
1.s: Go reads durationpy's 1000000000 ns
1.s: durationpy reads 1000000000 ns
1.s: durationpy writes 1s
1.s: fabric8 reads refused
100us: Go reads 100000 ns
100us: Go reads durationpy's 100000 ns
100us: Go reads fabric8's 100000 ns
100us: durationpy reads 100000 ns
100us: durationpy writes 100us
100us: fabric8 reads 100000 ns
100us: fabric8 writes "100000ns"
100µs: Go reads 100000 ns
100µs: Go reads durationpy's 100000 ns
100µs: Go reads fabric8's 100000 ns
100µs: durationpy reads 100000 ns
100µs: durationpy writes 100us
100µs: fabric8 reads 100000 ns
100µs: fabric8 writes "100000ns"
100μs: Go reads 100000 ns
100μs: Go reads durationpy's 100000 ns
100μs: durationpy reads 100000 ns
100μs: durationpy writes 100us
100μs: fabric8 reads refused
12.345678s: Go reads 12345678000 ns
12.345678s: Go reads durationpy's 12345700000 ns
12.345678s: Go reads fabric8's 345678000000000 ns
12.345678s: durationpy reads 12345678000 ns
12.345678s: durationpy writes 12.3457s
12.345678s: fabric8 reads 345678000000000 ns
12.345678s: fabric8 writes "345678000000000ns"
1d: Go reads durationpy's 86400000000000 ns
1d: Go reads fabric8's 86400000000000 ns
1d: Go reads refused
1d: durationpy reads 86400000000000 ns
1d: durationpy writes 24h
1d: fabric8 reads 86400000000000 ns
1d: fabric8 writes "86400000000000ns"
1h0m0.000001s: Go reads 3600000001000 ns
1h0m0.000001s: Go reads durationpy's refused
1h0m0.000001s: Go reads fabric8's 3601000000000 ns
1h0m0.000001s: durationpy reads 3600000001000 ns
1h0m0.000001s: durationpy writes 1h1e-06s
1h0m0.000001s: fabric8 reads 3601000000000 ns
1h0m0.000001s: fabric8 writes "3601000000000ns"
1h30m: Go reads 5400000000000 ns
1h30m: Go reads durationpy's 5400000000000 ns
1h30m: Go reads fabric8's 5400000000000 ns
1h30m: durationpy reads 5400000000000 ns
1h30m: durationpy writes 1h30m
1h30m: fabric8 reads 5400000000000 ns
1h30m: fabric8 writes "5400000000000ns"
59.999999s: Go reads 59999999000 ns
59.999999s: Go reads durationpy's 60000000000 ns
59.999999s: Go reads fabric8's 999999000000000 ns
59.999999s: durationpy reads 59999999000 ns
59.999999s: durationpy writes 60s
59.999999s: fabric8 reads 999999000000000 ns
59.999999s: fabric8 writes "999999000000000ns"
EXPECTED
diff expected seen
echo "durations of Go elsewhere behave as they were seen"
