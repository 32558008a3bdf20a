#!/bin/sh
# buf.build/go/protovalidate v1.4.0, protovalidate 2.1.0 (PyPI), @bufbuild/protovalidate 1.3.0 (npm) and
# build.buf:protovalidate 1.3.0 (Maven Central), seen on 2026-11-30 with Go 1.26, Python 3.11, Node 20 and Java 17.
#
# Guess before it was run: four libraries find the same violations for the same messages and rules; texts made by `format` in
# a custom rule differ in one.
# Seen: the violations are the same, and no two libraries give the same texts for them. Those of standard rules have the limit
# inside: 1e21, 1.5 s and half a second of a time are written in two ways each. `%s` of 0.1 + 0.2 is 0.3 for two, of a float
# of 0.1 it has three forms, and of 1e21, a time or a duration two. `%x` of -255 is `-ff` (cel-go, strings, format), and 16
# digits in Java, where `%.0f` of 2.5 is 2.5. A number in a Struct is `1.0` by `string` in Java and `1` in the
# others, and `int('0x10')` is 16 in JavaScript and an error in the others. Bytes, lists, maps, wrappers and sizes are written
# alike.
# Whom it meets: who shows these texts, or compares them in tests of two services. With a mock: break one rule by each, and
# compare the identifiers of rules in place of texts.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
double.lt of 1e21|double|1.5e21|double.lt = 1e21
float.lt of 0.1|float|0.2|float.lt = 0.1
bytes.const|bytes|"AQ=="|bytes.const = "\x00\xff"
string.in|string|"x"|string = {in: ["a", "b c"]}
duration.lt of 1.5 s|google.protobuf.Duration|"2s"|duration.lt = {seconds: 1, nanos: 500000000}
timestamp.lt of half a second|google.protobuf.Timestamp|"2026-11-30T00:00:00Z"|timestamp.lt = {nanos: 500000000}
'%s' of 1e21|double|1|'%s'.format([this * 1.0e21])
'%s' of 0.1 + 0.2|double|0.1|'%s'.format([this + 0.2])
'%s' of a float|float|0.1|'%s'.format([this])
'%x' and '%X' of -255|int64|"-255"|'%x %X'.format([this, this])
'%x' of bytes|bytes|"YWI="|'%x'.format([this])
'%.0f' of 2.5|double|2.5|'%.0f'.format([this])
'%s' of a time|google.protobuf.Timestamp|"2026-11-30T01:02:03.500Z"|'%s'.format([this])
'%s' of a duration|google.protobuf.Duration|"1.500s"|'%s'.format([this])
'%s' of a list|repeated int64|["1","2"]|'%s'.format([this])
'%s' of a map|map<string, int32>|{"a":1}|'%s'.format([this])
'%s' of a wrapper|google.protobuf.Int32Value|5|'%s'.format([this])
string of 3661 s|google.protobuf.Duration|"3661s"|string(this)
string of a number in a Struct|google.protobuf.Struct|{"a":1}|string(this.a)
size of a letter|string|"é"|string(size(this))
int of 0x10|string|"0x10"|string(int(this))
unique|repeated double|[1,1.0]|this.unique() ? '' : 'twice'
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>check</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>build.buf</groupId><artifactId>protovalidate</artifactId><version>1.3.0</version></dependency>
    <dependency>
      <groupId>com.google.protobuf</groupId><artifactId>protobuf-java-util</artifactId><version>4.35.1</version>
    </dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protovalidate==2.1.0 protobuf==7.36.2 grpcio-tools==1.85.1
cat > rules.py <<'PY'
import json
import zipfile

zipfile.ZipFile("classes/protovalidate-1.3.0.jar").extract("buf/validate/validate.proto")
print('syntax = "proto3"; package t; import "buf/validate/validate.proto"; import "google/protobuf/wrappers.proto";')
print('import "google/protobuf/duration.proto"; import "google/protobuf/timestamp.proto";')
print('import "google/protobuf/struct.proto";')
for at, line in enumerate(open("cases", encoding="utf-8").read().splitlines()):
    title, kind, _, rule = line.split("|", 3)
    if ".format" in rule or "(this" in rule or "this." in rule:
        rule = 'cel = {id: "x", expression: %s}' % json.dumps(rule)
    print("message M%d { %s v = 1 [(buf.validate.field).%s]; }" % (at, kind, rule))
PY
venv/bin/python rules.py > rules.proto
venv/bin/python -m grpc_tools.protoc -I. --include_imports --descriptor_set_out=rules.bin rules.proto
cat > check.py <<'PY'
import json

