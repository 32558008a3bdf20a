package tasks

import (
	"strings"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

func TestWhatWasShippedIsThere(t *testing.T) {
	t.Parallel()
	platform := PlatformOf(platformmock.Start(t).World(t).Variables())
	if err := platform.Ship(t.Context(), "checkout"); err != nil {
		t.Fatal(err)
	}
	repos, err := platform.ListRepos(t.Context())
	var names []string
	for _, repo := range repos {
		if strings.HasPrefix(repo.Name, "checkout") {
			names = append(names, repo.Name)
		}
	}
	if err != nil || strings.Join(names, " ") != "checkout" {
		t.Fatalf("there is %q, %v", names, err)
	}
}
