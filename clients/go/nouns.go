// Code generated from the control document by npm run emit. DO NOT EDIT.

package platformmock

// The distance by which a clock moves ahead: a duration, or up to a moment.
type AdvanceClock struct {
	// The duration, such as "72h1s".
	By string `json:"by,omitempty"`

	// Instead of `by`: an RFC 3339 timestamp, or "next" for the moment of the next timer.
	To string `json:"to,omitempty"`

	// Waits for the deliveries that it starts, before the clock moves on and before it answers.
	Settle *bool `json:"settle,omitempty"`
}

// A clock that was moved ahead, with what happened in the meantime.
type AdvancedClock struct {
	// The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
	Mode ClockMode `json:"mode"`

	// The time it shows, RFC 3339 in UTC.
	Now string `json:"now"`

	// The number of its seconds that pass in one real second.
	Scale float64 `json:"scale"`

	// The timers that fired, in their order; a thousand at most.
	Fired []Timer `json:"fired"`

	// The number of further ones that fired.
	FurtherFired *int `json:"furtherFired,omitempty"`
}

// The status of an answer: `OK`, or the name of a gRPC status code.
type AnswerCode string

// The words of AnswerCode.
const (
	AnswerCodeOK                 AnswerCode = "OK"
	AnswerCodeCancelled          AnswerCode = "CANCELLED"
	AnswerCodeUnknown            AnswerCode = "UNKNOWN"
	AnswerCodeInvalidArgument    AnswerCode = "INVALID_ARGUMENT"
	AnswerCodeDeadlineExceeded   AnswerCode = "DEADLINE_EXCEEDED"
	AnswerCodeNotFound           AnswerCode = "NOT_FOUND"
	AnswerCodeAlreadyExists      AnswerCode = "ALREADY_EXISTS"
	AnswerCodePermissionDenied   AnswerCode = "PERMISSION_DENIED"
	AnswerCodeResourceExhausted  AnswerCode = "RESOURCE_EXHAUSTED"
	AnswerCodeFailedPrecondition AnswerCode = "FAILED_PRECONDITION"
	AnswerCodeAborted            AnswerCode = "ABORTED"
	AnswerCodeOutOfRange         AnswerCode = "OUT_OF_RANGE"
	AnswerCodeUnimplemented      AnswerCode = "UNIMPLEMENTED"
	AnswerCodeInternal           AnswerCode = "INTERNAL"
	AnswerCodeUnavailable        AnswerCode = "UNAVAILABLE"
	AnswerCodeDataLoss           AnswerCode = "DATA_LOSS"
	AnswerCodeUnauthenticated    AnswerCode = "UNAUTHENTICATED"
)

// The result of applying a fixture.
type AppliedFixture struct {
	// The number of rows that the fixture wrote.
	Rows int `json:"rows"`

	// The uid of each thing that it named.
	Aliases map[string]string `json:"aliases"`
}

// A role binding on the way from the group of a call upwards.
type AuthzBinding struct {
	// The uid of the role binding.
	UID string `json:"uid"`

	// The name of its role.
	Role string `json:"role"`

	// The needed capabilities that it gives.
	Has []string `json:"has"`
}

// An identity that calls, with its name.
type AuthzCaller struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name.
	Name string `json:"name"`
}

// The decision whether an identity may make a call, and its reason.
type AuthzCheck struct {
	// The decision: the call goes on, is 403, is 404, or is 401. One of "allow", "deny", "not_found", "unauthenticated".
	Decision string `json:"decision"`

	// The id of the operation.
	Operation string `json:"operation"`

	// The message of the error; absent if the call goes on.
	Message string `json:"message,omitempty"`

	// The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.
	Token *TokenRefusal `json:"token,omitempty"`

	// All that the call needs.
	Needs []AuthzNeed `json:"needs"`

	Caller AuthzCheckCaller `json:"caller"`

	// The role bindings of the identity, from the group of the call upwards.
	Walk []AuthzStep `json:"walk"`

	// The needed capabilities that the identity lacks.
	Missing []string `json:"missing"`

	// The bindings that would be enough; empty if nothing is missing, or no binding would do.
	Smallest []AuthzGrant `json:"smallest"`

	// The paths of the groups that it mentions, such as `example.com/payments`, by their uids.
	Names map[string]string `json:"names"`
}

// A part of AuthzCheck.
type AuthzCheckCaller struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name.
	Name string `json:"name"`

	Token *TokenLimits `json:"token,omitempty"`
}

// Calls that would have been refused for one reason.
type AuthzDenial struct {
	// The id of the operation.
	Operation string `json:"operation"`

	// An identity that calls, with its name.
	Caller AuthzCaller `json:"caller"`

	// The capability that the caller lacks.
	Capability string `json:"capability"`

	// The group on which it is missing; empty if any would have done.
	Group string `json:"group"`

	// The number of calls.
	Count int `json:"count"`
}

// A binding that would be enough: of a built-in role, or of a custom one.
type AuthzGrant struct {
	// The built-in role with the fewest further capabilities.
	Role string `json:"role,omitempty"`

	// The lowest group on which it would do.
	Group string `json:"group"`

	// The capabilities that it grants besides.
	AlsoGrants []string `json:"alsoGrants,omitempty"`

	// A custom role of exactly these would do.
	CustomRole []string `json:"customRole,omitempty"`
}

// The delay after which access checks see changes.
type AuthzLag struct {
	// How late changes are seen, by the world's clock: up to 24h.
	Lag string `json:"lag"`

	// The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given.
	Flap int `json:"flap,omitempty"`
}

// The delay after which access checks see changes, as it is listed.
type AuthzLagReading struct {
	// How late changes are seen, by the world's clock: up to 24h.
	Lag string `json:"lag"`

	// The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given.
	Flap int `json:"flap,omitempty"`
}

// The rights of identities and roles at one group.
type AuthzMatrix struct {
	Group AuthzMatrixGroup `json:"group"`

	// The operations that need a capability.
	Operations []AuthzMatrixOperation `json:"operations"`

	// The operations that a binding of each role on the group allows there.
	Roles []AuthzMatrixRole `json:"roles"`

	// The operations that each identity with a right on the group may call there.
	Callers []AuthzMatrixCaller `json:"callers"`
}

// A part of AuthzMatrix.
type AuthzMatrixCaller struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name.
	Name string `json:"name"`

	// The ids of operations.
	Operations []string `json:"operations"`
}

// A part of AuthzMatrix.
type AuthzMatrixGroup struct {
	// Its uid.
	UID string `json:"uid"`

	// Its name.
	Name string `json:"name"`
}

// A part of AuthzMatrix.
type AuthzMatrixOperation struct {
	// The id of the operation.
	Operation string `json:"operation"`

	// All of these are needed.
	Capabilities []string `json:"capabilities"`
}

// A part of AuthzMatrix.
type AuthzMatrixRole struct {
	// The uid of the role.
	UID string `json:"uid"`

	// Its name.
	Role string `json:"role"`

	// The ids of operations.
	Operations []string `json:"operations"`
}

// "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
type AuthzMode string

// The words of AuthzMode.
const (
	AuthzModeEnforce AuthzMode = "enforce"
	AuthzModeReport  AuthzMode = "report"
	AuthzModeOff     AuthzMode = "off"
)

// A capability that a call needs, with the group.
type AuthzNeed struct {
	// A capability.
	Capability string `json:"capability"`

	// The group on which it is needed, or `anywhere`.
	At string `json:"at"`
}

// A question: may an identity make a call?
type AuthzQuestion struct {
	// A uid, an alias of a fixture, or a name that only one identity has.
	Identity string `json:"identity"`

	// The id of the operation.
	Operation string `json:"operation"`

	// The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in.
	UID string `json:"uid,omitempty"`
}

// The treatment of callers who lack a capability, and the number of their calls.
type AuthzState struct {
	// "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
	Mode AuthzMode `json:"mode"`

	// The number of different denials that are recorded.
	Denied int `json:"denied"`
}

// A group on the way upwards, with the role bindings of the caller.
type AuthzStep struct {
	// A group on the way up, or another if the identity has what is needed; `/` is above every root.
	Group string `json:"group"`

	// The role bindings of the identity there.
	Bindings []AuthzBinding `json:"bindings"`
}

// The entries to wait for, and the longest wait.
type AwaitEntries struct {
	// The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.
	Match *JournalMatch `json:"match,omitempty"`

	// The number of entries: at least one unless given.
	Count *AwaitEntriesCount `json:"count,omitempty"`

	// Only entries behind this.
	Since any `json:"since,omitempty"`

	// The longest wait, by the clock of the machine; 5,000 unless given.
	TimeoutMs *int `json:"timeoutMs,omitempty"`

	// The time in which no further entries may match, once there are enough.
	SettleMs *int `json:"settleMs,omitempty"`
}

// The number of entries: at least one unless given.
type AwaitEntriesCount struct {
	// As many as this are enough.
	Min *int `json:"min,omitempty"`

	// More than this end the wait with 409.
	Max *int `json:"max,omitempty"`
}

// The events to wait for, and the longest wait.
type AwaitEvents struct {
	// The facts that an event must have, all of them, compared as in `JournalMatch`.
	Match *EventMatch `json:"match,omitempty"`

	// The number of events: at least one unless given.
	Count *AwaitEventsCount `json:"count,omitempty"`

	// Only events behind this.
	Since any `json:"since,omitempty"`

	// The longest wait, by the clock of the machine; 5,000 unless given.
	TimeoutMs *int `json:"timeoutMs,omitempty"`

	// The time in which no further events may match, once there are enough.
	SettleMs *int `json:"settleMs,omitempty"`

	// `delivered`: only events count that have arrived at each of their subscriptions. One of "emitted", "delivered".
	Until string `json:"until,omitempty"`
}

// The number of events: at least one unless given.
type AwaitEventsCount struct {
	// As many as this are enough.
	Min *int `json:"min,omitempty"`

	// More than this end the wait with 409.
	Max *int `json:"max,omitempty"`
}

// The error of a wait that was not met, with the events that came nearest.
type AwaitEventsNotMet struct {
	// The gRPC status code.
	Code int `json:"code"`

	// The fault, for people.
	Message string `json:"message"`

	// Typed details, ErrorInfo first.
	Details []map[string]any `json:"details"`

	// The number of events that matched.
	Seen int `json:"seen"`

	// Up to three events that nearly match, the nearest first.
	Nearest []NearestEvent `json:"nearest"`
}

// The error of a wait that was not met, with the entries that came nearest.
type AwaitNotMet struct {
	// The gRPC status code.
	Code int `json:"code"`

	// The fault, for people.
	Message string `json:"message"`

	// Typed details, ErrorInfo first.
	Details []map[string]any `json:"details"`

	// The number of entries that matched.
	Seen int `json:"seen"`

	// Up to three entries that nearly match, the nearest first.
	Nearest []NearestEntry `json:"nearest"`
}

// A row that two states have in different forms.
type ChangedRow struct {
	// The kind of row.
	Type string `json:"type"`

	// Its uid.
	UID string `json:"uid"`

	// Its name, if it has one.
	Name string `json:"name,omitempty"`

	// Each field that differs, with its value before and after; null if it has none.
	Fields map[string][]any `json:"fields"`
}

// The ambient credential of a workflow of a hosted CI.
type CiToken struct {
	// The token, to be exchanged.
	Value string `json:"value"`
}

// The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
type ClockMode string

// The words of ClockMode.
const (
	ClockModeReal   ClockMode = "real"
	ClockModeFrozen ClockMode = "frozen"
	ClockModeScaled ClockMode = "scaled"
)

// The mode of the clock of a world, and its time.
type ClockReading struct {
	// The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
	Mode ClockMode `json:"mode"`

	// The time it shows, RFC 3339 in UTC.
	Now string `json:"now"`

	// The number of its seconds that pass in one real second.
	Scale float64 `json:"scale"`
}

// The name of a gRPC status code.
type CodeName string

// The words of CodeName.
const (
	CodeNameCancelled          CodeName = "CANCELLED"
	CodeNameUnknown            CodeName = "UNKNOWN"
	CodeNameInvalidArgument    CodeName = "INVALID_ARGUMENT"
	CodeNameDeadlineExceeded   CodeName = "DEADLINE_EXCEEDED"
	CodeNameNotFound           CodeName = "NOT_FOUND"
	CodeNameAlreadyExists      CodeName = "ALREADY_EXISTS"
	CodeNamePermissionDenied   CodeName = "PERMISSION_DENIED"
	CodeNameResourceExhausted  CodeName = "RESOURCE_EXHAUSTED"
	CodeNameFailedPrecondition CodeName = "FAILED_PRECONDITION"
	CodeNameAborted            CodeName = "ABORTED"
	CodeNameOutOfRange         CodeName = "OUT_OF_RANGE"
	CodeNameUnimplemented      CodeName = "UNIMPLEMENTED"
	CodeNameInternal           CodeName = "INTERNAL"
	CodeNameUnavailable        CodeName = "UNAVAILABLE"
	CodeNameDataLoss           CodeName = "DATA_LOSS"
	CodeNameUnauthenticated    CodeName = "UNAUTHENTICATED"
)

