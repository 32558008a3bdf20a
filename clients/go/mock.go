package platformmock

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"testing"
)

// A Mock is a running mock, with its control plane.
type Mock struct {
	// URL is the URL by which clients call it, without a slash at its end.
	URL string

	// OrgID is the uid of the first root group of its world `default`; empty if there is none.
	OrgID string

	t   testing.TB
	on  *connection
	env map[string]string
}

// The reasons why there is no mock that tests of this process have reported.
var said sync.Map

// Start finds a mock for the tests of this process, and logs which. It is the mock of PLATFORM_API_URL, which is left
// running, or else one that Start starts: the program of PLATFORM_MOCK_BINARY, the `platform-mock` of the PATH, or once
// it is published `npx platform-mock`. A started mock serves all tests that ask for the same flags of `serve`, such as
// "--fixture", "hierarchy", and ends with the process. If there is no mock, the test ends; the first one says why.
func Start(t testing.TB, flags ...string) *Mock {
	t.Helper()
	found, err := find(flags)
	if err != nil {
		if _, isSaid := said.LoadOrStore(err.Error(), true); isSaid {
			t.Fatal("platformmock: there is no mock, as another test of this run says")
		}
		t.Fatalf("platformmock: %v", err)
	}
	t.Logf("platformmock: %s", found.what)
	if found.ignored {
		t.Logf("platformmock: it was started before, so these flags are not looked at: %q", flags)
	}
	env := found.env
	return &Mock{URL: found.on.url, OrgID: env["PLATFORM_ORG_ID"], t: t, on: found.on, env: env}
}

// Default returns the world `default`, which calls are in that name no world. It does not end.
func (m *Mock) Default(t testing.TB) *World {
	return newWorld(t, m, "default", m.env)
}

// Control calls the control plane for the world `default`, by a method and a path below /_mock/v1, such as "GET" and
// "/info". It sends in as JSON, a YAML or a Lines as it is, and no body for nil. It reads the answer as JSON into out,
// or as text if out is a *string. A refusal is an *Error.
func (m *Mock) Control(ctx context.Context, method, path string, in, out any) error {
	return m.on.control(ctx, request{method: method, path: path, in: in}, out)
}

// Client returns a client without a world and a token. It trusts the mock, and calls this machine without a proxy.
func (m *Mock) Client() *http.Client {
	return &http.Client{Transport: m.on}
}

// Live reports whether its port answers.
func (m *Mock) Live() bool {
	return m.Control(context.Background(), "GET", "/live", nil, nil) == nil
}

// Ready reports whether every fixture is applied.
func (m *Mock) Ready() bool {
	return m.Control(context.Background(), "GET", "/ready", nil, nil) == nil
}

// Worlds lists the worlds that have all of the labels, such as "run:9123", `default` first.
func (m *Mock) Worlds(labels ...string) []WorldView {
	m.t.Helper()
	return ask[Worlds](m.t, m.on, request{method: "GET", path: "/worlds" + labelQuery(labels)}).Worlds
}

// EndWorlds ends the worlds that have all of the labels, and returns their ids; at least one label must be given.
func (m *Mock) EndWorlds(labels ...string) []string {
	m.t.Helper()
	return ask[DeletedWorlds](m.t, m.on, request{method: "DELETE", path: "/worlds" + labelQuery(labels)}).Deleted
}

// Metrics returns the metrics since the start of the mock's process, in the text format of Prometheus.
func (m *Mock) Metrics() string {
	m.t.Helper()
	return ask[string](m.t, m.on, request{method: "GET", path: "/metrics"})
}

// Coverage returns the coverage of the interface by clients in all worlds, those that have ended included.
func (m *Mock) Coverage() Coverage {
	m.t.Helper()
	return ask[Coverage](m.t, m.on, request{method: "GET", path: "/coverage?format=json&world=*"})
}

// Journal lists the calls of all worlds, those that have ended included, the newest first by the clock of the machine.
func (m *Mock) Journal(query JournalQuery) JournalPage {
	m.t.Helper()
	values := query.values()
	values.Set("world", "*")
	return ask[JournalPage](m.t, m.on, request{method: "GET", path: "/journal?" + values.Encode()})
}

func labelQuery(labels []string) string {
	if len(labels) == 0 {
		return ""
	}
	return "?" + url.Values{"label": labels}.Encode()
}
