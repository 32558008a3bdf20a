package platformmock_test

import (
	"strings"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// A client of repos; your own tests have the one that they test.
func create(t *testing.T, world *platformmock.World, name string) int {
	t.Helper()
	url := world.URL + "/registry/v2/repos/" + world.OrgID
	answer, err := world.HTTPClient().Post(url, "application/json", strings.NewReader(`{"name": "`+name+`"}`))
	if err != nil {
		t.Error(err)
		return 0
	}
	answer.Body.Close()
	return answer.StatusCode
}

func TestALostAnswerIsFoundByItsName(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	lost := platformmock.OnceOptions{Phase: "after_commit"}
	world.Faults.Once("CreateRepo", platformmock.FaultEffect{Code: "UNAVAILABLE"}, lost)
	if first, second := create(t, world, "checkout"), create(t, world, "checkout"); first != 503 || second != 409 {
		t.Fatalf("%d, then %d", first, second)
	}
	if added := world.Diff().Added; len(added) != 1 || added[0].Name != "checkout" {
		t.Fatalf("%+v", added)
	}
}
