package platformmock

import "net/url"

// A WorldSnapshot is a saved state of a world.
type WorldSnapshot struct {
	SnapshotRecord

	w    *World
	path string
}

// SnapshotOptions are the options of saving a snapshot.
type SnapshotOptions struct {
	// Note is any text.
	Note string

	// Overwrite replaces one of the same name.
	Overwrite bool
}

func (w *World) snapshot(record SnapshotRecord) *WorldSnapshot {
	return &WorldSnapshot{record, w, "/snapshots/" + part(record.Name)}
}

// Snapshot saves the state under a name.
func (w *World) Snapshot(name string, options ...SnapshotOptions) *WorldSnapshot {
	w.t.Helper()
	var asked SaveSnapshot
	query := ""
	for _, each := range options {
		asked.Note = each.Note
		if each.Overwrite {
			query = "?overwrite"
		}
	}
	return w.snapshot(control[SnapshotRecord](w, "PUT", "/snapshots/"+part(name)+query, asked))
}

// Snapshots lists the snapshots of the world, the oldest first.
func (w *World) Snapshots() []*WorldSnapshot {
	w.t.Helper()
	var all []*WorldSnapshot
	for _, record := range control[Snapshots](w, "GET", "/snapshots", nil).Snapshots {
		all = append(all, w.snapshot(record))
	}
	return all
}

// Restore restores the rows and the clock of a snapshot file.
func (w *World) Restore(file Lines) SnapshotRecord {
	w.t.Helper()
	return control[SnapshotRecord](w, "POST", "/snapshots:restore", file)
}

// Restore restores the rows and the clock of the snapshot in the world that saved it.
func (s *WorldSnapshot) Restore() SnapshotRecord {
	s.w.t.Helper()
	return control[SnapshotRecord](s.w, "POST", s.path+":restore", nil)
}

// Fork makes a world that begins with the snapshot, and ends with the test.
func (s *WorldSnapshot) Fork() *World {
	s.w.t.Helper()
	return s.w.mock.opened(s.w.t, control[MadeWorld](s.w, "POST", s.path+":fork", nil))
}

// Diff returns the difference between the snapshot and a later one, or the world as it is.
func (s *WorldSnapshot) Diff(to ...string) StateDifference {
	s.w.t.Helper()
	query := ""
	for _, each := range to {
		query = "?to=" + url.QueryEscape(each)
	}
	return control[StateDifference](s.w, "GET", s.path+":diff"+query, nil)
}

// Export returns the state as a fixture in YAML, which loads back to equal rows.
func (s *WorldSnapshot) Export() YAML {
	s.w.t.Helper()
	return YAML(control[string](s.w, "GET", s.path+":export", nil))
}

// File returns the snapshot as a file, which World.Restore and `--snapshot` accept.
func (s *WorldSnapshot) File() Lines {
	s.w.t.Helper()
	return Lines(control[string](s.w, "GET", s.path+":file", nil))
}

// Delete deletes the snapshot.
func (s *WorldSnapshot) Delete() {
	s.w.t.Helper()
	control[Status](s.w, "DELETE", s.path, nil)
}
