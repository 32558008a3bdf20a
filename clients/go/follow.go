package platformmock

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// The largest item of a stream.
const maxItem = 64 << 20

// The bounds for resuming a stream after a cut.
const (
	// The pause before it, which doubles with each failure, up to the longest.
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	// The silence after which a stream counts as cut: a mock sends a comment every 15 seconds.
	longestSilence = 45 * time.Second
	// The time without any answer after which it is given up.
	longestAbsence = 30 * time.Second
)

// Nothing more will come.
var errOver = errors.New("the stream is over")

// A stream of server-sent events about a world, as far as it has been read.
type stream struct {
	w      *World
	path   string
	cursor string
	pause  time.Duration
	// The time since which nothing has answered.
	cutAt time.Time
}

// Reads the events of one answer, and passes the JSON item of each to take, until the answer ends or take fails.
func (s *stream) read(ctx context.Context, take func(data string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := request{method: "GET", path: s.path, world: s.w.ID, lastEventID: s.cursor}
	answer, err := s.w.mock.on.send(ctx, r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		return refusal(r, answer.StatusCode, text)
	}
	silence := time.AfterFunc(longestSilence, cancel)
	defer silence.Stop()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, maxItem)
	fields := map[string]string{}
	for lines.Scan() {
		silence.Reset(longestSilence)
		if line := lines.Text(); line != "" {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.TrimPrefix(value, " ")
			continue
		}
		if fields["event"] == "over" {
			return errOver
		}
		if id := fields["id"]; id != "" {
			s.cursor = id
		}
		s.pause, s.cutAt = firstPause, time.Time{}
		if data := fields["data"]; data != "" {
			if err := take(data); err != nil {
				return err
			}
		}
		clear(fields)
	}
	return lines.Err()
}

// True if a stream that has begun is asked for again after an error.
func isCut(err error) bool {
	var refused *Error
	if !errors.As(err, &refused) {
		return true
	}
	return refused.Status == http.StatusBadGateway || refused.Status == http.StatusServiceUnavailable ||
		refused.Status == http.StatusGatewayTimeout
}

// Follows a stream of server-sent events about a world. If the connection breaks, it resumes.
func follow[T any](ctx context.Context, w *World, path string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		s := stream{w: w, path: path, pause: firstPause}
		for {
			isLeft, isWrong := false, false
			err := s.read(ctx, func(data string) error {
				var item T
				if err := json.Unmarshal([]byte(data), &item); err != nil {
					isWrong = true
					return fmt.Errorf("GET %s: %w", controlPrefix+path, err)
				}
				isLeft = !yield(item, nil)
				if isLeft {
					return errOver
				}
				return nil
			})
			// The end of the context is the end of the stream.
			if isLeft || ctx.Err() != nil || errors.Is(err, errOver) {
				return
			}
			if s.cursor != "" && hasReason(err, "MOCK_WORLD_NOT_FOUND") {
				return
			}
			if s.cutAt.IsZero() {
				s.cutAt = time.Now()
			}
			if isWrong || s.cursor == "" || !isCut(err) || time.Since(s.cutAt) >= longestAbsence {
				if err == nil {
					err = fmt.Errorf("GET %s: what answers is no stream of events", controlPrefix+path)
				}
				yield(none, err)
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(s.pause):
			}
			s.pause = min(longestPause, 2*s.pause)
		}
	}
}
