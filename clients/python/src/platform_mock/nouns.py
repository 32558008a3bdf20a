"""What the control plane accepts and answers. Emitted from the control document by `npm run emit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


class AdvanceClock(TypedDict):
    """The distance by which a clock moves ahead: a duration, or up to a moment."""

    #: The duration, such as "72h1s".
    by: NotRequired[str]
    #: Instead of `by`: an RFC 3339 timestamp, or "next" for the moment of the next timer.
    to: NotRequired[str]
    #: Waits for the deliveries that it starts, before the clock moves on and before it answers.
    settle: NotRequired[bool]


class AdvancedClock(TypedDict):
    """A clock that was moved ahead, with what happened in the meantime."""

    #: The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
    mode: ClockMode
    #: The time it shows, RFC 3339 in UTC.
    now: str
    #: The number of its seconds that pass in one real second.
    scale: float
    #: The timers that fired, in their order; a thousand at most.
    fired: list[Timer]
    #: The number of further ones that fired.
    furtherFired: NotRequired[int]


#: The status of an answer: `OK`, or the name of a gRPC status code.
AnswerCode: TypeAlias = Literal["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"]


class AppliedFixture(TypedDict):
    """The result of applying a fixture."""

    #: The number of rows that the fixture wrote.
    rows: int
    #: The uid of each thing that it named.
    aliases: dict[str, str]


class AuthzBinding(TypedDict):
    """A role binding on the way from the group of a call upwards."""

    #: The uid of the role binding.
    uid: str
    #: The name of its role.
    role: str
    #: The needed capabilities that it gives.
    has: list[str]


class AuthzCaller(TypedDict):
    """An identity that calls, with its name."""

    #: The uid of the identity.
    identity: str
    #: Its name.
    name: str


class AuthzCheck(TypedDict):
    """The decision whether an identity may make a call, and its reason."""

    #: The decision: the call goes on, is 403, is 404, or is 401.
    decision: Literal["allow", "deny", "not_found", "unauthenticated"]
    #: The id of the operation.
    operation: str
    #: The message of the error; absent if the call goes on.
    message: NotRequired[str]
    #: The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.
    token: NotRequired[TokenRefusal]
    #: All that the call needs.
    needs: list[AuthzNeed]
    caller: AuthzCheckCaller
    #: The role bindings of the identity, from the group of the call upwards.
    walk: list[AuthzStep]
    #: The needed capabilities that the identity lacks.
    missing: list[str]
    #: The bindings that would be enough; empty if nothing is missing, or no binding would do.
    smallest: list[AuthzGrant]
    #: The paths of the groups that it mentions, such as `example.com/payments`, by their uids.
    names: dict[str, str]


class AuthzCheckCaller(TypedDict):
    #: The uid of the identity.
    identity: str
    #: Its name.
    name: str
    token: NotRequired[TokenLimits]


class AuthzDenial(TypedDict):
    """Calls that would have been refused for one reason."""

    #: The id of the operation.
    operation: str
    #: An identity that calls, with its name.
    caller: AuthzCaller
    #: The capability that the caller lacks.
    capability: str
    #: The group on which it is missing; empty if any would have done.
    group: str
    #: The number of calls.
    count: int


class AuthzGrant(TypedDict):
    """A binding that would be enough: of a built-in role, or of a custom one."""

    #: The built-in role with the fewest further capabilities.
    role: NotRequired[str]
    #: The lowest group on which it would do.
    group: str
    #: The capabilities that it grants besides.
    alsoGrants: NotRequired[list[str]]
    #: A custom role of exactly these would do.
    customRole: NotRequired[list[str]]


class AuthzLag(TypedDict):
    """The delay after which access checks see changes."""

    #: How late changes are seen, by the world's clock: up to 24h.
    lag: str
    #: The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given.
    flap: NotRequired[int]


class AuthzLagReading(TypedDict):
    """The delay after which access checks see changes, as it is listed."""

    #: How late changes are seen, by the world's clock: up to 24h.
    lag: str
    #: The number of calls of each caller for which a change then comes and goes, beginning with seen, as long as the lag was; none unless given.
    flap: NotRequired[int]


class AuthzMatrix(TypedDict):
    """The rights of identities and roles at one group."""

    group: AuthzMatrixGroup
    #: The operations that need a capability.
    operations: list[AuthzMatrixOperation]
    #: The operations that a binding of each role on the group allows there.
    roles: list[AuthzMatrixRole]
    #: The operations that each identity with a right on the group may call there.
    callers: list[AuthzMatrixCaller]


class AuthzMatrixCaller(TypedDict):
    #: The uid of the identity.
    identity: str
    #: Its name.
    name: str
    #: The ids of operations.
    operations: list[str]


class AuthzMatrixGroup(TypedDict):
    #: Its uid.
    uid: str
    #: Its name.
    name: str


class AuthzMatrixOperation(TypedDict):
    #: The id of the operation.
    operation: str
    #: All of these are needed.
    capabilities: list[str]


class AuthzMatrixRole(TypedDict):
    #: The uid of the role.
    uid: str
    #: Its name.
    role: str
    #: The ids of operations.
    operations: list[str]


#: "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
AuthzMode: TypeAlias = Literal["enforce", "report", "off"]


class AuthzNeed(TypedDict):
    """A capability that a call needs, with the group."""

    #: A capability.
    capability: str
    #: The group on which it is needed, or `anywhere`.
    at: str


class AuthzQuestion(TypedDict):
    """A question: may an identity make a call?"""

    #: A uid, an alias of a fixture, or a name that only one identity has.
    identity: str
    #: The id of the operation.
    operation: str
    #: The uid that the call names, or an alias: of a row, of the parent to create in, of a group to list in.
    uid: NotRequired[str]


class AuthzState(TypedDict):
    """The treatment of callers who lack a capability, and the number of their calls."""

    #: "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
    mode: AuthzMode
    #: The number of different denials that are recorded.
    denied: int


class AuthzStep(TypedDict):
    """A group on the way upwards, with the role bindings of the caller."""

    #: A group on the way up, or another if the identity has what is needed; `/` is above every root.
    group: str
    #: The role bindings of the identity there.
    bindings: list[AuthzBinding]


class AwaitEntries(TypedDict):
    """The entries to wait for, and the longest wait."""

    #: The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing.
    match: NotRequired[JournalMatch]
    #: The number of entries: at least one unless given.
    count: NotRequired[AwaitEntriesCount]
    #: Only entries behind this.
    since: NotRequired[str | int]
    #: The longest wait, by the clock of the machine; 5,000 unless given.
    timeoutMs: NotRequired[int]
    #: The time in which no further entries may match, once there are enough.
    settleMs: NotRequired[int]


class AwaitEntriesCount(TypedDict):
    """The number of entries: at least one unless given."""

    #: As many as this are enough.
    min: NotRequired[int]
    #: More than this end the wait with 409.
    max: NotRequired[int]


class AwaitEvents(TypedDict):
    """The events to wait for, and the longest wait."""

    #: The facts that an event must have, all of them, compared as in `JournalMatch`.
    match: NotRequired[EventMatch]
    #: The number of events: at least one unless given.
    count: NotRequired[AwaitEventsCount]
    #: Only events behind this.
    since: NotRequired[str | int]
    #: The longest wait, by the clock of the machine; 5,000 unless given.
    timeoutMs: NotRequired[int]
    #: The time in which no further events may match, once there are enough.
    settleMs: NotRequired[int]
    #: `delivered`: only events count that have arrived at each of their subscriptions.
    until: NotRequired[Literal["emitted", "delivered"]]


class AwaitEventsCount(TypedDict):
    """The number of events: at least one unless given."""

    #: As many as this are enough.
    min: NotRequired[int]
    #: More than this end the wait with 409.
    max: NotRequired[int]


class AwaitEventsNotMet(TypedDict):
    """The error of a wait that was not met, with the events that came nearest."""

    #: The gRPC status code.
    code: int
    #: The fault, for people.
    message: str
    #: Typed details, ErrorInfo first.
    details: list[dict[str, Any]]
    #: The number of events that matched.
    seen: int
    #: Up to three events that nearly match, the nearest first.
    nearest: list[NearestEvent]


class AwaitNotMet(TypedDict):
    """The error of a wait that was not met, with the entries that came nearest."""

    #: The gRPC status code.
    code: int
    #: The fault, for people.
    message: str
    #: Typed details, ErrorInfo first.
    details: list[dict[str, Any]]
    #: The number of entries that matched.
    seen: int
    #: Up to three entries that nearly match, the nearest first.
    nearest: list[NearestEntry]


class ChangedRow(TypedDict):
    """A row that two states have in different forms."""

    #: The kind of row.
    type: str
    #: Its uid.
    uid: str
    #: Its name, if it has one.
    name: NotRequired[str]
    #: Each field that differs, with its value before and after; null if it has none.
    fields: dict[str, list[Any]]


class CiToken(TypedDict):
    """The ambient credential of a workflow of a hosted CI."""

    #: The token, to be exchanged.
    value: str


#: The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
ClockMode: TypeAlias = Literal["real", "frozen", "scaled"]


class ClockReading(TypedDict):
    """The mode of the clock of a world, and its time."""

    #: The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
    mode: ClockMode
    #: The time it shows, RFC 3339 in UTC.
    now: str
    #: The number of its seconds that pass in one real second.
    scale: float


#: The name of a gRPC status code.
CodeName: TypeAlias = Literal["CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"]


class Coverage(TypedDict):
    """The part of the interface that clients have met; written as JSON, `platform-mock coverage merge` reads it."""

    #: The form of the report.
    format: Literal[1]
    #: The newest first.
    versions: list[CoverageVersion]
    #: Every operation, called or not.
    operations: list[CoverageOperation]
    #: Requests that match no operation.
    unknownPaths: list[UnknownPath]
    #: The number of calls that were omitted to stay within the bounds.
    dropped: CoverageDropped


class CoverageAnswer(TypedDict):
    """An answer by its HTTP status and its code."""

    #: The HTTP status; of gRPC the one that REST would have.
    status: int
    #: `OK`, or the name of the code of gRPC.
    code: AnswerCode | str


class CoverageCleared(TypedDict):
    """Nothing is covered any more."""

    #: Always the same word.
    status: Literal["cleared"]


class CoverageClient(TypedDict):
    """The answers of an operation that one client has met."""

    #: The name that the client gives itself.
    client: str
    #: The answers that it got.
    answers: list[MetAnswer]
    #: The failures that faults asked for: they are handled, and cover nothing.
    faulted: list[MetAnswer]
    #: The walks of a client through the pages of a List.
    walks: NotRequired[PageWalks]


class CoverageDropped(TypedDict):
    """The number of calls that were omitted to stay within the bounds."""

    #: Calls of clients that are not counted by name.
    clients: int
    #: Calls whose reason is not counted.
    reasons: int
    #: Calls of paths that are not counted.
    unknownPaths: int


class CoverageOperation(TypedDict):
    """The answers of an operation that were met, and those that were not."""

    #: Its id, such as `GetRepo`, or `v1.Registry.CreateRepo`.
    operation: str
    #: The version of the interface.
    version: str
    #: Of v1: the operation of v2 to call instead; null if it stays on v1.
    replacedBy: NotRequired[str | None]
    #: The answers that the documents declare.
    declared: list[CoverageAnswer]
    #: The answers that each client has met.
    clients: list[CoverageClient]
    #: The declared answers that nobody met, not even by a fault.
    neverHandled: list[CoverageAnswer]


class CoverageVersion(TypedDict):
    """The share of a version that was met."""

    #: The version of the interface.
    version: str
    #: The number of its operations.
    operations: int
    #: The number of operations that gave a declared answer without a fault.
    covered: int
    #: The covered share in percent, rounded down to a tenth.
    percent: float
    #: The number of answers that are declared.
    answers: int
    #: The number of answers that were met without a fault.
    met: int
    #: The number of answers that were met by faults only.
    faulted: int
    #: The number of answers that were not met.
    neverHandled: int


#: The first state of a new world, and the words by which it is found.
CreateWorld = TypedDict(
    "CreateWorld",
    {
        #: Its id; a new one unless given.
        "name": 'NotRequired[str]',
        #: Words by which the world can be found.
        "labels": 'NotRequired[dict[str, str]]',
        #: Its first rows; the rows of `default` unless given.
        "from": 'NotRequired[str]',
        #: A fixture in YAML or JSON: the world begins with it, and `from` is `fixture:` with a name for the list of worlds, even if a shipped one has that name.
        "fixture": 'NotRequired[str]',
        #: The state of the call of `journal:<id>` with which it begins; the one before it unless given.
        "at": 'NotRequired[Literal["before", "after"]]',
        #: The seed of the uids and secrets that it makes; unless given, the seed of the mock.
        "seed": 'NotRequired[str]',
        #: The interface that it follows if the specification and the published one differ; as the world that it is made from, or as the mock, unless given.
        "profile": 'NotRequired[ProfileName]',
        #: The mode of its clock at its start; as the one of the world that it is made from, unless given.
        "clock": 'NotRequired[SetClock]',
        #: After how much time of the machine it ends by itself; never, unless given.
        "ttl": 'NotRequired[str]',
    },
)


class DeletedWorlds(TypedDict):
    """The worlds that have ended."""

    #: Their ids.
    deleted: list[str]


class Deliveries(TypedDict):
    """The deliveries of an event."""

    #: The oldest first.
    deliveries: list[Delivery]


class Delivery(TypedDict):
    """The delivery of an event to one receiver."""

    #: Its id.
    id: str
    #: The id of the event.
    event: str
    #: The uid of the subscription; missing for a redelivery to a URL.
    subscription: NotRequired[str]
    #: The URL to which it goes.
    url: str
    #: Its state.
    state: Literal["pending", "held", "delivered", "dropped", "suppressed"]
    #: The reason why it is on hold, dropped or suppressed.
    reason: NotRequired[str]
    #: True if it was asked for.
    redelivery: NotRequired[Literal[True]]
    #: When it is tried next, RFC 3339, by the world's clock.
    nextTime: NotRequired[str]
    #: The oldest first.
    attempts: list[DeliveryAttempt]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver an event."""

    #: The time of its beginning, RFC 3339, by the clock of the world.
    time: str
    #: Its duration by the clock of the machine.
    durationMs: float
    #: A request to a receiver, as it was sent.
    request: NotRequired[DeliveryRequest]
    #: The status of the answer.
    status: NotRequired[int]
    #: The beginning of the body of the answer.
    answer: NotRequired[str]
    #: The reason why there was no answer.
    error: NotRequired[str]
    #: True if it repeats a delivery that was accepted, as the plan says.
    duplicate: NotRequired[Literal[True]]


