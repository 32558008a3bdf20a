package platformmock

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// The bounds of the name of a world, and of a label.
const (
	maxLabel    = 63
	chanceBytes = 4
	maxName     = maxLabel - 2*chanceBytes - 1
)

// The lifetime of the world of a killed run.
const lifetime = "1h"

// The folder of traces, below the folder of the package.
const traceFolder = "test-results/platform-mock"

var (
	notInLabel = regexp.MustCompile(`[^A-Za-z0-9._]+`)
	notInName  = regexp.MustCompile(`[^a-z0-9]+`)
	border     = regexp.MustCompile(`([a-z\d])([A-Z])`)
	wordBorder = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
	ends       = regexp.MustCompile(`^[^A-Za-z0-9]+|[^A-Za-z0-9]+$`)
)

// World makes a world that ends with the test, by default with the rows of the world `default`. It has the name and the
// labels of the test, unless others are given. If the test has failed, the log says what happened in the world, and its
// trace is written below test-results/platform-mock in the folder of the package.
//
// From: "fixture:two-teams" is a file of your own if there is one, with or without its extension, and else a shipped
// fixture.
func (m *Mock) World(t testing.TB, options ...CreateWorld) *World {
	t.Helper()
	asked := CreateWorld{TTL: lifetime}
	for _, each := range options {
		asked = each
		if asked.TTL == "" {
			asked.TTL = lifetime
		}
	}
	if asked.Name == "" {
		asked.Name = nameOf(t.Name())
	}
	labels := labelsOf(t.Name(), testFile())
	for name, value := range asked.Labels {
		labels[name] = value
	}
	asked.Labels = labels
	missing, err := readFixture(&asked)
	if err != nil {
		t.Fatalf("platformmock: %v", err)
	}
	var made MadeWorld
	err = m.Control(context.Background(), "POST", "/worlds", asked, &made)
	if err != nil && len(missing) > 0 && strings.Contains(err.Error(), "no shipped fixture is named") {
		err = fmt.Errorf("%w; and there is no file %s", err, strings.Join(missing, ", "))
	}
	if err != nil {
		t.Fatalf("platformmock: %v", err)
	}
	return m.opened(t, made)
}

// At makes a world with the rows, the clock and the access mode from before a call of this world's journal, or with
// At: "after" from after it. It ends with the test.
func (w *World) At(call JournalEntry, options ...CreateWorld) *World {
	w.t.Helper()
	asked := CreateWorld{TTL: lifetime}
	for _, each := range options {
		asked = each
	}
	asked.From = "journal:" + call.ID
	if asked.Name == "" {
		asked.Name = nameOf(w.t.Name())
	}
	return w.mock.opened(w.t, control[MadeWorld](w, "POST", "/worlds", asked))
}

// The world that was made for a test.
func (m *Mock) opened(t testing.TB, made MadeWorld) *World {
	t.Helper()
	w := newWorld(t, m, made.ID, made.Env)
	var beside JournalPage
	// A mock that keeps no journal refuses this.
	_ = m.Control(context.Background(), "GET", "/journal?limit=1", nil, &beside)
	t.Cleanup(func() {
		t.Helper()
		if t.Failed() {
			t.Log(w.account(beside.Cursor))
		}
		if err := w.finish(); err != nil {
			t.Errorf("platformmock: %v", err)
		}
	})
	return w
}

// An account of the world of a failed test, with the place of its trace.
func (w *World) account(since string) string {
	ctx, cancel := context.WithTimeout(context.Background(), maxAnswer)
	defer cancel()
	var evidence string
	if err := w.Control(ctx, "GET", evidencePath(w.ID, since), nil, &evidence); err != nil {
		return fmt.Sprintf("what happened in world %s is not known: %v", w.ID, err)
	}
	trace := "It has no trace"
	if file, err := w.writeTrace(ctx); err != nil {
		trace = fmt.Sprintf("%s: %v", trace, err)
	} else {
		trace = "Its trace: " + shellWords() + " trace show " + file
	}
	return fmt.Sprintf("what happened in world %s\n\n%s\n\n%s", w.ID, evidence, trace)
}

func (w *World) writeTrace(ctx context.Context) (string, error) {
	r := request{method: "GET", path: "/trace", world: w.ID}
	answer, err := w.mock.on.send(ctx, r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		return "", refusal(r, answer.StatusCode, text)
	}
	// Absolute: a test runs in the folder of its package, and the reader of its log may be in another one.
	name, err := filepath.Abs(filepath.Join(filepath.FromSlash(traceFolder), w.ID+".har"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", err
	}
	file, err := os.Create(name)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, answer.Body)
	if err = errors.Join(err, file.Close()); err != nil {
		// A part of a trace is no trace.
		_ = os.Remove(name)
		return "", err
	}
	return name, nil
}

// The name of the world of a test, with some random digits: a test may run again.
func nameOf(test string) string {
	titles := strings.Split(test, "/")
	words := border.ReplaceAllString(wordBorder.ReplaceAllString(titles[len(titles)-1], "$1-$2"), "$1-$2")
	name := ends.ReplaceAllString(notInName.ReplaceAllString(strings.ToLower(words), "-"), "")
	name = ends.ReplaceAllString(cut(name, maxName), "")
	if name == "" {
		name = "test"
	}
	chance := make([]byte, chanceBytes)
	_, _ = rand.Read(chance)
	return name + "-" + hex.EncodeToString(chance)
}

func labelsOf(test, file string) map[string]string {
	all := map[string]string{"title": labelled(test), "file": labelled(filepath.Base(file)), "retry": "0"}
	for name, value := range all {
		if value == "" {
			delete(all, name)
		}
	}
	return all
}

// The file of the test that calls: the nearest file of tests on the stack, or else the nearest file.
func testFile() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	nearest := ""
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.File, "_test.go") {
			return frame.File
		}
		if nearest == "" {
			nearest = frame.File
		}
		if !more {
			return nearest
		}
	}
}

func labelled(text string) string {
	text = ends.ReplaceAllString(notInLabel.ReplaceAllString(text, "-"), "")
	return ends.ReplaceAllString(cut(text, maxLabel), "")
}

func cut(text string, length int) string {
	return text[:min(length, len(text))]
}

// Reads the user's fixture that a world is to begin with; if there is none, returns the files that were looked for.
func readFixture(asked *CreateWorld) ([]string, error) {
	name, ok := strings.CutPrefix(asked.From, "fixture:")
	if !ok || asked.Fixture != "" {
		return nil, nil
	}
	files := []string{name + ".yaml", name + ".yml", name + ".json"}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		files = []string{name}
	}
	var missing []string
	for _, file := range files {
		text, err := os.ReadFile(filepath.FromSlash(file))
		switch {
		case err == nil:
			asked.Fixture = string(text)
			return nil, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		missing = append(missing, file)
	}
	return missing, nil
}
