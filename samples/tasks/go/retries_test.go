package tasks

import (
	"slices"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

var checkout = Repo{Name: "checkout", Description: "Takes the money."}

func TestACreateWhoseAnswerIsLostMakesOneRepo(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	effect := platformmock.FaultEffect{Code: "UNAVAILABLE", RetryAfter: platformmock.Ptr(2)}
	world.Faults.Once("CreateRepo", effect, platformmock.OnceOptions{Phase: "after_commit"})
	var waited []time.Duration
	pause := func(time time.Duration) { waited = append(waited, time) }
	if _, err := PlatformOf(world.Variables()).CreateRepo(t.Context(), checkout, pause); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(waited, []time.Duration{2 * time.Second}) {
		t.Fatalf("waited %v", waited)
	}
	if added := world.Diff().Added; len(added) != 1 || added[0].Name != "checkout" {
		t.Fatalf("%+v", added)
	}
}

func TestANameThatAnotherCallerHasTakenIsRefused(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	platform, pause := PlatformOf(world.Variables()), func(time.Duration) {}
	theirs := Repo{Name: "checkout", Description: "Of another team."}
	if _, err := platform.CreateRepo(t.Context(), theirs, pause); err != nil {
		t.Fatal(err)
	}
	world.Faults.Once("CreateRepo", platformmock.FaultEffect{Code: "UNAVAILABLE"})
	if _, err := platform.CreateRepo(t.Context(), checkout, pause); !hasStatus(err, 409) {
		t.Fatalf("%v, and not a refusal of the name", err)
	}
}
