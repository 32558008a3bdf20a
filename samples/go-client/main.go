// Calls the service over gRPC without generated code: the server tells by reflection what its messages are.
package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"os"

	"github.com/jhump/protoreflect/v2/grpcreflect"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// `platform-mock exec -- go run .` sets the environment.
func dial() *grpc.ClientConn {
	at := must(url.Parse(os.Getenv("PLATFORM_API_URL")))
	transport := insecure.NewCredentials()
	if at.Scheme == "https" {
		transport = must(credentials.NewClientTLSFromFile(os.Getenv("PLATFORM_CA_FILE"), ""))
	}
	return must(grpc.NewClient(at.Host, grpc.WithTransportCredentials(transport)))
}

type client struct {
	conn       *grpc.ClientConn
	reflection *grpcreflect.Client
}

// Makes a unary call; the request is the JSON of its message.
func (c client) call(ctx context.Context, service protoreflect.FullName, method protoreflect.Name, request string) (protoreflect.Message, error) {
	file := must(c.reflection.FileContainingSymbol(service))
	described := file.Services().ByName(service.Name()).Methods().ByName(method)
	input, output := dynamicpb.NewMessage(described.Input()), dynamicpb.NewMessage(described.Output())
	if err := protojson.Unmarshal([]byte(request), input); err != nil {
		return nil, err
	}
	return output, c.conn.Invoke(ctx, fmt.Sprintf("/%s/%s", service, method), input, output)
}

func text(message protoreflect.Message, field protoreflect.Name) string {
	return message.Get(message.Descriptor().Fields().ByName(field)).String()
}

func main() {
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+os.Getenv("PLATFORM_TOKEN"))
	conn, org := dial(), os.Getenv("PLATFORM_ORG_ID")
	api := client{conn, grpcreflect.NewClientAuto(ctx, conn)}
	const repos, groups = "chainguard.platform.registry.v2.ReposService", "chainguard.platform.iam.v2.GroupsService"

	page := must(api.call(ctx, repos, "ListRepos", fmt.Sprintf(`{"uidp": {"childrenOf": %q}, "pageSize": 3}`, org)))
	fmt.Println(text(page, "total_count"), "repos")
	repo := must(api.call(ctx, repos, "CreateRepo", fmt.Sprintf(`{"parent": %q, "repo": {"name": "from-go"}}`, org)))
	fmt.Println("created", text(repo, "name"))
	_, err := api.call(ctx, groups, "DeleteGroup", fmt.Sprintf(`{"uid": %q}`, org))
	refused := status.Convert(err)
	fmt.Printf("%s: %s\n", refused.Code(), refused.Message())
	for _, detail := range refused.Details() {
		// One of a type that is not known here is an error, and is left out.
		if message, known := detail.(proto.Message); known {
			fmt.Println(message.ProtoReflect().Descriptor().FullName(), message)
		}
	}
	must(api.call(ctx, repos, "DeleteRepo", fmt.Sprintf(`{"uid": %q}`, text(repo, "uid"))))
}