class DeliveryCheck(TypedDict):
    """One thing that receivers check of a delivery."""

    #: The property that is checked.
    check: Literal["event", "bearer", "signature", "issuer", "audience", "time", "subject", "digest"]
    #: Its result.
    result: Literal["pass", "fail", "skipped"]
    #: The fault, or the value that was found.
    detail: str


class DeliveryLine(TypedDict):
    """The delivery of an event to one receiver, without its attempts."""

    #: The id of its world, if all worlds are asked for.
    world: NotRequired[str]
    #: Its id.
    id: str
    #: The id of the event.
    event: str
    #: The uid of the subscription; missing for a redelivery to a URL.
    subscription: NotRequired[str]
    #: The URL to which it goes.
    url: str
    #: Its state.
    state: Literal["pending", "held", "delivered", "dropped", "suppressed"]
    #: The reason why it is on hold, dropped or suppressed.
    reason: NotRequired[str]
    #: True if it was asked for.
    redelivery: NotRequired[Literal[True]]
    #: When it is tried next, RFC 3339, by the world's clock.
    nextTime: NotRequired[str]
    #: The number of attempts.
    attempts: int
    #: The status of the last answer.
    status: NotRequired[int]
    #: The reason why there was no answer the last time.
    error: NotRequired[str]


class DeliveryLines(TypedDict):
    """The deliveries of a world, or of all, without their attempts."""

    #: The deliveries, the newest event first.
    deliveries: list[DeliveryLine]


class DeliveryPlan(TypedDict):
    """The plan by which the events of a world are delivered."""

    #: The moment at which events are sent.
    mode: Literal["async", "sync", "collect"]
    #: The number of further times that an accepted event is sent.
    duplicate: NotRequired[int]
    #: The number of events of a group, of which each subscription gets the last one first.
    reorder: NotRequired[int]
    #: How long after the event its first attempt is, by the world's clock.
    delay: NotRequired[str]
    #: The number of attempts of each delivery that are lost on their way.
    dropFirst: NotRequired[int]
    #: The one thing that is wrong with each delivery, for receivers to refuse.
    flaw: NotRequired[Literal["bad_signature", "wrong_issuer", "wrong_subject", "wrong_audience", "wrong_digest", "expired"]]


class DeliveryRequest(TypedDict):
    """A request to a receiver, as it was sent."""

    #: The HTTP method.
    method: str
    #: The URL to which it was sent.
    url: str
    #: Its headers, as they were sent.
    headers: dict[str, str]
    #: Its body, as it was sent.
    body: str


class DeliveryVerdict(TypedDict):
    """The checks that a receiver makes of a delivery, and their results."""

    #: True if every check passes.
    valid: bool
    #: Each check, in their order.
    checks: list[DeliveryCheck]


#: The end of a call for its client: a code, or no whole answer, as its connection was closed or reset, or its body cut short.
EndCode: TypeAlias = Literal["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED", "DROPPED", "RESET", "TRUNCATED"]


#: A world that has ended, of which the journal can still be read.
EndedWorld = TypedDict(
    "EndedWorld",
    {
        #: Its name.
        "id": 'str',
        #: Words by which the world can be found.
        "labels": 'dict[str, str]',
        #: Its origin.
        "from": 'str',
        #: The time at which it was made, by the clock of the machine.
        "createTime": 'str',
        #: The time at which it ended, by the clock of the machine.
        "endTime": 'str',
        #: The number of entries that its journal had.
        "journal": 'int',
        #: The number in the order of all worlds at which it ended: later entries are of another world.
        "number": 'str',
    },
)


class EventActor(TypedDict):
    """The caller who caused an event."""

    #: The uid of the identity.
    subject: str
    #: The claims of its token about the third party that it acts for.
    act: NotRequired[dict[str, str]]


