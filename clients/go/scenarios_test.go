package platformmock

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

type step struct {
	Do, Send, Token, Refused, As, In string

	With, Keep map[string]any
	Body, See  any
	Status     int
}

type scenario struct {
	Name  string
	World map[string]any
	Steps []step
}

// The surroundings of a step.
type doing struct {
	t    testing.TB
	mock *Mock
	w    *World
	with map[string]any
}

func (d doing) text(key string) string {
	text, _ := d.with[key].(string)
	return text
}

func (d doing) snapshot() *WorldSnapshot {
	for _, each := range d.w.Snapshots() {
		if each.Name == d.text("name") {
			return each
		}
	}
	d.t.Fatalf("there is no snapshot %s", d.text("name"))
	return nil
}

func (d doing) sink() *WorldSink { return d.w.Sink(d.text("name")) }

func (d doing) labels() (all []string) {
	for key, value := range as[map[string]string](d.with["labels"]) {
		all = append(all, key+":"+value)
	}
	return all
}

func (d doing) expected() (options []ExpectOption) {
	if count, ok := d.with["count"].(float64); ok {
		options = append(options, Exactly(int(count)))
	}
	if millis, ok := d.with["timeoutMs"].(float64); ok {
		options = append(options, Within(time.Duration(millis)*time.Millisecond))
	}
	if d.with["until"] == "delivered" {
		options = append(options, UntilDelivered())
	}
	return options
}

func (d doing) journalQuery() JournalQuery {
	query, _ := d.with["query"].(map[string]any)
	asked := JournalQuery{Since: d.text("since")}
	if operation, ok := query["operation"].(string); ok {
		asked.Operation = OperationID(operation)
	}
	if limit, ok := query["limit"].(float64); ok {
		asked.Limit = int(limit)
	}
	return asked
}

// The items of a stream, as many as the step wants.
func taken[T any](d doing, items func(yield func(T, error) bool)) (all []T) {
	for item, err := range items {
		if err != nil {
			d.t.Fatalf("%v", err)
		}
		if all = append(all, item); len(all) == int(d.with["items"].(float64)) {
			break
		}
	}
	return all
}

func rulesIn(value any) (rules []FaultRule) {
	for _, each := range as[[]map[string]any](value) {
		if _, ok := each["preset"]; ok {
			rules = append(rules, as[FaultPreset](each))
		} else {
			rules = append(rules, as[Fault](each))
		}
	}
	return rules
}

func headersIn(value any) http.Header {
	headers := http.Header{}
	for key, each := range as[map[string]string](value) {
		headers.Set(key, each)
	}
	return headers
}

// Calls a function without a result.
func done(what func()) any {
	what()
	return nil
}

