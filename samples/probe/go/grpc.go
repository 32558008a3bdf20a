package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"

	"github.com/jhump/protoreflect/v2/grpcreflect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Calls without generated code: the server tells by reflection what its messages are.
type overGRPC struct {
	conn    *grpc.ClientConn
	methods map[string]protoreflect.MethodDescriptor
}

func newGRPC() (*overGRPC, error) {
	at, err := url.Parse(os.Getenv("PLATFORM_API_URL"))
	if err != nil {
		return nil, err
	}
	transport := insecure.NewCredentials()
	if at.Scheme == "https" {
		if transport, err = credentials.NewClientTLSFromFile(os.Getenv("PLATFORM_CA_FILE"), ""); err != nil {
			return nil, err
		}
	}
	conn, err := grpc.NewClient(at.Host, grpc.WithTransportCredentials(transport))
	if err != nil {
		return nil, err
	}
	described := &overGRPC{conn, map[string]protoreflect.MethodDescriptor{}}
	reflection := grpcreflect.NewClientAuto(context.Background(), conn)
	defer reflection.Reset()
	for _, service := range []protoreflect.FullName{
		"chainguard.platform.registry.v2.ReposService",
		"chainguard.platform.oidc.SecurityTokenService",
	} {
		file, err := reflection.FileContainingSymbol(service)
		if err != nil {
			return nil, err
		}
		methods := file.Services().ByName(service.Name()).Methods()
		for at := range methods.Len() {
			described.methods[string(methods.Get(at).Name())] = methods.Get(at)
		}
	}
	return described, nil
}

func (g *overGRPC) call(operation, token string, request message) (message, error) {
	method := g.methods[operation]
	input, output := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	sent, _ := json.Marshal(request)
	// A field that it knows from JSON only, such as the tier, is no field of the service.
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(sent, input); err != nil {
		return nil, err
	}
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+token)
	if !makes("no-timeout") {
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	path := fmt.Sprintf("/%s/%s", method.Parent().FullName(), method.Name())
	if err := g.conn.Invoke(ctx, path, input, output); err != nil {
		return nil, refusalOfStatus(status.Convert(err))
	}
	if makes("refuse-new-fields") && len(output.GetUnknown()) > 0 {
		return nil, fmt.Errorf("unknown fields in the answer to %s", operation)
	}
	received, err := protojson.Marshal(output)
	if err != nil {
		return nil, err
	}
	value := message{}
	return value, json.Unmarshal(received, &value)
}

func refusalOfStatus(of *status.Status) *refused {
	refusal := &refused{message: of.String()}
	switch of.Code() {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Internal, codes.Aborted:
		refusal.kind = passing
	case codes.AlreadyExists:
		refusal.kind = taken
	case codes.NotFound:
		refusal.kind = missing
	case codes.Unauthenticated:
		refusal.kind = unknownCaller
	}
	for _, detail := range of.Details() {
		if info, isInfo := detail.(*errdetails.RetryInfo); isInfo {
			refusal.retryAfter = info.GetRetryDelay().AsDuration()
		}
	}
	return refusal
}