class EventMatch(TypedDict):
    """The facts that an event must have, all of them, compared as in `JournalMatch`."""

    #: With or without the prefix, or only its last words, such as `repo.created`.
    type: NotRequired[str]
    #: The id.
    id: NotRequired[Any]
    #: The uid of what it is about.
    subject: NotRequired[Any]
    #: The uid of the group.
    group: NotRequired[Any]
    #: `customer` or `internal`.
    audience: NotRequired[Any]
    #: The URL of the collection.
    source: NotRequired[Any]
    #: The full name of the message of the body.
    bodyType: NotRequired[Any]
    #: The uid of the identity provider.
    identityProvider: NotRequired[Any]
    #: A part of the actor.
    actor: NotRequired[Any]
    #: The trace.
    traceparent: NotRequired[Any]
    #: A part of the body.
    body: NotRequired[Any]


class EventPage(TypedDict):
    """Events, the newest first."""

    #: The newest first.
    events: list[WorldEvent]
    #: Behind the newest event, to ask for later ones by `since`; `0` before the first.
    cursor: str
    #: The number of events that were dropped to keep the bound.
    dropped: int


class EventToEmit(TypedDict):
    """An event that a test emits: of a published type, or with `raw` of any."""

    #: With or without the prefix, or only its last words, such as `repo.created`. With `raw` any text of ASCII without blanks.
    type: str
    #: As it is sent: it is not checked.
    body: NotRequired[dict[str, Any]]
    #: Takes the type as it is, published or not, and sends the body as all of the data, without an actor.
    raw: NotRequired[Literal[True]]
    #: The `uid` of the body unless given, else the group.
    subject: NotRequired[str]
    #: A uid or an alias; the first root group unless given.
    group: NotRequired[str]
    #: The caller who is said to have caused it.
    actor: NotRequired[EventToEmitActor]


class EventToEmitActor(TypedDict):
    """The caller who is said to have caused it."""

    #: The uid of the identity.
    subject: str
    #: The claims of its token about the third party that it acts for.
    act: NotRequired[dict[str, str]]


class EventType(TypedDict):
    """A published type of events."""

    #: With the prefix of the vendor.
    type: str
    #: `internal` events are never delivered.
    audience: Literal["customer", "internal"]
    #: The operations that emit it, with the message of its body; none if only tests emit it.
    emittedBy: list[EventTypeEmittedBy]
    #: The occasion on which it is emitted, for a type that no operation has as its own.
    description: NotRequired[str]


class EventTypeEmittedBy(TypedDict):
    #: The id of the operation.
    operation: OperationId | str
    #: The full name of the message of the body.
    bodyType: NotRequired[str]


class EventTypes(TypedDict):
    """The published types of events."""

    #: Every published type.
    types: list[EventType]


class ExplainToken(TypedDict):
    """A token to explain."""

    #: The token, without "Bearer".
    token: str
    #: The Host, or `:authority`, of the calls that bring it; the Host of this request unless given.
    host: NotRequired[str]


class Fault(TypedDict):
    """The calls that fail, the phase, and the failure."""

    #: The calls that a fault is for: those that have all of these; every call without.
    match: NotRequired[FaultMatch]
    #: The phase in which it acts; `before` unless given.
    phase: NotRequired[FaultPhase]
    #: The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together.
    do: FaultEffect
    #: The largest number of times that it acts.
    times: NotRequired[int]
    #: The time for which it acts from its first time on, in milliseconds of the machine.
    lastsMs: NotRequired[int]
    #: Once it has acted, it acts on every call of the world.
    spreads: NotRequired[Literal[True]]


class FaultAttempt(TypedDict):
    """One try of a logical call."""

    #: The time at which it arrived, by the clock of the machine.
    at: str
    #: The longest time that its caller was willing to wait, over gRPC.
    deadlineMs: NotRequired[float]
    #: The status of its answer; missing while it runs.
    status: NotRequired[EndCode | str]
    #: The status that it would have had without faults, if that differs.
    handled: NotRequired[EndCode | str]
    #: True if it asks for the same as the try before it.
    sameRequest: NotRequired[bool]


#: A message of google.rpc in its canonical JSON.
FaultDetail: TypeAlias = 'dict[str, Any]'


class FaultEffect(TypedDict):
    """The effect on these calls: latency, slow, or one of the others, which exclude each other; only a code and http go together."""

    #: The gRPC status code; unless given, it follows from `http`.
    code: NotRequired[CodeName]
    #: The HTTP status; the status of the code unless given.
    http: NotRequired[int]
    #: The message of the error.
    message: NotRequired[str]
    #: Details of google.rpc, beside those that an error of the code has.
    details: NotRequired[list[FaultDetail]]
    #: After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.
    retryAfter: NotRequired[int]
    #: The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.
    drop: NotRequired[Literal[True]]
    #: As `drop`, by a reset of the connection or the stream.
    reset: NotRequired[Literal[True]]
    #: The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit.
    truncate: NotRequired[Literal[True] | int]
    #: The delay of the call, in milliseconds of the machine.
    latency: NotRequired[int | LatencyRange]
    #: The number of bytes of the body that are sent in a second. Only in the phase after_commit.
    slow: NotRequired[int | SlowRate]
    #: The error is a page of HTML, as what stands in front of a service answers it. It needs `http`.
    html: NotRequired[Literal[True]]
    #: The call hangs until its client gives up, the fault is dropped or the world ends.
    hang: NotRequired[Literal[True]]
    #: The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit.
    rows: NotRequired[Literal[True] | int]
    #: The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit.
    expireCursor: NotRequired[Literal[True]]
    #: The call reads the rows as they were before the last write that it would show. Only in the phase after_commit.
    stale: NotRequired[Literal[True]]
    #: The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal.
    add: NotRequired[Literal["field", "enum_value", "detail"]]
    #: The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met.
    refusePings: NotRequired[Literal[True]]
    #: The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates.
    other: NotRequired[Literal["change", "delete", "create"]]


#: The calls that a fault is for: those that have all of these; every call without.
FaultMatch = TypedDict(
    "FaultMatch",
    {
        #: The name of an operation, of v2 or of v1.
        "operation": 'NotRequired[OperationId]',
        #: The HTTP method; POST for gRPC.
        "method": 'NotRequired[Literal["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]]',
        #: The path, in which `*` is any text; the path of the method for gRPC.
        "path": 'NotRequired[str]',
        #: An identity: its uid, an alias or a name.
        "caller": 'NotRequired[str]',
        #: The version of the interface.
        "version": 'NotRequired[Literal["v1", "v2"]]',
        #: The resource that the call is about: the values in its path, and the name of a new row, separated by spaces.
        "resource": 'NotRequired[str]',
        #: Only calls that write, or with `false` only those that read.
        "writes": 'NotRequired[bool]',
        #: Only the nth of these calls, counted from 1.
        "nth": 'NotRequired[int]',
        #: The nth of these calls, and all that follow.
        "from": 'NotRequired[int]',
        #: Every n-th of these calls.
        "every": 'NotRequired[int]',
        #: Only tries of a logical call (caller, operation and resource) with this number, from 1.
        "attempt": 'NotRequired[int]',
    },
)


#: The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
FaultPhase: TypeAlias = Literal["before_auth", "before", "after_commit", "mid_stream", "after_refusal"]


class FaultPreset(TypedDict):
    """Faults that are made beforehand, for the calls that match."""

    #: The name of faults that are made beforehand.
    preset: Literal["flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings"]
    #: The calls that a fault is for: those that have all of these; every call without.
    match: NotRequired[FaultMatch]


class FaultRecord(TypedDict):
    """A fault with the calls on which it has acted, and what it has changed."""

    #: The calls that a fault is for, as it is listed.
    match: ListedFaultMatch
    #: The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
    phase: FaultPhase
    #: The effect on the calls of a fault, as it is listed.
    do: ListedFaultEffect
    #: The largest number of times that it acts.
    times: NotRequired[int]
    #: The time for which it acts from its first time on, in milliseconds of the machine.
    lastsMs: NotRequired[int]
    #: Once it has acted, it acts on every call of the world.
    spreads: NotRequired[Literal[True]]
    #: The name of the preset that it is of.
    preset: NotRequired[Literal["flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings"]]
    #: The number of times that it has acted.
    hits: int
    #: The ids of the calls of the journal on which it has acted, the oldest first; the last 100.
    calls: list[str]
    #: The changes that it has made itself, in the name of another caller, without the changes of the calls.
    changes: list[JournalChange]


class FaultReport(TypedDict):
    """The calls since the faults were written."""

    #: The calls that were tried, the oldest first.
    calls: list[LogicalCall]
    #: The number of tries that are no longer listed.
    dropped: int
    #: The faults in their order, with what each has done.
    faults: list[FaultRecord]
    #: The faults that have not acted.
    neverFired: list[UnfiredFault]


class FaultWithHits(TypedDict):
    """A fault with how often it has acted."""

    #: Its id, as calls in the journal have it.
    id: str
    #: The calls that a fault is for, as it is listed.
    match: ListedFaultMatch
    #: The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
    phase: FaultPhase
    #: The effect on the calls of a fault, as it is listed.
    do: ListedFaultEffect
    #: The largest number of times that it acts.
    times: NotRequired[int]
    #: The time for which it acts from its first time on, in milliseconds of the machine.
    lastsMs: NotRequired[int]
    #: Once it has acted, it acts on every call of the world.
    spreads: NotRequired[Literal[True]]
    #: The name of the preset that it is of.
    preset: NotRequired[Literal["flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings"]]
    #: The number of times that it has acted.
    hits: int


class Faults(TypedDict):
    """The faults of a world."""

    #: The faults in their order.
    faults: list[FaultWithHits]


