package platformmock

// A FaultRule is a Fault, or a FaultPreset.
type FaultRule interface{ isFaultRule() }

func (Fault) isFaultRule()       {}
func (FaultPreset) isFaultRule() {}

// WorldFaults are the faults of a world: calls that fail on demand.
type WorldFaults struct{ w *World }

// Set replaces all faults of the world.
func (f WorldFaults) Set(rules ...FaultRule) []FaultWithHits {
	f.w.t.Helper()
	if rules == nil {
		rules = []FaultRule{}
	}
	return control[Faults](f.w, "PUT", "/faults", rules).Faults
}

// Add adds faults behind those that are there, whose counts go on.
func (f WorldFaults) Add(rules ...FaultRule) []FaultWithHits {
	f.w.t.Helper()
	if rules == nil {
		rules = []FaultRule{}
	}
	return control[Faults](f.w, "POST", "/faults", rules).Faults
}

// A FaultOutcome is what a call meets: a FaultEffect, or a Surprise.
type FaultOutcome interface {
	rule(FaultMatch, FaultPhase) FaultRule
}

func (effect FaultEffect) rule(match FaultMatch, phase FaultPhase) FaultRule {
	return Fault{Match: &match, Phase: phase, Do: effect, Times: 1}
}

// A Surprise is the name of a preset that acts on one call, such as "short_page".
type Surprise string

func (surprise Surprise) rule(match FaultMatch, _ FaultPhase) FaultRule {
	return FaultPreset{Preset: string(surprise), Match: &match}
}

// OnceOptions narrow down the call that fails once, and its phase.
type OnceOptions struct {
	// Phase is when it fails: before the operation runs unless given. A surprise has its own.
	Phase FaultPhase

	// Match has further facts that the call must have.
	Match FaultMatch
}

// Once adds a fault that acts on the next call of an operation, and on no other; or a surprise, some of which act on
// later calls, too.
func (f WorldFaults) Once(operation OperationID, outcome FaultOutcome, options ...OnceOptions) []FaultWithHits {
	f.w.t.Helper()
	var asked OnceOptions
	for _, each := range options {
		asked = each
	}
	asked.Match.Operation = operation
	return f.Add(outcome.rule(asked.Match, asked.Phase))
}

// Delete drops one fault by its id, and returns the others, whose counts go on.
func (f WorldFaults) Delete(id string) []FaultWithHits {
	f.w.t.Helper()
	return control[Faults](f.w, "DELETE", "/faults/"+part(id), nil).Faults
}

// List returns the faults in their order.
func (f WorldFaults) List() []FaultWithHits {
	f.w.t.Helper()
	return control[Faults](f.w, "GET", "/faults", nil).Faults
}

// Report returns the tries of calls since the faults were set, and the faults that have not acted.
func (f WorldFaults) Report() FaultReport {
	f.w.t.Helper()
	return control[FaultReport](f.w, "GET", "/faults:report", nil)
}

// Clear drops all faults.
func (f WorldFaults) Clear() {
	f.w.t.Helper()
	control[Faults](f.w, "DELETE", "/faults", nil)
}
