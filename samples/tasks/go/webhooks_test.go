package tasks

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// Subscribes a receiver to the events of a world; the names of repos that it takes are in what is returned.
func receive(t *testing.T, world *platformmock.World) (platform Platform, taken *[]string) {
	t.Helper()
	platform, taken = PlatformOf(world.Variables()), new([]string)
	receiver, err := NewReceiver(t.Context(), platform)
	if err != nil {
		t.Fatal(err)
	}
	receiver.Take = func(eventType, name string) {
		if strings.Contains(eventType, "repo.created") {
			*taken = append(*taken, name)
		}
	}
	server := httptest.NewServer(receiver)
	t.Cleanup(server.Close)
	sink := map[string]string{"sink": server.URL}
	if err := platform.Call(t.Context(), "POST", "/events/v2/subscriptions/"+platform.OrgID, sink, nil); err != nil {
		t.Fatal(err)
	}
	return platform, taken
}

func create(t *testing.T, platform Platform, name string) {
	t.Helper()
	if err := platform.Call(t.Context(), "POST", "/registry/v2/repos/"+platform.OrgID, Repo{Name: name}, nil); err != nil {
		t.Fatal(err)
	}
}

func TestAnEventThatIsDeliveredTwiceIsTakenOnce(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	platform, taken := receive(t, world)
	world.Events.SetPlan(platformmock.SetDeliveryPlan{Mode: "sync", Duplicate: 1})
	create(t, platform, "checkout")
	if !slices.Equal(*taken, []string{"checkout"}) {
		t.Fatalf("taken: %v", *taken)
	}
}

func TestWhatIsNotFromThePlatformIsRefused(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	platform, taken := receive(t, world)
	for _, flaw := range []string{"bad_signature", "wrong_digest", "wrong_audience", "expired"} {
		world.Events.SetPlan(platformmock.SetDeliveryPlan{Mode: "sync", Flaw: flaw})
		create(t, platform, strings.ReplaceAll(flaw, "_", "-"))
	}
	if len(*taken) > 0 {
		t.Fatalf("taken: %v", *taken)
	}
}