class Info(TypedDict):
    """The options of a mock, and its contents."""

    #: The version of the mock.
    version: str
    #: The world that the rest is about.
    world: str
    #: Its public URL.
    url: str
    #: The URL of the address that the process itself listens on.
    localUrl: str
    #: The issuer of its tokens.
    issuer: str
    #: The domain in error details.
    serviceDomain: str
    #: The interface that the mock follows: the specified or the published one, which differ in places.
    profile: ProfileName
    #: The seed of everything generated.
    seed: str
    #: The fixtures it was started with.
    fixtures: list[str]
    #: The uid of the first root group; empty when there is none.
    orgId: str
    #: The number of rows of each kind.
    rows: dict[str, int]
    #: The uid of each thing that a fixture named.
    aliases: dict[str, str]
    #: The mode of the clock of a world, and its time.
    clock: ClockReading
    #: The number of calls of each control operation that it has answered since its start, in all worlds.
    controlCalls: dict[str, int]


class JournalAuthz(TypedDict):
    """The decision on the rights of a caller."""

    #: `open` for calls that need no rights.
    decision: Literal["allow", "deny", "unauthenticated", "open"]
    #: The lacked capabilities; with `allow`, only the mode of the world let it through.
    missing: list[LackedCapability]


class JournalChange(TypedDict):
    """A row that a call has created, updated or deleted."""

    #: The kind of the change.
    change: Literal["created", "updated", "deleted"]
    #: The kind of the row.
    type: str
    #: Its uid.
    uid: str
    #: Its name, if it has one.
    name: NotRequired[str]
    #: Of an update: each field with its value before and after.
    fields: NotRequired[dict[str, list[Any]]]


class JournalCleared(TypedDict):
    """The answer that the journal is empty."""

    #: It is empty.
    status: Literal["cleared"]


class JournalEntry(TypedDict):
    """One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted."""

    #: The id of its world, if all worlds are asked for.
    world: NotRequired[str]
    #: Its number in the order of all worlds, if these are asked for: as `since` and `before` have it.
    number: NotRequired[str]
    #: Counted from 1 in each world.
    id: str
    #: `open` until it is answered.
    state: Literal["open", "ended"]
    #: The time of its beginning, RFC 3339, by the clock of the world.
    time: str
    #: The time of its beginning, RFC 3339, by the clock of the machine.
    machineTime: str
    #: Its duration by the clock of the machine.
    durationMs: NotRequired[float]
    #: The protocol in which it was sent.
    protocol: Literal["rest", "grpc", "grpc-web", "connect"]
    #: The version of the interface; missing if no operation matches.
    version: NotRequired[str]
    #: The HTTP method; POST for gRPC.
    method: str
    #: Without the query; of gRPC the path of the method.
    path: str
    #: The id of the operation; missing if none matches.
    operation: NotRequired[OperationId | str]
    #: The caller; missing if it is not known.
    caller: NotRequired[JournalEntryCaller]
    #: The name that the client gives itself.
    client: NotRequired[str]
    #: As it was read; secrets are redacted.
    request: NotRequired[dict[str, Any]]
    #: Query and body over REST in the spelling of the client; secrets are redacted.
    sent: NotRequired[JournalEntrySent]
    #: The body if it could not be read as the request.
    body: NotRequired[str]
    #: Instead of a request that is too large to be recorded.
    largeRequest: NotRequired[LargeMessage]
    #: The paths of what the client sent and the operation did not read.
    unread: list[str]
    #: The values of the unread fields, by their paths; secrets are redacted, and fields of gRPC omitted.
    unreadValues: NotRequired[dict[str, Any]]
    #: The HTTP status; of gRPC the one of REST. Missing if the client got no answer.
    status: NotRequired[int]
    #: The result for the client: `OK`, the name of a code, or the way in which its answer was broken off.
    code: NotRequired[EndCode | str]
    #: The message of the error.
    message: NotRequired[str]
    #: The typed details of the error.
    details: NotRequired[list[dict[str, Any]]]
    #: The reason why it was refused, in a sentence, with groups by their names; missing if it was not.
    reason: NotRequired[str]
    #: The answer; secrets are redacted.
    answer: NotRequired[dict[str, Any]]
    #: Instead of an answer that is too large to be recorded.
    largeAnswer: NotRequired[LargeMessage]
    #: True if request, answer and changes were dropped to keep the bounds.
    messagesDropped: NotRequired[Literal[True]]
    #: The result of the operation, if something else was answered.
    handled: NotRequired[JournalEntryHandled]
    #: The faults that acted on it.
    faults: list[JournalEntryFault]
    #: The decision on the rights of a caller.
    authz: NotRequired[JournalAuthz]
    #: The row that it names or has changed first, and the place of that row.
    about: NotRequired[JournalEntryAbout]
    #: The rows that it has changed.
    changes: list[JournalChange]
    #: The number of further rows that it has changed: a thousand at most are listed.
    furtherChanges: NotRequired[int]
    #: The ids of the events that it has emitted; missing if there are none.
    events: NotRequired[list[str]]
    #: The ids of up to 20 of the calls around it that are for the same: operation, caller and resource; missing if there are none.
    tries: NotRequired[list[str]]


class JournalEntryAbout(TypedDict):
    """The row that it names or has changed first, and the place of that row."""

    #: The name of the row.
    name: NotRequired[str]
    #: The group of the row, by the names of its path.
    group: NotRequired[str]
    #: Of a list: how many rows were answered.
    rows: NotRequired[int]


class JournalEntryCaller(TypedDict):
    """The caller; missing if it is not known."""

    #: The uid of the identity.
    identity: str
    #: Its name; empty if it has none.
    name: str


class JournalEntryFault(TypedDict):
    #: The id of the rule.
    rule: str
    #: The phase in which it acted.
    phase: Literal["before_auth", "before", "after_commit", "mid_stream", "after_refusal"]
    #: Its effect on the call, in words.
    did: str


class JournalEntryHandled(TypedDict):
    """The result of the operation, if something else was answered."""

    #: The HTTP status.
    status: int
    #: `OK`, or the name of a code.
    code: AnswerCode | str


class JournalEntrySent(TypedDict):
    """Query and body over REST in the spelling of the client; secrets are redacted."""

    #: The query, without a question mark.
    query: str
    #: The body in JSON.
    body: NotRequired[Any]


class JournalMatch(TypedDict):
    """The facts that an entry must have, all of them. Objects match by the fields that they name, lists when each of their items matches some item, `{"regex": "…"}` by a pattern, `{"any": true}` whatever is there, `null` what is missing."""

    #: The name of an operation, such as `CreateRepo`, or `Registry_CreateRepo` of v1.
    operation: NotRequired[OperationId]
    #: An HTTP status, or the name of a code.
    status: NotRequired[Literal["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED", "DROPPED", "RESET", "TRUNCATED"] | int]
    #: An identity: its uid, an alias or a name.
    caller: NotRequired[str]
    #: The protocol in which it was sent.
    protocol: NotRequired[Literal["rest", "grpc", "grpc-web", "connect"]]
    #: The version of the interface.
    version: NotRequired[Literal["v1", "v2"]]
    #: The HTTP method; POST for gRPC.
    method: NotRequired[str]
    #: The path, in which `*` is any text.
    path: NotRequired[str]
    #: The name that the client gives itself.
    client: NotRequired[Any]
    #: The message of the error.
    message: NotRequired[Any]
    #: A part of the request.
    request: NotRequired[Any]
    #: A part of the answer.
    answer: NotRequired[Any]
    #: Changes, all of which the entry must have.
    changes: NotRequired[Any]
    #: A part of how the rights were decided on.
    authz: NotRequired[Any]
    #: Paths, each of which must be among what was not read.
    unread: NotRequired[Any]


class JournalPage(TypedDict):
    """Entries, the newest first."""

    #: The newest first.
    entries: list[JournalEntry]
    #: The id of the newest entry, to ask for later ones by `since`; `0` before the first. For all worlds it is the number in their common order.
    cursor: str
    #: The number of entries that were dropped to keep the bounds.
    dropped: int
    #: The id of the oldest call that a world can be made from; missing if there is none.
    oldestState: NotRequired[str]


class LabelWorld(TypedDict):
    """The new labels of a world."""

    #: The labels to set, each with its value, or with null to take it away; the others stay.
    labels: dict[str, str | None]


class LackedCapability(TypedDict):
    """A capability that a caller lacked, with the group."""

    #: The capability.
    capability: str
    #: The uid of the group on which it was needed, or `anywhere`.
    at: str


class Lag(TypedDict):
    """The delays after which calls of a world see changes, by its clock: durations such as `20s`."""

    #: The delay after which access checks see changes.
    authz: NotRequired[AuthzLag]
    #: The delay after which Lists and counts see changes.
    lists: NotRequired[ListLag]


class LagReading(TypedDict):
    """The delays after which changes are seen, and the time at which all that have been made are."""

    #: The delay after which access checks see changes, as it is listed.
    authz: NotRequired[AuthzLagReading]
    #: The delay after which Lists and counts see changes, as it is listed.
    lists: NotRequired[ListLagReading]
    #: When all that has been written is seen, by the world's clock; absent if everything is seen already.
    settledTime: NotRequired[str]


class LargeMessage(TypedDict):
    """Size and digest of a message that is too large to be recorded."""

    #: Its size in bytes.
    bytes: int
    #: Its digest, in hex.
    sha256: str


class LatencyRange(TypedDict):
    """The bounds of the delay, which is chosen anew for each call, by the seed."""

    #: The shortest time, in milliseconds.
    min: int
    #: The longest time, in milliseconds.
    max: int


