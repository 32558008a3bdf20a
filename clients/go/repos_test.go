package platformmock_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// A client of repos; your own tests have the one that they test.
type repos struct {
	*http.Client
	url string
}

func reposIn(w *platformmock.World) repos {
	return repos{w.HTTPClient(), w.URL + "/registry/v2/repos"}
}

func (r repos) create(t *testing.T, parent, name string) int {
	t.Helper()
	answer, err := r.Post(r.url+"/"+parent, "application/json", strings.NewReader(`{"name": "`+name+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

func (r repos) list(t *testing.T, query string) (int, string) {
	t.Helper()
	answer, err := r.Get(r.url + query)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestALostAnswerIsFoundByItsName(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	world.Faults.Once("CreateRepo", platformmock.FaultEffect{Code: "UNAVAILABLE"},
		platformmock.OnceOptions{Phase: "after_commit"})
	client := reposIn(world)
	if first, second := client.create(t, world.OrgID, "checkout"), client.create(t, world.OrgID, "checkout"); first != 503 || second != 409 {
		t.Fatalf("%d, then %d", first, second)
	}
	if added := world.Diff().Added; len(added) != 1 || added[0].Name != "checkout" {
		t.Fatalf("%+v", added)
	}
}

func TestATokenEnds(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	client := reposIn(world)
	token := world.Token("ci-bot", platformmock.MintToken{TTL: "1h"})
	status := func() int {
		asked, err := http.NewRequest("GET", client.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		asked.Header.Set("Authorization", "Bearer "+token)
		answer, err := client.Do(asked)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	before := status()
	world.Clock.Advance("61m")
	if after := status(); before != 200 || after != 401 {
		t.Fatalf("%d, then %d", before, after)
	}
}

func TestTheClientCreatesOneRepo(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	done := make(chan int)
	client := reposIn(world)
	go func() {
		answer, err := client.Post(client.url+"/"+world.OrgID, "application/json", strings.NewReader(`{"name": "checkout"}`))
		if err != nil {
			done <- 0
			return
		}
		answer.Body.Close()
		done <- answer.StatusCode
	}()
	calls := world.Journal.Expect(platformmock.JournalMatch{Operation: "CreateRepo", Status: 200},
		platformmock.Exactly(1), platformmock.Within(10*time.Second))
	if status := <-done; status != 200 {
		t.Fatal(status)
	}
	world.Events.Expect(platformmock.EventMatch{Type: "repo.created"}, platformmock.Exactly(1))
	// A world as it was before the call: the name is free there.
	past := world.At(calls[0])
	if status := reposIn(past).create(t, past.OrgID, "checkout"); status != 200 {
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
			client := reposIn(world)
			if first, second := client.create(t, world.OrgID, "checkout"), client.create(t, world.OrgID, "checkout"); first != 200 || second != 409 {
				t.Fatalf("%d, then %d", first, second)
			}
		})
	}
}
