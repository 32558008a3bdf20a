#!/bin/sh
# com.google.protobuf:protobuf-java-util 4.36.2 with com.google.api.grpc:proto-google-common-protos 2.63.0 (Maven Central),
# go.einride.tech/aip v0.86.0 and protobuf 7.36.2 with googleapis-common-protos 1.76.0 (PyPI), seen on 2026-11-30 with Java
# 17, Go 1.26 and Python 3.11.
#
# Guess before it was run: three libraries update a list or a map as a whole by a mask; a path into one is not valid and
# changes nothing.
# Seen: a single field, yes. Java and Python add the new items of a list to the old ones unless they are told to replace them,
# and Go replaces the list, as AIP-134 has it. A map in Java gets both entries of a key, and the JSON of the message then has
# a member twice. A path into a list or a map changes nothing in Java and Go, and is an error in Python; `Validate` of Go
# finds the one into a list valid. `*` replaces the whole in Go (AIP-134); Java logs a warning and changes nothing, and Python
# has a KeyError.
# Whom it meets: services that take a PATCH of labels. With a mock: change one label twice, and read it back.
# Output seen: the lines that EXPECTED has below; each old message has 1 in it, and each new one 2.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
ErrorInfo reason
ErrorInfo metadata
ErrorInfo metadata.a
ErrorInfo *
BadRequest field_violations
BadRequest field_violations.field
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>masks</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.protobuf</groupId><artifactId>protobuf-java-util</artifactId><version>4.36.2</version>
    </dependency>
    <dependency>
      <groupId>com.google.api.grpc</groupId><artifactId>proto-google-common-protos</artifactId><version>2.63.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Masks.java <<'JAVA'
import com.google.protobuf.FieldMask;
import com.google.protobuf.Message;
import com.google.protobuf.util.FieldMaskUtil;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import java.nio.file.Files;
import java.nio.file.Path;

class Masks {
    static Message message(String type, String text) {
        if (type.equals("ErrorInfo")) {
            return ErrorInfo.newBuilder().setReason(text).putMetadata("a", text).build();
        }
        var violation = BadRequest.FieldViolation.newBuilder().setField(text).setDescription(text);
        return BadRequest.newBuilder().addFieldViolations(violation).build();
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            Message.Builder result = message(parts[0], "1").toBuilder();
            FieldMask mask = FieldMask.newBuilder().addPaths(parts[1]).build();
            FieldMaskUtil.merge(mask, message(parts[0], "2"), result);
            boolean valid = FieldMaskUtil.isValid(result.getDescriptorForType(), mask);
            String text = JsonFormat.printer().omittingInsignificantWhitespace().print(result.build());
            System.out.printf("%s: Java, %s, %s%n", line, valid ? "valid" : "not valid", text);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"go.einride.tech/aip/fieldmask"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

func message(kind, text string) proto.Message {
	if kind == "ErrorInfo" {
		return &errdetails.ErrorInfo{Reason: text, Metadata: map[string]string{"a": text}}
	}
	violation := &errdetails.BadRequest_FieldViolation{Field: text, Description: text}
	return &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{violation}}
}

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		kind, path, _ := strings.Cut(line, " ")
		result, mask := message(kind, "1"), &fieldmaskpb.FieldMask{Paths: []string{path}}
		valid := "valid"
		if fieldmask.Validate(mask, result) != nil {
			valid = "not valid"
		}
		fieldmask.Update(mask, result, message(kind, "2"))
		written, _ := protojson.Marshal(result)
		var compact bytes.Buffer
		json.Compact(&compact, written)
		fmt.Printf("%s: Go, %s, %s\n", line, valid, compact.String())
	}
}
GO
{
  go mod init finding.test/masks
  go get go.einride.tech/aip@v0.86.0
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2 googleapis-common-protos==1.76.0
cat > masks.py <<'PY'
from google.protobuf import json_format
from google.protobuf.field_mask_pb2 import FieldMask
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo


def message(kind, text):
    if kind == "ErrorInfo":
        return ErrorInfo(reason=text, metadata={"a": text})
    return BadRequest(field_violations=[BadRequest.FieldViolation(field=text, description=text)])


with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        kind, path = line.split(" ")
        result, mask = message(kind, "1"), FieldMask(paths=[path])
        valid = "valid" if mask.IsValidForDescriptor(result.DESCRIPTOR) else "not valid"
        try:
            mask.MergeMessage(message(kind, "2"), result)
            text = json_format.MessageToJson(result, indent=None).replace(": ", ":").replace(", ", ",")
        except Exception as error:
            text = type(error).__name__
        print(f"{line}: Python, {valid}, {text}")
PY
{ java -cp 'classes/*' Masks.java 2> /dev/null; go run .; venv/bin/python masks.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
BadRequest field_violations.field: Go, valid, {"fieldViolations":[{"field":"1","description":"1"}]}
BadRequest field_violations.field: Java, not valid, {"fieldViolations":[{"field":"1","description":"1"}]}
BadRequest field_violations.field: Python, not valid, ValueError
BadRequest field_violations: Go, valid, {"fieldViolations":[{"field":"2","description":"2"}]}
BadRequest field_violations: Java, valid, {"fieldViolations":[{"field":"1","description":"1"},{"field":"2","description":"2"}]}
BadRequest field_violations: Python, valid, {"fieldViolations":[{"field":"1","description":"1"},{"field":"2","description":"2"}]}
ErrorInfo *: Go, valid, {"reason":"2","metadata":{"a":"2"}}
ErrorInfo *: Java, not valid, {"reason":"1","metadata":{"a":"1"}}
ErrorInfo *: Python, not valid, KeyError
ErrorInfo metadata.a: Go, not valid, {"reason":"1","metadata":{"a":"1"}}
ErrorInfo metadata.a: Java, not valid, {"reason":"1","metadata":{"a":"1"}}
ErrorInfo metadata.a: Python, not valid, ValueError
ErrorInfo metadata: Go, valid, {"reason":"1","metadata":{"a":"2"}}
ErrorInfo metadata: Java, valid, {"reason":"1","metadata":{"a":"1","a":"2"}}
ErrorInfo metadata: Python, valid, {"reason":"1","metadata":{"a":"2"}}
ErrorInfo reason: Go, valid, {"reason":"2","metadata":{"a":"1"}}
ErrorInfo reason: Java, valid, {"reason":"2","metadata":{"a":"1"}}
ErrorInfo reason: Python, valid, {"reason":"2","metadata":{"a":"1"}}
EXPECTED
diff expected seen
echo "masks of lists and maps behave as they were seen"
