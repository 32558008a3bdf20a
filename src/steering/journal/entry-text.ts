import { type Access, accessOf, type Grant, narrowAccess } from '../../kernel/access.ts';
import { type Answer, EMPTY, type Incoming } from '../../kernel/answer.ts';
import type { Caller } from '../../kernel/context.ts';
import { ApiError, type CodeName, type ErrorDetail } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import type { Outcome, Protocol } from '../../kernel/hooks.ts';
import type { Directory } from '../../kernel/resource.ts';
import { type ChangedRow, collection, type Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { attachRefusal, findTokenRefusal, type TokenRefusal } from '../../kernel/token-refusal.ts';
import { type BreakOff, breakOffOf } from '../../kernel/transmission.ts';
import { BoundedCache } from '../../schema/bounded-cache.ts';
import { type Capability, everyCapability } from '../../schema/capability.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import type { Operation } from '../../schema/operation.ts';
import type { NamedPlaces } from '../../store/notes.ts';
import { answerValue } from '../plane/answer-value.ts';
import type { EntryFacts } from './entry-facts.ts';
import { type EntryWorld, KeptEntry } from './kept-entry.ts';
import type { KeptHead } from './kept-heads.ts';

/** What entries are written with, and read. */
export interface EntryTextParts {
  readonly operations: () => readonly BoundOperation[];
  readonly directory: Pick<Directory, 'resources'>;
  readonly places: NamedPlaces;
  /** Finds the message of a value in which a fault has put what no published message has. */
  readonly widen: (of: AnyMessage, value: JsonObject) => AnyMessage;
  /** The clock of the machine in milliseconds since the epoch, when its steady clock showed zero. */
  readonly machineEpoch: () => number;
}

/** The result of a call as text has it: an error, or the message of an answer. */
interface OutcomeText {
  readonly error?: readonly [code: CodeName, message: string, detail: ErrorDetail];
  /** The error is one that a rule asked for; `lost` is how no answer at all was sent. */
  readonly injected?: true;
  readonly lost?: LostAnswer['how'];
  readonly refusal?: TokenRefusal | undefined;
  readonly message?: string;
  readonly value?: JsonObject;
  readonly once?: boolean | undefined;
  readonly cut?: BreakOff | undefined;
}

/** The capabilities of a grant: a bit for each in their order, where the release has as many. */
interface GrantText extends Omit<Grant, 'capabilities'> {
  readonly bits: string;
}

interface CallerText extends Omit<Caller, 'limits'> {
  readonly limits?: readonly (readonly GrantText[])[];
}

/** A head of a request; null for a value that is among the unique ones, since JSON has no undefined in a list. */
interface HeadText extends Pick<KeptHead, 'unique'> {
  readonly shared: readonly (string | null)[];
}

/** What thousands of entries have in common. */
interface CommonText {
  readonly conditions: EntryFacts['conditions'];
  readonly caller?: CallerText | undefined;
  readonly grants?: readonly GrantText[] | undefined;
  readonly shared?: HeadText['shared'] | undefined;
}

/** An entry as text, and the part of it that others have, too. */
export interface WrittenEntry {
  readonly text: string;
  readonly common: string;
}

interface EntryText extends Partial<CommonText> {
  readonly entry: Omit<EntryFacts, 'conditions'> & Partial<Pick<EntryFacts, 'conditions'>>;
  readonly protocol: Protocol;
  readonly method: string;
  readonly target: string;
  readonly client?: string | undefined;
  readonly time: number;
  readonly machineTime: number;
  readonly operation?: string | undefined;
  /** The values of its head that are its own; `head` is all of it where an earlier release has written the text. */
  readonly unique?: string | undefined;
  readonly head?: HeadText | undefined;
  readonly incoming?: Incoming | undefined;
  readonly body?: string | undefined;
  readonly changes?: readonly (readonly [of: string, uid: string, before: Row | null, after: Row | null])[] | undefined;
  /** The names of the states before and after it. */
  readonly places?: readonly [before: string | undefined, after: string | undefined];
  readonly delivered: OutcomeText;
  readonly handled?: OutcomeText | undefined;
}

/** How many different rights of callers are remembered. */
const MAX_RIGHTS = 1_000;

const capabilities = [...everyCapability];

const bitsOf = new WeakMap<ReadonlySet<Capability>, string>();

/** One character for each capability of this release. */
const textOfCapabilities = (held: ReadonlySet<Capability>): string => {
  const known = bitsOf.get(held);
  if (known !== undefined) return known;
  const text = capabilities.map((capability) => (held.has(capability) ? '1' : '0')).join('');
  bitsOf.set(held, text);
  return text;
};

const textOfGrants = (grants: readonly Grant[]): readonly GrantText[] =>
  grants.map(({ capabilities: held, ...grant }) => ({ ...grant, bits: textOfCapabilities(held) }));

/** Grants as they were written; none where that was done by a release with other capabilities. */
const grantsIn = (grants: readonly GrantText[]): readonly Grant[] =>
  grants.flatMap(({ bits, ...grant }) =>
    bits.length === capabilities.length
      ? [{ ...grant, capabilities: new Set(capabilities.filter((_, nth) => bits[nth] === '1')) }]
      : [],
  );

const textOfCaller = ({ limits, ...caller }: Caller): CallerText => ({
  ...caller,
  ...(limits && { limits: limits.map(textOfGrants) }),
});

/** Makes the text of a thing once, which is the same object in thousands of entries. */
const rememberText = <T extends object>(textOf: (of: T) => unknown): ((of: T) => string) => {
  const known = new WeakMap<T, string>();
  return (of) => {
    let text = known.get(of);
    if (text === undefined) {
      text = JSON.stringify(textOf(of));
      known.set(of, text);
    }
    return text;
  };
};

const conditionsText = rememberText((conditions: object) => conditions);
const callerText = rememberText(textOfCaller);
const grantsText = rememberText(textOfGrants);
const headText = rememberText((shared: KeptHead['shared']) => shared.map((each) => each ?? null));

/** The parts of an entry that thousands have in common. */
type CommonParts = readonly [
  conditions: KeptEntry['conditions'],
  caller: Caller | undefined,
  access: Access | undefined,
  shared: KeptHead['shared'] | undefined,
];

const textOfCommon = ([conditions, caller, access, shared]: CommonParts): string => {
  const parts: readonly (readonly [name: keyof CommonText, text: string | undefined])[] = [
    ['conditions', conditions && conditionsText(conditions)],
    ['caller', caller && callerText(caller)],
    ['grants', access?.grants && grantsText(access.grants)],
    ['shared', shared && headText(shared)],
  ];
  return `{${parts.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`])).join(',')}}`;
};

const callerIn = ({ limits, ...caller }: CallerText): Caller => ({
  ...caller,
  ...(limits && { limits: limits.map(grantsIn) }),
});

const textOfOutcome = (outcome: Outcome, operation: Operation | undefined): OutcomeText => {
  if (outcome instanceof ApiError) {
    const { code, message, detail } = outcome;
    return {
      error: [code, message, detail],
      ...(outcome instanceof InjectedFault && { injected: true }),
      ...(outcome instanceof LostAnswer && { lost: outcome.how }),
      refusal: findTokenRefusal(outcome),
    };
  }
  const cut = outcome.transmission && breakOffOf(outcome.transmission);
  const made = answerValue(outcome, operation?.response);
  return made ? { message: made.message.name, value: made.value, once: made.once, cut } : { cut };
};

const errorIn = ({ error, injected, lost, refusal }: OutcomeText): ApiError | undefined => {
  if (!error) return undefined;
  if (lost) return new LostAnswer(lost);
  const made = injected ? new InjectedFault(...error) : new ApiError(...error);
  return refusal ? attachRefusal(made, refusal) : made;
};

/** Nothing of an entry that is read asks its world. */
const NO_WORLD: EntryWorld = {
  conditions: () => {
    throw new Error('an entry that was read runs no more');
  },
  takePlace: () => 0,
  realMillis: () => 0,
  ended: () => undefined,
};

/** Writes entries as text, from which other processes that share their world read them. */
export class EntryTexts {
  readonly #parts: EntryTextParts;
  readonly #rights = new BoundedCache<string, Access>(MAX_RIGHTS);
  #operations: ReadonlyMap<string, Operation> | undefined;
  /** What the last entry has in common with others, and its text: most often it is that of the next, too. */
  #last: CommonParts = [undefined, undefined, undefined, undefined];
  #lastText = '{}';

  constructor(parts: EntryTextParts) {
    this.#parts = parts;
  }

  write(entry: KeptEntry): WrittenEntry {
    const { protocol, method, target, client, operation, head, incoming, body, changes, delivered, handled } = entry;
    const { places } = this.#parts;
    const text: EntryText = {
      entry: { ...entry.facts, conditions: undefined },
      protocol,
      method,
      target,
      client,
      time: entry.timeMillis,
      machineTime: this.#parts.machineEpoch() + entry.begunMillis,
      operation: operation?.id,
      unique: head?.unique,
      incoming,
      body: body && Buffer.from(body).toString('latin1'),
      changes: changes?.map(({ of, uid, before, after }) => [of.name, uid, before ?? null, after ?? null]),
      places: [places.nameOf(entry.place), places.nameOf(entry.placeAfter)],
      delivered: textOfOutcome(delivered as Outcome, operation),
      handled: handled && handled !== delivered ? textOfOutcome(handled, operation) : undefined,
    };
    return { text: JSON.stringify(text), common: this.#commonOf(entry) };
  }

  #commonOf({ conditions, caller, access, head }: KeptEntry): string {
    const parts: CommonParts = [conditions, caller, access, head?.shared];
    if (parts.some((part, nth) => part !== this.#last[nth])) {
      this.#last = parts;
      this.#lastText = textOfCommon(parts);
    }
    return this.#lastText;
  }

  /** The entry of a text, as it was when it ended. @throws SyntaxError for a text that is none */
  read({ text, common = '{}' }: Pick<WrittenEntry, 'text'> & Partial<WrittenEntry>, id: number): KeptEntry {
    const read: EntryText = { ...JSON.parse(text), ...JSON.parse(common) };
    const { protocol, method, target, client, time, caller, grants, incoming, body, changes } = read;
    const head = read.head ?? (read.shared && { shared: read.shared, unique: read.unique ?? '' });
    const begunMillis = read.machineTime - this.#parts.machineEpoch();
    const entry = new KeptEntry(id, protocol, { method, target, client }, [time, begunMillis * 100], NO_WORLD);
    const operation = read.operation === undefined ? undefined : this.#operationOf(read.operation);
    entry.operation = operation;
    entry.caller = caller && callerIn(caller);
    if (grants) entry.access = this.#accessOf(grants, entry.caller);
    entry.incoming = incoming;
    entry.body = body === undefined ? undefined : Buffer.from(body, 'latin1');
    if (head) entry.head = { ...head, shared: head.shared.map((each) => each ?? undefined) };
    entry.changes = changes?.map(
      ([of, uid, before, after]): ChangedRow => ({
        of: collection(of),
        uid,
        before: before ?? undefined,
        stamp: 0,
        after: after ?? undefined,
      }),
    );
    entry.facts = { ...read.entry, conditions: read.conditions ?? read.entry.conditions };
    this.#place(entry, read.places);
    entry.handled = read.handled && this.#outcomeOf(read.handled, operation);
    entry.delivered = this.#outcomeOf(read.delivered, operation, read.entry.rare?.isWidened);
    return entry;
  }

  /** Notes the states before and after an entry: by its place, where this process has passed from one to the other. */
  #place(entry: KeptEntry, [before, after]: EntryText['places'] = [undefined, undefined]): void {
    if (before === undefined) return;
    const { places } = this.#parts;
    const place = places.placeOf(before);
    entry.place = place ?? -1;
    const isPassed = place !== undefined && after !== undefined && places.placeOf(after) === entry.placeAfter;
    if (isPassed) return;
    entry.place = -1;
    entry.note({ placeName: before });
  }

  #operationOf(id: string): Operation | undefined {
    this.#operations ??= new Map(this.#parts.operations().map(({ operation }) => [operation.id, operation]));
    return this.#operations.get(id);
  }

  /** Equal rights are the same object: thousands of entries are kept. */
  #accessOf(grants: readonly GrantText[], caller: Caller | undefined): Access {
    const key = JSON.stringify([grants, caller?.limits?.map(textOfGrants)]);
    const known = this.#rights.get(key);
    if (known) return known;
    const all = accessOf(grantsIn(grants));
    const access = caller?.limits ? narrowAccess(all, caller.limits) : all;
    this.#rights.set(key, access);
    return access;
  }

  #outcomeOf(text: OutcomeText, operation: Operation | undefined, isWidened = false): Outcome {
    const error = errorIn(text);
    if (error) return error;
    const { message: name, value, once = false, cut } = text;
    const published = name === undefined ? undefined : this.#messageOf(name, operation);
    const message = published && value && isWidened ? this.#parts.widen(published, value) : published;
    const answer: Answer = message && value ? { kind: 'message', message, value, once } : EMPTY;
    return cut === undefined ? answer : { ...answer, transmission: { end: cut } };
  }

  #messageOf(name: string, operation: Operation | undefined): AnyMessage | undefined {
    const response = operation?.response;
    if (response?.name === name) return response;
    return this.#parts.directory.resources.find(({ message }) => message.name === name)?.message ?? response;
  }
}
