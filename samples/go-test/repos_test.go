// Tests over gRPC, each in a world of its own: `go test ./...`, or `platform-mock exec -- go test ./...`
package repos_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jhump/protoreflect/v2/grpcreflect"
	platformmock "github.com/platform-mock/platform-mock/clients/go"
	"github.com/platform-mock/platform-mock/clients/go/grpcmock"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

const repos = "chainguard.platform.registry.v2.ReposService"

// A caller of the ReposService in one world. Your own tests have a generated client here.
type caller struct {
	t    *testing.T
	conn *grpc.ClientConn
	ctx  context.Context
}

func dial(t *testing.T, world *grpcmock.World, token string) caller {
	t.Helper()
	return caller{t, world.GRPCConn(), world.Context(t.Context(), token)}
}

// Makes a unary call; the request is the JSON of its message, which the server describes by reflection.
func (c caller) call(method protoreflect.Name, request string) (protoreflect.Message, error) {
	c.t.Helper()
	reflection := grpcreflect.NewClientAuto(c.ctx, c.conn)
	defer reflection.Reset()
	file, err := reflection.FileContainingSymbol(repos)
	if err != nil {
		return nil, err
	}
	described := file.Services().ByName("ReposService").Methods().ByName(method)
	input, output := dynamicpb.NewMessage(described.Input()), dynamicpb.NewMessage(described.Output())
	if err := protojson.Unmarshal([]byte(request), input); err != nil {
		c.t.Fatal(err)
	}
	return output, c.conn.Invoke(c.ctx, fmt.Sprintf("/%s/%s", repos, method), input, output)
}

func (c caller) create(parent, name string) codes.Code {
	c.t.Helper()
	_, err := c.call("CreateRepo", fmt.Sprintf(`{"parent": %q, "repo": {"name": %q}}`, parent, name))
	return status.Code(err)
}

func field(message protoreflect.Message, name protoreflect.Name) protoreflect.Value {
	return message.Get(message.Descriptor().Fields().ByName(name))
}

// The names on a page of two, and the token of the next page.
func (c caller) page(token string) (names []string, next string) {
	c.t.Helper()
	page, err := c.call("ListRepos", fmt.Sprintf(`{"pageSize": 2, "orderBy": "name", "pageToken": %q}`, token))
	if err != nil {
		c.t.Fatal(err)
	}
	rows := field(page, "repos").List()
	for at := range rows.Len() {
		names = append(names, field(rows.Get(at).Message(), "name").String())
	}
	return names, field(page, "next_page_token").String()
}

func TestNamesAreTakenOnce(t *testing.T) {
	// All of them create the same name at the same time: nothing collides.
	for nth := range 20 {
		t.Run(fmt.Sprint(nth), func(t *testing.T) {
			t.Parallel()
			world := grpcmock.Start(t).World(t)
			admin := dial(t, world, world.Token(""))
			if code := admin.create(world.OrgID, "checkout"); code != codes.OK {
				t.Fatalf("the first create: %s", code)
			}
			if code := admin.create(world.OrgID, "checkout"); code != codes.AlreadyExists {
				t.Fatalf("the second create: %s", code)
			}
		})
	}
}

func TestAPageTokenExpires(t *testing.T) {
	t.Parallel()
	world := grpcmock.Start(t).World(t)
	admin := dial(t, world, world.Token(""))
	first, next := admin.page("")
	second, _ := admin.page(next)
	world.Clock.Advance("71h")
	if still, _ := admin.page(next); !slices.Equal(still, second) || slices.Equal(first, second) {
		t.Fatalf("before three days: %v, then %v, then %v", first, second, still)
	}
	world.Clock.Advance("1h0.5s")
	// The list starts again, without an error.
	if again, _ := admin.page(next); !slices.Equal(again, first) {
		t.Fatalf("after three days: %v, and not %v", again, first)
	}
}

func TestAViewerMayNotCreate(t *testing.T) {
	t.Parallel()
	world := grpcmock.Start(t).World(t)
	// A token of the fixture names no world, the metadata does.
	for _, token := range []string{"viewer-token", world.Token("viewer")} {
		_, err := dial(t, world, token).call("CreateRepo", fmt.Sprintf(`{"parent": %q, "repo": {"name": "checkout"}}`, world.OrgID))
		refused := status.Convert(err)
		if refused.Code() != codes.PermissionDenied || !strings.Contains(refused.Message(), `missing capability "repo.create"`) {
			t.Fatalf("%s: %s", refused.Code(), refused.Message())
		}
	}
	if code := dial(t, world, world.Token("")).create(world.OrgID, "checkout"); code != codes.OK {
		t.Fatalf("the admin's create: %s", code)
	}
}

func TestAnEmptyWorldHasNoRepos(t *testing.T) {
	t.Parallel()
	world := grpcmock.Start(t).World(t, platformmock.CreateWorld{From: "empty"})
	if names, _ := dial(t, world, world.Token("")).page(""); len(names) > 0 || world.OrgID != "" {
		t.Fatalf("%v in %q", names, world.OrgID)
	}
}

func TestAWorldEndsWithItsTest(t *testing.T) {
	t.Parallel()
	var world *grpcmock.World
	t.Run("has a world", func(t *testing.T) {
		world = grpcmock.Start(t).World(t)
		dial(t, world, world.Token("")).page("")
	})
	after := grpcmock.In(t, world.World)
	_, err := dial(t, after, world.Token("")).call("ListRepos", "{}")
	if refused := status.Convert(err); refused.Code() != codes.NotFound || !strings.Contains(refused.Message(), "has ended") {
		t.Fatalf("%s: %s", refused.Code(), refused.Message())
	}
}
