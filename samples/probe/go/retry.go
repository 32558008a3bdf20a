package main

import (
	"errors"
	"math/rand/v2"
	"time"
)

const (
	tries      = 5
	timeout    = 3 * time.Second
	firstPause = 100 * time.Millisecond
)

// What a refusal means for who has called, whatever it was called over.
type kind int

const (
	other kind = iota
	// May succeed when it is tried again.
	passing
	// The name is taken.
	taken
	missing
	// The token is not good, or no longer.
	unknownCaller
)

// An answer that is an error, or none at all.
type refused struct {
	kind       kind
	message    string
	retryAfter time.Duration
}

func (r *refused) Error() string { return r.message }

func is(err error, wanted kind) bool {
	refusal := (*refused)(nil)
	return errors.As(err, &refusal) && refusal.kind == wanted
}

func isPassing(r *refused) bool { return r.kind == passing }

// Waits as long as the answer asks for, and longer each time, with jitter.
func pause(tried int, after *refused) {
	if makes("no-pause") {
		return
	}
	wait := time.Duration(float64(firstPause<<tried) * (0.5 + rand.Float64()/2))
	if !makes("ignore-retry-after") {
		wait += after.retryAfter
	}
	time.Sleep(wait)
}

// Calls until there is a result that may last, a few times at most.
func patiently(call func(tried int) (message, error), mayPass func(*refused) bool) (message, error) {
	for tried := 0; ; tried++ {
		answer, err := call(tried)
		refusal := (*refused)(nil)
		if err == nil || !errors.As(err, &refusal) || tried == tries-1 || !mayPass(refusal) {
			return answer, err
		}
		pause(tried, refusal)
	}
}
