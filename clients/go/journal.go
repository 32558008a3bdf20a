package platformmock

import (
	"context"
	"iter"
	"net/url"
	"strconv"
)

// WorldJournal is the journal of a world: its calls, with their callers and results.
type WorldJournal struct{ w *World }

// A JournalQuery filters entries: an entry must have all that is given.
type JournalQuery struct {
	// Operation is the name of an operation, of v2 or of v1.
	Operation OperationID

	// Status is an HTTP status, or the name of a code.
	Status string

	// Caller is an identity: its uid, an alias or a name.
	Caller string

	// Client is the name that the client gives itself.
	Client string

	// Path is the path, in which * is any text.
	Path string

	// Version is the version of the interface: v1 or v2.
	Version string

	// Protocol is rest, grpc, grpc-web or connect.
	Protocol string

	// Since is an id: only entries behind it are meant.
	Since string

	// Limit is the maximum number of entries; 100 unless given.
	Limit int
}

func (q JournalQuery) values() url.Values {
	return present(map[string]string{
		"operation": string(q.Operation), "status": q.Status, "caller": q.Caller, "client": q.Client, "path": q.Path,
		"version": q.Version, "protocol": q.Protocol, "since": q.Since, "limit": count(q.Limit),
	})
}

// The values that are not empty.
func present(all map[string]string) url.Values {
	values := url.Values{}
	for name, value := range all {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

func count(number int) string {
	if number == 0 {
		return ""
	}
	return strconv.Itoa(number)
}

// List returns the entries that match, the newest first.
func (j WorldJournal) List(query JournalQuery) JournalPage {
	j.w.t.Helper()
	return control[JournalPage](j.w, "GET", "/journal?"+query.values().Encode(), nil)
}

// Entry returns the entry of an id.
func (j WorldJournal) Entry(id string) JournalEntry {
	j.w.t.Helper()
	return control[JournalEntry](j.w, "GET", "/journal/"+part(id), nil)
}

// Expect waits until entries match, at least one unless a number is given, and returns them, the oldest first. If they
// do not match in time, the test ends with the nearest entry, and its differences.
func (j WorldJournal) Expect(match JournalMatch, options ...ExpectOption) []JournalEntry {
	j.w.t.Helper()
	asked, wait := awaitingOf(j.w.t, options)
	r := request{method: "POST", path: "/journal:await", world: j.w.ID, in: asked.body(match), wait: wait}
	return reversed(ask[JournalPage](j.w.t, j.w.mock.on, r).Entries)
}

// Explain says why a call was allowed or refused, by the rights of its caller, or by the check that refused its token.
func (j WorldJournal) Explain(id string) AuthzCheck {
	j.w.t.Helper()
	return control[AuthzCheck](j.w, "GET", "/journal/"+part(id)+":explain", nil)
}

// Follow follows the entries that match as calls begin and as they end, from now on or behind the Since of the query,
// until the context or the world ends. If the connection breaks, it resumes.
func (j WorldJournal) Follow(ctx context.Context, query JournalQuery) iter.Seq2[JournalEntry, error] {
	return follow[JournalEntry](ctx, j.w, "/journal:stream?"+query.values().Encode())
}

// Clear drops all entries, and nothing else.
func (j WorldJournal) Clear() {
	j.w.t.Helper()
	control[JournalCleared](j.w, "DELETE", "/journal", nil)
}

func reversed[T any](items []T) []T {
	turned := make([]T, 0, len(items))
	for nth := range items {
		turned = append(turned, items[len(items)-1-nth])
	}
	return turned
}