class LeastRoles(TypedDict):
    """The least roles with which the recorded calls of a caller pass."""

    #: An identity that calls, with its name.
    caller: AuthzCaller
    #: A custom role for each group, to be bound there.
    roles: list[LeastRolesRole]
    #: The access that no binding can give, because it lies outside of the group that the identity lives in.
    outOfReach: list[RoleNeed]
    #: The number of entries that were omitted, because there were too many different ones.
    dropped: int


class LeastRolesRole(TypedDict):
    #: The uid of the group.
    group: str
    #: The names of the groups down to it.
    groupPath: list[str]
    #: The capabilities that are needed there.
    capabilities: list[str]
    #: A name for the custom role.
    role: str


class ListLag(TypedDict):
    """The delay after which Lists and counts see changes."""

    #: How late changes are seen, by the world's clock: up to 24h.
    lag: str


class ListLagReading(TypedDict):
    """The delay after which Lists and counts see changes, as it is listed."""

    #: How late changes are seen, by the world's clock: up to 24h.
    lag: str


class ListedFaultEffect(TypedDict):
    """The effect on the calls of a fault, as it is listed."""

    #: The gRPC status code; unless given, it follows from `http`.
    code: NotRequired[CodeName | str]
    #: The HTTP status; the status of the code unless given.
    http: NotRequired[int]
    #: The message of the error.
    message: NotRequired[str]
    #: Details of google.rpc, beside those that an error of the code has.
    details: NotRequired[list[FaultDetail]]
    #: After how many seconds to try again: `Retry-After`, and the RetryInfo of v2.
    retryAfter: NotRequired[int]
    #: The connection is closed without an answer, in the phase mid_stream within it; over HTTP/2 the stream.
    drop: NotRequired[Literal[True]]
    #: As `drop`, by a reset of the connection or the stream.
    reset: NotRequired[Literal[True]]
    #: The number of bytes of the body that are sent; half of them with `true`. Only in the phase after_commit.
    truncate: NotRequired[Literal[True] | int]
    #: The delay of the call, in milliseconds of the machine.
    latency: NotRequired[int | ListedLatencyRange]
    #: The number of bytes of the body that are sent in a second. Only in the phase after_commit.
    slow: NotRequired[int | ListedSlowRate]
    #: The error is a page of HTML, as what stands in front of a service answers it. It needs `http`.
    html: NotRequired[Literal[True]]
    #: The call hangs until its client gives up, the fault is dropped or the world ends.
    hang: NotRequired[Literal[True]]
    #: The number of rows of a page that are sent, with a cursor to go on behind them; half of them with `true`. Only in the phase after_commit.
    rows: NotRequired[Literal[True] | int]
    #: The cursor of the request has expired, so that the walk starts again. Only in the phase after_commit.
    expireCursor: NotRequired[Literal[True]]
    #: The call reads the rows as they were before the last write that it would show. Only in the phase after_commit.
    stale: NotRequired[Literal[True]]
    #: The addition that no published message has: a field or the value of an enum, in the phase after_commit, or a detail of an error, in the phase after_refusal.
    add: NotRequired[Literal["field", "enum_value", "detail"]]
    #: The connection of the call refuses pings from now on, as servers of gRPC do: the third without a call between ends it with `too_many_pings`. Calls over HTTP/1.1 are not met.
    refusePings: NotRequired[Literal[True]]
    #: The action of another caller an instant before: it changes a field that the call sends back as it was read, deletes the row that it is about, or creates what it creates.
    other: NotRequired[Literal["change", "delete", "create"]]


#: The calls that a fault is for, as it is listed.
ListedFaultMatch = TypedDict(
    "ListedFaultMatch",
    {
        #: The name of an operation, of v2 or of v1.
        "operation": 'NotRequired[OperationId | str]',
        #: The HTTP method; POST for gRPC.
        "method": 'NotRequired[Literal["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]]',
        #: The path, in which `*` is any text; the path of the method for gRPC.
        "path": 'NotRequired[str]',
        #: An identity: its uid, an alias or a name.
        "caller": 'NotRequired[str]',
        #: The version of the interface.
        "version": 'NotRequired[Literal["v1", "v2"]]',
        #: The resource that the call is about: the values in its path, and the name of a new row, separated by spaces.
        "resource": 'NotRequired[str]',
        #: Only calls that write, or with `false` only those that read.
        "writes": 'NotRequired[bool]',
        #: Only the nth of these calls, counted from 1.
        "nth": 'NotRequired[int]',
        #: The nth of these calls, and all that follow.
        "from": 'NotRequired[int]',
        #: Every n-th of these calls.
        "every": 'NotRequired[int]',
        #: Only tries of a logical call (caller, operation and resource) with this number, from 1.
        "attempt": 'NotRequired[int]',
    },
)


class ListedLatencyRange(TypedDict):
    """The bounds of the delay of a call, as it is listed."""

    #: The shortest time, in milliseconds.
    min: int
    #: The longest time, in milliseconds.
    max: int


class ListedQuotaMatch(TypedDict):
    """The calls that a quota counts, as it is listed."""

    #: The name of an operation, of v2 or of v1.
    operation: NotRequired[OperationId | str]
    #: An identity: its uid, an alias or a name.
    caller: NotRequired[str]
    #: The version of the interface.
    version: NotRequired[Literal["v1", "v2"]]


class ListedSinkAnswer(TypedDict):
    """The answer of a sink to one request, as it is listed."""

    #: The HTTP status.
    status: int
    #: The time that the answer takes, in milliseconds of the machine.
    delayMs: NotRequired[int]


class ListedSlowRate(TypedDict):
    """The speed at which the body of an answer is sent, as it is listed."""

    #: The number of bytes of the body that are sent in a second.
    bytesPerSecond: int


class LogicalCall(TypedDict):
    """The tries of one call: of a caller, an operation and a resource."""

    #: The id of the operation.
    operation: OperationId | str
    #: The uid of the identity; empty for a call that ended before its caller was known.
    caller: str
    #: The resource that it is about, as its path and name have it.
    resource: str
    #: The tries, the oldest first.
    attempts: list[FaultAttempt]


#: A new world, with all that a client needs to be in it.
MadeWorld = TypedDict(
    "MadeWorld",
    {
        #: Its name.
        "id": 'str',
        #: Words by which the world can be found.
        "labels": 'dict[str, str]',
        #: Its origin.
        "from": 'str',
        #: The time at which it was made, by the clock of the machine.
        "createTime": 'str',
        #: The time at which it ends by itself.
        "expireTime": 'NotRequired[str]',
        #: The number of rows of each collection.
        "rows": 'dict[str, int]',
        #: The number of entries of its journal.
        "journal": 'int',
        #: The mode of the clock of a world, and its time.
        "clock": 'ClockReading',
        #: A token of an identity that may do everything; it names the world.
        "token": 'str',
        #: The URL of the mock, for clients that name the world by token or header.
        "url": 'str',
        #: A URL that names the world by its host, if the client resolves it.
        "hostUrl": 'str',
        #: The header that names the world.
        "headers": 'dict[str, str]',
        #: The variables that clients and test harnesses read.
        "env": 'dict[str, str]',
    },
)


class MatchDifference(TypedDict):
    """One field that is not as it is meant, with both values."""

    #: The path of the field.
    field: str
    #: The value that it must match.
    expected: NotRequired[Any]
    #: The value that it has; null if it is missing.
    actual: NotRequired[Any]


class MetAnswer(TypedDict):
    """The number of times that an answer was met."""

    #: The HTTP status; of gRPC the one that REST would have.
    status: int
    #: `OK`, or the name of the code of gRPC.
    code: AnswerCode | str
    #: Of an error, if it is not the code.
    reason: NotRequired[str]
    #: The number of times that it was met.
    count: int


class MintToken(TypedDict):
    """A token to mint: of an identity, or of the one that tokens of an issuer and subject act as."""

    #: A uid, an alias of a fixture, or a name that only one identity has.
    identity: NotRequired[str]
    #: With `subject`, instead of `identity`: the identity that tokens of that issuer act as.
    issuer: NotRequired[str]
    #: The subject of those tokens.
    subject: NotRequired[str]
    #: The time for which it is valid; an hour unless given.
    ttl: NotRequired[str]
    #: The audience of the token: the mock itself unless given.
    audience: NotRequired[str | list[str]]
    #: The uids of the groups that the token is confined to.
    scopes: NotRequired[list[str]]
    #: The one thing that is wrong with a token, so that the API refuses it with 401.
    flaw: NotRequired[TokenFlaw]


class MintUpstreamToken(TypedDict):
    """A token to mint as a third party would."""

    #: A name, for an issuer whose pages the mock serves, or any URL.
    issuer: str
    #: The subject, as that issuer would write it.
    subject: str
    #: The time for which it is valid; an hour unless given.
    ttl: NotRequired[str]
    #: The audience of the token; unless given, the one that the identity asks for in its claim match, else the mock itself.
    audience: NotRequired[str | list[str]]
    #: Further claims, as they appear in the token.
    claims: NotRequired[dict[str, Any]]
    #: The one thing that is wrong with a token, so that the API refuses it with 401.
    flaw: NotRequired[TokenFlaw]


class MintedToken(TypedDict):
    """A minted token."""

    #: The bearer token.
    token: str
    #: The uid of the identity that it acts as.
    identity: str
    #: The time from which it is not accepted any more.
    expireTime: str


