// Package grpcmock adds connections of gRPC to the worlds of a platform-mock.
package grpcmock

import (
	"context"
	"net/url"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
)

// A Mock is a platformmock.Mock whose worlds have connections.
type Mock struct{ *platformmock.Mock }

// Start finds a mock, or starts one, as platformmock.Start does.
func Start(t testing.TB, flags ...string) *Mock {
	t.Helper()
	return &Mock{platformmock.Start(t, flags...)}
}

// A World is a platformmock.World with connections.
type World struct {
	*platformmock.World

	t testing.TB
}

// World makes a world, as the method of platformmock does.
func (m *Mock) World(t testing.TB, options ...platformmock.CreateWorld) *World {
	t.Helper()
	return In(t, m.Mock.World(t, options...))
}

// In adds connections to a world that was made in another way, such as by At.
func In(t testing.TB, world *platformmock.World) *World {
	return &World{world, t}
}

// GRPCConn returns a connection whose calls are in this world, by the identity that may do everything unless they have
// an authorization of their own. It is closed with the test.
func (w *World) GRPCConn(options ...grpc.DialOption) *grpc.ClientConn {
	w.t.Helper()
	address, err := url.Parse(w.URL)
	if err != nil {
		w.t.Fatalf("grpcmock: %v", err)
	}
	transport := insecure.NewCredentials()
	if config := w.TLS(); config != nil {
		transport = credentials.NewTLS(config)
	}
	own := []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithChainUnaryInterceptor(w.unary),
		grpc.WithChainStreamInterceptor(w.stream),
	}
	connection, err := grpc.NewClient(address.Host, append(own, options...)...)
	if err != nil {
		w.t.Fatalf("grpcmock: %v", err)
	}
	w.t.Cleanup(func() { connection.Close() })
	return connection
}

// Context returns the context of a call in this world by the holder of a token, over any connection to the mock.
func (w *World) Context(ctx context.Context, token string) context.Context {
	sent, _ := metadata.FromOutgoingContext(ctx)
	sent = sent.Copy()
	for name, value := range w.Metadata(token) {
		sent.Set(name, value)
	}
	return metadata.NewOutgoingContext(ctx, sent)
}

func (w *World) named(ctx context.Context) context.Context {
	sent, _ := metadata.FromOutgoingContext(ctx)
	if given := sent.Get("authorization"); len(given) > 0 {
		sent = sent.Copy()
		for name, value := range w.Headers {
			sent.Set(name, value)
		}
		return metadata.NewOutgoingContext(ctx, sent)
	}
	return w.Context(ctx, w.Token(""))
}

func (w *World) unary(ctx context.Context, method string, in, out any, connection *grpc.ClientConn, call grpc.UnaryInvoker, options ...grpc.CallOption) error {
	return call(w.named(ctx), method, in, out, connection, options...)
}

func (w *World) stream(ctx context.Context, description *grpc.StreamDesc, connection *grpc.ClientConn, method string, open grpc.Streamer, options ...grpc.CallOption) (grpc.ClientStream, error) {
	return open(w.named(ctx), description, connection, method, options...)
}
