package tasks

import (
	"slices"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestARepoIsPutIntoABundle(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	if err := platform.AddToBundle(t.Context(), "curl", "fips"); err != nil {
		t.Fatal(err)
	}
	if repo, err := platform.repoNamed(t.Context(), "curl"); err != nil || !slices.Contains(repo.Bundles, "fips") {
		t.Fatalf("%+v, %v", repo, err)
	}
}
