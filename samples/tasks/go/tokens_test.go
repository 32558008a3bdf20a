package tasks

import (
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

var workflow = platformmock.MintUpstreamToken{
	Issuer:  "https://token.actions.example.com",
	Subject: "repo:example@1001/app@2002:ref:refs/heads/main",
}

func TestASessionOutlivesItsTokens(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	session := Session{
		Platform: PlatformOf(world.Variables()),
		CIToken:  func() string { return world.Tokens.Upstream(workflow).Token },
	}
	// The access token has ended after an hour, the refresh token after a day.
	for _, later := range []string{"0s", "61m", "25h"} {
		world.Clock.Advance(later)
		var list struct{ TotalCount string }
		if err := session.Call(t.Context(), "GET", "/registry/v2/repos", nil, &list); err != nil || list.TotalCount != "12" {
			t.Fatalf("%s later: %v, %+v", later, err, list)
		}
	}
	refreshed := platformmock.JournalMatch{Operation: "ExchangeRefreshToken", Status: 200}
	world.Journal.Expect(refreshed, platformmock.Exactly(1))
}
