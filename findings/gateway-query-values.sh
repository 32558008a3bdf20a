#!/bin/sh
# github.com/grpc-ecosystem/grpc-gateway/v2 v2.33.0 and connectrpc.com/vanguard v0.4.0, seen on 2026-11-30 with Go 1.26.
#
# Guess before it was run: two gateways from HTTP to gRPC read the same message from a query; only one has maps.
# Seen: that is so. A mask is in JSON form in a query, `displayName`: vanguard takes that one only, and grpc-gateway takes it
# as it is, which makes a mask that no JSON can hold, and gives the right path for `display_name`. An empty text, by which a
# client sets a StringValue to nothing, is an error in vanguard, and so are `1` and `TRUE`, which grpc-gateway takes for true.
# Of a number sent twice vanguard has the last, and grpc-gateway refuses. A parameter that no field has is dropped by
# grpc-gateway, and in vanguard it ends the call with 500, the status of a fault of the server.
# Whom it meets: clients of one API whose gateway changes. With a mock: send `updateMask` in both forms, and a parameter of a
# tracker.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' mask=displayName mask=display_name text= text=a ok=true ok=1 ok=TRUE count=1\&count=2 labels[a]=b list=a\&list=b \
  time=2026-01-01T01:00:00%2B01:00 span=-1.5s state=ON state=1 utm_source=a > queries
cat > things.proto <<'PROTO'
syntax = "proto3";
package acme.v1;
import "google/api/annotations.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
service Things {
  rpc List(Query) returns (Query) {
    option (google.api.http) = {get: "/v1/things"};
  }
}
message Query {
  google.protobuf.FieldMask mask = 1;
  google.protobuf.StringValue text = 2;
  bool ok = 3;
  int32 count = 4;
  map<string, string> labels = 5;
  repeated string list = 6;
  google.protobuf.Timestamp time = 7;
  google.protobuf.Duration span = 8;
  State state = 9;
}
enum State {
  STATE_NONE = 0;
  ON = 1;
}
PROTO
cat > main.go <<'GO'
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"

	"connectrpc.com/vanguard"
	"github.com/bufbuild/protocompile"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

func show(message *dynamicpb.Message) string {
	text, err := protojson.Marshal(message)
	if err != nil {
		return "not JSON, " + strings.Join(strings.Fields(prototext.Format(message)), " ")
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		panic(err)
	}
	return compact.String()
}

func main() {
	known := protocompile.ResolverFunc(func(path string) (protocompile.SearchResult, error) {
		file, err := protoregistry.GlobalFiles.FindFileByPath(path)
		return protocompile.SearchResult{Desc: file}, err
	})
	compiler := protocompile.Compiler{Resolver: protocompile.CompositeResolver{&protocompile.SourceResolver{}, known}}
	files, err := compiler.Compile(context.Background(), "things.proto")
	if err != nil {
		panic(err)
	}
	kind := dynamicpb.NewMessageType(files[0].Messages().ByName("Query"))
	protoregistry.GlobalTypes.RegisterMessage(kind)
	protoregistry.GlobalTypes.RegisterEnum(dynamicpb.NewEnumType(files[0].Enums().ByName("State")))
	var received *dynamicpb.Message
	service := http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		if len(body) == 0 {
			return
		}
		received = dynamicpb.NewMessage(kind.Descriptor())
		if err := protojson.Unmarshal(body, received); err != nil {
			panic(err)
		}
		response.Header().Set("Content-Type", "application/json")
		fmt.Fprint(response, "{}")
	})
	transcoder, err := vanguard.NewTranscoder([]*vanguard.Service{vanguard.NewServiceWithSchema(
		files[0].Services().ByName("Things"),
		service,
		vanguard.WithTargetProtocols(vanguard.ProtocolConnect),
		vanguard.WithTargetCodecs(vanguard.CodecJSON),
	)})
	if err != nil {
		panic(err)
	}
	list, _ := os.ReadFile("queries")
	for _, query := range strings.Fields(string(list)) {
		values, _ := url.ParseQuery(query)
		message := dynamicpb.NewMessage(kind.Descriptor())
		answer := "refused"
		if err := runtime.PopulateQueryParameters(message, values, utilities.NewDoubleArray(nil)); err == nil {
			answer = show(message)
		}
		fmt.Printf("%s: grpc-gateway, %s\n", query, answer)
		recorder := httptest.NewRecorder()
		transcoder.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/v1/things?"+values.Encode(), nil))
		answer = fmt.Sprintf("refused with %d", recorder.Code)
		if recorder.Code == http.StatusOK {
			answer = show(received)
		}
		fmt.Printf("%s: vanguard, %s\n", query, answer)
	}
}
GO
{
  go mod init finding.test/query
  go get github.com/grpc-ecosystem/grpc-gateway/v2@v2.33.0 connectrpc.com/vanguard@v0.4.0 \
    github.com/bufbuild/protocompile@v0.14.1 google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
mask=displayName: grpc-gateway, not JSON, mask: { paths: "displayName" }
mask=displayName: vanguard, {"mask":"displayName"}
mask=display_name: grpc-gateway, {"mask":"displayName"}
mask=display_name: vanguard, refused with 400
text=: grpc-gateway, {"text":""}
text=: vanguard, refused with 400
text=a: grpc-gateway, {"text":"a"}
text=a: vanguard, {"text":"a"}
ok=true: grpc-gateway, {"ok":true}
ok=true: vanguard, {"ok":true}
ok=1: grpc-gateway, {"ok":true}
ok=1: vanguard, refused with 400
ok=TRUE: grpc-gateway, {"ok":true}
ok=TRUE: vanguard, refused with 400
count=1&count=2: grpc-gateway, refused
count=1&count=2: vanguard, {"count":2}
labels[a]=b: grpc-gateway, {"labels":{"a":"b"}}
labels[a]=b: vanguard, refused with 500
list=a&list=b: grpc-gateway, {"list":["a","b"]}
list=a&list=b: vanguard, {"list":["a","b"]}
time=2026-01-01T01:00:00%2B01:00: grpc-gateway, {"time":"2026-01-01T00:00:00Z"}
time=2026-01-01T01:00:00%2B01:00: vanguard, {"time":"2026-01-01T00:00:00Z"}
span=-1.5s: grpc-gateway, {"span":"-1.500s"}
span=-1.5s: vanguard, {"span":"-1.500s"}
state=ON: grpc-gateway, {"state":"ON"}
state=ON: vanguard, {"state":"ON"}
state=1: grpc-gateway, {"state":"ON"}
state=1: vanguard, {"state":"ON"}
utm_source=a: grpc-gateway, {}
utm_source=a: vanguard, refused with 500
EXPECTED
diff expected seen
echo "queries of gateways behave as they were seen"
