package tasks

import (
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// must fails the test for a call of its own that fails.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var withBase = Repo{Name: "checkout", Description: "Takes the money.", Bundles: []string{"base"}}

func TestAnUpdateLeavesAloneWhatAnotherHasChanged(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	var read, stored Repo
	must(t, platform.Call(t.Context(), "POST", "/registry/v2/repos/"+platform.OrgID, withBase, &read))
	path := "/registry/v2/repos/" + read.UID
	must(t, platform.Call(t.Context(), "PATCH", path, Repo{Description: "Takes cards."}, nil))
	must(t, platform.SetBundles(t.Context(), read, "fips"))
	must(t, platform.Call(t.Context(), "GET", path, nil, &stored))
	if stored.Description != "Takes cards." || len(stored.Bundles) != 1 || stored.Bundles[0] != "fips" {
		t.Fatalf("stored: %q, bundles %v", stored.Description, stored.Bundles)
	}
}

func TestAnUpdateToNothingClearsTheField(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	var read, stored Repo
	must(t, platform.Call(t.Context(), "POST", "/registry/v2/repos/"+platform.OrgID, withBase, &read))
	must(t, platform.SetBundles(t.Context(), read))
	must(t, platform.Call(t.Context(), "GET", "/registry/v2/repos/"+read.UID, nil, &stored))
	if stored.Description != "Takes the money." || len(stored.Bundles) != 0 {
		t.Fatalf("stored: %q, bundles %v", stored.Description, stored.Bundles)
	}
}
