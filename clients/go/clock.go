package platformmock

import "time"

// A WorldClock is the clock of a world, which everything in it goes by.
type WorldClock struct{ w *World }

// Read returns its time and its mode.
func (c WorldClock) Read() ClockReading {
	c.w.t.Helper()
	return control[ClockReading](c.w, "GET", "/clock", nil)
}

// Set sets its mode and, with Now, its time, which may not be earlier than the one that it shows.
func (c WorldClock) Set(clock SetClock) ClockReading {
	c.w.t.Helper()
	return control[ClockReading](c.w, "PUT", "/clock", clock)
}

// Freeze stops it, at the time that it shows or a later one.
func (c WorldClock) Freeze(now ...time.Time) ClockReading {
	c.w.t.Helper()
	return c.Set(SetClock{Mode: ClockModeFrozen, Now: momentIn(now)})
}

// Run lets it run as the machine's does, from the time that it shows or a later one.
func (c WorldClock) Run(now ...time.Time) ClockReading {
	c.w.t.Helper()
	return c.Set(SetClock{Mode: ClockModeReal, Now: momentIn(now)})
}

// Scale lets it run scale times as fast as the machine's.
func (c WorldClock) Scale(scale float64) ClockReading {
	c.w.t.Helper()
	return c.Set(SetClock{Mode: ClockModeScaled, Scale: &scale})
}

// Advance moves it ahead by hours, minutes and seconds, such as "72h1s". Due timers fire in their order.
func (c WorldClock) Advance(by string) AdvancedClock {
	c.w.t.Helper()
	return c.Move(AdvanceClock{By: by})
}

// AdvanceTo moves it ahead to a later time.
func (c WorldClock) AdvanceTo(moment time.Time) AdvancedClock {
	c.w.t.Helper()
	return c.Move(AdvanceClock{To: formatTime(moment)})
}

// AdvanceToNext moves it ahead to the next timer.
func (c WorldClock) AdvanceToNext() AdvancedClock {
	c.w.t.Helper()
	return c.Move(AdvanceClock{To: "next"})
}

// Settle moves it ahead as Advance does, and returns once the deliveries that this has started are over.
func (c WorldClock) Settle(by string) AdvancedClock {
	c.w.t.Helper()
	return c.Move(AdvanceClock{By: by, Settle: Ptr(true)})
}

// Move moves it ahead by a step.
func (c WorldClock) Move(step AdvanceClock) AdvancedClock {
	c.w.t.Helper()
	return control[AdvancedClock](c.w, "POST", "/clock:advance", step)
}

// Timers returns the next thousand timers, the earliest first, and how many further ones there are.
func (c WorldClock) Timers() Timers {
	c.w.t.Helper()
	return control[Timers](c.w, "GET", "/clock/timers", nil)
}

func momentIn(given []time.Time) string {
	if len(given) == 0 {
		return ""
	}
	return formatTime(given[0])
}

func formatTime(moment time.Time) string {
	return moment.UTC().Format(time.RFC3339Nano)
}

// Ptr returns a pointer to a value, for fields that may be missing.
func Ptr[T any](value T) *T {
	return &value
}
