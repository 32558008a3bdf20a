package platformmock

import (
	"context"
	"iter"
	"net/http"
	"strconv"
)

// WorldEvents are the events of a world and those that a test emits, with their deliveries.
type WorldEvents struct{ w *World }

// An EventQuery filters events: an event must have all that is given.
type EventQuery struct {
	// Type is with or without the prefix, or only its last words, such as repo.created.
	Type string

	// Group is the uid of the group by which an event finds its subscriptions.
	Group string

	// Subject is the uid of the row that the event is about.
	Subject string

	// Since is a cursor: only events behind it are meant.
	Since string

	// Limit is the maximum number of events; 100 unless given.
	Limit int
}

func (q EventQuery) encode() string {
	return present(map[string]string{
		"type": q.Type, "group": q.Group, "subject": q.Subject, "since": q.Since, "limit": count(q.Limit),
	}).Encode()
}

// List returns the events that match, the newest first.
func (e WorldEvents) List(query EventQuery) EventPage {
	e.w.t.Helper()
	return control[EventPage](e.w, "GET", "/events?"+query.encode(), nil)
}

// Event returns the event of an id.
func (e WorldEvents) Event(id string) WorldEvent {
	e.w.t.Helper()
	return control[WorldEvent](e.w, "GET", "/events/"+part(id), nil)
}

// Types returns every published type.
func (e WorldEvents) Types() []EventType {
	e.w.t.Helper()
	return control[EventTypes](e.w, "GET", "/events/types", nil).Types
}

// Emit emits an event of a published type, or with Raw of any.
func (e WorldEvents) Emit(event EventToEmit) WorldEvent {
	e.w.t.Helper()
	return control[WorldEvent](e.w, "POST", "/events", event)
}

// Trigger emits an example of a type, such as "repo.created"; overrides replace its parts by their paths, such as
// "body.name".
func (e WorldEvents) Trigger(preset string, overrides ...map[string]any) WorldEvent {
	e.w.t.Helper()
	asked := TriggerEvent{Preset: preset}
	for _, each := range overrides {
		asked.Overrides = each
	}
	return control[WorldEvent](e.w, "POST", "/events:trigger", asked)
}

// Expect waits until events match, at least one unless a number is given, and returns them, the oldest first. If they
// do not match in time, the test ends with the nearest event, and its differences.
func (e WorldEvents) Expect(match EventMatch, options ...ExpectOption) []WorldEvent {
	e.w.t.Helper()
	asked, wait := awaitingOf(e.w.t, options)
	r := request{method: "POST", path: "/events:await", world: e.w.ID, in: asked.body(match), wait: wait}
	return reversed(ask[EventPage](e.w.t, e.w.mock.on, r).Events)
}

// Follow follows the events that match as they are emitted, from now on or behind the Since of the query, until the
// context or the world ends. If the connection breaks, it resumes.
func (e WorldEvents) Follow(ctx context.Context, query EventQuery) iter.Seq2[WorldEvent, error] {
	query.Limit = 0
	return follow[WorldEvent](ctx, e.w, "/events:stream?"+query.encode())
}

// Plan returns the plan by which events are delivered.
func (e WorldEvents) Plan() DeliveryPlan {
	e.w.t.Helper()
	return control[DeliveryPlan](e.w, "GET", "/events:plan", nil)
}

// SetPlan replaces the plan; an empty one restores the defaults.
func (e WorldEvents) SetPlan(plan SetDeliveryPlan) DeliveryPlan {
	e.w.t.Helper()
	return control[DeliveryPlan](e.w, "PUT", "/events:plan", plan)
}

// Deliveries lists the deliveries of an event, the oldest first.
func (e WorldEvents) Deliveries(id string) []Delivery {
	e.w.t.Helper()
	return control[Deliveries](e.w, "GET", "/events/"+part(id)+"/deliveries", nil).Deliveries
}

// LatestDeliveries lists the deliveries of the latest events, at most limit of them, the newest event first.
func (e WorldEvents) LatestDeliveries(limit int) []DeliveryLine {
	e.w.t.Helper()
	return control[DeliveryLines](e.w, "GET", "/deliveries?limit="+strconv.Itoa(limit), nil).Deliveries
}

// Redeliver sends an event once more, with a new token: to its earlier receivers, to a subscription, or to a URL.
func (e WorldEvents) Redeliver(id string, to ...Redeliver) []Delivery {
	e.w.t.Helper()
	asked := Redeliver{}
	for _, each := range to {
		asked = each
	}
	return control[Deliveries](e.w, "POST", "/events/"+part(id)+":redeliver", asked).Deliveries
}

// Verify checks a delivery as receivers do, by its headers and its raw body.
func (e WorldEvents) Verify(headers http.Header, body string) DeliveryVerdict {
	e.w.t.Helper()
	asked := VerifyDelivery{Headers: map[string]any{}, Body: body}
	for name, values := range headers {
		asked.Headers[name] = values
	}
	return control[DeliveryVerdict](e.w, "POST", "/events:verify", asked)
}
