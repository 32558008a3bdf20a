// Package platformmock gives each test a world of its own on a running platform-mock. It needs the standard library
// only: copy this file.
package platformmock

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// World is a private universe of the mock: rows, clock, page tokens and keys of its own.
type World struct {
	ID string
	// URL is that of the mock; a request to it names the world by its token or by Headers.
	URL string
	// Token is of an identity that may do everything, and names the world.
	Token string
	// OrgUID is the uid of the first root group, empty where there is none.
	OrgUID string
	// Headers name the world in a request that has a token of its own. They are gRPC metadata as well.
	Headers map[string]string

	t    testing.TB
	mock mock
}

// NewWorld makes a world with the rows of the mock's default world, and deletes it when the test ends. The mock is the
// one of PLATFORM_API_URL, as `platform-mock exec` sets it. The test may be parallel.
func NewWorld(t testing.TB) *World {
	t.Helper()
	return NewWorldFrom(t, "default")
}

// NewWorldFrom does the same with other rows: "empty", "fixture:hierarchy", "world:<id>".
func NewWorldFrom(t testing.TB, from string) *World {
	t.Helper()
	mock, err := theMock()
	if err != nil {
		t.Fatal(err)
	}
	var made struct {
		ID, URL, Token string
		Headers, Env   map[string]string
	}
	// The time to live ends the worlds of a run that is killed.
	if err := mock.call("POST", "/worlds", nil, map[string]string{"from": from, "ttl": "1h"}, &made); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := mock.call("DELETE", "/worlds/"+made.ID, nil, nil, nil); err != nil {
			t.Error(err)
		}
	})
	return &World{made.ID, made.URL, made.Token, made.Env["PLATFORM_ORG_ID"], made.Headers, t, mock}
}

// Host is the target of a gRPC client.
func (w *World) Host() string {
	return w.mock.url.Host
}

// Metadata is that of a gRPC call in the world, as the holder of the token.
func (w *World) Metadata(token string) map[string]string {
	all := map[string]string{"authorization": "Bearer " + token}
	for name, value := range w.Headers {
		all[name] = value
	}
	return all
}

// Advance moves the world's clock: what has expired by then has expired when it returns.
func (w *World) Advance(by time.Duration) {
	w.t.Helper()
	if err := w.mock.call("POST", "/clock:advance", w.Headers, map[string]string{"by": by.String()}, nil); err != nil {
		w.t.Fatal(err)
	}
}

// TokenOf mints a token of an identity of the world, given by its uid, alias or name.
func (w *World) TokenOf(identity string) string {
	w.t.Helper()
	var minted struct{ Token string }
	if err := w.mock.call("POST", "/tokens", w.Headers, map[string]string{"identity": identity}, &minted); err != nil {
		w.t.Fatal(err)
	}
	return minted.Token
}

type mock struct {
	url    *url.URL
	client *http.Client
}

func theMock() (mock, error) {
	at, err := url.Parse(os.Getenv("PLATFORM_API_URL"))
	if err != nil || at.Host == "" {
		return mock{}, fmt.Errorf(
			"PLATFORM_API_URL is not the URL of a mock: %q; run the tests by `platform-mock exec -- go test ./...`",
			os.Getenv("PLATFORM_API_URL"))
	}
	transport := &http.Transport{DisableKeepAlives: true}
	if file := os.Getenv("PLATFORM_CA_FILE"); file != "" {
		certificates, err := os.ReadFile(file)
		if err != nil {
			return mock{}, err
		}
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(certificates)
		transport.TLSClientConfig = &tls.Config{RootCAs: roots}
	}
	return mock{at, &http.Client{Transport: transport, Timeout: 30 * time.Second}}, nil
}

// Calls the control plane; a refusal is an error with the mock's own words.
func (m mock) call(method, path string, headers map[string]string, body any, into any) error {
	path = "/_mock/v1" + path
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, strings.TrimRight(m.url.String(), "/")+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if token := os.Getenv("PLATFORM_MOCK_CONTROL_TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := m.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
