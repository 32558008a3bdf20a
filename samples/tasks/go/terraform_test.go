package tasks

import (
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestARepoThatIsGoneIsNoError(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	state, err := platform.CreateResource(t.Context(), checkout)
	if err != nil {
		t.Fatal(err)
	}
	// By hand, as far as Terraform knows.
	if err := platform.Call(t.Context(), "DELETE", "/registry/v2/repos/"+state.UID, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, there, err := platform.ReadResource(t.Context(), state.UID); there || err != nil {
		t.Errorf("read: there is %t, %v", there, err)
	}
	if err := platform.DeleteResource(t.Context(), state.UID); err != nil {
		t.Errorf("delete: %v", err)
	}
}

func TestAnUpdateLeavesWhatAnotherCallerHasChanged(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	state, err := platform.CreateResource(t.Context(), checkout)
	if err != nil {
		t.Fatal(err)
	}
	byHand := map[string]string{"description": "Edited by hand."}
	if err := platform.Call(t.Context(), "PATCH", "/registry/v2/repos/"+state.UID, byHand, nil); err != nil {
		t.Fatal(err)
	}
	plan := state
	plan.Bundles = []string{"base"}
	updated, err := platform.UpdateResource(t.Context(), state, plan)
	if err != nil || updated.Description != "Edited by hand." || len(updated.Bundles) != 1 {
		t.Fatalf("%+v, %v", updated, err)
	}
}