// The part of the interface that clients have met; written as JSON, `platform-mock coverage merge` reads it.
type Coverage struct {
	// The form of the report.
	Format float64 `json:"format"`

	// The newest first.
	Versions []CoverageVersion `json:"versions"`

	// Every operation, called or not.
	Operations []CoverageOperation `json:"operations"`

	// Requests that match no operation.
	UnknownPaths []UnknownPath `json:"unknownPaths"`

	// The number of calls that were omitted to stay within the bounds.
	Dropped CoverageDropped `json:"dropped"`
}

// An answer by its HTTP status and its code.
type CoverageAnswer struct {
	// The HTTP status; of gRPC the one that REST would have.
	Status int `json:"status"`

	// `OK`, or the name of the code of gRPC.
	Code AnswerCode `json:"code"`
}

// Nothing is covered any more.
type CoverageCleared struct {
	// Always the same word. One of "cleared".
	Status string `json:"status"`
}

// The answers of an operation that one client has met.
type CoverageClient struct {
	// The name that the client gives itself.
	Client string `json:"client"`

	// The answers that it got.
	Answers []MetAnswer `json:"answers"`

	// The failures that faults asked for: they are handled, and cover nothing.
	Faulted []MetAnswer `json:"faulted"`

	// The walks of a client through the pages of a List.
	Walks *PageWalks `json:"walks,omitempty"`
}

// The number of calls that were omitted to stay within the bounds.
type CoverageDropped struct {
	// Calls of clients that are not counted by name.
	Clients int `json:"clients"`

	// Calls whose reason is not counted.
	Reasons int `json:"reasons"`

	// Calls of paths that are not counted.
	UnknownPaths int `json:"unknownPaths"`
}

// The answers of an operation that were met, and those that were not.
type CoverageOperation struct {
	// Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`.
	Operation string `json:"operation"`

	// The version of the interface.
	Version string `json:"version"`

	// Of v1: the operation of v2 to call instead; null if it stays on v1.
	ReplacedBy *string `json:"replacedBy,omitempty"`

	// The answers that the documents declare.
	Declared []CoverageAnswer `json:"declared"`

	// The answers that each client has met.
	Clients []CoverageClient `json:"clients"`

	// The declared answers that nobody met, not even by a fault.
	NeverHandled []CoverageAnswer `json:"neverHandled"`
}

// The share of a version that was met.
type CoverageVersion struct {
	// The version of the interface.
	Version string `json:"version"`

	// The number of its operations.
	Operations int `json:"operations"`

	// The number of operations that gave a declared answer without a fault.
	Covered int `json:"covered"`

	// The covered share in percent, rounded down to a tenth.
	Percent float64 `json:"percent"`

	// The number of answers that are declared.
	Answers int `json:"answers"`

	// The number of answers that were met without a fault.
	Met int `json:"met"`

	// The number of answers that were met by faults only.
	Faulted int `json:"faulted"`

	// The number of answers that were not met.
	NeverHandled int `json:"neverHandled"`
}

// The first state of a new world, and the words by which it is found.
type CreateWorld struct {
	// Its id; a new one unless given.
	Name string `json:"name,omitempty"`

	// Words by which the world can be found.
	Labels map[string]string `json:"labels,omitempty"`

	// Its first rows; the rows of `default` unless given.
	From string `json:"from,omitempty"`

	// A fixture in YAML or JSON: the world begins with it, and `from` is `fixture:` with a name for the list of worlds, even if a shipped one has that name.
	Fixture string `json:"fixture,omitempty"`

	// The state of the call of `journal:<id>` with which it begins; the one before it unless given. One of "before", "after".
	At string `json:"at,omitempty"`

	// The seed of the uids and secrets that it makes; unless given, the seed of the mock.
	Seed string `json:"seed,omitempty"`

	// The interface that it follows if the specification and the published one differ; as the world that it is made from, or as the mock, unless given.
	Profile ProfileName `json:"profile,omitempty"`

	// The mode of its clock at its start; as the one of the world that it is made from, unless given.
	Clock *SetClock `json:"clock,omitempty"`

	// After how much time of the machine it ends by itself; never, unless given.
	TTL string `json:"ttl,omitempty"`
}

// The worlds that have ended.
type DeletedWorlds struct {
	// Their ids.
	Deleted []string `json:"deleted"`
}

// The deliveries of an event.
type Deliveries struct {
	// The oldest first.
	Deliveries []Delivery `json:"deliveries"`
}

// The delivery of an event to one receiver.
type Delivery struct {
	// Its id.
	ID string `json:"id"`

	// The id of the event.
	Event string `json:"event"`

	// The uid of the subscription; missing for a redelivery to a URL.
	Subscription string `json:"subscription,omitempty"`

	// The URL to which it goes.
	URL string `json:"url"`

	// Its state. One of "pending", "held", "delivered", "dropped", "suppressed".
	State string `json:"state"`

	// The reason why it is on hold, dropped or suppressed.
	Reason string `json:"reason,omitempty"`

	// True if it was asked for.
	Redelivery bool `json:"redelivery,omitempty"`

	// When it is tried next, RFC 3339, by the world's clock.
	NextTime string `json:"nextTime,omitempty"`

	// The oldest first.
	Attempts []DeliveryAttempt `json:"attempts"`
}

// One attempt to deliver an event.
type DeliveryAttempt struct {
	// The time of its beginning, RFC 3339, by the clock of the world.
	Time string `json:"time"`

	// Its duration by the clock of the machine.
	DurationMs float64 `json:"durationMs"`

	// A request to a receiver, as it was sent.
	Request *DeliveryRequest `json:"request,omitempty"`

	// The status of the answer.
	Status *int `json:"status,omitempty"`

	// The beginning of the body of the answer.
	Answer string `json:"answer,omitempty"`

	// The reason why there was no answer.
	Error string `json:"error,omitempty"`

	// True if it repeats a delivery that was accepted, as the plan says.
	Duplicate bool `json:"duplicate,omitempty"`
}

// One thing that receivers check of a delivery.
type DeliveryCheck struct {
	// The property that is checked. One of "event", "bearer", "signature", "issuer", "audience", "time", "subject", "digest".
	Check string `json:"check"`

	// Its result. One of "pass", "fail", "skipped".
	Result string `json:"result"`

	// The fault, or the value that was found.
	Detail string `json:"detail"`
}

// The delivery of an event to one receiver, without its attempts.
type DeliveryLine struct {
	// The id of its world, if all worlds are asked for.
	World string `json:"world,omitempty"`

	// Its id.
	ID string `json:"id"`

	// The id of the event.
	Event string `json:"event"`

	// The uid of the subscription; missing for a redelivery to a URL.
	Subscription string `json:"subscription,omitempty"`

	// The URL to which it goes.
	URL string `json:"url"`

	// Its state. One of "pending", "held", "delivered", "dropped", "suppressed".
	State string `json:"state"`

	// The reason why it is on hold, dropped or suppressed.
	Reason string `json:"reason,omitempty"`

	// True if it was asked for.
	Redelivery bool `json:"redelivery,omitempty"`

	// When it is tried next, RFC 3339, by the world's clock.
	NextTime string `json:"nextTime,omitempty"`

	// The number of attempts.
	Attempts int `json:"attempts"`

	// The status of the last answer.
	Status *int `json:"status,omitempty"`

	// The reason why there was no answer the last time.
	Error string `json:"error,omitempty"`
}

// The deliveries of a world, or of all, without their attempts.
type DeliveryLines struct {
	// The deliveries, the newest event first.
	Deliveries []DeliveryLine `json:"deliveries"`
}

// The plan by which the events of a world are delivered.
type DeliveryPlan struct {
	// The moment at which events are sent. One of "async", "sync", "collect".
	Mode string `json:"mode"`

	// The number of further times that an accepted event is sent.
	Duplicate int `json:"duplicate,omitempty"`

	// The number of events of a group, of which each subscription gets the last one first.
	Reorder int `json:"reorder,omitempty"`

	// How long after the event its first attempt is, by the world's clock.
	Delay string `json:"delay,omitempty"`

	// The number of attempts of each delivery that are lost on their way.
	DropFirst int `json:"dropFirst,omitempty"`

	// The one thing that is wrong with each delivery, for receivers to refuse. One of "bad_signature", "wrong_issuer", "wrong_subject", "wrong_audience", "wrong_digest", "expired".
	Flaw string `json:"flaw,omitempty"`
}

// A request to a receiver, as it was sent.
type DeliveryRequest struct {
	// The HTTP method.
	Method string `json:"method"`

	// The URL to which it was sent.
	URL string `json:"url"`

	// Its headers, as they were sent.
	Headers map[string]string `json:"headers"`

	// Its body, as it was sent.
	Body string `json:"body"`
}

// The checks that a receiver makes of a delivery, and their results.
type DeliveryVerdict struct {
	// True if every check passes.
	Valid bool `json:"valid"`

	// Each check, in their order.
	Checks []DeliveryCheck `json:"checks"`
}

// The end of a call for its client: a code, or no whole answer, as its connection was closed or reset, or its body cut short.
type EndCode string

// The words of EndCode.
const (
	EndCodeOK                 EndCode = "OK"
	EndCodeCancelled          EndCode = "CANCELLED"
	EndCodeUnknown            EndCode = "UNKNOWN"
	EndCodeInvalidArgument    EndCode = "INVALID_ARGUMENT"
	EndCodeDeadlineExceeded   EndCode = "DEADLINE_EXCEEDED"
	EndCodeNotFound           EndCode = "NOT_FOUND"
	EndCodeAlreadyExists      EndCode = "ALREADY_EXISTS"
	EndCodePermissionDenied   EndCode = "PERMISSION_DENIED"
	EndCodeResourceExhausted  EndCode = "RESOURCE_EXHAUSTED"
	EndCodeFailedPrecondition EndCode = "FAILED_PRECONDITION"
	EndCodeAborted            EndCode = "ABORTED"
	EndCodeOutOfRange         EndCode = "OUT_OF_RANGE"
	EndCodeUnimplemented      EndCode = "UNIMPLEMENTED"
	EndCodeInternal           EndCode = "INTERNAL"
	EndCodeUnavailable        EndCode = "UNAVAILABLE"
	EndCodeDataLoss           EndCode = "DATA_LOSS"
	EndCodeUnauthenticated    EndCode = "UNAUTHENTICATED"
	EndCodeDropped            EndCode = "DROPPED"
	EndCodeReset              EndCode = "RESET"
	EndCodeTruncated          EndCode = "TRUNCATED"
)

// A world that has ended, of which the journal can still be read.
type EndedWorld struct {
	// Its name.
	ID string `json:"id"`

	// Words by which the world can be found.
	Labels map[string]string `json:"labels"`

	// Its origin.
	From string `json:"from"`

	// The time at which it was made, by the clock of the machine.
	CreateTime string `json:"createTime"`

	// The time at which it ended, by the clock of the machine.
	EndTime string `json:"endTime"`

	// The number of entries that its journal had.
	Journal int `json:"journal"`

	// The number in the order of all worlds at which it ended: later entries are of another world.
	Number string `json:"number"`
}

// The caller who caused an event.
type EventActor struct {
	// The uid of the identity.
	Subject string `json:"subject"`

	// The claims of its token about the third party that it acts for.
	Act map[string]string `json:"act,omitempty"`
}

// The facts that an event must have, all of them, compared as in `JournalMatch`.
type EventMatch struct {
	// With or without the prefix, or only its last words, such as `repo.created`.
	Type string `json:"type,omitempty"`

	// The id.
	ID any `json:"id,omitempty"`

	// The uid of what it is about.
	Subject any `json:"subject,omitempty"`

	// The uid of the group.
	Group any `json:"group,omitempty"`

	// `customer` or `internal`.
	Audience any `json:"audience,omitempty"`

	// The URL of the collection.
	Source any `json:"source,omitempty"`

	// The full name of the message of the body.
	BodyType any `json:"bodyType,omitempty"`

	// The uid of the identity provider.
	IdentityProvider any `json:"identityProvider,omitempty"`

	// A part of the actor.
	Actor any `json:"actor,omitempty"`

	// The trace.
	Traceparent any `json:"traceparent,omitempty"`

	// A part of the body.
	Body any `json:"body,omitempty"`
}

// Events, the newest first.
type EventPage struct {
	// The newest first.
	Events []WorldEvent `json:"events"`

	// Behind the newest event, to ask for later ones by `since`; `0` before the first.
	Cursor string `json:"cursor"`

	// The number of events that were dropped to keep the bound.
	Dropped int `json:"dropped"`
}

