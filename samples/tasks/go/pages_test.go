package tasks

import (
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestAShortPageIsNotTheLastOne(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	world.Faults.Once("ListRepos", platformmock.Surprise("short_page"))
	repos, err := PlatformOf(world.Variables()).ListRepos(t.Context())
	if err != nil || len(repos) != 12 {
		t.Fatalf("%d repos of 12, %v", len(repos), err)
	}
}

func TestAWalkThatBeginsAgainHasEachRepoOnce(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	world.Faults.Once("ListRepos", platformmock.Surprise("expired_cursor"))
	repos, err := PlatformOf(world.Variables()).ListRepos(t.Context())
	if err != nil || len(repos) != 12 {
		t.Fatalf("%d repos of 12, %v", len(repos), err)
	}
}