// The method of this client for each operation of the control plane, and some conveniences.
var methods = map[string]func(d doing) any{
	"mock.live":           func(d doing) any { return d.mock.Live() },
	"mock.ready":          func(d doing) any { return d.mock.Ready() },
	"mock.metrics":        func(d doing) any { return d.mock.Metrics() },
	"mock.world":          func(d doing) any { return d.mock.World(d.t, as[CreateWorld](d.with["options"])) },
	"mock.worlds":         func(d doing) any { return d.mock.Worlds(d.labels()...) },
	"mock.endWorlds":      func(d doing) any { return d.mock.EndWorlds(d.labels()...) },
	"world.info":          func(d doing) any { return d.w.Info() },
	"world.inspect":       func(d doing) any { return d.w.Inspect() },
	"world.variables":     func(d doing) any { return d.w.Variables() },
	"world.label":         func(d doing) any { return d.w.Label(as[map[string]string](d.with["labels"])) },
	"world.diff":          func(d doing) any { return d.w.Diff() },
	"world.evidence":      func(d doing) any { return d.w.Evidence("") },
	"world.trace":         func(d doing) any { return d.w.Trace() },
	"world.coverage":      func(d doing) any { return d.w.Coverage() },
	"world.clearCoverage": func(d doing) any { return done(d.w.ClearCoverage) },
	"world.reset":         func(d doing) any { return done(d.w.Reset) },
	"world.apply":         func(d doing) any { return d.w.Apply(d.text("fixture"), d.text("mode")) },
	"world.token": func(d doing) any {
		return d.w.Token(d.text("identity"), as[MintToken](d.with["options"]))
	},
	"world.end": func(d doing) any { return done(d.w.End) },
	"world.at":  func(d doing) any { return d.w.At(JournalEntry{ID: d.text("id")}) },
	"world.snapshot": func(d doing) any {
		return d.w.Snapshot(d.text("name"), SnapshotOptions{Note: d.text("note")})
	},
	"world.snapshots":  func(d doing) any { return d.w.Snapshots() },
	"world.restore":    func(d doing) any { return d.w.Restore(Lines(d.text("file"))) },
	"snapshot.restore": func(d doing) any { return d.snapshot().Restore() },
	"snapshot.fork":    func(d doing) any { return d.snapshot().Fork() },
	"snapshot.diff": func(d doing) any {
		if to := d.text("to"); to != "" {
			return d.snapshot().Diff(to)
		}
		return d.snapshot().Diff()
	},
	"snapshot.export": func(d doing) any { return d.snapshot().Export() },
	"snapshot.file":   func(d doing) any { return d.snapshot().File() },
	"snapshot.delete": func(d doing) any { return done(d.snapshot().Delete) },
	"clock.read":      func(d doing) any { return d.w.Clock.Read() },
	"clock.set":       func(d doing) any { return d.w.Clock.Set(as[SetClock](d.with["clock"])) },
	"clock.advance":   func(d doing) any { return d.w.Clock.Advance(d.text("by")) },
	"clock.timers":    func(d doing) any { return d.w.Clock.Timers() },
	"faults.set":      func(d doing) any { return d.w.Faults.Set(rulesIn(d.with["faults"])...) },
	"faults.add":      func(d doing) any { return d.w.Faults.Add(rulesIn(d.with["faults"])...) },
	"faults.once": func(d doing) any {
		return d.w.Faults.Once(OperationID(d.text("operation")), as[FaultEffect](d.with["effect"]),
			OnceOptions{Phase: FaultPhase(d.text("phase"))})
	},
	"faults.delete":   func(d doing) any { return d.w.Faults.Delete(d.text("id")) },
	"faults.list":     func(d doing) any { return d.w.Faults.List() },
	"faults.report":   func(d doing) any { return d.w.Faults.Report() },
	"faults.clear":    func(d doing) any { return done(d.w.Faults.Clear) },
	"authz.check":     func(d doing) any { return d.w.Authz.Check(as[AuthzQuestion](d.with["question"])) },
	"authz.matrix":    func(d doing) any { return d.w.Authz.Matrix(d.text("group")) },
	"authz.mode":      func(d doing) any { return d.w.Authz.Mode() },
	"authz.setMode":   func(d doing) any { return d.w.Authz.SetMode(AuthzMode(d.text("mode"))) },
	"authz.denied":    func(d doing) any { return d.w.Authz.Denied() },
	"authz.used":      func(d doing) any { return d.w.Authz.Used(d.text("caller")) },
	"journal.list":    func(d doing) any { return d.w.Journal.List(d.journalQuery()) },
	"journal.entry":   func(d doing) any { return d.w.Journal.Entry(d.text("id")) },
	"journal.expect":  func(d doing) any { return d.w.Journal.Expect(as[JournalMatch](d.with["match"]), d.expected()...) },
	"journal.explain": func(d doing) any { return d.w.Journal.Explain(d.text("id")) },
	"journal.follow":  func(d doing) any { return taken(d, d.w.Journal.Follow(d.t.Context(), d.journalQuery())) },
	"journal.clear":   func(d doing) any { return done(d.w.Journal.Clear) },
	"events.list":     func(d doing) any { return d.w.Events.List(as[EventQuery](d.with["query"])) },
	"events.event":    func(d doing) any { return d.w.Events.Event(d.text("id")) },
	"events.types":    func(d doing) any { return d.w.Events.Types() },
	"events.emit":     func(d doing) any { return d.w.Events.Emit(as[EventToEmit](d.with["event"])) },
	"events.trigger": func(d doing) any {
		return d.w.Events.Trigger(d.text("preset"), as[map[string]any](d.with["overrides"]))
	},
	"events.expect": func(d doing) any { return d.w.Events.Expect(as[EventMatch](d.with["match"]), d.expected()...) },
	"events.follow": func(d doing) any {
		return taken(d, d.w.Events.Follow(d.t.Context(), EventQuery{Since: d.text("since")}))
	},
	"events.plan":             func(d doing) any { return d.w.Events.Plan() },
	"events.setPlan":          func(d doing) any { return d.w.Events.SetPlan(as[SetDeliveryPlan](d.with["plan"])) },
	"events.verify":           func(d doing) any { return d.w.Events.Verify(headersIn(d.with["headers"]), d.text("body")) },
	"events.deliveries":       func(d doing) any { return d.w.Events.Deliveries(d.text("id")) },
	"events.latestDeliveries": func(d doing) any { return d.w.Events.LatestDeliveries(int(d.with["limit"].(float64))) },
	"events.redeliver":        func(d doing) any { return d.w.Events.Redeliver(d.text("id"), as[Redeliver](d.with["to"])) },
	"quota.set":               func(d doing) any { return d.w.Quota.Set(as[[]Quota](d.with["quotas"])...) },
	"quota.list":              func(d doing) any { return d.w.Quota.List() },
	"quota.clear":             func(d doing) any { return done(d.w.Quota.Clear) },
	"consistency.set":         func(d doing) any { return d.w.Consistency.Set(as[Lag](d.with["lag"])) },
	"consistency.read":        func(d doing) any { return d.w.Consistency.Read() },
	"consistency.clear":       func(d doing) any { return done(d.w.Consistency.Clear) },
	"tokens.explain":          func(d doing) any { return d.w.Tokens.Explain(d.text("token")) },
	"tokens.upstream":         func(d doing) any { return d.w.Tokens.Upstream(as[MintUpstreamToken](d.with["token"])) },
	"tokens.githubActions": func(d doing) any {
		return d.w.Tokens.GithubActions(d.text("audience"))
	},
	"tokens.rotateKeys": func(d doing) any { return d.w.Tokens.RotateKeys(d.text("overlap")) },
	"sink.answer":       func(d doing) any { return d.sink().Answer(as[[]SinkAnswer](d.with["answers"])...) },
	"sink.received":     func(d doing) any { return d.sink().Received() },
	"sink.deliver":      func(d doing) any { return d.sink().Deliver(headersIn(d.with["headers"]), d.with["body"]) },
	"sink.clear":        func(d doing) any { return done(d.sink().Clear) },
}