// An event that a test emits: of a published type, or with `raw` of any.
type EventToEmit struct {
	// With or without the prefix, or only its last words, such as `repo.created`. With `raw` any text of ASCII without blanks.
	Type string `json:"type"`

	// As it is sent: it is not checked.
	Body map[string]any `json:"body,omitempty"`

	// Takes the type as it is, published or not, and sends the body as all of the data, without an actor.
	Raw bool `json:"raw,omitempty"`

	// The `uid` of the body unless given, else the group.
	Subject string `json:"subject,omitempty"`

	// A uid or an alias; the first root group unless given.
	Group string `json:"group,omitempty"`

	// The caller who is said to have caused it.
	Actor *EventToEmitActor `json:"actor,omitempty"`
}

// The caller who is said to have caused it.
type EventToEmitActor struct {
	// The uid of the identity.
	Subject string `json:"subject"`

	// The claims of its token about the third party that it acts for.
	Act map[string]string `json:"act,omitempty"`
}

// A published type of events.
type EventType struct {
	// With the prefix of the vendor.
	Type string `json:"type"`

	// `internal` events are never delivered. One of "customer", "internal".
	Audience string `json:"audience"`

	// The operations that emit it, with the message of its body; none if only tests emit it.
	EmittedBy []EventTypeEmittedBy `json:"emittedBy"`

	// The occasion on which it is emitted, for a type that no operation has as its own.
	Description string `json:"description,omitempty"`
}

// A part of EventType.
type EventTypeEmittedBy struct {
	// The id of the operation.
	Operation OperationID `json:"operation"`

	// The full name of the message of the body.
	BodyType string `json:"bodyType,omitempty"`
}

// The published types of events.
type EventTypes struct {
	// Every published type.
	Types []EventType `json:"types"`
}

// A token to explain.
type ExplainToken struct {
	// The token, without "Bearer".
	Token string `json:"token"`

	// The Host, or `:authority`, of the calls that bring it; the Host of this request unless given.
	Host string `json:"host,omitempty"`
}

// The calls that fail, the phase, and the failure.
type Fault struct {
	// The calls that a fault is for: those that have all of these; every call without.
	Match *FaultMatch `json:"match,omitempty"`

	// The phase in which it acts; `before` unless given.
	Phase FaultPhase `json:"phase,omitempty"`

	// The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together.
	Do FaultEffect `json:"do"`

	// The largest number of times that it acts.
	Times int `json:"times,omitempty"`

	// The time for which it acts from its first time on, in milliseconds of the machine.
	LastsMs int `json:"lastsMs,omitempty"`

	// Once it has acted, it acts on every call of the world.
	Spreads bool `json:"spreads,omitempty"`
}

// One try of a logical call.
type FaultAttempt struct {
	// The time at which it arrived, by the clock of the machine.
	At string `json:"at"`

	// The longest time that its caller was willing to wait, over gRPC.
	DeadlineMs *float64 `json:"deadlineMs,omitempty"`

	// The status of its answer; missing while it runs.
	Status EndCode `json:"status,omitempty"`

	// The status that it would have had without faults, if that differs.
	Handled EndCode `json:"handled,omitempty"`

	// True if it asks for the same as the try before it.
	SameRequest *bool `json:"sameRequest,omitempty"`
}

// A message of google.rpc in its canonical JSON.
type FaultDetail = map[string]any

// The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together.
type FaultEffect struct {
	// The gRPC status code; unless given, it follows from `http`.
	Code CodeName `json:"code,omitempty"`

	// The HTTP status; the status of the code unless given.
	HTTP int `json:"http,omitempty"`

	// The message of the error.
	Message string `json:"message,omitempty"`

	// Details of google.rpc, beside those that an error of the code has.
	Details []FaultDetail `json:"details,omitempty"`

	// After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.
	RetryAfter *int `json:"retryAfter,omitempty"`

	// The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.
	Drop bool `json:"drop,omitempty"`

	// As `drop`, by a reset of the connection or the stream.
	Reset bool `json:"reset,omitempty"`

	// The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit.
	Truncate any `json:"truncate,omitempty"`

	// The delay of the call, in milliseconds of the machine.
	Latency any `json:"latency,omitempty"`

	// The number of bytes of the body that are sent in a second. Only in the phase after_commit.
	Slow any `json:"slow,omitempty"`

	// The error is a page of HTML, as what stands in front of a service answers it. It needs `http`.
	Html bool `json:"html,omitempty"`

	// The call hangs until its client gives up, the fault is dropped or the world ends.
	Hang bool `json:"hang,omitempty"`

	// The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit.
	Rows any `json:"rows,omitempty"`

	// The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit.
	ExpireCursor bool `json:"expireCursor,omitempty"`

	// The call reads the rows as they were before the last write that it would show. Only in the phase after_commit.
	Stale bool `json:"stale,omitempty"`

	// The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal. One of "field", "enum_value", "detail".
	Add string `json:"add,omitempty"`

	// The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met.
	RefusePings bool `json:"refusePings,omitempty"`

	// The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates. One of "change", "delete", "create".
	Other string `json:"other,omitempty"`
}

// The calls that a fault is for: those that have all of these; every call without.
type FaultMatch struct {
	// The name of an operation, of v2 or of v1.
	Operation OperationID `json:"operation,omitempty"`

	// The HTTP method; POST for gRPC. One of "GET", "HEAD", "POST", "PATCH", "PUT", "DELETE".
	Method string `json:"method,omitempty"`

	// The path, in which `*` is any text; the path of the method for gRPC.
	Path string `json:"path,omitempty"`

	// An identity: its uid, an alias or a name.
	Caller string `json:"caller,omitempty"`

	// The version of the interface. One of "v1", "v2".
	Version string `json:"version,omitempty"`

	// The resource that the call is about: the values in its path, and the name of a new row, separated by spaces.
	Resource string `json:"resource,omitempty"`

	// Only calls that write, or with `false` only those that read.
	Writes *bool `json:"writes,omitempty"`

	// Only the nth of these calls, counted from 1.
	Nth int `json:"nth,omitempty"`

	// The nth of these calls, and all that follow.
	From int `json:"from,omitempty"`

	// Every n-th of these calls.
	Every int `json:"every,omitempty"`

	// Only tries of a logical call (caller, operation and resource) with this number, from 1.
	Attempt int `json:"attempt,omitempty"`
}

// The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
type FaultPhase string

// The words of FaultPhase.
const (
	FaultPhaseBeforeAuth   FaultPhase = "before_auth"
	FaultPhaseBefore       FaultPhase = "before"
	FaultPhaseAfterCommit  FaultPhase = "after_commit"
	FaultPhaseMidStream    FaultPhase = "mid_stream"
	FaultPhaseAfterRefusal FaultPhase = "after_refusal"
)

// Faults that are made beforehand, for the calls that match.
type FaultPreset struct {
	// The name of faults that are made beforehand. One of "flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings".
	Preset string `json:"preset"`

	// The calls that a fault is for: those that have all of these; every call without.
	Match *FaultMatch `json:"match,omitempty"`
}

// A fault with the calls on which it has acted, and what it has changed.
type FaultRecord struct {
	// The calls that a fault is for, as it is listed.
	Match ListedFaultMatch `json:"match"`

	// The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
	Phase FaultPhase `json:"phase"`

	// The effect on the calls of a fault, as it is listed.
	Do ListedFaultEffect `json:"do"`

	// The largest number of times that it acts.
	Times int `json:"times,omitempty"`

	// The time for which it acts from its first time on, in milliseconds of the machine.
	LastsMs int `json:"lastsMs,omitempty"`

	// Once it has acted, it acts on every call of the world.
	Spreads bool `json:"spreads,omitempty"`

	// The name of the preset that it is of. One of "flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings".
	Preset string `json:"preset,omitempty"`

	// The number of times that it has acted.
	Hits int `json:"hits"`

	// The ids of the calls of the journal on which it has acted, the oldest first; the last 100.
	Calls []string `json:"calls"`

	// The changes that it has made itself, in the name of another caller, without the changes of the calls.
	Changes []JournalChange `json:"changes"`
}

// The calls since the faults were written.
type FaultReport struct {
	// The calls that were tried, the oldest first.
	Calls []LogicalCall `json:"calls"`

	// The number of tries that are no longer listed.
	Dropped int `json:"dropped"`

	// The faults in their order, with what each has done.
	Faults []FaultRecord `json:"faults"`

	// The faults that have not acted.
	NeverFired []UnfiredFault `json:"neverFired"`
}

// A fault with how often it has acted.
type FaultWithHits struct {
	// Its id, as calls in the journal have it.
	ID string `json:"id"`

	// The calls that a fault is for, as it is listed.
	Match ListedFaultMatch `json:"match"`

	// The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
	Phase FaultPhase `json:"phase"`

	// The effect on the calls of a fault, as it is listed.
	Do ListedFaultEffect `json:"do"`

	// The largest number of times that it acts.
	Times int `json:"times,omitempty"`

	// The time for which it acts from its first time on, in milliseconds of the machine.
	LastsMs int `json:"lastsMs,omitempty"`

	// Once it has acted, it acts on every call of the world.
	Spreads bool `json:"spreads,omitempty"`

	// The name of the preset that it is of. One of "flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings".
	Preset string `json:"preset,omitempty"`

	// The number of times that it has acted.
	Hits int `json:"hits"`
}

// The faults of a world.
type Faults struct {
	// The faults in their order.
	Faults []FaultWithHits `json:"faults"`
}

// The options of a mock, and its contents.
type Info struct {
	// The version of the mock.
	Version string `json:"version"`

	// The world that the rest is about.
	World string `json:"world"`

	// Its public URL.
	URL string `json:"url"`

	// The URL of the address that the process itself listens on.
	LocalURL string `json:"localUrl"`

	// The issuer of its tokens.
	Issuer string `json:"issuer"`

	// The domain in error details.
	ServiceDomain string `json:"serviceDomain"`

	// The interface that the mock follows: the specified or the published one, which differ in places.
	Profile ProfileName `json:"profile"`

	// The seed of everything generated.
	Seed string `json:"seed"`

	// The fixtures it was started with.
	Fixtures []string `json:"fixtures"`

	// The uid of the first root group; empty when there is none.
	OrgID string `json:"orgId"`

	// The number of rows of each kind.
	Rows map[string]int `json:"rows"`

	// The uid of each thing that a fixture named.
	Aliases map[string]string `json:"aliases"`

	// The mode of the clock of a world, and its time.
	Clock ClockReading `json:"clock"`

	// The number of calls of each control operation that it has answered since its start, in all worlds.
	ControlCalls map[string]int `json:"controlCalls"`
}

// The decision on the rights of a caller.
type JournalAuthz struct {
	// `open` for calls that need no rights. One of "allow", "deny", "unauthenticated", "open".
	Decision string `json:"decision"`

	// The lacked capabilities; with `allow`, only the mode of the world let it through.
	Missing []LackedCapability `json:"missing"`
}

// A row that a call has created, updated or deleted.
type JournalChange struct {
	// The kind of the change. One of "created", "updated", "deleted".
	Change string `json:"change"`

	// The kind of the row.
	Type string `json:"type"`

	// Its uid.
	UID string `json:"uid"`

	// Its name, if it has one.
	Name string `json:"name,omitempty"`

	// Of an update: each field with its value before and after.
	Fields map[string][]any `json:"fields,omitempty"`
}

// The answer that the journal is empty.
type JournalCleared struct {
	// It is empty. One of "cleared".
	Status string `json:"status"`
}

