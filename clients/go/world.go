package platformmock

import (
	"context"
	"crypto/tls"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

const worldHeader = "x-mock-world"

// A World is a private universe of a mock, with rows, a clock, keys, tokens and a journal of its own.
type World struct {
	// ID is its name.
	ID string

	// URL is the URL of the mock, for clients that name the world by a token or a header.
	URL string

	// HostURL names the world by its host, for clients that resolve names below localhost.
	HostURL string

	// OrgID is the uid of its first root group; empty if there is none.
	OrgID string

	// Headers name the world in a request that has a token of its own. They are metadata of gRPC as well.
	Headers map[string]string

	Clock       WorldClock
	Faults      WorldFaults
	Journal     WorldJournal
	Events      WorldEvents
	Quota       WorldQuota
	Consistency WorldConsistency
	Authz       WorldAuthz
	Tokens      WorldTokens

	t    testing.TB
	mock *Mock
	env  map[string]string

	// A test may end it from several goroutines.
	ended sync.Once
}

func newWorld(t testing.TB, mock *Mock, id string, env map[string]string) *World {
	w := &World{
		ID:      id,
		URL:     mock.URL,
		HostURL: hostURL(mock.URL, id),
		OrgID:   env["PLATFORM_ORG_ID"],
		Headers: map[string]string{worldHeader: id},
		t:       t,
		mock:    mock,
		env:     env,
	}
	w.Clock, w.Faults, w.Journal, w.Events = WorldClock{w}, WorldFaults{w}, WorldJournal{w}, WorldEvents{w}
	w.Quota, w.Consistency, w.Authz, w.Tokens = WorldQuota{w}, WorldConsistency{w}, WorldAuthz{w}, WorldTokens{w}
	return w
}

func hostURL(address, id string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	host := id + ".localhost"
	if port := parsed.Port(); port != "" {
		host += ":" + port
	}
	return parsed.Scheme + "://" + host
}

// Control calls the control plane for this world, as Mock.Control does for `default`.
func (w *World) Control(ctx context.Context, method, path string, in, out any) error {
	return w.mock.on.control(ctx, request{method: method, path: path, world: w.ID, in: in}, out)
}

// Calls the control plane for a world, and ends its test if the call is refused.
func control[T any](w *World, method, path string, in any) T {
	w.t.Helper()
	return ask[T](w.t, w.mock.on, request{method: method, path: path, world: w.ID, in: in})
}

// A part of a path that is any text: a colon, which url.PathEscape leaves, would begin a verb.
func part(text string) string {
	return strings.ReplaceAll(url.PathEscape(text), ":", "%3A")
}

// Token returns a bearer token that names the world, of the identity with that uid, alias or name. For an empty one it
// is of the identity, or the issuer and subject, of the options, or else of an identity that may do everything.
func (w *World) Token(identity string, options ...MintToken) string {
	w.t.Helper()
	if identity == "" && len(options) == 0 {
		return w.env["PLATFORM_TOKEN"]
	}
	var asked MintToken
	for _, each := range options {
		asked = each
	}
	if identity != "" {
		asked.Identity = identity
	} else if asked.Identity == "" && asked.Issuer == "" {
		asked.Identity = "admin"
	}
	return control[MintedToken](w, "POST", "/tokens", asked).Token
}

// Metadata returns the metadata of a gRPC call in this world by the holder of a token.
func (w *World) Metadata(token string) map[string]string {
	all := maps.Clone(w.Headers)
	all["authorization"] = "Bearer " + token
	return all
}

// TLS returns the configuration by which a client trusts the mock; nil if its port does not use TLS.
func (w *World) TLS() *tls.Config {
	if !strings.HasPrefix(w.URL, "https://") {
		return nil
	}
	if config := w.mock.on.transport.TLSClientConfig; config != nil {
		return config.Clone()
	}
	return &tls.Config{}
}

// HTTPClient returns a client that calls the API in this world, as the identity that may do everything unless a request
// has an Authorization of its own. It adds nothing to requests for other servers.
func (w *World) HTTPClient() *http.Client {
	return &http.Client{Transport: worldTransport{w}}
}

type worldTransport struct{ world *World }

func (transport worldTransport) RoundTrip(sent *http.Request) (*http.Response, error) {
	w := transport.world
	own, err := url.Parse(w.URL)
	if err != nil || sent.URL.Scheme != own.Scheme || sent.URL.Host != own.Host {
		return w.mock.on.RoundTrip(sent)
	}
	named := sent.Clone(sent.Context())
	named.Header.Set(worldHeader, w.ID)
	if named.Header.Get("Authorization") == "" {
		named.Header.Set("Authorization", "Bearer "+w.env["PLATFORM_TOKEN"])
	}
	return w.mock.on.RoundTrip(named)
}

// Env returns the variables that clients read, each as NAME=value, for a child process:
//
//	command.Env = append(os.Environ(), world.Env()...)
func (w *World) Env() []string {
	var env []string
	for _, name := range slices.Sorted(maps.Keys(w.env)) {
		env = append(env, name+"="+w.env[name])
	}
	return env
}

// Variables returns the same variables by their names, with a new token from the mock.
func (w *World) Variables() map[string]string {
	w.t.Helper()
	return control[WorldEnvironment](w, "GET", "/worlds/"+w.ID+":variables", nil).Env
}

// Info describes the mock and this world.
func (w *World) Info() Info {
	w.t.Helper()
	return control[Info](w, "GET", "/info", nil)
}

// Inspect returns the world as lists of worlds show it, with its labels and its size.
func (w *World) Inspect() WorldView {
	w.t.Helper()
	return control[WorldView](w, "GET", "/worlds/"+w.ID, nil)
}

// Label sets labels by which the world is found, and returns all that it has; an empty value removes a label.
func (w *World) Label(labels map[string]string) map[string]string {
	w.t.Helper()
	change := LabelWorld{Labels: map[string]*string{}}
	for name, value := range labels {
		change.Labels[name] = nil
		if value != "" {
			change.Labels[name] = &value
		}
	}
	return control[WorldView](w, "PATCH", "/worlds/"+w.ID, change).Labels
}

// Apply applies a fixture in YAML or JSON, all of it or nothing. By default it is added to the rows; the mode "replace"
// replaces them.
func (w *World) Apply(fixture string, mode ...string) AppliedFixture {
	w.t.Helper()
	return control[AppliedFixture](w, "POST", "/fixtures?mode="+modeIn(mode), YAML(fixture))
}

// ApplyNamed does the same with a shipped fixture.
func (w *World) ApplyNamed(name string, mode ...string) AppliedFixture {
	w.t.Helper()
	asked := map[string]string{"name": name, "mode": modeIn(mode)}
	return control[AppliedFixture](w, "POST", "/fixtures?mode="+modeIn(mode), asked)
}

func modeIn(given []string) string {
	if len(given) == 0 {
		return "merge"
	}
	return url.QueryEscape(given[0])
}

// Reset resets rows and clock to what the world was made from.
func (w *World) Reset() {
	w.t.Helper()
	control[Status](w, "POST", "/reset", nil)
}

// Diff returns the changes since the world was made or reset.
func (w *World) Diff() StateDifference {
	w.t.Helper()
	return control[StateDifference](w, "GET", "/worlds/"+w.ID+":diff", nil)
}

// Evidence describes what happened in the world, as the log of a failed test has it. It includes the calls to the world
// `default` behind a cursor of its journal, and none for an empty cursor.
func (w *World) Evidence(since string) string {
	w.t.Helper()
	return control[string](w, "GET", evidencePath(w.ID, since), nil)
}

func evidencePath(id, since string) string {
	path := "/worlds/" + id + ":evidence"
	if since == "" {
		return path
	}
	return path + "?since=" + url.QueryEscape(since)
}

// Trace returns the run of the world as a HAR 1.2, without secrets.
func (w *World) Trace() Trace {
	w.t.Helper()
	return control[Trace](w, "GET", "/trace", nil)
}

// Coverage returns the coverage of the interface by clients in this world.
func (w *World) Coverage() Coverage {
	w.t.Helper()
	return control[Coverage](w, "GET", "/coverage?format=json", nil)
}

// CoverageText returns the same as "markdown" or "github".
func (w *World) CoverageText(format string) string {
	w.t.Helper()
	return control[string](w, "GET", "/coverage?format="+url.QueryEscape(format), nil)
}

// ClearCoverage drops the coverage of the world, and nothing else.
func (w *World) ClearCoverage() {
	w.t.Helper()
	control[CoverageCleared](w, "DELETE", "/coverage", nil)
}

// End ends the world before its test ends; it does nothing if the world has ended.
func (w *World) End() {
	w.t.Helper()
	if err := w.finish(); err != nil {
		w.t.Fatalf("platformmock: %v", err)
	}
}

func (w *World) finish() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxAnswer)
	defer cancel()
	w.ended.Do(func() { err = w.Control(ctx, "DELETE", "/worlds/"+w.ID, nil, nil) })
	if hasReason(err, "MOCK_WORLD_NOT_FOUND") {
		return nil
	}
	return err
}
