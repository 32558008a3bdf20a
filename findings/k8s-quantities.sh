#!/bin/sh
# kubernetes 37.0.2 and lightkube 1.0.1 (PyPI), io.fabric8:kubernetes-model-core 7.5.2 and io.kubernetes:client-java-api
# 24.0.0 (Maven Central) and k8s.io/apimachinery v0.37.2, seen on 2026-11-30 with Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: four clients read a quantity of Kubernetes as its own library does, but for the exponent `E`.
# Seen: lightkube refuses `1E3`, as guessed, and also `1n` and `1u`, the form in which metrics of pods are served. Both in Java
# read `1Ei` as 1152921504606847000, which is 24 too many, and client-java cannot write it: an error says that there is no
# suffix for its exponent. kubernetes of PyPI takes `1K` for 1000 and `1_000`, which the library of Kubernetes refuses.
# lightkube rounds up to thousandths, so `0.5m` is twice as much. Signs, points at either end and `1e3` are alike.
# Whom it meets: tests and operators that compare limits. With a mock: serve one memory of 1Ei, and one cpu in `n`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 1.5Gi 1Ei 1E 1E3 1e3 12e-3 1n 1u 0.5m .5 5. +1 1K 1_000 > texts
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Fields(string(file)) {
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			fmt.Println(text + ": apimachinery, refused")
			continue
		}
		fmt.Printf("%s: apimachinery, %s\n", text, quantity.AsDec())
	}
}
GO
{
  go mod init finding.test/quantities
  go get k8s.io/apimachinery@v0.37.2
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check kubernetes==37.0.2 lightkube==1.0.1
cat > read.py <<'PY'
from kubernetes.utils.quantity import parse_quantity
from lightkube.utils import quantity

with open("texts", encoding="utf-8") as file:
    for text in file.read().split():
        for name, read in (("kubernetes", parse_quantity), ("lightkube", quantity.parse_quantity)):
            try:
                answer = f"{read(text):f}"
            except ValueError:
                answer = "refused"
            print(f"{text}: {name}, {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>quantities</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-model-core</artifactId><version>7.5.2</version></dependency>
    <dependency><groupId>io.kubernetes</groupId><artifactId>client-java-api</artifactId><version>24.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import io.kubernetes.client.custom.QuantityFormatException;
import java.nio.file.Files;
import java.nio.file.Path;

class Read {
    static String fabric8(String text) {
        try {
            return io.fabric8.kubernetes.api.model.Quantity.parse(text).getNumericalAmount().toPlainString();
        } catch (IllegalArgumentException error) {
            return "refused";
        }
    }

    static String client(String text) {
        try {
            var quantity = io.kubernetes.client.custom.Quantity.fromString(text);
            String number = quantity.getNumber().toPlainString();
            try {
                return number + ", written " + quantity.toSuffixedString();
            } catch (IllegalArgumentException error) {
                return number + ", written with an error: " + error.getMessage();
            }
        } catch (QuantityFormatException error) {
            return "refused";
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("texts"))) {
            System.out.println(text + ": fabric8, " + fabric8(text));
            System.out.println(text + ": client-java, " + client(text));
        }
    }
}
JAVA
{ go run .; venv/bin/python read.py; java -cp 'classes/*' Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
+1: apimachinery, 1
+1: client-java, 1, written 1
+1: fabric8, 1
+1: kubernetes, 1
+1: lightkube, 1.000
.5: apimachinery, 0.5
.5: client-java, 0.5, written 500m
.5: fabric8, 0.5
.5: kubernetes, 0.5
.5: lightkube, 0.500
0.5m: apimachinery, 0.0005
0.5m: client-java, 0.0005, written 500u
0.5m: fabric8, 0.0005
0.5m: kubernetes, 0.0005
0.5m: lightkube, 0.001
1.5Gi: apimachinery, 1610612736.000000000
1.5Gi: client-java, 1610612736.0, written 1610612736
1.5Gi: fabric8, 1610612736.0
1.5Gi: kubernetes, 1610612736.0
1.5Gi: lightkube, 1610612736.000
12e-3: apimachinery, 0.012
12e-3: client-java, 0.012, written 12e-3
12e-3: fabric8, 0.012
12e-3: kubernetes, 0.012
12e-3: lightkube, 0.012
1E3: apimachinery, 1000
1E3: client-java, 1000, written 1e3
1E3: fabric8, 1000
1E3: kubernetes, 1000
1E3: lightkube, refused
1E: apimachinery, 1000000000000000000
1E: client-java, 1000000000000000000, written 1E
1E: fabric8, 1000000000000000000
1E: kubernetes, 1000000000000000000
1E: lightkube, 1000000000000000000.000
1Ei: apimachinery, 1152921504606846976.000000000
1Ei: client-java, 1152921504606847000, written with an error: No suffix for exponent3
1Ei: fabric8, 1152921504606847000
1Ei: kubernetes, 1152921504606846976
1Ei: lightkube, 1152921504606846976.000
1K: apimachinery, refused
1K: client-java, refused
1K: fabric8, refused
1K: kubernetes, 1000
1K: lightkube, refused
1_000: apimachinery, refused
1_000: client-java, refused
1_000: fabric8, refused
1_000: kubernetes, 1000
1_000: lightkube, refused
1e3: apimachinery, 1000
1e3: client-java, 1000, written 1e3
1e3: fabric8, 1000
1e3: kubernetes, 1000
1e3: lightkube, 1000.000
1n: apimachinery, 0.000000001
1n: client-java, 0.000000001, written 1n
1n: fabric8, 0.000000001
1n: kubernetes, 0.000000001
1n: lightkube, refused
1u: apimachinery, 0.000001
1u: client-java, 0.000001, written 1u
1u: fabric8, 0.000001
1u: kubernetes, 0.000001
1u: lightkube, refused
5.: apimachinery, 5
5.: client-java, 5, written 5
5.: fabric8, 5
5.: kubernetes, 5
5.: lightkube, 5.000
EXPECTED
diff expected seen
echo "quantities of Kubernetes behave as they were seen"