// One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted.
type JournalEntry struct {
	// The id of its world, if all worlds are asked for.
	World string `json:"world,omitempty"`

	// Its number in the order of all worlds, if these are asked for: as `since` and `before` have it.
	Number string `json:"number,omitempty"`

	// Counted from 1 in each world.
	ID string `json:"id"`

	// `open` until it is answered. One of "open", "ended".
	State string `json:"state"`

	// The time of its beginning, RFC 3339, by the clock of the world.
	Time string `json:"time"`

	// The time of its beginning, RFC 3339, by the clock of the machine.
	MachineTime string `json:"machineTime"`

	// Its duration by the clock of the machine.
	DurationMs *float64 `json:"durationMs,omitempty"`

	// The protocol in which it was sent. One of "rest", "grpc", "grpc-web", "connect".
	Protocol string `json:"protocol"`

	// The version of the interface; missing if no operation matches.
	Version string `json:"version,omitempty"`

	// The HTTP method; POST for gRPC.
	Method string `json:"method"`

	// Without the query; of gRPC the path of the method.
	Path string `json:"path"`

	// The id of the operation; missing if none matches.
	Operation OperationID `json:"operation,omitempty"`

	// The caller; missing if it is not known.
	Caller *JournalEntryCaller `json:"caller,omitempty"`

	// The name that the client gives itself.
	Client string `json:"client,omitempty"`

	// As it was read; secrets are redacted.
	Request map[string]any `json:"request,omitempty"`

	// Query and body over REST in the spelling of the client; secrets are redacted.
	Sent *JournalEntrySent `json:"sent,omitempty"`

	// The body if it could not be read as the request.
	Body string `json:"body,omitempty"`

	// Instead of a request that is too large to be recorded.
	LargeRequest *LargeMessage `json:"largeRequest,omitempty"`

	// The paths of what the client sent and the operation did not read.
	Unread []string `json:"unread"`

	// The values of the unread fields, by their paths; secrets are redacted, and fields of gRPC omitted.
	UnreadValues map[string]any `json:"unreadValues,omitempty"`

	// The HTTP status; of gRPC the one of REST. Missing if the client got no answer.
	Status *int `json:"status,omitempty"`

	// The result for the client: `OK`, the name of a code, or the way in which its answer was broken off.
	Code EndCode `json:"code,omitempty"`

	// The message of the error.
	Message string `json:"message,omitempty"`

	// The typed details of the error.
	Details []map[string]any `json:"details,omitempty"`

	// The reason why it was refused, in a sentence, with groups by their names; missing if it was not.
	Reason string `json:"reason,omitempty"`

	// The answer; secrets are redacted.
	Answer map[string]any `json:"answer,omitempty"`

	// Instead of an answer that is too large to be recorded.
	LargeAnswer *LargeMessage `json:"largeAnswer,omitempty"`

	// True if request, answer and changes were dropped to keep the bounds.
	MessagesDropped bool `json:"messagesDropped,omitempty"`

	// The result of the operation, if something else was answered.
	Handled *JournalEntryHandled `json:"handled,omitempty"`

	// The faults that acted on it.
	Faults []JournalEntryFault `json:"faults"`

	// The decision on the rights of a caller.
	Authz *JournalAuthz `json:"authz,omitempty"`

	// The row that it names or has changed first, and the place of that row.
	About *JournalEntryAbout `json:"about,omitempty"`

	// The rows that it has changed.
	Changes []JournalChange `json:"changes"`

	// The number of further rows that it has changed: a thousand at most are listed.
	FurtherChanges *int `json:"furtherChanges,omitempty"`

	// The ids of the events that it has emitted; missing if there are none.
	Events []string `json:"events,omitempty"`

	// The ids of up to 20 of the calls around it that are for the same: operation, caller and resource; missing if there are none.
	Tries []string `json:"tries,omitempty"`
}

// The row that it names or has changed first, and the place of that row.
type JournalEntryAbout struct {
	// The name of the row.
	Name string `json:"name,omitempty"`

	// The group of the row, by the names of its path.
	Group string `json:"group,omitempty"`

	// Of a list: how many rows were answered.
	Rows *int `json:"rows,omitempty"`
}

// The caller; missing if it is not known.
type JournalEntryCaller struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name; empty if it has none.
	Name string `json:"name"`
}

// A part of JournalEntry.
type JournalEntryFault struct {
	// The id of the rule.
	Rule string `json:"rule"`

	// The phase in which it acted. One of "before_auth", "before", "after_commit", "mid_stream", "after_refusal".
	Phase string `json:"phase"`

	// Its effect on the call, in words.
	Did string `json:"did"`
}

// The result of the operation, if something else was answered.
type JournalEntryHandled struct {
	// The HTTP status.
	Status int `json:"status"`

	// `OK`, or the name of a code.
	Code AnswerCode `json:"code"`
}

// Query and body over REST in the spelling of the client; secrets are redacted.
type JournalEntrySent struct {
	// The query, without a question mark.
	Query string `json:"query"`

	// The body in JSON.
	Body any `json:"body,omitempty"`
}

// The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.
type JournalMatch struct {
	// The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1.
	Operation OperationID `json:"operation,omitempty"`

	// An HTTP status, or the name of a code.
	Status any `json:"status,omitempty"`

	// An identity: its uid, an alias or a name.
	Caller string `json:"caller,omitempty"`

	// The protocol in which it was sent. One of "rest", "grpc", "grpc-web", "connect".
	Protocol string `json:"protocol,omitempty"`

	// The version of the interface. One of "v1", "v2".
	Version string `json:"version,omitempty"`

	// The HTTP method; POST for gRPC.
	Method string `json:"method,omitempty"`

	// The path, in which `*` is any text.
	Path string `json:"path,omitempty"`

	// The name that the client gives itself.
	Client any `json:"client,omitempty"`

	// The message of the error.
	Message any `json:"message,omitempty"`

	// A part of the request.
	Request any `json:"request,omitempty"`

	// A part of the answer.
	Answer any `json:"answer,omitempty"`

	// Changes, all of which the entry must have.
	Changes any `json:"changes,omitempty"`

	// A part of how the rights were decided on.
	Authz any `json:"authz,omitempty"`

	// Paths, each of which must be among what was not read.
	Unread any `json:"unread,omitempty"`
}

// Entries, the newest first.
type JournalPage struct {
	// The newest first.
	Entries []JournalEntry `json:"entries"`

	// The id of the newest entry, to ask for later ones by `since`; `0` before the first. For all worlds it is the number in their common order.
	Cursor string `json:"cursor"`

	// The number of entries that were dropped to keep the bounds.
	Dropped int `json:"dropped"`

	// The id of the oldest call that a world can be made from; missing if there is none.
	OldestState string `json:"oldestState,omitempty"`
}

// The new labels of a world.
type LabelWorld struct {
	// The labels to set, each with its value, or with null to take it away; the others stay.
	Labels map[string]*string `json:"labels"`
}

// A capability that a caller lacked, with the group.
type LackedCapability struct {
	// The capability.
	Capability string `json:"capability"`

	// The uid of the group on which it was needed, or `anywhere`.
	At string `json:"at"`
}

// The delays after which calls of a world see changes, by its clock: durations such as `20s`.
type Lag struct {
	// The delay after which access checks see changes.
	Authz *AuthzLag `json:"authz,omitempty"`

	// The delay after which Lists and counts see changes.
	Lists *ListLag `json:"lists,omitempty"`
}

// The delays after which changes are seen, and the time at which all that have been made are.
type LagReading struct {
	// The delay after which access checks see changes, as it is listed.
	Authz *AuthzLagReading `json:"authz,omitempty"`

	// The delay after which Lists and counts see changes, as it is listed.
	Lists *ListLagReading `json:"lists,omitempty"`

	// When all that has been written is seen, by the world's clock; absent if everything is seen already.
	SettledTime string `json:"settledTime,omitempty"`
}

// Size and digest of a message that is too large to be recorded.
type LargeMessage struct {
	// Its size in bytes.
	Bytes int `json:"bytes"`

	// Its digest, in hex.
	SHA256 string `json:"sha256"`
}

// The bounds of the delay, which is chosen anew for each call, by the seed.
type LatencyRange struct {
	// The shortest time, in milliseconds.
	Min int `json:"min"`

	// The longest time, in milliseconds.
	Max int `json:"max"`
}

// The least roles with which the recorded calls of a caller pass.
type LeastRoles struct {
	// An identity that calls, with its name.
	Caller AuthzCaller `json:"caller"`

	// A custom role for each group, to be bound there.
	Roles []LeastRolesRole `json:"roles"`

	// The access that no binding can give, because it lies outside of the group that the identity lives in.
	OutOfReach []RoleNeed `json:"outOfReach"`

	// The number of entries that were omitted, because there were too many different ones.
	Dropped int `json:"dropped"`
}

// A part of LeastRoles.
type LeastRolesRole struct {
	// The uid of the group.
	Group string `json:"group"`

	// The names of the groups down to it.
	GroupPath []string `json:"groupPath"`

	// The capabilities that are needed there.
	Capabilities []string `json:"capabilities"`

	// A name for the custom role.
	Role string `json:"role"`
}

// The delay after which Lists and counts see changes.
type ListLag struct {
	// How late changes are seen, by the world's clock: up to 24h.
	Lag string `json:"lag"`
}

// The delay after which Lists and counts see changes, as it is listed.
type ListLagReading struct {
	// How late changes are seen, by the world's clock: up to 24h.
	Lag string `json:"lag"`
}

// The effect on the calls of a fault, as it is listed.
type ListedFaultEffect struct {
	// The gRPC status code; unless given, it follows from `http`.
	Code CodeName `json:"code,omitempty"`

	// The HTTP status; the status of the code unless given.
	HTTP int `json:"http,omitempty"`

	// The message of the error.
	Message string `json:"message,omitempty"`

	// Details of google.rpc, beside those that an error of the code has.
	Details []FaultDetail `json:"details,omitempty"`

	// After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.
	RetryAfter *int `json:"retryAfter,omitempty"`

	// The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.
	Drop bool `json:"drop,omitempty"`

	// As `drop`, by a reset of the connection or the stream.
	Reset bool `json:"reset,omitempty"`

	// The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit.
	Truncate any `json:"truncate,omitempty"`

	// The delay of the call, in milliseconds of the machine.
	Latency any `json:"latency,omitempty"`

	// The number of bytes of the body that are sent in a second. Only in the phase after_commit.
	Slow any `json:"slow,omitempty"`

	// The error is a page of HTML, as what stands in front of a service answers it. It needs `http`.
	Html bool `json:"html,omitempty"`

	// The call hangs until its client gives up, the fault is dropped or the world ends.
	Hang bool `json:"hang,omitempty"`

	// The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit.
	Rows any `json:"rows,omitempty"`

	// The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit.
	ExpireCursor bool `json:"expireCursor,omitempty"`

	// The call reads the rows as they were before the last write that it would show. Only in the phase after_commit.
	Stale bool `json:"stale,omitempty"`

	// The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal. One of "field", "enum_value", "detail".
	Add string `json:"add,omitempty"`

	// The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met.
	RefusePings bool `json:"refusePings,omitempty"`

	// The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates. One of "change", "delete", "create".
	Other string `json:"other,omitempty"`
}

// The calls that a fault is for, as it is listed.
type ListedFaultMatch struct {
	// The name of an operation, of v2 or of v1.
	Operation OperationID `json:"operation,omitempty"`

	// The HTTP method; POST for gRPC. One of "GET", "HEAD", "POST", "PATCH", "PUT", "DELETE".
	Method string `json:"method,omitempty"`

	// The path, in which `*` is any text; the path of the method for gRPC.
	Path string `json:"path,omitempty"`

	// An identity: its uid, an alias or a name.
	Caller string `json:"caller,omitempty"`

	// The version of the interface. One of "v1", "v2".
	Version string `json:"version,omitempty"`

	// The resource that the call is about: the values in its path, and the name of a new row, separated by spaces.
	Resource string `json:"resource,omitempty"`

	// Only calls that write, or with `false` only those that read.
	Writes *bool `json:"writes,omitempty"`

	// Only the nth of these calls, counted from 1.
	Nth int `json:"nth,omitempty"`

	// The nth of these calls, and all that follow.
	From int `json:"from,omitempty"`

	// Every n-th of these calls.
	Every int `json:"every,omitempty"`

	// Only tries of a logical call (caller, operation and resource) with this number, from 1.
	Attempt int `json:"attempt,omitempty"`
}

// The bounds of the delay of a call, as it is listed.
type ListedLatencyRange struct {
	// The shortest time, in milliseconds.
	Min int `json:"min"`

	// The longest time, in milliseconds.
	Max int `json:"max"`
}

// The calls that a quota counts, as it is listed.
type ListedQuotaMatch struct {
	// The name of an operation, of v2 or of v1.
	Operation OperationID `json:"operation,omitempty"`

	// An identity: its uid, an alias or a name.
	Caller string `json:"caller,omitempty"`

	// The version of the interface. One of "v1", "v2".
	Version string `json:"version,omitempty"`
}

// The answer of a sink to one request, as it is listed.
type ListedSinkAnswer struct {
	// The HTTP status.
	Status int `json:"status"`

	// The time that the answer takes, in milliseconds of the machine.
	DelayMs *int `json:"delayMs,omitempty"`
}

// The speed at which the body of an answer is sent, as it is listed.
type ListedSlowRate struct {
	// The number of bytes of the body that are sent in a second.
	BytesPerSecond int `json:"bytesPerSecond"`
}

// The tries of one call: of a caller, an operation and a resource.
type LogicalCall struct {
	// The id of the operation.
	Operation OperationID `json:"operation"`

	// The uid of the identity; empty for a call that ended before its caller was known.
	Caller string `json:"caller"`

	// The resource that it is about, as its path and name have it.
	Resource string `json:"resource"`

	// The tries, the oldest first.
	Attempts []FaultAttempt `json:"attempts"`
}

