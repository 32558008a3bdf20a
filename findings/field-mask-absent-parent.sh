#!/bin/sh
# protobuf 7.36.2 with googleapis-common-protos 1.76.0 (PyPI), com.google.protobuf:protobuf-java-util 4.33.0 with
# com.google.api.grpc:proto-google-common-protos 2.63.0 (Maven Central) and go.einride.tech/aip v0.86.0, seen on 2026-11-29
# with Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: a mask `source.ip` clears that field in all three if the new message does not have it.
# Seen: so it is if the new message has `source` without `ip`. If it has no `source` at all, Java and Go clear the field, and
# `MergeMessage` of Python leaves it as it was, whatever its two options say; the rule of FieldMask is that a field in the
# mask that has its default value in the new message is reset. If neither has `source`, Go makes an empty one.
# Whom it meets: services in Python that take a PATCH with `{}` and a mask. With a mock: send such a PATCH, and read it back.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2 googleapis-common-protos==1.76.0
cat > merge.py <<'PY'
from google.protobuf.field_mask_pb2 import FieldMask
from google.rpc.context.attribute_context_pb2 import AttributeContext as Context

Peer = Context.Peer
OLD = Context(source=Peer(ip="1", port=2))
CASES = {
    "source without ip": (OLD, Context(source=Peer())),
    "no source": (OLD, Context()),
    "no source in both": (Context(), Context()),
}
for name, (old, new) in CASES.items():
    for replace in (False, True):
        merged = Context()
        merged.CopyFrom(old)
        FieldMask(paths=["source.ip"]).MergeMessage(new, merged, replace, replace)
        print(f"{name}: Python {replace}, source {merged.HasField('source')}, ip '{merged.source.ip}'".lower())
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>merge</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.protobuf</groupId><artifactId>protobuf-java-util</artifactId><version>4.33.0</version>
    </dependency>
    <dependency>
      <groupId>com.google.api.grpc</groupId><artifactId>proto-google-common-protos</artifactId><version>2.63.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Merge.java <<'JAVA'
import com.google.protobuf.FieldMask;
import com.google.protobuf.util.FieldMaskUtil;
import com.google.rpc.context.AttributeContext;

class Merge {
    static void show(String name, AttributeContext before, AttributeContext now) {
        var merged = before.toBuilder();
        FieldMaskUtil.merge(FieldMask.newBuilder().addPaths("source.ip").build(), now, merged);
        System.out.printf("%s: java, source %b, ip '%s'%n", name, merged.hasSource(), merged.getSource().getIp());
    }

    public static void main(String[] arguments) {
        var peer = AttributeContext.Peer.newBuilder().setIp("1").setPort(2);
        var old = AttributeContext.newBuilder().setSource(peer).build();
        var none = AttributeContext.getDefaultInstance();
        show("source without ip", old, none.toBuilder().setSource(peer.clear()).build());
        show("no source", old, none);
        show("no source in both", none, none);
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"

	"go.einride.tech/aip/fieldmask"
	context "google.golang.org/genproto/googleapis/rpc/context/attribute_context"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

func show(name string, merged, now *context.AttributeContext) {
	fieldmask.Update(&fieldmaskpb.FieldMask{Paths: []string{"source.ip"}}, merged, now)
	fmt.Printf("%s: go, source %t, ip '%s'\n", name, merged.Source != nil, merged.GetSource().GetIp())
}

func main() {
	old := func() *context.AttributeContext {
		return &context.AttributeContext{Source: &context.AttributeContext_Peer{Ip: "1", Port: 2}}
	}
	none := &context.AttributeContext{}
	show("source without ip", old(), &context.AttributeContext{Source: &context.AttributeContext_Peer{}})
	show("no source", old(), none)
	show("no source in both", &context.AttributeContext{}, none)
}
GO
{
  go mod init finding.test/merge
  go get go.einride.tech/aip@v0.86.0
  go mod tidy
} 2> /dev/null
{ venv/bin/python merge.py; java -cp 'classes/*' Merge.java; go run .; } > seen
cat > expected <<'EXPECTED'
source without ip: python false, source true, ip ''
source without ip: python true, source true, ip ''
no source: python false, source true, ip '1'
no source: python true, source true, ip '1'
no source in both: python false, source false, ip ''
no source in both: python true, source false, ip ''
source without ip: java, source true, ip ''
no source: java, source true, ip ''
no source in both: java, source false, ip ''
source without ip: go, source true, ip ''
no source: go, source true, ip ''
no source in both: go, source true, ip ''
EXPECTED
diff expected seen
echo "merges by a field mask behave as they were seen"