import protovalidate
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

pool = descriptor_pool.DescriptorPool()
for file in descriptor_pb2.FileDescriptorSet.FromString(open("rules.bin", "rb").read()).file:
    pool.Add(file)
for at, line in enumerate(open("cases", encoding="utf-8").read().splitlines()):
    title, _, value, _ = line.split("|", 3)
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"t.M{at}"))()
    json_format.ParseDict({"v": json.loads(value)}, message)
    try:
        found = protovalidate.collect_violations(message)
        answer = "; ".join(violation.proto.message for violation in found)
    except (protovalidate.CompilationError, protovalidate.EvaluationError):
        answer = "(error)"
    print(f"{title}: Python, {answer}")
PY
npm install --silent --no-audit --no-fund @bufbuild/protovalidate@1.3.0 @bufbuild/protobuf@2.15.0
cat > check.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createFileRegistry, fromBinary, fromJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { createValidator } from '@bufbuild/protovalidate';

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync('rules.bin')));
const validator = createValidator({ registry });
for (const [at, line] of readFileSync('cases', 'utf8').trim().split('\n').entries()) {
  const [title, , value] = line.split('|');
  const schema = registry.getMessage(`t.M${at}`);
  const result = validator.validate(schema, fromJson(schema, { v: JSON.parse(value) }, { registry }));
  const answer = result.kind === 'error' ? '(error)' : (result.violations ?? []).map((found) => found.message).join('; ');
  console.log(`${title}: JavaScript, ${answer}`);
}
JS
cat > Check.java <<'JAVA'
import build.buf.protovalidate.ValidatorFactory;
import build.buf.protovalidate.exceptions.ValidationException;
import build.buf.validate.ValidateProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.util.JsonFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.stream.Collectors;