// A new world, with all that a client needs to be in it.
type MadeWorld struct {
	// Its name.
	ID string `json:"id"`

	// Words by which the world can be found.
	Labels map[string]string `json:"labels"`

	// Its origin.
	From string `json:"from"`

	// The time at which it was made, by the clock of the machine.
	CreateTime string `json:"createTime"`

	// The time at which it ends by itself.
	ExpireTime string `json:"expireTime,omitempty"`

	// The number of rows of each collection.
	Rows map[string]int `json:"rows"`

	// The number of entries of its journal.
	Journal int `json:"journal"`

	// The mode of the clock of a world, and its time.
	Clock ClockReading `json:"clock"`

	// A token of an identity that may do everything; it names the world.
	Token string `json:"token"`

	// The URL of the mock, for clients that name the world by token or header.
	URL string `json:"url"`

	// A URL that names the world by its host, if the client resolves it.
	HostURL string `json:"hostUrl"`

	// The header that names the world.
	Headers map[string]string `json:"headers"`

	// The variables that clients and test harnesses read.
	Env map[string]string `json:"env"`
}

// One field that is not as it is meant, with both values.
type MatchDifference struct {
	// The path of the field.
	Field string `json:"field"`

	// The value that it must match.
	Expected any `json:"expected,omitempty"`

	// The value that it has; null if it is missing.
	Actual any `json:"actual,omitempty"`
}

// The number of times that an answer was met.
type MetAnswer struct {
	// The HTTP status; of gRPC the one that REST would have.
	Status int `json:"status"`

	// `OK`, or the name of the code of gRPC.
	Code AnswerCode `json:"code"`

	// Of an error, if it is not the code.
	Reason string `json:"reason,omitempty"`

	// The number of times that it was met.
	Count int `json:"count"`
}

// A token to mint: of an identity, or of the one that tokens of an issuer and subject act as.
type MintToken struct {
	// A uid, an alias of a fixture, or a name that only one identity has.
	Identity string `json:"identity,omitempty"`

	// With `subject`, instead of `identity`: the identity that tokens of that issuer act as.
	Issuer string `json:"issuer,omitempty"`

	// The subject of those tokens.
	Subject string `json:"subject,omitempty"`

	// The time for which it is valid; an hour unless given.
	TTL string `json:"ttl,omitempty"`

	// The audience of the token: the mock itself unless given.
	Audience any `json:"audience,omitempty"`

	// The uids of the groups that the token is confined to.
	Scopes []string `json:"scopes,omitempty"`

	// The one thing that is wrong with a token, so that the API refuses it with 401.
	Flaw TokenFlaw `json:"flaw,omitempty"`
}

// A token to mint as a third party would.
type MintUpstreamToken struct {
	// A name, for an issuer whose pages the mock serves, or any URL.
	Issuer string `json:"issuer"`

	// The subject, as that issuer would write it.
	Subject string `json:"subject"`

	// The time for which it is valid; an hour unless given.
	TTL string `json:"ttl,omitempty"`

	// The audience of the token; unless given, the one that the identity asks for in its claim match, else the mock itself.
	Audience any `json:"audience,omitempty"`

	// Further claims, as they appear in the token.
	Claims map[string]any `json:"claims,omitempty"`

	// The one thing that is wrong with a token, so that the API refuses it with 401.
	Flaw TokenFlaw `json:"flaw,omitempty"`
}

// A minted token.
type MintedToken struct {
	// The bearer token.
	Token string `json:"token"`

	// The uid of the identity that it acts as.
	Identity string `json:"identity"`

	// The time from which it is not accepted any more.
	ExpireTime string `json:"expireTime"`
}

// A minted token of a third party.
type MintedUpstreamToken struct {
	// The token, to be exchanged or used as it is.
	Token string `json:"token"`

	// Its issuer.
	Issuer string `json:"issuer"`

	// The time from which it is not accepted any more.
	ExpireTime string `json:"expireTime"`
}

// A row by its kind, its uid and its name.
type NamedRow struct {
	// The kind of row.
	Type string `json:"type"`

	// Its uid.
	UID string `json:"uid"`

	// Its name, if it has one.
	Name string `json:"name,omitempty"`
}

// An identity that a token nearly acts as, and the claim that differs.
type NearIdentity struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name.
	Name string `json:"name"`

	// The first claim by which the token does not match it.
	Claim string `json:"claim"`

	// The value that it asks for.
	Wanted string `json:"wanted,omitempty"`

	// The pattern that it asks for, if it asks for one.
	Pattern string `json:"pattern,omitempty"`

	// The values that the token has.
	Found []string `json:"found"`
}

// An entry that nearly matches, with its differences.
type NearestEntry struct {
	// One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted.
	Entry JournalEntry `json:"entry"`

	// The places at which it is not as it is meant.
	Differences []MatchDifference `json:"differences"`
}

// An event that nearly matches, with its differences.
type NearestEvent struct {
	// Something that has happened in a world, as its subscribers receive it.
	Event WorldEvent `json:"event"`

	// The places at which it is not as it is meant.
	Differences []MatchDifference `json:"differences"`
}

// The name of an operation: its id, or the name that the document of an older version has for it.
type OperationID string

