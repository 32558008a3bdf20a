package platformmock_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// The status of a call by the holder of a token.
func statusOf(t *testing.T, world *platformmock.World, token, method, path, body string) int {
	t.Helper()
	asked, err := http.NewRequest(method, world.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Authorization", "Bearer "+token)
	answer, err := world.HTTPClient().Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

func TestATokenEnds(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	token := world.Token("ci-bot", platformmock.MintToken{TTL: "1h"})
	list := func() int { return statusOf(t, world, token, "GET", "/registry/v2/repos", "") }
	before := list()
	world.Clock.Advance("61m")
	if after := list(); before != 200 || after != 401 {
		t.Fatalf("%d, then %d", before, after)
	}
}

func TestATokenIsOfTheIdentityThatIsNamed(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	for at, each := range []struct {
		identity string
		options  []platformmock.MintToken
		status   int
	}{
		{"viewer", nil, 403},
		{"viewer", []platformmock.MintToken{{Identity: "admin"}}, 403},
		{"", []platformmock.MintToken{{Identity: "viewer"}}, 403},
		{"", []platformmock.MintToken{{TTL: "1h"}}, 200},
		{"", nil, 200},
	} {
		token := world.Token(each.identity, each.options...)
		body := fmt.Sprintf(`{"name":"made-%d"}`, at)
		status := statusOf(t, world, token, "POST", "/registry/v2/repos/"+world.OrgID, body)
		if status != each.status {
			t.Errorf("Token(%q, %v): %d", each.identity, each.options, status)
		}
	}
}

func TestTheClientCreatesOneRepo(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	done := make(chan int)
	go func() { done <- create(t, world, "checkout") }()
	calls := world.Journal.Expect(platformmock.JournalMatch{Operation: "CreateRepo", Status: 200},
		platformmock.Exactly(1), platformmock.Within(10*time.Second))
	<-done
	world.Events.Expect(platformmock.EventMatch{Type: "repo.created"}, platformmock.Exactly(1))
	// A world as it was before the call: the name is free there.
	past := world.At(calls[0])
	if status := create(t, past, "checkout"); status != 200 {
		t.Fatal(status)
	}
}

func TestAChildProcessIsInTheWorld(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t, platformmock.CreateWorld{From: "empty"})
	command := exec.Command("node", "-e", `
		const { PLATFORM_API_URL, PLATFORM_TOKEN } = process.env;
		const headers = { authorization: "Bearer " + PLATFORM_TOKEN };
		fetch(PLATFORM_API_URL + "/registry/v2/repos", { headers }).then(async (answer) => console.log(await answer.text()));`)
	command.Env = append(os.Environ(), world.Env()...)
	printed, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(printed), `"totalCount":"0"`) {
		t.Fatalf("%v: %s", err, printed)
	}
}

func TestNamesAreTakenOnceInEachWorld(t *testing.T) {
	for range 10 {
		t.Run("in a world of its own", func(t *testing.T) {
			t.Parallel()
			world := platformmock.Start(t).World(t)
			if first, second := create(t, world, "checkout"), create(t, world, "checkout"); first != 200 || second != 409 {
				t.Fatalf("%d, then %d", first, second)
			}
		})
	}
}
