package grpcmock_test

import (
	"context"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
	"github.com/platform-mock/platform-mock/clients/go/grpcmock"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
)

const createRepo = "/chainguard.platform.registry.v2.ReposService/CreateRepo"

// The bytes of a message as they are; your own tests have a generated client here.
type bytesCodec struct{}

func (bytesCodec) Marshal(message any) ([]byte, error) { return *message.(*[]byte), nil }
func (bytesCodec) Unmarshal(data []byte, message any) error {
	*message.(*[]byte) = append([]byte(nil), data...)
	return nil
}
func (bytesCodec) Name() string { return "proto" }

var _ encoding.Codec = bytesCodec{}

func create(ctx context.Context, connection *grpc.ClientConn, parent, name string) error {
	repo := protowire.AppendString(protowire.AppendTag(nil, 2, protowire.BytesType), name)
	request := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), parent)
	request = protowire.AppendBytes(protowire.AppendTag(request, 2, protowire.BytesType), repo)
	var answer []byte
	return connection.Invoke(ctx, createRepo, &request, &answer, grpc.ForceCodec(bytesCodec{}))
}

func TestALostAnswerIsFoundByItsName(t *testing.T) {
	t.Parallel()
	world := grpcmock.Start(t).World(t)
	connection := world.GRPCConn()
	world.Faults.Once("CreateRepo", platformmock.FaultEffect{Code: "UNAVAILABLE"},
		platformmock.OnceOptions{Phase: "after_commit"})
	first := create(t.Context(), connection, world.OrgID, "checkout")
	second := create(t.Context(), connection, world.OrgID, "checkout")
	if status.Code(first) != codes.Unavailable || status.Code(second) != codes.AlreadyExists {
		t.Fatalf("%v, then %v", first, second)
	}
}

func TestAConnectionIsInItsWorld(t *testing.T) {
	t.Parallel()
	mock := grpcmock.Start(t)
	one, other := mock.World(t), mock.World(t)
	for _, world := range []*grpcmock.World{one, other} {
		if err := create(t.Context(), world.GRPCConn(), world.OrgID, "checkout"); err != nil {
			t.Fatal(err)
		}
	}
	viewer := one.Context(t.Context(), one.Token("viewer"))
	if err := create(viewer, one.GRPCConn(), one.OrgID, "another"); status.Code(err) != codes.PermissionDenied {
		t.Fatal(err)
	}
	calls := one.Journal.Expect(platformmock.JournalMatch{Operation: "CreateRepo", Protocol: "grpc"}, platformmock.Exactly(2))
	past := grpcmock.In(t, one.At(calls[0]))
	if err := create(t.Context(), past.GRPCConn(), past.OrgID, "checkout"); err != nil {
		t.Fatal(err)
	}
}

func TestStreamsAndProxies(t *testing.T) {
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "grpc_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	world := grpcmock.Start(t).World(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	watch, err := grpc_health_v1.NewHealthClient(world.GRPCConn()).Watch(ctx, &grpc_health_v1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := watch.Recv(); err != nil || answer.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Fatalf("%v %v", answer, err)
	}
}
