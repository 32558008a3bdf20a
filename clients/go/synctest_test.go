//go:build go1.25

package platformmock_test

import (
	"testing"
	"testing/synctest"
	"time"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// A client that tries again after an hour; your own tests have the one that they test.
func createPatiently(t *testing.T, world *platformmock.World, name string) int {
	t.Helper()
	for {
		if status := create(t, world, name); status != 503 {
			return status
		}
		time.Sleep(time.Hour)
	}
}

func TestAnHourOfBackoffTakesNoTime(t *testing.T) {
	t.Parallel()
	mock := platformmock.Start(t)
	synctest.Test(t, func(t *testing.T) {
		world := mock.World(t)
		for range 2 {
			world.Faults.Once("CreateRepo", platformmock.FaultEffect{Code: "UNAVAILABLE"})
		}
		began := time.Now()
		if status := createPatiently(t, world, "checkout"); status != 200 {
			t.Fatal(status)
		}
		if waited := time.Since(began); waited != 2*time.Hour {
			t.Errorf("it waited for %v", waited)
		}
		world.Journal.Expect(platformmock.JournalMatch{Operation: "CreateRepo"}, platformmock.Exactly(3))
	})
}

func TestWhatIsFollowedInABubbleEndsThere(t *testing.T) {
	t.Parallel()
	mock := platformmock.Start(t)
	synctest.Test(t, func(t *testing.T) {
		world := mock.World(t)
		create(t, world, "checkout")
		for entry, err := range world.Journal.Follow(t.Context(), platformmock.JournalQuery{Since: "0"}) {
			if err != nil || entry.Operation != "CreateRepo" {
				t.Errorf("%v %v", entry.Operation, err)
			}
			break
		}
	})
}