class Check {
    public static void main(String[] arguments) throws Exception {
        var extensions = ExtensionRegistry.newInstance();
        ValidateProto.registerAllExtensions(extensions);
        var files = new HashMap<String, FileDescriptor>();
        for (var file : FileDescriptorSet.parseFrom(Files.readAllBytes(Path.of("rules.bin")), extensions).getFileList()) {
            var needed = file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
            files.put(file.getName(), FileDescriptor.buildFrom(file, needed));
        }
        var validator = ValidatorFactory.newBuilder().build();
        var at = 0;
        for (var line : Files.readAllLines(Path.of("cases"))) {
            var parts = line.split("\\|", 4);
            var message = DynamicMessage.newBuilder(files.get("rules.proto").findMessageTypeByName("M" + at++));
            JsonFormat.parser().merge("{\"v\":" + parts[2] + "}", message);
            String answer;
            try {
                var found = validator.validate(message.build()).getViolations();
                answer = found.stream().map(each -> each.toProto().getMessage()).collect(Collectors.joining("; "));
            } catch (ValidationException error) {
                answer = "(error)";
            }
            System.out.println(parts[0] + ": Java, " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

func check(message proto.Message) string {
	err := protovalidate.Validate(message)
	var invalid *protovalidate.ValidationError
	if !errors.As(err, &invalid) {
		return "(error)"
	}
	var texts []string
	for _, violation := range invalid.Violations {
		texts = append(texts, violation.Proto.GetMessage())
	}
	return strings.Join(texts, "; ")
}

func main() {
	bytes, _ := os.ReadFile("rules.bin")
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(bytes, set); err != nil {
		panic(err)
	}
	files, _ := protodesc.NewFiles(set)
	cases, _ := os.ReadFile("cases")
	for at, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		parts := strings.SplitN(line, "|", 4)
		found, _ := files.FindDescriptorByName(protoreflect.FullName(fmt.Sprintf("t.M%d", at)))
		message := dynamicpb.NewMessage(found.(protoreflect.MessageDescriptor))
		if err := protojson.Unmarshal([]byte(`{"v":`+parts[2]+`}`), message); err != nil {
			panic(err)
		}
		fmt.Printf("%s: Go, %s\n", parts[0], check(message))
	}
}
GO
{
  go mod init finding.test/check
  go get buf.build/go/protovalidate@v1.4.0
  go mod tidy
} 2> /dev/null
{
  venv/bin/python check.py
  node check.mjs
  java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'classes/*' Check.java
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
'%.0f' of 2.5: Go, 2
'%.0f' of 2.5: Java, 2.5
'%.0f' of 2.5: JavaScript, 2
'%.0f' of 2.5: Python, 2
'%s' of 0.1 + 0.2: Go, 0.30000000000000004
'%s' of 0.1 + 0.2: Java, 0.3
'%s' of 0.1 + 0.2: JavaScript, 0.30000000000000004
'%s' of 0.1 + 0.2: Python, 0.3
'%s' of 1e21: Go, 1000000000000000000000
'%s' of 1e21: Java, 1000000000000000000000
'%s' of 1e21: JavaScript, 1e+21
'%s' of 1e21: Python, 1e+21
'%s' of a duration: Go, 1.5s
'%s' of a duration: Java, 1.5s
'%s' of a duration: JavaScript, 1.500s
'%s' of a duration: Python, 1.500s
'%s' of a float: Go, 0.10000000149011612
'%s' of a float: Java, 0.100000001
'%s' of a float: JavaScript, 0.1
'%s' of a float: Python, 0.1
'%s' of a list: Go, [1, 2]
'%s' of a list: Java, [1, 2]
'%s' of a list: JavaScript, [1, 2]
'%s' of a list: Python, [1, 2]
'%s' of a map: Go, {a: 1}
'%s' of a map: Java, {a: 1}
'%s' of a map: JavaScript, {a: 1}
'%s' of a map: Python, {a: 1}
'%s' of a time: Go, 2026-11-30T01:02:03.5Z
'%s' of a time: Java, 2026-11-30T01:02:03.500Z
'%s' of a time: JavaScript, 2026-11-30T01:02:03.500Z
'%s' of a time: Python, 2026-11-30T01:02:03.5Z
'%s' of a wrapper: Go, 5
'%s' of a wrapper: Java, 5
'%s' of a wrapper: JavaScript, 5
'%s' of a wrapper: Python, 5
'%x' and '%X' of -255: Go, -ff -FF
'%x' and '%X' of -255: Java, ffffffffffffff01 FFFFFFFFFFFFFF01
'%x' and '%X' of -255: JavaScript, -ff -FF
'%x' and '%X' of -255: Python, -ff -FF
'%x' of bytes: Go, 6162
'%x' of bytes: Java, 6162
'%x' of bytes: JavaScript, 6162
'%x' of bytes: Python, 6162
bytes.const: Go, must be 00ff
bytes.const: Java, must be 00ff
bytes.const: JavaScript, must be 00ff
bytes.const: Python, must be 00ff
double.lt of 1e21: Go, must be less than 1000000000000000000000
double.lt of 1e21: Java, must be less than 1000000000000000000000
double.lt of 1e21: JavaScript, must be less than 1e+21
double.lt of 1e21: Python, must be less than 1000000000000000000000
duration.lt of 1.5 s: Go, must be less than 1.5s
duration.lt of 1.5 s: Java, must be less than 1.5s
duration.lt of 1.5 s: JavaScript, must be less than 1.500s
duration.lt of 1.5 s: Python, must be less than 1.5s
float.lt of 0.1: Go, must be less than 0.10000000149011612
float.lt of 0.1: Java, must be less than 0.10000000149011612
float.lt of 0.1: JavaScript, must be less than 0.10000000149011612
float.lt of 0.1: Python, must be less than 0.10000000149011612
int of 0x10: Go, (error)
int of 0x10: Java, (error)
int of 0x10: JavaScript, 16
int of 0x10: Python, (error)
size of a letter: Go, 1
size of a letter: Java, 1
size of a letter: JavaScript, 1
size of a letter: Python, 1
string of 3661 s: Go, 3661s
string of 3661 s: Java, 3661s
string of 3661 s: JavaScript, 3661s
string of 3661 s: Python, 3661s
string of a number in a Struct: Go, 1
string of a number in a Struct: Java, 1.0
string of a number in a Struct: JavaScript, 1
string of a number in a Struct: Python, 1
string.in: Go, must be in list [a, b c]
string.in: Java, must be in list [a, b c]
string.in: JavaScript, must be in list [a, b c]
string.in: Python, must be in list [a, b c]
timestamp.lt of half a second: Go, must be less than 1970-01-01T00:00:00.5Z
timestamp.lt of half a second: Java, must be less than 1970-01-01T00:00:00.500Z
timestamp.lt of half a second: JavaScript, must be less than 1970-01-01T00:00:00.500Z
timestamp.lt of half a second: Python, must be less than 1970-01-01T00:00:00.5Z
unique: Go, twice
unique: Java, twice
unique: JavaScript, twice
unique: Python, twice
EXPECTED
diff expected seen
echo "texts of violations are as they were seen"
