package platformmock

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// A forwarder of connections to a mock, as a proxy is one, that can cut them.
type forwarder struct {
	listener net.Listener
	target   string
	mutex    sync.Mutex
	open     []net.Conn
}

func (f *forwarder) serve() {
	for {
		near, err := f.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", f.target)
		if err != nil {
			near.Close()
			continue
		}
		f.mutex.Lock()
		f.open = append(f.open, near, far)
		f.mutex.Unlock()
		go func() { _, _ = io.Copy(near, far); near.Close() }()
		go func() { _, _ = io.Copy(far, near); far.Close() }()
	}
}

func (f *forwarder) cut() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, each := range f.open {
		each.Close()
	}
	f.open = nil
}

func TestAFollowerGoesOnAfterACut(t *testing.T) {
	t.Parallel()
	mock := Start(t)
	world := mock.World(t)
	address, err := url.Parse(mock.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	between := &forwarder{listener: listener, target: address.Host}
	go between.serve()
	t.Cleanup(func() { listener.Close(); between.cut() })
	on, err := connect("http://"+listener.Addr().String(), mock.on.controlToken, "")
	if err != nil {
		t.Fatal(err)
	}
	behind := newWorld(t, &Mock{URL: on.url, on: on}, world.ID, world.env)
	var seen []string
	emit := func(name string) {
		t.Helper()
		world.Events.Trigger("repo.created", map[string]any{"body.name": name})
	}
	emit("first")
	for event, err := range behind.Events.Follow(t.Context(), EventQuery{Since: "0"}) {
		if err != nil {
			t.Fatal(err)
		}
		name, _ := event.Body["name"].(string)
		seen = append(seen, name)
		switch name {
		case "first":
			between.cut()
			emit("missed")
		case "missed":
			between.cut()
			// The follower ends with the world.
			if err := mock.Control(t.Context(), "DELETE", "/worlds/"+world.ID, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen) != 2 || seen[0] != "first" || seen[1] != "missed" {
		t.Errorf("%q", seen)
	}
	for range behind.Journal.Follow(t.Context(), JournalQuery{}) {
		return
	}
	t.Error("a world that is not there is followed without an error")
}
