package platformmock

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// A test within a test, which may fail, and records its log.
type failing struct {
	testing.TB
	sync.Mutex
	name     string
	failed   bool
	lines    []string
	cleanups []func()
}

func (f *failing) Helper()      {}
func (f *failing) Name() string { return f.name }
func (f *failing) Failed() bool { return f.failed }
func (f *failing) FailNow()     { f.failed = true; runtime.Goexit() }
func (f *failing) Log(words ...any) {
	f.Lock()
	defer f.Unlock()
	f.lines = append(f.lines, fmt.Sprint(words...))
}
func (f *failing) Logf(format string, words ...any) { f.Log(fmt.Sprintf(format, words...)) }
func (f *failing) Errorf(format string, words ...any) {
	f.failed = true
	f.Logf(format, words...)
}
func (f *failing) Fatalf(format string, words ...any) {
	f.Logf(format, words...)
	f.FailNow()
}
func (f *failing) Fatal(words ...any) {
	f.Log(words...)
	f.FailNow()
}
func (f *failing) Cleanup(what func()) { f.cleanups = append(f.cleanups, what) }

// Runs a test to its end, with its cleanups, and returns what it has logged.
func runFailing(t *testing.T, name string, body func(t testing.TB)) *failing {
	t.Helper()
	f := &failing{TB: t, name: name}
	over := make(chan struct{})
	go func() {
		defer close(over)
		body(f)
	}()
	<-over
	for nth := range f.cleanups {
		f.cleanups[len(f.cleanups)-1-nth]()
	}
	return f
}

func (f *failing) text() string { return strings.Join(f.lines, "\n") }
