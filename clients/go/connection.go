package platformmock

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

const controlPrefix = "/_mock/v1"

// The maximum wait for an answer.
const maxAnswer = time.Minute

// YAML is a body of the control plane, such as a fixture.
type YAML string

// Lines are a body of the control plane with a JSON value in each line, such as a snapshot file.
type Lines string

// An Error is a refusal of the control plane.
type Error struct {
	// Request is the method and the path that were called.
	Request string

	// Status is the HTTP status.
	Status int

	// Reason is the reason of the ErrorInfo, such as MOCK_WORLD_NOT_FOUND; empty if there is none.
	Reason string

	// Message is the mock's own.
	Message string

	// Details are the details of the answer.
	Details []map[string]any
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %d %s", e.Request, e.Status, e.Message)
}

// The way to a mock.
type connection struct {
	url          string
	controlToken string
	transport    *http.Transport
}

// The time at which this package was loaded, without a monotonic reading.
var loaded = time.Now().Round(0)

// True in a bubble of testing/synctest, whose clock begins in the year 2000.
func inBubble() bool {
	return time.Now().Round(0).Before(loaded)
}

// RoundTrip sends a request. A connection that was made in a bubble of testing/synctest belongs to it, and an open one
// stops its clock: there, each request has a connection of its own.
func (c *connection) RoundTrip(sent *http.Request) (*http.Response, error) {
	if !inBubble() {
		return c.transport.RoundTrip(sent)
	}
	transport := &http.Transport{Proxy: proxyFor, TLSClientConfig: c.transport.TLSClientConfig, DisableKeepAlives: true}
	return transport.RoundTrip(sent)
}

func connect(address, controlToken, caFile string) (*connection, error) {
	transport := &http.Transport{Proxy: proxyFor, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute}
	if caFile != "" {
		certificates, err := os.ReadFile(caFile)
		if err != nil {
			return nil, fmt.Errorf("the certificates of the mock cannot be read: %w", err)
		}
		roots, err := x509.SystemCertPool()
		if err != nil {
			roots = x509.NewCertPool()
		}
		if !roots.AppendCertsFromPEM(certificates) {
			return nil, fmt.Errorf("%s has no certificate in PEM", caFile)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots}
	}
	return &connection{strings.TrimRight(address, "/"), controlToken, transport}, nil
}

// A mock on this machine is never called through a proxy.
func proxyFor(sent *http.Request) (*url.URL, error) {
	if isLoopback(sent.URL.Hostname()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(sent)
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || (address != nil && address.IsLoopback())
}

// A call of the control plane.
type request struct {
	method, path string
	// The world to which it is sent; `default` unless given.
	world string
	in    any
	// The time for which the mock is asked to wait before it answers.
	wait time.Duration
	// The cursor behind which a stream resumes.
	lastEventID string
}

func (r request) body() (io.Reader, string, error) {
	switch in := r.in.(type) {
	case nil:
		return nil, "", nil
	case YAML:
		return strings.NewReader(string(in)), "application/yaml", nil
	case Lines:
		return strings.NewReader(string(in)), "application/x-ndjson", nil
	default:
		encoded, err := json.Marshal(in)
		return bytes.NewReader(encoded), "application/json", err
	}
}

// Sends a call. The caller closes the body of the answer, whatever its status.
func (c *connection) send(ctx context.Context, r request) (*http.Response, error) {
	body, kind, err := r.body()
	if err != nil {
		return nil, err
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, c.url+controlPrefix+r.path, body)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		sent.Header.Set("Content-Type", kind)
	}
	if r.world != "" {
		sent.Header.Set(worldHeader, r.world)
	}
	if r.lastEventID != "" {
		sent.Header.Set("Last-Event-ID", r.lastEventID)
	}
	if c.controlToken != "" {
		sent.Header.Set("Authorization", "Bearer "+c.controlToken)
	}
	// A redirect leads to another server.
	return c.RoundTrip(sent)
}

func (c *connection) control(ctx context.Context, r request, out any) error {
	answer, err := c.send(ctx, r)
	if err != nil {
		return fmt.Errorf("%s %s: %w", r.method, controlPrefix+r.path, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("%s %s: %w", r.method, controlPrefix+r.path, err)
	}
	if answer.StatusCode != http.StatusOK {
		return refusal(r, answer.StatusCode, text)
	}
	switch out := out.(type) {
	case nil:
		return nil
	case *string:
		*out = string(text)
		return nil
	default:
		return json.Unmarshal(text, out)
	}
}

func refusal(r request, status int, text []byte) *Error {
	refused := &Error{Request: r.method + " " + controlPrefix + r.path, Status: status}
	var problem Problem
	if json.Unmarshal(text, &problem) != nil || problem.Message == "" {
		refused.Message = "no answer of the control plane"
		return refused
	}
	refused.Message, refused.Details = problem.Message, problem.Details
	for _, detail := range problem.Details {
		kind, _ := detail["@type"].(string)
		if reason, ok := detail["reason"].(string); ok && strings.HasSuffix(kind, "google.rpc.ErrorInfo") {
			refused.Reason = reason
		}
	}
	return refused
}

func hasReason(err error, reason string) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Reason == reason
}

// Calls the control plane, and ends the test if it refuses.
func ask[T any](t testing.TB, on *connection, r request) T {
	t.Helper()
	var answer T
	// Not the context of the test, which is over while its cleanups run.
	ctx, cancel := context.WithTimeout(context.Background(), maxAnswer+r.wait)
	defer cancel()
	if err := on.control(ctx, r, &answer); err != nil {
		t.Fatalf("platformmock: %v", err)
	}
	return answer
}
