package platformmock

import (
	"testing"
	"time"
)

// The wait of an Expect unless one is given, and the maximum share of the test's remaining time, which leaves time to
// report its error.
const (
	patience = 4 * time.Second
	share    = 0.8
)

// An ExpectOption changes what an Expect waits for.
type ExpectOption func(*awaiting)

// A wait for entries of a journal, or for events.
type awaiting struct {
	min, max        *int
	since, until    string
	timeout, settle *time.Duration
}

// Exactly awaits count items, and no more.
func Exactly(count int) ExpectOption {
	return func(asked *awaiting) { asked.min, asked.max = &count, &count }
}

// AtLeast awaits count items or more.
func AtLeast(count int) ExpectOption {
	return func(asked *awaiting) { asked.min = &count }
}

// AtMost awaits at most count items.
func AtMost(count int) ExpectOption {
	return func(asked *awaiting) { asked.max = &count }
}

// Since counts only items behind an id of the journal, or a cursor of events.
func Since(id string) ExpectOption {
	return func(asked *awaiting) { asked.since = id }
}

// Within sets the maximum wait. Without it, that is 4 seconds, and at most four fifths of the test's remaining time.
func Within(timeout time.Duration) ExpectOption {
	return func(asked *awaiting) { asked.timeout = &timeout }
}

// Settled demands that no further item matches for a time, once there are enough.
func Settled(quiet time.Duration) ExpectOption {
	return func(asked *awaiting) { asked.settle = &quiet }
}

// UntilDelivered counts only events that have arrived at each of their subscriptions.
func UntilDelivered() ExpectOption {
	return func(asked *awaiting) { asked.until = "delivered" }
}

func awaitingOf(t testing.TB, options []ExpectOption) (awaiting, time.Duration) {
	asked := awaiting{}
	for _, option := range options {
		option(&asked)
	}
	if asked.timeout == nil {
		timeout := patience
		// A test in a bubble of testing/synctest must not ask for it.
		if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok && !inBubble() {
			if end, isLimited := limited.Deadline(); isLimited {
				timeout = max(0, min(timeout, time.Duration(float64(time.Until(end))*share)))
			}
		}
		asked.timeout = &timeout
	}
	return asked, *asked.timeout
}

// The body of a request that awaits what matches.
func (a awaiting) body(match any) map[string]any {
	body := map[string]any{"match": match, "timeoutMs": a.timeout.Milliseconds()}
	if a.min != nil || a.max != nil {
		body["count"] = AwaitEntriesCount{Min: a.min, Max: a.max}
	}
	if a.since != "" {
		body["since"] = a.since
	}
	if a.settle != nil {
		body["settleMs"] = a.settle.Milliseconds()
	}
	if a.until != "" {
		body["until"] = a.until
	}
	return body
}