// The words of OperationID.
const (
	OperationIDAcceptTerms                                 OperationID = "AcceptTerms"
	OperationIDAdvisoriesCreate                            OperationID = "Advisories_Create"
	OperationIDAdvisoriesCreateAdvisoryEvent               OperationID = "Advisories_CreateAdvisoryEvent"
	OperationIDAdvisoriesDelete                            OperationID = "Advisories_Delete"
	OperationIDAdvisoriesList                              OperationID = "Advisories_List"
	OperationIDAdvisoriesListAdvisoryEvents                OperationID = "Advisories_ListAdvisoryEvents"
	OperationIDAdvisoriesUpdate                            OperationID = "Advisories_Update"
	OperationIDAdvisoriesUpdateAdvisoryEvent               OperationID = "Advisories_UpdateAdvisoryEvent"
	OperationIDArtifactsGetArtifactCount                   OperationID = "Artifacts_GetArtifactCount"
	OperationIDArtifactsList                               OperationID = "Artifacts_List"
	OperationIDArtifactsListVersions                       OperationID = "Artifacts_ListVersions"
	OperationIDBatchCreateRoleBindings                     OperationID = "BatchCreateRoleBindings"
	OperationIDBatchDeleteExternalGroupRoleMappings        OperationID = "BatchDeleteExternalGroupRoleMappings"
	OperationIDCheckAccountAssociation                     OperationID = "CheckAccountAssociation"
	OperationIDCheckEligibility                            OperationID = "CheckEligibility"
	OperationIDCreateAccountAssociation                    OperationID = "CreateAccountAssociation"
	OperationIDCreateExternalGroupRoleMapping              OperationID = "CreateExternalGroupRoleMapping"
	OperationIDCreateGroup                                 OperationID = "CreateGroup"
	OperationIDCreateGroupInvite                           OperationID = "CreateGroupInvite"
	OperationIDCreateIdentity                              OperationID = "CreateIdentity"
	OperationIDCreateIdentityProvider                      OperationID = "CreateIdentityProvider"
	OperationIDCreateRepo                                  OperationID = "CreateRepo"
	OperationIDCreateRole                                  OperationID = "CreateRole"
	OperationIDCreateRoleBinding                           OperationID = "CreateRoleBinding"
	OperationIDCreateSubscription                          OperationID = "CreateSubscription"
	OperationIDCreateTag                                   OperationID = "CreateTag"
	OperationIDDeleteAccountAssociation                    OperationID = "DeleteAccountAssociation"
	OperationIDDeleteExternalGroupRoleMapping              OperationID = "DeleteExternalGroupRoleMapping"
	OperationIDDeleteGroup                                 OperationID = "DeleteGroup"
	OperationIDDeleteGroupInvite                           OperationID = "DeleteGroupInvite"
	OperationIDDeleteIdentity                              OperationID = "DeleteIdentity"
	OperationIDDeleteIdentityProvider                      OperationID = "DeleteIdentityProvider"
	OperationIDDeleteRepo                                  OperationID = "DeleteRepo"
	OperationIDDeleteRole                                  OperationID = "DeleteRole"
	OperationIDDeleteRoleBinding                           OperationID = "DeleteRoleBinding"
	OperationIDDeleteSubscription                          OperationID = "DeleteSubscription"
	OperationIDDeleteTag                                   OperationID = "DeleteTag"
	OperationIDEventIdentitiesCreate                       OperationID = "EventIdentities_Create"
	OperationIDEventIdentitiesUpdateMetadata               OperationID = "EventIdentities_UpdateMetadata"
	OperationIDExchange                                    OperationID = "Exchange"
	OperationIDExchangeRefreshToken                        OperationID = "ExchangeRefreshToken"
	OperationIDExternalGroupRoleMappingsBatchDelete        OperationID = "ExternalGroupRoleMappings_BatchDelete"
	OperationIDExternalGroupRoleMappingsCreate             OperationID = "ExternalGroupRoleMappings_Create"
	OperationIDExternalGroupRoleMappingsDelete             OperationID = "ExternalGroupRoleMappings_Delete"
	OperationIDExternalGroupRoleMappingsGet                OperationID = "ExternalGroupRoleMappings_Get"
	OperationIDExternalGroupRoleMappingsList               OperationID = "ExternalGroupRoleMappings_List"
	OperationIDGenerateScimToken                           OperationID = "GenerateScimToken"
	OperationIDGetAccountAssociation                       OperationID = "GetAccountAssociation"
	OperationIDGetAdvisory                                 OperationID = "GetAdvisory"
	OperationIDGetArchitectures                            OperationID = "GetArchitectures"
	OperationIDGetArtifactCount                            OperationID = "GetArtifactCount"
	OperationIDGetExternalGroupRoleMapping                 OperationID = "GetExternalGroupRoleMapping"
	OperationIDGetGroup                                    OperationID = "GetGroup"
	OperationIDGetGroupInvite                              OperationID = "GetGroupInvite"
	OperationIDGetIdentity                                 OperationID = "GetIdentity"
	OperationIDGetIdentityProvider                         OperationID = "GetIdentityProvider"
	OperationIDGetRepo                                     OperationID = "GetRepo"
	OperationIDGetRepoReadme                               OperationID = "GetRepoReadme"
	OperationIDGetRole                                     OperationID = "GetRole"
	OperationIDGetRoleBinding                              OperationID = "GetRoleBinding"
	OperationIDGetSize                                     OperationID = "GetSize"
	OperationIDGetSubscription                             OperationID = "GetSubscription"
	OperationIDGetTag                                      OperationID = "GetTag"
	OperationIDGroupAccountAssociationsCheck               OperationID = "GroupAccountAssociations_Check"
	OperationIDGroupAccountAssociationsCreate              OperationID = "GroupAccountAssociations_Create"
	OperationIDGroupAccountAssociationsDelete              OperationID = "GroupAccountAssociations_Delete"
	OperationIDGroupAccountAssociationsList                OperationID = "GroupAccountAssociations_List"
	OperationIDGroupAccountAssociationsUpdate              OperationID = "GroupAccountAssociations_Update"
	OperationIDGroupInvitesCreate                          OperationID = "GroupInvites_Create"
	OperationIDGroupInvitesCreateWithGroup                 OperationID = "GroupInvites_CreateWithGroup"
	OperationIDGroupInvitesDelete                          OperationID = "GroupInvites_Delete"
	OperationIDGroupInvitesList                            OperationID = "GroupInvites_List"
	OperationIDGroupsCheckEligibility                      OperationID = "Groups_CheckEligibility"
	OperationIDGroupsCreate                                OperationID = "Groups_Create"
	OperationIDGroupsDelete                                OperationID = "Groups_Delete"
	OperationIDGroupsList                                  OperationID = "Groups_List"
	OperationIDGroupsLookupGroup                           OperationID = "Groups_LookupGroup"
	OperationIDGroupsRequestGroupAccess                    OperationID = "Groups_RequestGroupAccess"
	OperationIDGroupsUpdate                                OperationID = "Groups_Update"
	OperationIDIdentitiesCreate                            OperationID = "Identities_Create"
	OperationIDIdentitiesDelete                            OperationID = "Identities_Delete"
	OperationIDIdentitiesList                              OperationID = "Identities_List"
	OperationIDIdentitiesLookup                            OperationID = "Identities_Lookup"
	OperationIDIdentitiesUpdate                            OperationID = "Identities_Update"
	OperationIDIdentityProvidersCreate                     OperationID = "IdentityProviders_Create"
	OperationIDIdentityProvidersDelete                     OperationID = "IdentityProviders_Delete"
	OperationIDIdentityProvidersGenerateScimToken          OperationID = "IdentityProviders_GenerateScimToken"
	OperationIDIdentityProvidersList                       OperationID = "IdentityProviders_List"
	OperationIDIdentityProvidersRegenerateScimToken        OperationID = "IdentityProviders_RegenerateScimToken"
	OperationIDIdentityProvidersRevokeScimToken            OperationID = "IdentityProviders_RevokeScimToken"
	OperationIDIdentityProvidersSetScimEnabled             OperationID = "IdentityProviders_SetScimEnabled"
	OperationIDIdentityProvidersUpdate                     OperationID = "IdentityProviders_Update"
	OperationIDListAccountAssociations                     OperationID = "ListAccountAssociations"
	OperationIDListAdvisories                              OperationID = "ListAdvisories"
	OperationIDListArtifactVersions                        OperationID = "ListArtifactVersions"
	OperationIDListArtifacts                               OperationID = "ListArtifacts"
	OperationIDListDocuments                               OperationID = "ListDocuments"
	OperationIDListExternalGroupRoleMappings               OperationID = "ListExternalGroupRoleMappings"
	OperationIDListGroupInvites                            OperationID = "ListGroupInvites"
	OperationIDListGroups                                  OperationID = "ListGroups"
	OperationIDListIdentities                              OperationID = "ListIdentities"
	OperationIDListIdentityProviders                       OperationID = "ListIdentityProviders"
	OperationIDListRepos                                   OperationID = "ListRepos"
	OperationIDListResolvedVulnsReports                    OperationID = "ListResolvedVulnsReports"
	OperationIDListRoleBindings                            OperationID = "ListRoleBindings"
	OperationIDListRoles                                   OperationID = "ListRoles"
	OperationIDListSubscriptions                           OperationID = "ListSubscriptions"
	OperationIDListTags                                    OperationID = "ListTags"
	OperationIDListTermsAcceptances                        OperationID = "ListTermsAcceptances"
	OperationIDListVulnerabilityMetadata                   OperationID = "ListVulnerabilityMetadata"
	OperationIDLookupGroup                                 OperationID = "LookupGroup"
	OperationIDLookupIdentity                              OperationID = "LookupIdentity"
	OperationIDMalwareListBlockList                        OperationID = "Malware_ListBlockList"
	OperationIDPing                                        OperationID = "Ping"
	OperationIDPingServicePing                             OperationID = "PingService_Ping"
	OperationIDRegenerateScimToken                         OperationID = "RegenerateScimToken"
	OperationIDRegister                                    OperationID = "Register"
	OperationIDRegistryCreateDeployment                    OperationID = "Registry_CreateDeployment"
	OperationIDRegistryCreateRepo                          OperationID = "Registry_CreateRepo"
	OperationIDRegistryCreateTag                           OperationID = "Registry_CreateTag"
	OperationIDRegistryDeleteRepo                          OperationID = "Registry_DeleteRepo"
	OperationIDRegistryDeleteTag                           OperationID = "Registry_DeleteTag"
	OperationIDRegistryDiffImage                           OperationID = "Registry_DiffImage"
	OperationIDRegistryGetArchs                            OperationID = "Registry_GetArchs"
	OperationIDRegistryGetBuildStatus                      OperationID = "Registry_GetBuildStatus"
	OperationIDRegistryGetDeployment                       OperationID = "Registry_GetDeployment"
	OperationIDRegistryGetImageConfig                      OperationID = "Registry_GetImageConfig"
	OperationIDRegistryGetPackageVersionMetadata           OperationID = "Registry_GetPackageVersionMetadata"
	OperationIDRegistryGetRegistrySettings                 OperationID = "Registry_GetRegistrySettings"
	OperationIDRegistryGetSize                             OperationID = "Registry_GetSize"
	OperationIDRegistryGetSyncStatus                       OperationID = "Registry_GetSyncStatus"
	OperationIDRegistryGetUpdateStatus                     OperationID = "Registry_GetUpdateStatus"
	OperationIDRegistryGetVulnReport                       OperationID = "Registry_GetVulnReport"
	OperationIDRegistryListBuildReports                    OperationID = "Registry_ListBuildReports"
	OperationIDRegistryListEolTags                         OperationID = "Registry_ListEolTags"
	OperationIDRegistryListRepos                           OperationID = "Registry_ListRepos"
	OperationIDRegistryListSyncStatuses                    OperationID = "Registry_ListSyncStatuses"
	OperationIDRegistryListTagHistory                      OperationID = "Registry_ListTagHistory"
	OperationIDRegistryListTags                            OperationID = "Registry_ListTags"
	OperationIDRegistryUpdateDeployment                    OperationID = "Registry_UpdateDeployment"
	OperationIDRegistryUpdateRegistrySettings              OperationID = "Registry_UpdateRegistrySettings"
	OperationIDRegistryUpdateRepo                          OperationID = "Registry_UpdateRepo"
	OperationIDRegistryUpdateTag                           OperationID = "Registry_UpdateTag"
	OperationIDRequestGroupAccess                          OperationID = "RequestGroupAccess"
	OperationIDRevokeScimToken                             OperationID = "RevokeScimToken"
	OperationIDRoleBindingsCreate                          OperationID = "RoleBindings_Create"
	OperationIDRoleBindingsCreateBatch                     OperationID = "RoleBindings_CreateBatch"
	OperationIDRoleBindingsDelete                          OperationID = "RoleBindings_Delete"
	OperationIDRoleBindingsList                            OperationID = "RoleBindings_List"
	OperationIDRoleBindingsUpdate                          OperationID = "RoleBindings_Update"
	OperationIDRolesCreate                                 OperationID = "Roles_Create"
	OperationIDRolesDelete                                 OperationID = "Roles_Delete"
	OperationIDRolesList                                   OperationID = "Roles_List"
	OperationIDRolesUpdate                                 OperationID = "Roles_Update"
	OperationIDSecurityAdvisoryListDocuments               OperationID = "SecurityAdvisory_ListDocuments"
	OperationIDSecurityAdvisoryListResolvedVulnsReports    OperationID = "SecurityAdvisory_ListResolvedVulnsReports"
	OperationIDSecurityAdvisoryListVulnerabilityMetadata   OperationID = "SecurityAdvisory_ListVulnerabilityMetadata"
	OperationIDSetScimEnabled                              OperationID = "SetScimEnabled"
	OperationIDSubscriptionsCreate                         OperationID = "Subscriptions_Create"
	OperationIDSubscriptionsDelete                         OperationID = "Subscriptions_Delete"
	OperationIDSubscriptionsList                           OperationID = "Subscriptions_List"
	OperationIDTermsAcceptTerms                            OperationID = "Terms_AcceptTerms"
	OperationIDTermsListAccepted                           OperationID = "Terms_ListAccepted"
	OperationIDUpdateAccountAssociation                    OperationID = "UpdateAccountAssociation"
	OperationIDUpdateExternalGroupRoleMapping              OperationID = "UpdateExternalGroupRoleMapping"
	OperationIDUpdateGroup                                 OperationID = "UpdateGroup"
	OperationIDUpdateGroupInvite                           OperationID = "UpdateGroupInvite"
	OperationIDUpdateIdentity                              OperationID = "UpdateIdentity"
	OperationIDUpdateIdentityMetadata                      OperationID = "UpdateIdentityMetadata"
	OperationIDUpdateIdentityProvider                      OperationID = "UpdateIdentityProvider"
	OperationIDUpdateRepo                                  OperationID = "UpdateRepo"
	OperationIDUpdateRepoReadme                            OperationID = "UpdateRepoReadme"
	OperationIDUpdateRole                                  OperationID = "UpdateRole"
	OperationIDUpdateRoleBinding                           OperationID = "UpdateRoleBinding"
	OperationIDValidate                                    OperationID = "Validate"
	OperationIDVulnerabilitiesGetRawVulnReport             OperationID = "Vulnerabilities_GetRawVulnReport"
	OperationIDVulnerabilitiesListVulnCountReports         OperationID = "Vulnerabilities_ListVulnCountReports"
	OperationIDVulnerabilitiesListVulnReports              OperationID = "Vulnerabilities_ListVulnReports"
	OperationIDV1AdvisoriesCreate                          OperationID = "v1.Advisories.Create"
	OperationIDV1AdvisoriesCreateAdvisoryEvent             OperationID = "v1.Advisories.CreateAdvisoryEvent"
	OperationIDV1AdvisoriesDelete                          OperationID = "v1.Advisories.Delete"
	OperationIDV1AdvisoriesList                            OperationID = "v1.Advisories.List"
	OperationIDV1AdvisoriesListAdvisoryEvents              OperationID = "v1.Advisories.ListAdvisoryEvents"
	OperationIDV1AdvisoriesUpdate                          OperationID = "v1.Advisories.Update"
	OperationIDV1AdvisoriesUpdateAdvisoryEvent             OperationID = "v1.Advisories.UpdateAdvisoryEvent"
	OperationIDV1ArtifactsGetArtifactCount                 OperationID = "v1.Artifacts.GetArtifactCount"
	OperationIDV1ArtifactsList                             OperationID = "v1.Artifacts.List"
	OperationIDV1ArtifactsListVersions                     OperationID = "v1.Artifacts.ListVersions"
	OperationIDV1EventIdentitiesCreate                     OperationID = "v1.EventIdentities.Create"
	OperationIDV1EventIdentitiesUpdateMetadata             OperationID = "v1.EventIdentities.UpdateMetadata"
	OperationIDV1ExternalGroupRoleMappingsBatchDelete      OperationID = "v1.ExternalGroupRoleMappings.BatchDelete"
	OperationIDV1ExternalGroupRoleMappingsCreate           OperationID = "v1.ExternalGroupRoleMappings.Create"
	OperationIDV1ExternalGroupRoleMappingsDelete           OperationID = "v1.ExternalGroupRoleMappings.Delete"
	OperationIDV1ExternalGroupRoleMappingsGet              OperationID = "v1.ExternalGroupRoleMappings.Get"
	OperationIDV1ExternalGroupRoleMappingsList             OperationID = "v1.ExternalGroupRoleMappings.List"
	OperationIDV1GroupAccountAssociationsCheck             OperationID = "v1.GroupAccountAssociations.Check"
	OperationIDV1GroupAccountAssociationsCreate            OperationID = "v1.GroupAccountAssociations.Create"
	OperationIDV1GroupAccountAssociationsDelete            OperationID = "v1.GroupAccountAssociations.Delete"
	OperationIDV1GroupAccountAssociationsList              OperationID = "v1.GroupAccountAssociations.List"
	OperationIDV1GroupAccountAssociationsUpdate            OperationID = "v1.GroupAccountAssociations.Update"
	OperationIDV1GroupInvitesCreate                        OperationID = "v1.GroupInvites.Create"
	OperationIDV1GroupInvitesCreateWithGroup               OperationID = "v1.GroupInvites.CreateWithGroup"
	OperationIDV1GroupInvitesDelete                        OperationID = "v1.GroupInvites.Delete"
	OperationIDV1GroupInvitesList                          OperationID = "v1.GroupInvites.List"
	OperationIDV1GroupsCheckEligibility                    OperationID = "v1.Groups.CheckEligibility"
	OperationIDV1GroupsCreate                              OperationID = "v1.Groups.Create"
	OperationIDV1GroupsDelete                              OperationID = "v1.Groups.Delete"
	OperationIDV1GroupsList                                OperationID = "v1.Groups.List"
	OperationIDV1GroupsLookupGroup                         OperationID = "v1.Groups.LookupGroup"
	OperationIDV1GroupsRequestGroupAccess                  OperationID = "v1.Groups.RequestGroupAccess"
	OperationIDV1GroupsUpdate                              OperationID = "v1.Groups.Update"
	OperationIDV1IdentitiesCreate                          OperationID = "v1.Identities.Create"
	OperationIDV1IdentitiesDelete                          OperationID = "v1.Identities.Delete"
	OperationIDV1IdentitiesList                            OperationID = "v1.Identities.List"
	OperationIDV1IdentitiesLookup                          OperationID = "v1.Identities.Lookup"
	OperationIDV1IdentitiesUpdate                          OperationID = "v1.Identities.Update"
	OperationIDV1IdentityProvidersCreate                   OperationID = "v1.IdentityProviders.Create"
	OperationIDV1IdentityProvidersDelete                   OperationID = "v1.IdentityProviders.Delete"
	OperationIDV1IdentityProvidersGenerateScimToken        OperationID = "v1.IdentityProviders.GenerateScimToken"
	OperationIDV1IdentityProvidersList                     OperationID = "v1.IdentityProviders.List"
	OperationIDV1IdentityProvidersRegenerateScimToken      OperationID = "v1.IdentityProviders.RegenerateScimToken"
	OperationIDV1IdentityProvidersRevokeScimToken          OperationID = "v1.IdentityProviders.RevokeScimToken"
	OperationIDV1IdentityProvidersSetScimEnabled           OperationID = "v1.IdentityProviders.SetScimEnabled"
	OperationIDV1IdentityProvidersUpdate                   OperationID = "v1.IdentityProviders.Update"
	OperationIDV1MalwareListBlockList                      OperationID = "v1.Malware.ListBlockList"
	OperationIDV1PingServicePing                           OperationID = "v1.PingService.Ping"
	OperationIDV1RegistryCreateDeployment                  OperationID = "v1.Registry.CreateDeployment"
	OperationIDV1RegistryCreateRepo                        OperationID = "v1.Registry.CreateRepo"
	OperationIDV1RegistryCreateTag                         OperationID = "v1.Registry.CreateTag"
	OperationIDV1RegistryDeleteRepo                        OperationID = "v1.Registry.DeleteRepo"
	OperationIDV1RegistryDeleteTag                         OperationID = "v1.Registry.DeleteTag"
	OperationIDV1RegistryDiffImage                         OperationID = "v1.Registry.DiffImage"
	OperationIDV1RegistryGetArchs                          OperationID = "v1.Registry.GetArchs"
	OperationIDV1RegistryGetBuildStatus                    OperationID = "v1.Registry.GetBuildStatus"
	OperationIDV1RegistryGetDeployment                     OperationID = "v1.Registry.GetDeployment"
	OperationIDV1RegistryGetImageConfig                    OperationID = "v1.Registry.GetImageConfig"
	OperationIDV1RegistryGetPackageVersionMetadata         OperationID = "v1.Registry.GetPackageVersionMetadata"
	OperationIDV1RegistryGetRegistrySettings               OperationID = "v1.Registry.GetRegistrySettings"
	OperationIDV1RegistryGetSize                           OperationID = "v1.Registry.GetSize"
	OperationIDV1RegistryGetSyncStatus                     OperationID = "v1.Registry.GetSyncStatus"
	OperationIDV1RegistryGetUpdateStatus                   OperationID = "v1.Registry.GetUpdateStatus"
	OperationIDV1RegistryGetVulnReport                     OperationID = "v1.Registry.GetVulnReport"
	OperationIDV1RegistryListBuildReports                  OperationID = "v1.Registry.ListBuildReports"
	OperationIDV1RegistryListEolTags                       OperationID = "v1.Registry.ListEolTags"
	OperationIDV1RegistryListRepos                         OperationID = "v1.Registry.ListRepos"
	OperationIDV1RegistryListSyncStatuses                  OperationID = "v1.Registry.ListSyncStatuses"
	OperationIDV1RegistryListTagHistory                    OperationID = "v1.Registry.ListTagHistory"
	OperationIDV1RegistryListTags                          OperationID = "v1.Registry.ListTags"
	OperationIDV1RegistryUpdateDeployment                  OperationID = "v1.Registry.UpdateDeployment"
	OperationIDV1RegistryUpdateRegistrySettings            OperationID = "v1.Registry.UpdateRegistrySettings"
	OperationIDV1RegistryUpdateRepo                        OperationID = "v1.Registry.UpdateRepo"
	OperationIDV1RegistryUpdateTag                         OperationID = "v1.Registry.UpdateTag"
	OperationIDV1RoleBindingsCreate                        OperationID = "v1.RoleBindings.Create"
	OperationIDV1RoleBindingsCreateBatch                   OperationID = "v1.RoleBindings.CreateBatch"
	OperationIDV1RoleBindingsDelete                        OperationID = "v1.RoleBindings.Delete"
	OperationIDV1RoleBindingsList                          OperationID = "v1.RoleBindings.List"
	OperationIDV1RoleBindingsUpdate                        OperationID = "v1.RoleBindings.Update"
	OperationIDV1RolesCreate                               OperationID = "v1.Roles.Create"
	OperationIDV1RolesDelete                               OperationID = "v1.Roles.Delete"
	OperationIDV1RolesList                                 OperationID = "v1.Roles.List"
	OperationIDV1RolesUpdate                               OperationID = "v1.Roles.Update"
	OperationIDV1SecurityAdvisoryListDocuments             OperationID = "v1.SecurityAdvisory.ListDocuments"
	OperationIDV1SecurityAdvisoryListResolvedVulnsReports  OperationID = "v1.SecurityAdvisory.ListResolvedVulnsReports"
	OperationIDV1SecurityAdvisoryListVulnerabilityMetadata OperationID = "v1.SecurityAdvisory.ListVulnerabilityMetadata"
	OperationIDV1SubscriptionsCreate                       OperationID = "v1.Subscriptions.Create"
	OperationIDV1SubscriptionsDelete                       OperationID = "v1.Subscriptions.Delete"
	OperationIDV1SubscriptionsList                         OperationID = "v1.Subscriptions.List"
	OperationIDV1TermsAcceptTerms                          OperationID = "v1.Terms.AcceptTerms"
	OperationIDV1TermsListAccepted                         OperationID = "v1.Terms.ListAccepted"
	OperationIDV1VulnerabilitiesGetRawVulnReport           OperationID = "v1.Vulnerabilities.GetRawVulnReport"
	OperationIDV1VulnerabilitiesListVulnCountReports       OperationID = "v1.Vulnerabilities.ListVulnCountReports"
	OperationIDV1VulnerabilitiesListVulnReports            OperationID = "v1.Vulnerabilities.ListVulnReports"
)