func send(t testing.TB, w *World, s step) any {
	method, path, _ := strings.Cut(s.Send, " ")
	body := ""
	if s.Body != nil {
		body = string(as[json.RawMessage](s.Body))
	}
	asked, err := http.NewRequest(method, w.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Content-Type", "application/json")
	if s.Token != "" {
		asked.Header.Set("Authorization", "Bearer "+s.Token)
	}
	answer, err := w.HTTPClient().Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != s.Status {
		t.Fatalf("%s: %s: %s", s.Send, answer.Status, text)
	}
	return as[any](json.RawMessage(text))
}

func (s scenario) run(t *testing.T, mock *Mock) {
	values := map[string]any{"chance": nameOf("x")}
	first := mock.World(t, as[CreateWorld](filled(s.World, values)))
	worlds := map[string]*World{"world": first}
	values["world"], values["org"] = first.ID, first.OrgID
	for at, each := range s.Steps {
		each := as[step](filled(as[map[string]any](each), values))
		where := fmt.Sprintf("step %d, %s%s", at+1, each.Do, each.Send)
		w := worlds["world"]
		if each.In != "" {
			w = worlds[each.In]
		}
		doIt := func(t testing.TB) any {
			if each.Do == "" {
				return send(t, w, each)
			}
			method, ok := methods[each.Do]
			if !ok {
				t.Fatalf("%s: this client has no such method", where)
			}
			asked := *mock
			asked.t = t
			world := newWorld(t, &asked, w.ID, w.env)
			return method(doing{t, &asked, world, each.With})
		}
		if each.Refused != "" {
			red := runFailing(t, t.Name(), func(t testing.TB) { doIt(t) })
			if !red.failed || !strings.Contains(red.text(), each.Refused) {
				t.Fatalf("%s: %q, and not refused with %q", where, red.lines, each.Refused)
			}
			continue
		}
		result := doIt(t)
		if made, ok := result.(*World); ok {
			worlds[each.As], values[each.As] = made, made.ID
			result = map[string]any{"id": made.ID, "orgId": made.OrgID}
		}
		seen := as[any](result)
		if each.See != nil {
			if found := difference(seen, each.See, ""); found != "" {
				t.Fatalf("%s: %s", where, found)
			}
		}
		for key, path := range each.Keep {
			values[key] = partAt(seen, fmt.Sprint(path))
		}
	}
}

// The scenarios that each client of the control plane runs, by which every control operation is called.
func TestScenarios(t *testing.T) {
	text, err := os.ReadFile("../scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	mock := Start(t, "--seed", "scenarios")
	before := mock.Default(t).Info().ControlCalls
	for _, each := range as[struct{ Scenarios []scenario }](json.RawMessage(text)).Scenarios {
		t.Run(each.Name, func(t *testing.T) { each.run(t, mock) })
	}
	var document string
	if err := mock.Control(t.Context(), "GET", "/openapi.yaml", nil, &document); err != nil {
		t.Fatal(err)
	}
	after := mock.Default(t).Info().ControlCalls
	for _, found := range regexp.MustCompile(`(?m)^ +operationId: (\S+)$`).FindAllStringSubmatch(document, -1) {
		if after[found[1]] == before[found[1]] {
			t.Errorf("%s is never called", found[1])
		}
	}
}
