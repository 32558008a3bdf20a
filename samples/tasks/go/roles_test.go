package tasks

import (
	"slices"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestAReleaseNeedsNoMoreThanItsRoleHas(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	world.Authz.SetMode("report")
	platform := PlatformOf(world.Variables())
	platform.Token = world.Token("ci-bot")
	if _, err := platform.Release(t.Context(), "checkout"); err != nil {
		t.Fatal(err)
	}
	for _, denied := range world.Authz.Denied().Denied {
		t.Errorf("%s needs %s", denied.Operation, denied.Capability)
	}
	// What a role of its own would have to have.
	least := world.Authz.Used("ci-bot").Roles[0].Capabilities
	if !slices.Equal(least, []string{"repo.create", "repo.list"}) {
		t.Errorf("the least role: %v", least)
	}
}
