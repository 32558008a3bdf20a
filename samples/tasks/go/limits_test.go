package tasks

import (
	"fmt"
	"slices"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestAClientThatIsOverItsLimitWaitsAsLongAsItIsTold(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	platform := PlatformOf(world.Variables())
	repos, err := platform.ListRepos(t.Context())
	must(t, err)
	var uids []string
	for _, repo := range repos {
		uids = append(uids, repo.UID)
	}
	world.Clock.Freeze()
	match := &platformmock.QuotaMatch{Operation: "GetRepo"}
	world.Quota.Set(platformmock.Quota{Requests: 5, Per: "1m", By: "caller", Match: match})
	var waited []time.Duration
	pause := func(time time.Duration) {
		waited = append(waited, time)
		world.Clock.Advance(fmt.Sprintf("%.0fs", time.Seconds()))
	}
	if read, err := platform.ReadRepos(t.Context(), uids, pause); err != nil || len(read) != 12 {
		t.Fatalf("%d repos of 12, %v", len(read), err)
	}
	if !slices.Equal(waited, []time.Duration{time.Minute, time.Minute}) {
		t.Fatalf("waited %v", waited)
	}
}