// The walks of a client through the pages of a List.
type PageWalks struct {
	// The number of lists that had more than one page.
	Lists int `json:"lists"`

	// The number of these lists that had a further page that nobody asked for.
	NotFollowed int `json:"notFollowed"`

	// The largest number of pages of one list that were read.
	MostPages int `json:"mostPages"`
}

// An error, in the service's own shape.
type Problem struct {
	// The gRPC status code.
	Code int `json:"code"`

	// The fault, for people.
	Message string `json:"message"`

	// Typed details, ErrorInfo first.
	Details []map[string]any `json:"details"`
}

// The interface that the mock follows: the specified or the published one, which differ in places.
type ProfileName string

// The words of ProfileName.
const (
	ProfileNameSpecification ProfileName = "specification"
	ProfileNamePublished     ProfileName = "published"
)

// The number of calls of a world that are answered in a window of its time.
type Quota struct {
	// The number of calls that are answered in a window.
	Requests int `json:"requests"`

	// How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.
	Per string `json:"per"`

	// The owner of a window: each caller, each operation, or the world as a whole. One of "caller", "operation", "world".
	By string `json:"by"`

	// The calls that a quota counts: those that have all of these; every call without.
	Match *QuotaMatch `json:"match,omitempty"`
}

// The calls that a quota counts: those that have all of these; every call without.
type QuotaMatch struct {
	// The name of an operation, of v2 or of v1.
	Operation OperationID `json:"operation,omitempty"`

	// An identity: its uid, an alias or a name.
	Caller string `json:"caller,omitempty"`

	// The version of the interface. One of "v1", "v2".
	Version string `json:"version,omitempty"`
}

// The calls of one window, which begins with its first call.
type QuotaWindow struct {
	// The uid of the caller, or the name of the operation; empty for the world.
	Key string `json:"key"`

	// The number of calls that it still answers.
	Remaining int `json:"remaining"`

	// When it ends, by the world's clock.
	ResetTime string `json:"resetTime"`
}

// A quota with its remaining calls.
type QuotaWithWindows struct {
	// The number of calls that are answered in a window.
	Requests int `json:"requests"`

	// How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.
	Per string `json:"per"`

	// The owner of a window: each caller, each operation, or the world as a whole. One of "caller", "operation", "world".
	By string `json:"by"`

	// The calls that a quota counts, as it is listed.
	Match ListedQuotaMatch `json:"match"`

	// The number of calls that it has refused.
	Refused int `json:"refused"`

	// The windows that have not ended, the oldest first.
	Windows []QuotaWindow `json:"windows"`
}

// The quotas of a world, with their remaining calls.
type Quotas struct {
	// The quotas in their order.
	Quota []QuotaWithWindows `json:"quota"`
}

// The URL to which an event is sent once more; the same as before unless given.
type Redeliver struct {
	// The uid of a subscription.
	Subscription string `json:"subscription,omitempty"`

	// Any URL that events may be delivered to.
	URL string `json:"url,omitempty"`
}

// The world that is reset.
type Reset struct {
	// The world to reset, unless the request names it in another way.
	World string `json:"world,omitempty"`
}

// Capabilities that are needed on a group.
type RoleNeed struct {
	// The uid of the group.
	Group string `json:"group"`

	// The names of the groups down to it.
	GroupPath []string `json:"groupPath"`

	// The capabilities that are needed there.
	Capabilities []string `json:"capabilities"`
}

// The change of the key that signs tokens.
type RotateKeys struct {
	// The time for which tokens of the previous key stay valid; a day unless given.
	Overlap string `json:"overlap,omitempty"`
}

// The key that signs from now on.
type RotatedKeys struct {
	// The id of the key that signs from now on.
	Kid string `json:"kid"`
}

// The text that is written beside a snapshot.
type SaveSnapshot struct {
	// A description for people.
	Note string `json:"note,omitempty"`
}

// The answers of a sink to its next requests.
type ScriptSink struct {
	// One for each request; the last one is repeated. Empty: 204.
	Answers []SinkAnswer `json:"answers"`
}

// The treatment of callers who lack a capability.
type SetAuthz struct {
	// "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
	Mode AuthzMode `json:"mode"`
}

// The mode of a clock from now on.
type SetClock struct {
	// The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
	Mode ClockMode `json:"mode"`

	// Set it to this time; never before the time it shows.
	Now string `json:"now,omitempty"`

	// With mode "scaled": seconds per real second.
	Scale *float64 `json:"scale,omitempty"`
}

// The plan by which events are to be delivered; `{}` has the defaults.
type SetDeliveryPlan struct {
	// `async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: once another mode is set. One of "async", "sync", "collect".
	Mode string `json:"mode,omitempty"`

	// The number of further times that an accepted event is sent.
	Duplicate int `json:"duplicate,omitempty"`

	// The number of events of a group, of which each subscription gets the last one first.
	Reorder int `json:"reorder,omitempty"`

	// How long after the event its first attempt is, by the world's clock.
	Delay string `json:"delay,omitempty"`

	// The number of attempts of each delivery that are lost on their way.
	DropFirst int `json:"dropFirst,omitempty"`

	// The one thing that is wrong with each delivery, for receivers to refuse. One of "bad_signature", "wrong_issuer", "wrong_subject", "wrong_audience", "wrong_digest", "expired".
	Flaw string `json:"flaw,omitempty"`
}

// The faults of a world from now on, in their order.
type SetFaults = []any

// The quotas of a world from now on: one, or several that count other calls.
type SetQuota = any

// The answer of a sink to one request.
type SinkAnswer struct {
	// The HTTP status.
	Status int `json:"status"`

	// The time that the answer takes, in milliseconds of the machine.
	DelayMs *int `json:"delayMs,omitempty"`
}

// A sink of the mock itself, with what it has received.
type SinkReading struct {
	// Its name.
	Name string `json:"name"`

	// The sink of a subscription of this world.
	Sink string `json:"sink"`

	// The URL of the sink over HTTP.
	URL string `json:"url"`

	// The answers to the next requests; the last one is repeated. Empty: 204.
	Answers []ListedSinkAnswer `json:"answers"`

	// The oldest first.
	Received []SinkRequest `json:"received"`

	// The number of requests that are no longer listed.
	Dropped int `json:"dropped"`
}

// A request that a sink has received, with what receivers find out about it.
type SinkRequest struct {
	// Counted from 1 in each sink.
	ID string `json:"id"`

	// The time at which it came, RFC 3339, by the clock of the world.
	Time string `json:"time"`

	// By their names, as they were sent.
	Headers map[string]string `json:"headers"`

	// The raw body.
	Body string `json:"body"`

	// The HTTP status of the answer.
	Status int `json:"status"`

	// True if every check passes.
	Valid bool `json:"valid"`

	// Each check, in their order.
	Checks []DeliveryCheck `json:"checks"`
}

// The speed at which the body of an answer is sent.
type SlowRate struct {
	// The number of bytes of the body that are sent in a second.
	BytesPerSecond int `json:"bytesPerSecond"`
}

// A saved state of a world.
type SnapshotRecord struct {
	// Its name.
	Name string `json:"name"`

	// A description for people.
	Note string `json:"note,omitempty"`

	// The time at which it was saved, by the clock of the machine.
	CreateTime string `json:"createTime"`

	// The number of rows of each collection.
	Rows map[string]int `json:"rows"`

	// The mode of the clock of a world, and its time.
	Clock ClockReading `json:"clock"`

	// The format in which it is stored.
	Format int `json:"format"`

	// Digest of the rows: equal states have equal digests.
	SHA256 string `json:"sha256"`
}

