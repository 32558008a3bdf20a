package tasks

import (
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestEachTeamHasItsOwnCheckout(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t, platformmock.CreateWorld{From: "fixture:../scenarios/two-teams"})
	platform := PlatformOf(world.Variables())
	for team, description := range map[string]string{"red": "Takes the money.", "blue": "Counts the visitors."} {
		if repo, err := platform.RepoOf(t.Context(), team, "checkout"); err != nil || repo.Description != description {
			t.Errorf("repo of team %s: %q, %v", team, repo.Description, err)
		}
	}
}
