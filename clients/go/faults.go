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

// OnceOptions say more about the call that fails once.
type OnceOptions struct {
	// Phase is when it fails: before the operation runs unless given.
	Phase FaultPhase

	// Match is what else must hold of it.
	Match FaultMatch
}

// Once adds a fault that acts on the next call of an operation, and on no other. The counts of those that are there
// begin anew.
func (f WorldFaults) Once(operation OperationID, effect FaultEffect, options ...OnceOptions) []FaultWithHits {
	f.w.t.Helper()
	fault := Fault{Do: effect, Times: 1}
	for _, each := range options {
		fault.Phase, fault.Match = each.Phase, &each.Match
	}
	if fault.Match == nil {
		fault.Match = &FaultMatch{}
	}
	fault.Match.Operation = operation
	// As they were answered: the mock takes what it has listed, also the words of a newer one.
	listed := control[struct{ Faults []map[string]any }](f.w, "GET", "/faults", nil).Faults
	var rules []any
	for _, each := range listed {
		if rest := remaining(each); rest != nil {
			rules = append(rules, rest)
		}
	}
	return control[Faults](f.w, "PUT", "/faults", append(rules, fault)).Faults
}

// The rest of a listed fault: nil where it has acted as often as it may.
func remaining(listed map[string]any) map[string]any {
	hits, _ := listed["hits"].(float64)
	delete(listed, "hits")
	match, _ := listed["match"].(map[string]any)
	if _, isNth := match["nth"]; isNth && hits > 0 {
		return nil
	}
	if times, ok := listed["times"].(float64); ok {
		if hits >= times {
			return nil
		}
		listed["times"] = times - hits
	}
	return listed
}

// List has the faults in their order.
func (f WorldFaults) List() []FaultWithHits {
	f.w.t.Helper()
	return control[Faults](f.w, "GET", "/faults", nil).Faults
}

// Report has the tries of calls since the faults were set, and the faults that have not acted.
func (f WorldFaults) Report() FaultReport {
	f.w.t.Helper()
	return control[FaultReport](f.w, "GET", "/faults/report", nil)
}

// Clear drops all faults.
func (f WorldFaults) Clear() {
	f.w.t.Helper()
	control[Faults](f.w, "DELETE", "/faults", nil)
}
