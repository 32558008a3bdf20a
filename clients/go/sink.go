package platformmock

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// A WorldSink is a receiver of the mock itself, so that a test needs no web server.
type WorldSink struct {
	// URL is the sink that a subscription of this world names.
	URL string

	w    *World
	path string
}

// Sink returns the receiver of a name, which exists from its first use on.
func (w *World) Sink(name string) *WorldSink {
	return &WorldSink{"sink://" + name, w, "/sink/" + part(name)}
}

// Answer sets the answers to the next requests; the last one is repeated. Without any, requests are answered with 204.
func (s *WorldSink) Answer(answers ...SinkAnswer) SinkReading {
	s.w.t.Helper()
	if answers == nil {
		answers = []SinkAnswer{}
	}
	return control[SinkReading](s.w, "PUT", s.path, ScriptSink{Answers: answers})
}

// Received returns the requests that it has received, the oldest first.
func (s *WorldSink) Received() SinkReading {
	s.w.t.Helper()
	return control[SinkReading](s.w, "GET", s.path, nil)
}

// Clear drops the received requests, and its answers.
func (s *WorldSink) Clear() {
	s.w.t.Helper()
	control[Status](s.w, "DELETE", s.path, nil)
}

// Deliver sends a request to it as a publisher of events does, and returns the status of the answer.
func (s *WorldSink) Deliver(headers http.Header, body any) int {
	s.w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.w.t.Fatalf("platformmock: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxAnswer)
	defer cancel()
	sent, err := http.NewRequestWithContext(ctx, "POST", s.w.URL+controlPrefix+s.path, strings.NewReader(string(text)))
	if err != nil {
		s.w.t.Fatalf("platformmock: %v", err)
	}
	sent.Header.Set("Content-Type", "application/json")
	for name, values := range headers {
		sent.Header[http.CanonicalHeaderKey(name)] = values
	}
	sent.Header.Set(worldHeader, s.w.ID)
	answer, err := s.w.mock.on.RoundTrip(sent)
	if err != nil {
		s.w.t.Fatalf("platformmock: %v", err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}