class MintedUpstreamToken(TypedDict):
    """A minted token of a third party."""

    #: The token, to be exchanged or used as it is.
    token: str
    #: Its issuer.
    issuer: str
    #: The time from which it is not accepted any more.
    expireTime: str


class NamedRow(TypedDict):
    """A row by its kind, its uid and its name."""

    #: The kind of row.
    type: str
    #: Its uid.
    uid: str
    #: Its name, if it has one.
    name: NotRequired[str]


class NearIdentity(TypedDict):
    """An identity that a token nearly acts as, and the claim that differs."""

    #: The uid of the identity.
    identity: str
    #: Its name.
    name: str
    #: The first claim by which the token does not match it.
    claim: str
    #: The value that it asks for.
    wanted: NotRequired[str]
    #: The pattern that it asks for, if it asks for one.
    pattern: NotRequired[str]
    #: The values that the token has.
    found: list[str]


class NearestEntry(TypedDict):
    """An entry that nearly matches, with its differences."""

    #: One exchange of a world: what was called, by whom, and what came of it. Secrets are redacted.
    entry: JournalEntry
    #: The places at which it is not as it is meant.
    differences: list[MatchDifference]


class NearestEvent(TypedDict):
    """An event that nearly matches, with its differences."""

    #: Something that has happened in a world, as its subscribers receive it.
    event: WorldEvent
    #: The places at which it is not as it is meant.
    differences: list[MatchDifference]


#: The name of an operation: its id, or the name that the document of an older version has for it.
OperationId: TypeAlias = Literal["AcceptTerms", "Advisories_Create", "Advisories_CreateAdvisoryEvent", "Advisories_Delete", "Advisories_List", "Advisories_ListAdvisoryEvents", "Advisories_Update", "Advisories_UpdateAdvisoryEvent", "Artifacts_GetArtifactCount", "Artifacts_List", "Artifacts_ListVersions", "BatchCreateRoleBindings", "BatchDeleteExternalGroupRoleMappings", "CheckAccountAssociation", "CheckEligibility", "CreateAccountAssociation", "CreateExternalGroupRoleMapping", "CreateGroup", "CreateGroupInvite", "CreateIdentity", "CreateIdentityProvider", "CreateRepo", "CreateRole", "CreateRoleBinding", "CreateSubscription", "CreateTag", "DeleteAccountAssociation", "DeleteExternalGroupRoleMapping", "DeleteGroup", "DeleteGroupInvite", "DeleteIdentity", "DeleteIdentityProvider", "DeleteRepo", "DeleteRole", "DeleteRoleBinding", "DeleteSubscription", "DeleteTag", "EventIdentities_Create", "EventIdentities_UpdateMetadata", "Exchange", "ExchangeRefreshToken", "ExternalGroupRoleMappings_BatchDelete", "ExternalGroupRoleMappings_Create", "ExternalGroupRoleMappings_Delete", "ExternalGroupRoleMappings_Get", "ExternalGroupRoleMappings_List", "GenerateScimToken", "GetAccountAssociation", "GetAdvisory", "GetArchitectures", "GetArtifactCount", "GetExternalGroupRoleMapping", "GetGroup", "GetGroupInvite", "GetIdentity", "GetIdentityProvider", "GetRepo", "GetRepoReadme", "GetRole", "GetRoleBinding", "GetSize", "GetSubscription", "GetTag", "GroupAccountAssociations_Check", "GroupAccountAssociations_Create", "GroupAccountAssociations_Delete", "GroupAccountAssociations_List", "GroupAccountAssociations_Update", "GroupInvites_Create", "GroupInvites_CreateWithGroup", "GroupInvites_Delete", "GroupInvites_List", "Groups_CheckEligibility", "Groups_Create", "Groups_Delete", "Groups_List", "Groups_LookupGroup", "Groups_RequestGroupAccess", "Groups_Update", "Identities_Create", "Identities_Delete", "Identities_List", "Identities_Lookup", "Identities_Update", "IdentityProviders_Create", "IdentityProviders_Delete", "IdentityProviders_GenerateScimToken", "IdentityProviders_List", "IdentityProviders_RegenerateScimToken", "IdentityProviders_RevokeScimToken", "IdentityProviders_SetScimEnabled", "IdentityProviders_Update", "ListAccountAssociations", "ListAdvisories", "ListArtifactVersions", "ListArtifacts", "ListDocuments", "ListExternalGroupRoleMappings", "ListGroupInvites", "ListGroups", "ListIdentities", "ListIdentityProviders", "ListRepos", "ListResolvedVulnsReports", "ListRoleBindings", "ListRoles", "ListSubscriptions", "ListTags", "ListTermsAcceptances", "ListVulnerabilityMetadata", "LookupGroup", "LookupIdentity", "Malware_ListBlockList", "Ping", "PingService_Ping", "RegenerateScimToken", "Register", "Registry_CreateDeployment", "Registry_CreateRepo", "Registry_CreateTag", "Registry_DeleteRepo", "Registry_DeleteTag", "Registry_DiffImage", "Registry_GetArchs", "Registry_GetBuildStatus", "Registry_GetDeployment", "Registry_GetImageConfig", "Registry_GetPackageVersionMetadata", "Registry_GetRegistrySettings", "Registry_GetSize", "Registry_GetSyncStatus", "Registry_GetUpdateStatus", "Registry_GetVulnReport", "Registry_ListBuildReports", "Registry_ListEolTags", "Registry_ListRepos", "Registry_ListSyncStatuses", "Registry_ListTagHistory", "Registry_ListTags", "Registry_UpdateDeployment", "Registry_UpdateRegistrySettings", "Registry_UpdateRepo", "Registry_UpdateTag", "RequestGroupAccess", "RevokeScimToken", "RoleBindings_Create", "RoleBindings_CreateBatch", "RoleBindings_Delete", "RoleBindings_List", "RoleBindings_Update", "Roles_Create", "Roles_Delete", "Roles_List", "Roles_Update", "SecurityAdvisory_ListDocuments", "SecurityAdvisory_ListResolvedVulnsReports", "SecurityAdvisory_ListVulnerabilityMetadata", "SetScimEnabled", "Subscriptions_Create", "Subscriptions_Delete", "Subscriptions_List", "Terms_AcceptTerms", "Terms_ListAccepted", "UpdateAccountAssociation", "UpdateExternalGroupRoleMapping", "UpdateGroup", "UpdateGroupInvite", "UpdateIdentity", "UpdateIdentityMetadata", "UpdateIdentityProvider", "UpdateRepo", "UpdateRepoReadme", "UpdateRole", "UpdateRoleBinding", "Validate", "Vulnerabilities_GetRawVulnReport", "Vulnerabilities_ListVulnCountReports", "Vulnerabilities_ListVulnReports", "v1.Advisories.Create", "v1.Advisories.CreateAdvisoryEvent", "v1.Advisories.Delete", "v1.Advisories.List", "v1.Advisories.ListAdvisoryEvents", "v1.Advisories.Update", "v1.Advisories.UpdateAdvisoryEvent", "v1.Artifacts.GetArtifactCount", "v1.Artifacts.List", "v1.Artifacts.ListVersions", "v1.EventIdentities.Create", "v1.EventIdentities.UpdateMetadata", "v1.ExternalGroupRoleMappings.BatchDelete", "v1.ExternalGroupRoleMappings.Create", "v1.ExternalGroupRoleMappings.Delete", "v1.ExternalGroupRoleMappings.Get", "v1.ExternalGroupRoleMappings.List", "v1.GroupAccountAssociations.Check", "v1.GroupAccountAssociations.Create", "v1.GroupAccountAssociations.Delete", "v1.GroupAccountAssociations.List", "v1.GroupAccountAssociations.Update", "v1.GroupInvites.Create", "v1.GroupInvites.CreateWithGroup", "v1.GroupInvites.Delete", "v1.GroupInvites.List", "v1.Groups.CheckEligibility", "v1.Groups.Create", "v1.Groups.Delete", "v1.Groups.List", "v1.Groups.LookupGroup", "v1.Groups.RequestGroupAccess", "v1.Groups.Update", "v1.Identities.Create", "v1.Identities.Delete", "v1.Identities.List", "v1.Identities.Lookup", "v1.Identities.Update", "v1.IdentityProviders.Create", "v1.IdentityProviders.Delete", "v1.IdentityProviders.GenerateScimToken", "v1.IdentityProviders.List", "v1.IdentityProviders.RegenerateScimToken", "v1.IdentityProviders.RevokeScimToken", "v1.IdentityProviders.SetScimEnabled", "v1.IdentityProviders.Update", "v1.Malware.ListBlockList", "v1.PingService.Ping", "v1.Registry.CreateDeployment", "v1.Registry.CreateRepo", "v1.Registry.CreateTag", "v1.Registry.DeleteRepo", "v1.Registry.DeleteTag", "v1.Registry.DiffImage", "v1.Registry.GetArchs", "v1.Registry.GetBuildStatus", "v1.Registry.GetDeployment", "v1.Registry.GetImageConfig", "v1.Registry.GetPackageVersionMetadata", "v1.Registry.GetRegistrySettings", "v1.Registry.GetSize", "v1.Registry.GetSyncStatus", "v1.Registry.GetUpdateStatus", "v1.Registry.GetVulnReport", "v1.Registry.ListBuildReports", "v1.Registry.ListEolTags", "v1.Registry.ListRepos", "v1.Registry.ListSyncStatuses", "v1.Registry.ListTagHistory", "v1.Registry.ListTags", "v1.Registry.UpdateDeployment", "v1.Registry.UpdateRegistrySettings", "v1.Registry.UpdateRepo", "v1.Registry.UpdateTag", "v1.RoleBindings.Create", "v1.RoleBindings.CreateBatch", "v1.RoleBindings.Delete", "v1.RoleBindings.List", "v1.RoleBindings.Update", "v1.Roles.Create", "v1.Roles.Delete", "v1.Roles.List", "v1.Roles.Update", "v1.SecurityAdvisory.ListDocuments", "v1.SecurityAdvisory.ListResolvedVulnsReports", "v1.SecurityAdvisory.ListVulnerabilityMetadata", "v1.Subscriptions.Create", "v1.Subscriptions.Delete", "v1.Subscriptions.List", "v1.Terms.AcceptTerms", "v1.Terms.ListAccepted", "v1.Vulnerabilities.GetRawVulnReport", "v1.Vulnerabilities.ListVulnCountReports", "v1.Vulnerabilities.ListVulnReports"]


