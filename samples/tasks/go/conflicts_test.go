package tasks

import (
	"slices"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestAfterAConflictTheChangeIsMadeToWhatIsThereNow(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	platform := PlatformOf(world.Variables())
	var made, stored Repo
	must(t, platform.Call(t.Context(), "POST", "/registry/v2/repos/"+platform.OrgID, Repo{Name: "checkout"}, &made))
	path := "/registry/v2/repos/" + made.UID
	world.Faults.Once("UpdateRepo", platformmock.Surprise("aborted_once"))
	// The caller that was first stores its change while the client waits.
	pause := func() { must(t, platform.Call(t.Context(), "PATCH", path, Repo{Bundles: []string{"base"}}, nil)) }
	must(t, platform.AddBundle(t.Context(), made.UID, "fips", pause))
	must(t, platform.Call(t.Context(), "GET", path, nil, &stored))
	if !slices.Equal(stored.Bundles, []string{"base", "fips"}) {
		t.Fatalf("bundles %v", stored.Bundles)
	}
}
