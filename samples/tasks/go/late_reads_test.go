package tasks

import (
	"slices"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestAListThatLagsIsReadAgain(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	world.Clock.Freeze()
	world.Consistency.Set(platformmock.Lag{Lists: &platformmock.ListLag{Lag: "2s"}})
	var waited []time.Duration
	pause := func(time time.Duration) {
		waited = append(waited, time)
		world.Clock.Advance(time.String())
	}
	listed, err := PlatformOf(world.Variables()).CreateListed(t.Context(), checkout, pause)
	if err != nil || listed.Name != "checkout" {
		t.Fatalf("listed %q: %v", listed.Name, err)
	}
	if !slices.Equal(waited, []time.Duration{time.Second, time.Second}) {
		t.Fatalf("waited %v", waited)
	}
}