class PageWalks(TypedDict):
    """The walks of a client through the pages of a List."""

    #: The number of lists that had more than one page.
    lists: int
    #: The number of these lists that had a further page that nobody asked for.
    notFollowed: int
    #: The largest number of pages of one list that were read.
    mostPages: int


class Problem(TypedDict):
    """An error, in the service's own shape."""

    #: The gRPC status code.
    code: int
    #: The fault, for people.
    message: str
    #: Typed details, ErrorInfo first.
    details: list[dict[str, Any]]


#: The interface that the mock follows: the specified or the published one, which differ in places.
ProfileName: TypeAlias = Literal["specification", "published"]


class Quota(TypedDict):
    """The number of calls of a world that are answered in a window of its time."""

    #: The number of calls that are answered in a window.
    requests: int
    #: How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.
    per: str
    #: The owner of a window: each caller, each operation, or the world as a whole.
    by: Literal["caller", "operation", "world"]
    #: The calls that a quota counts: those that have all of these; every call without.
    match: NotRequired[QuotaMatch]


class QuotaMatch(TypedDict):
    """The calls that a quota counts: those that have all of these; every call without."""

    #: The name of an operation, of v2 or of v1.
    operation: NotRequired[OperationId]
    #: An identity: its uid, an alias or a name.
    caller: NotRequired[str]
    #: The version of the interface.
    version: NotRequired[Literal["v1", "v2"]]


class QuotaWindow(TypedDict):
    """The calls of one window, which begins with its first call."""

    #: The uid of the caller, or the name of the operation; empty for the world.
    key: str
    #: The number of calls that it still answers.
    remaining: int
    #: When it ends, by the world's clock.
    resetTime: str


class QuotaWithWindows(TypedDict):
    """A quota with its remaining calls."""

    #: The number of calls that are answered in a window.
    requests: int
    #: How long a window is, by the world's clock: from 1s to 24h. It begins with its first call.
    per: str
    #: The owner of a window: each caller, each operation, or the world as a whole.
    by: Literal["caller", "operation", "world"]
    #: The calls that a quota counts, as it is listed.
    match: ListedQuotaMatch
    #: The number of calls that it has refused.
    refused: int
    #: The windows that have not ended, the oldest first.
    windows: list[QuotaWindow]


class Quotas(TypedDict):
    """The quotas of a world, with their remaining calls."""

    #: The quotas in their order.
    quota: list[QuotaWithWindows]


class Redeliver(TypedDict):
    """The URL to which an event is sent once more; the same as before unless given."""

    #: The uid of a subscription.
    subscription: NotRequired[str]
    #: Any URL that events may be delivered to.
    url: NotRequired[str]


class Reset(TypedDict):
    """The world that is reset."""

    #: The world to reset, unless the request names it in another way.
    world: NotRequired[str]


class RoleNeed(TypedDict):
    """Capabilities that are needed on a group."""

    #: The uid of the group.
    group: str
    #: The names of the groups down to it.
    groupPath: list[str]
    #: The capabilities that are needed there.
    capabilities: list[str]


class RotateKeys(TypedDict):
    """The change of the key that signs tokens."""

    #: The time for which tokens of the previous key stay valid; a day unless given.
    overlap: NotRequired[str]


class RotatedKeys(TypedDict):
    """The key that signs from now on."""

    #: The id of the key that signs from now on.
    kid: str


class SaveSnapshot(TypedDict):
    """The text that is written beside a snapshot."""

    #: A description for people.
    note: NotRequired[str]


class ScriptSink(TypedDict):
    """The answers of a sink to its next requests."""

    #: One for each request; the last one is repeated. Empty: 204.
    answers: list[SinkAnswer]


class SetAuthz(TypedDict):
    """The treatment of callers who lack a capability."""

    #: "enforce" refuses callers, "report" lets them through and records, "off" lets them through.
    mode: AuthzMode


class SetClock(TypedDict):
    """The mode of a clock from now on."""

    #: The mode of a clock: it runs with the time of the machine, not at all, or faster or slower.
    mode: ClockMode
    #: Set it to this time; never before the time it shows.
    now: NotRequired[str]
    #: With mode "scaled": seconds per real second.
    scale: NotRequired[float]


class SetDeliveryPlan(TypedDict):
    """The plan by which events are to be delivered; `{}` has the defaults."""

    #: `async`: after the call that caused it, which is the default; `sync`: the call is answered once each delivery has been tried; `collect`: once another mode is set.
    mode: NotRequired[Literal["async", "sync", "collect"]]
    #: The number of further times that an accepted event is sent.
    duplicate: NotRequired[int]
    #: The number of events of a group, of which each subscription gets the last one first.
    reorder: NotRequired[int]
    #: How long after the event its first attempt is, by the world's clock.
    delay: NotRequired[str]
    #: The number of attempts of each delivery that are lost on their way.
    dropFirst: NotRequired[int]
    #: The one thing that is wrong with each delivery, for receivers to refuse.
    flaw: NotRequired[Literal["bad_signature", "wrong_issuer", "wrong_subject", "wrong_audience", "wrong_digest", "expired"]]


#: The faults of a world from now on, in their order.
SetFaults: TypeAlias = 'list[Fault | FaultPreset]'


#: The quotas of a world from now on: one, or several that count other calls.
SetQuota: TypeAlias = 'Quota | list[Quota]'


class SinkAnswer(TypedDict):
    """The answer of a sink to one request."""

    #: The HTTP status.
    status: int
    #: The time that the answer takes, in milliseconds of the machine.
    delayMs: NotRequired[int]


class SinkReading(TypedDict):
    """A sink of the mock itself, with what it has received."""

    #: Its name.
    name: str
    #: The sink of a subscription of this world.
    sink: str
    #: The URL of the sink over HTTP.
    url: str
    #: The answers to the next requests; the last one is repeated. Empty: 204.
    answers: list[ListedSinkAnswer]
    #: The oldest first.
    received: list[SinkRequest]
    #: The number of requests that are no longer listed.
    dropped: int


class SinkRequest(TypedDict):
    """A request that a sink has received, with what receivers find out about it."""

    #: Counted from 1 in each sink.
    id: str
    #: The time at which it came, RFC 3339, by the clock of the world.
    time: str
    #: By their names, as they were sent.
    headers: dict[str, str]
    #: The raw body.
    body: str
    #: The HTTP status of the answer.
    status: int
    #: True if every check passes.
    valid: bool
    #: Each check, in their order.
    checks: list[DeliveryCheck]


class SlowRate(TypedDict):
    """The speed at which the body of an answer is sent."""

    #: The number of bytes of the body that are sent in a second.
    bytesPerSecond: int


class SnapshotRecord(TypedDict):
    """A saved state of a world."""

    #: Its name.
    name: str
    #: A description for people.
    note: NotRequired[str]
    #: The time at which it was saved, by the clock of the machine.
    createTime: str
    #: The number of rows of each collection.
    rows: dict[str, int]
    #: The mode of the clock of a world, and its time.
    clock: ClockReading
    #: The format in which it is stored.
    format: int
    #: Digest of the rows: equal states have equal digests.
    sha256: str


class Snapshots(TypedDict):
    """The snapshots of a world."""

    #: The oldest first.
    snapshots: list[SnapshotRecord]


class StateDifference(TypedDict):
    """The differences between two states of a world."""

    #: The rows that only the later state has.
    added: list[NamedRow]
    #: The rows that only the earlier state has.
    removed: list[NamedRow]
    #: The rows that both have, with the fields that differ.
    changed: list[ChangedRow]
    #: The time of the clock before and after.
    clock: list[str]


class Status(TypedDict):
    """The state in one word."""

    #: One word.
    status: str


class Timer(TypedDict):
    """Something that happens once the clock of a world shows a time."""

    #: When it happens, by the world's clock.
    time: str
    #: Its kind: an attempt to deliver an event.
    kind: str
    #: The id of the event.
    event: NotRequired[str]
    #: The type of the event.
    type: NotRequired[str]
    #: The uid of the subscription.
    subscription: NotRequired[str]
    #: The number of the attempt, from 1.
    attempt: NotRequired[int]


class Timers(TypedDict):
    """The things that will happen by the clock of a world."""

    #: The next first; a thousand at most.
    timers: list[Timer]
    #: The number of further ones.
    furtherTimers: NotRequired[int]