// The snapshots of a world.
type Snapshots struct {
	// The oldest first.
	Snapshots []SnapshotRecord `json:"snapshots"`
}

// The differences between two states of a world.
type StateDifference struct {
	// The rows that only the later state has.
	Added []NamedRow `json:"added"`

	// The rows that only the earlier state has.
	Removed []NamedRow `json:"removed"`

	// The rows that both have, with the fields that differ.
	Changed []ChangedRow `json:"changed"`

	// The time of the clock before and after.
	Clock []string `json:"clock"`
}

// The state in one word.
type Status struct {
	// One word.
	Status string `json:"status"`
}

// Something that happens once the clock of a world shows a time.
type Timer struct {
	// When it happens, by the world's clock.
	Time string `json:"time"`

	// Its kind: an attempt to deliver an event.
	Kind string `json:"kind"`

	// The id of the event.
	Event string `json:"event,omitempty"`

	// The type of the event.
	Type string `json:"type,omitempty"`

	// The uid of the subscription.
	Subscription string `json:"subscription,omitempty"`

	// The number of the attempt, from 1.
	Attempt *int `json:"attempt,omitempty"`
}

// The things that will happen by the clock of a world.
type Timers struct {
	// The next first; a thousand at most.
	Timers []Timer `json:"timers"`

	// The number of further ones.
	FurtherTimers *int `json:"furtherTimers,omitempty"`
}

// The check that refused a token. Calls make them in about this order, and stop at the first that fails.
type TokenCheck string

// The words of TokenCheck.
const (
	TokenCheckMissing        TokenCheck = "missing"
	TokenCheckMalformed      TokenCheck = "malformed"
	TokenCheckWorld          TokenCheck = "world"
	TokenCheckNamedToken     TokenCheck = "named_token"
	TokenCheckForm           TokenCheck = "form"
	TokenCheckSubject        TokenCheck = "subject"
	TokenCheckType           TokenCheck = "type"
	TokenCheckAlgorithm      TokenCheck = "algorithm"
	TokenCheckKey            TokenCheck = "key"
	TokenCheckRetiredKey     TokenCheck = "retired_key"
	TokenCheckIssuer         TokenCheck = "issuer"
	TokenCheckIssuerKeys     TokenCheck = "issuer_keys"
	TokenCheckUnreadableKeys TokenCheck = "unreadable_keys"
	TokenCheckSignature      TokenCheck = "signature"
	TokenCheckAudience       TokenCheck = "audience"
	TokenCheckClaims         TokenCheck = "claims"
	TokenCheckNotYetValid    TokenCheck = "not_yet_valid"
	TokenCheckExpired        TokenCheck = "expired"
	TokenCheckRevoked        TokenCheck = "revoked"
	TokenCheckIdentity       TokenCheck = "identity"
	TokenCheckNoMatch        TokenCheck = "no_match"
	TokenCheckSeveralMatch   TokenCheck = "several_match"
)

// The identity as which a token is accepted, or the reason why it is not.
type TokenExplanation struct {
	// `accepted` if a call would know its caller by it. One of "accepted", "refused".
	Decision string `json:"decision"`

	// The message of the error; absent if it is accepted.
	Message string `json:"message,omitempty"`

	// The identity that it acts as; absent if it is refused.
	Caller *TokenExplanationCaller `json:"caller,omitempty"`

	// The claims of an accepted token; absent for one that a fixture names.
	Claims map[string]any `json:"claims,omitempty"`

	// The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.
	Refusal *TokenRefusal `json:"refusal,omitempty"`
}

// The identity that it acts as; absent if it is refused.
type TokenExplanationCaller struct {
	// The uid of the identity.
	Identity string `json:"identity"`

	// Its name.
	Name string `json:"name"`

	Token *TokenLimits `json:"token,omitempty"`
}

// The one thing that is wrong with a token, so that the API refuses it with 401.
type TokenFlaw string

// The words of TokenFlaw.
const (
	TokenFlawExpired        TokenFlaw = "expired"
	TokenFlawNotYetValid    TokenFlaw = "not_yet_valid"
	TokenFlawWrongAudience  TokenFlaw = "wrong_audience"
	TokenFlawWrongIssuer    TokenFlaw = "wrong_issuer"
	TokenFlawBadSignature   TokenFlaw = "bad_signature"
	TokenFlawUnknownKey     TokenFlaw = "unknown_key"
	TokenFlawAlgNone        TokenFlaw = "alg_none"
	TokenFlawMissingSubject TokenFlaw = "missing_subject"
)

// The limits that the token of a caller sets.
type TokenLimits struct {
	// The capabilities; absent if they are not limited.
	Cap []string `json:"cap,omitempty"`

	// The uids of groups; absent if it is valid everywhere.
	Scopes []string `json:"scopes,omitempty"`

	// RFC 3339; absent if it never expires.
	Expires string `json:"expires,omitempty"`
}

// The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.
type TokenRefusal struct {
	// The check that refused a token. Calls make them in about this order, and stop at the first that fails.
	Check TokenCheck `json:"check"`

	// The reason in words, as the log of calls has it.
	Reason string `json:"reason"`

	// The values of which one would have done.
	Wanted []string `json:"wanted,omitempty"`

	// The values that the token has.
	Found []string `json:"found,omitempty"`

	// The time that was compared with the clock: an end, a beginning, a revocation.
	Time string `json:"time,omitempty"`

	// The clock of the world when they were compared.
	Now string `json:"now,omitempty"`

	// The difference that is allowed between the two.
	SkewSeconds *float64 `json:"skewSeconds,omitempty"`

	// The nearest identities, if none matches; empty if none is of its issuer.
	Near []NearIdentity `json:"near,omitempty"`

	// The one thing that is wrong with a token, so that the API refuses it with 401.
	Flaw TokenFlaw `json:"flaw,omitempty"`
}

// The run of worlds as a HAR 1.2: a page for each world, an entry for each call; all that HAR does not have is in fields that begin with an underscore. It has no secrets.
type Trace struct {
	// The log of HAR 1.2.
	Log map[string]any `json:"log"`
}

// The type of which an example is emitted.
type TriggerEvent struct {
	// With or without the prefix, or only its last words, such as `repo.created`.
	Preset string `json:"preset"`

	// The values that replace parts of the example, by their paths below `subject`, `group`, `body` and `actor`.
	Overrides map[string]any `json:"overrides,omitempty"`
}

// A fault that has not acted.
type UnfiredFault struct {
	// The calls that a fault is for, as it is listed.
	Match ListedFaultMatch `json:"match"`

	// The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
	Phase FaultPhase `json:"phase"`

	// The effect on the calls of a fault, as it is listed.
	Do ListedFaultEffect `json:"do"`

	// The largest number of times that it acts.
	Times int `json:"times,omitempty"`

	// The time for which it acts from its first time on, in milliseconds of the machine.
	LastsMs int `json:"lastsMs,omitempty"`

	// Once it has acted, it acts on every call of the world.
	Spreads bool `json:"spreads,omitempty"`

	// The name of the preset that it is of. One of "flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings".
	Preset string `json:"preset,omitempty"`
}

// Requests that match no operation.
type UnknownPath struct {
	// The HTTP status; of gRPC the one that REST would have.
	Status int `json:"status"`

	// `OK`, or the name of the code of gRPC.
	Code AnswerCode `json:"code"`

	// Of an error, if it is not the code.
	Reason string `json:"reason,omitempty"`

	// The number of times that it was met.
	Count int `json:"count"`

	// The name that the client gives itself.
	Client string `json:"client"`

	// The HTTP method.
	Method string `json:"method"`

	// Without the query, and with `{uid}` in the place of uids.
	Path string `json:"path"`
}

// A request that may be a delivery.
type VerifyDelivery struct {
	// By their names, in any case; at least one is a header of deliveries.
	Headers map[string]any `json:"headers"`

	// The raw body, as it was received: the digest is over its bytes.
	Body string `json:"body"`
}

// The variables of a world.
type WorldEnvironment struct {
	// The variables that clients and test harnesses read.
	Env map[string]string `json:"env"`
}

// The variables of a world, one in a line.
type WorldEnvironmentLines string

// Something that has happened in a world, as its subscribers receive it.
type WorldEvent struct {
	// The id of its world, if all worlds are asked for.
	World string `json:"world,omitempty"`

	// Equal in every delivery, and in every run with the same seed, fixture and calls.
	ID string `json:"id"`

	// With the prefix of the vendor.
	Type string `json:"type"`

	// The URL of the collection.
	Source string `json:"source"`

	// The uid of what it is about.
	Subject string `json:"subject"`

	// RFC 3339, by the clock of the world.
	Time string `json:"time"`

	// The uid of the group by which it finds its subscriptions; empty for one that has none.
	Group string `json:"group"`

	// `internal` events are never delivered. One of "customer", "internal".
	Audience string `json:"audience"`

	// The full name of the message of its body.
	BodyType string `json:"bodyType,omitempty"`

	// The uid of the identity provider that the event names.
	IdentityProvider string `json:"identityProvider,omitempty"`

	// The caller who caused an event.
	Actor *EventActor `json:"actor,omitempty"`

	// The trace context of the call that caused it.
	Traceparent string `json:"traceparent,omitempty"`

	// Without secrets; missing if all of it is secret.
	Body map[string]any `json:"body,omitempty"`

	// True if its body is all of its data.
	Raw bool `json:"raw,omitempty"`
}

// The story of a world in paragraphs for people: the calls, the changes, and what stands out.
type WorldEvidence string

// The story of a world as facts.
type WorldFacts struct {
	// The id of the world.
	ID string `json:"id"`

	// Its last 200 calls; missing if it keeps no journal.
	Journal *JournalPage `json:"journal,omitempty"`

	// The calls of `default` behind `since`.
	CallsOfDefault []JournalEntry `json:"callsOfDefault"`

	// Its faults that have not acted.
	NeverFired []UnfiredFault `json:"neverFired"`

	// The changes since it was made.
	Changes StateDifference `json:"changes"`

	// Its clock.
	Clock WorldFactsClock `json:"clock"`

	// The plan by which the events of a world are delivered.
	Plan DeliveryPlan `json:"plan"`

	// The deliveries of its last 20 events, the oldest first.
	Deliveries []WorldFactsDelivery `json:"deliveries"`
}

// Its clock.
type WorldFactsClock struct {
	Mode ClockMode `json:"mode"`

	// The time it shows, RFC 3339 in UTC.
	Now string `json:"now"`

	// The number of its seconds that pass in one real second.
	Scale float64 `json:"scale"`

	// The time of the machine, RFC 3339.
	MachineTime string `json:"machineTime"`
}

// A part of WorldFacts.
type WorldFactsDelivery struct {
	// Its id.
	ID string `json:"id"`

	// The id of the event.
	Event string `json:"event"`

	// The uid of the subscription; missing for a redelivery to a URL.
	Subscription string `json:"subscription,omitempty"`

	// The URL to which it goes.
	URL string `json:"url"`

	// Its state. One of "pending", "held", "delivered", "dropped", "suppressed".
	State string `json:"state"`

	// The reason why it is on hold, dropped or suppressed.
	Reason string `json:"reason,omitempty"`

	// True if it was asked for.
	Redelivery bool `json:"redelivery,omitempty"`

	// When it is tried next, RFC 3339, by the world's clock.
	NextTime string `json:"nextTime,omitempty"`

	// The oldest first.
	Attempts []DeliveryAttempt `json:"attempts"`

	// The type of the event.
	Type string `json:"type"`
}

// A world, with what it was made from and what it holds.
type WorldView struct {
	// Its name.
	ID string `json:"id"`

	// Words by which the world can be found.
	Labels map[string]string `json:"labels"`

	// Its origin.
	From string `json:"from"`

	// The time at which it was made, by the clock of the machine.
	CreateTime string `json:"createTime"`

	// The time at which it ends by itself.
	ExpireTime string `json:"expireTime,omitempty"`

	// The number of rows of each collection.
	Rows map[string]int `json:"rows"`

	// The number of entries of its journal.
	Journal int `json:"journal"`

	// The mode of the clock of a world, and its time.
	Clock ClockReading `json:"clock"`
}

// The worlds of a mock.
type Worlds struct {
	// `default`, and the others from the oldest to the newest.
	Worlds []WorldView `json:"worlds"`

	// The worlds that have ended, if they are asked for, in the order of their ends.
	Ended []EndedWorld `json:"ended,omitempty"`
}

// The calls that `report` let through, with their number.
type WouldDeny struct {
	// In the order of their first calls.
	Denied []AuthzDenial `json:"denied"`

	// The number of entries that were omitted, because there were too many different ones.
	Dropped int `json:"dropped"`
}