#: The check that refused a token. Calls make them in about this order, and stop at the first that fails.
TokenCheck: TypeAlias = Literal["missing", "malformed", "world", "named_token", "form", "subject", "type", "algorithm", "key", "retired_key", "issuer", "issuer_keys", "unreadable_keys", "signature", "audience", "claims", "not_yet_valid", "expired", "revoked", "identity", "no_match", "several_match"]


class TokenExplanation(TypedDict):
    """The identity as which a token is accepted, or the reason why it is not."""

    #: `accepted` if a call would know its caller by it.
    decision: Literal["accepted", "refused"]
    #: The message of the error; absent if it is accepted.
    message: NotRequired[str]
    #: The identity that it acts as; absent if it is refused.
    caller: NotRequired[TokenExplanationCaller]
    #: The claims of an accepted token; absent for one that a fixture names.
    claims: NotRequired[dict[str, Any]]
    #: The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it.
    refusal: NotRequired[TokenRefusal]


class TokenExplanationCaller(TypedDict):
    """The identity that it acts as; absent if it is refused."""

    #: The uid of the identity.
    identity: str
    #: Its name.
    name: str
    token: NotRequired[TokenLimits]


#: The one thing that is wrong with a token, so that the API refuses it with 401.
TokenFlaw: TypeAlias = Literal["expired", "not_yet_valid", "wrong_audience", "wrong_issuer", "bad_signature", "unknown_key", "alg_none", "missing_subject"]


class TokenLimits(TypedDict):
    """The limits that the token of a caller sets."""

    #: The capabilities; absent if they are not limited.
    cap: NotRequired[list[str]]
    #: The uids of groups; absent if it is valid everywhere.
    scopes: NotRequired[list[str]]
    #: RFC 3339; absent if it never expires.
    expires: NotRequired[str]


class TokenRefusal(TypedDict):
    """The check that refused a token, the values that it compared, and the flaw of minted tokens that fail alike. Neither the token nor its signature is in it."""

    #: The check that refused a token. Calls make them in about this order, and stop at the first that fails.
    check: TokenCheck
    #: The reason in words, as the log of calls has it.
    reason: str
    #: The values of which one would have done.
    wanted: NotRequired[list[str]]
    #: The values that the token has.
    found: NotRequired[list[str]]
    #: The time that was compared with the clock: an end, a beginning, a revocation.
    time: NotRequired[str]
    #: The clock of the world when they were compared.
    now: NotRequired[str]
    #: The difference that is allowed between the two.
    skewSeconds: NotRequired[float]
    #: The nearest identities, if none matches; empty if none is of its issuer.
    near: NotRequired[list[NearIdentity]]
    #: The one thing that is wrong with a token, so that the API refuses it with 401.
    flaw: NotRequired[TokenFlaw]


class Trace(TypedDict):
    """The run of worlds as a HAR 1.2: a page for each world, an entry for each call; all that HAR does not have is in fields that begin with an underscore. It has no secrets."""

    #: The log of HAR 1.2.
    log: dict[str, Any]


class TriggerEvent(TypedDict):
    """The type of which an example is emitted."""

    #: With or without the prefix, or only its last words, such as `repo.created`.
    preset: str
    #: The values that replace parts of the example, by their paths below `subject`, `group`, `body` and `actor`.
    overrides: NotRequired[dict[str, Any]]


class UnfiredFault(TypedDict):
    """A fault that has not acted."""

    #: The calls that a fault is for, as it is listed.
    match: ListedFaultMatch
    #: The phase of a call in which a fault acts: before the caller is known, before the operation runs, after it has run and its writes are stored, when half of its answer has been sent, or after it has refused the call.
    phase: FaultPhase
    #: The effect on the calls of a fault, as it is listed.
    do: ListedFaultEffect
    #: The largest number of times that it acts.
    times: NotRequired[int]
    #: The time for which it acts from its first time on, in milliseconds of the machine.
    lastsMs: NotRequired[int]
    #: Once it has acted, it acts on every call of the world.
    spreads: NotRequired[Literal[True]]
    #: The name of the preset that it is of.
    preset: NotRequired[Literal["flaky", "brownout", "quota", "maintenance", "unavailable_once", "internal_once", "aborted_once", "rate_limited", "token_expired", "permission_lag", "down", "lost_answer", "lost_connection", "reset", "truncated", "html_502", "stalled_503", "slow", "never", "short_page", "empty_page", "expired_cursor", "unknown_field", "unknown_enum_value", "unknown_detail", "changed_between", "deleted_between", "created_before", "late_read", "too_many_pings"]]


class UnknownPath(TypedDict):
    """Requests that match no operation."""

    #: The HTTP status; of gRPC the one that REST would have.
    status: int
    #: `OK`, or the name of the code of gRPC.
    code: AnswerCode | str
    #: Of an error, if it is not the code.
    reason: NotRequired[str]
    #: The number of times that it was met.
    count: int
    #: The name that the client gives itself.
    client: str
    #: The HTTP method.
    method: str
    #: Without the query, and with `{uid}` in the place of uids.
    path: str


class VerifyDelivery(TypedDict):
    """A request that may be a delivery."""

    #: By their names, in any case; at least one is a header of deliveries.
    headers: dict[str, str | list[str]]
    #: The raw body, as it was received: the digest is over its bytes.
    body: str


class WorldEnvironment(TypedDict):
    """The variables of a world."""

    #: The variables that clients and test harnesses read.
    env: dict[str, str]


#: The variables of a world, one in a line.
WorldEnvironmentLines: TypeAlias = 'str'


class WorldEvent(TypedDict):
    """Something that has happened in a world, as its subscribers receive it."""

    #: The id of its world, if all worlds are asked for.
    world: NotRequired[str]
    #: Equal in every delivery, and in every run with the same seed, fixture and calls.
    id: str
    #: With the prefix of the vendor.
    type: str
    #: The URL of the collection.
    source: str
    #: The uid of what it is about.
    subject: str
    #: RFC 3339, by the clock of the world.
    time: str
    #: The uid of the group by which it finds its subscriptions; empty for one that has none.
    group: str
    #: `internal` events are never delivered.
    audience: Literal["customer", "internal"]
    #: The full name of the message of its body.
    bodyType: NotRequired[str]
    #: The uid of the identity provider that the event names.
    identityProvider: NotRequired[str]
    #: The caller who caused an event.
    actor: NotRequired[EventActor]
    #: The trace context of the call that caused it.
    traceparent: NotRequired[str]
    #: Without secrets; missing if all of it is secret.
    body: NotRequired[dict[str, Any]]
    #: True if its body is all of its data.
    raw: NotRequired[Literal[True]]


#: The story of a world in paragraphs for people: the calls, the changes, and what stands out.
WorldEvidence: TypeAlias = 'str'


class WorldFacts(TypedDict):
    """The story of a world as facts."""

    #: The id of the world.
    id: str
    #: Its last 200 calls; missing if it keeps no journal.
    journal: NotRequired[JournalPage]
    #: The calls of `default` behind `since`.
    callsOfDefault: list[JournalEntry]
    #: Its faults that have not acted.
    neverFired: list[UnfiredFault]
    #: The changes since it was made.
    changes: StateDifference
    #: Its clock.
    clock: WorldFactsClock
    #: The plan by which the events of a world are delivered.
    plan: DeliveryPlan
    #: The deliveries of its last 20 events, the oldest first.
    deliveries: list[WorldFactsDelivery]


class WorldFactsClock(TypedDict):
    """Its clock."""

    mode: ClockMode
    #: The time it shows, RFC 3339 in UTC.
    now: str
    #: The number of its seconds that pass in one real second.
    scale: float
    #: The time of the machine, RFC 3339.
    machineTime: str


class WorldFactsDelivery(TypedDict):
    #: Its id.
    id: str
    #: The id of the event.
    event: str
    #: The uid of the subscription; missing for a redelivery to a URL.
    subscription: NotRequired[str]
    #: The URL to which it goes.
    url: str
    #: Its state.
    state: Literal["pending", "held", "delivered", "dropped", "suppressed"]
    #: The reason why it is on hold, dropped or suppressed.
    reason: NotRequired[str]
    #: True if it was asked for.
    redelivery: NotRequired[Literal[True]]
    #: When it is tried next, RFC 3339, by the world's clock.
    nextTime: NotRequired[str]
    #: The oldest first.
    attempts: list[DeliveryAttempt]
    #: The type of the event.
    type: str


#: A world, with what it was made from and what it holds.
WorldView = TypedDict(
    "WorldView",
    {
        #: Its name.
        "id": 'str',
        #: Words by which the world can be found.
        "labels": 'dict[str, str]',
        #: Its origin.
        "from": 'str',
        #: The time at which it was made, by the clock of the machine.
        "createTime": 'str',
        #: The time at which it ends by itself.
        "expireTime": 'NotRequired[str]',
        #: The number of rows of each collection.
        "rows": 'dict[str, int]',
        #: The number of entries of its journal.
        "journal": 'int',
        #: The mode of the clock of a world, and its time.
        "clock": 'ClockReading',
    },
)


class Worlds(TypedDict):
    """The worlds of a mock."""

    #: `default`, and the others from the oldest to the newest.
    worlds: list[WorldView]
    #: The worlds that have ended, if they are asked for, in the order of their ends.
    ended: NotRequired[list[EndedWorld]]


class WouldDeny(TypedDict):
    """The calls that `report` let through, with their number."""

    #: In the order of their first calls.
    denied: list[AuthzDenial]
    #: The number of entries that were omitted, because there were too many different ones.
    dropped: int
