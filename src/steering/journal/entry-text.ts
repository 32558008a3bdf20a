import { type Access, accessOf, narrowAccess } from '../../kernel/access.ts';
import { type Answer, EMPTY, type Incoming } from '../../kernel/answer.ts';
import type { Caller } from '../../kernel/context.ts';
import type { Outcome } from '../../kernel/hooks.ts';
import type { Directory } from '../../kernel/resource.ts';
import { type ChangedRow, collection } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { BoundedCache } from '../../schema/bounded-cache.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import type { Operation } from '../../schema/operation.ts';
import type { NamedPlaces } from '../../store/notes.ts';
import { CommonTexts, callerIn, type GrantText, grantsIn, textOfGrants } from './common-text.ts';
import { type EntryText, type EntryValues, entryTextIn, joinValues, type RareText } from './entry-values.ts';
import { type EntryWorld, KeptEntry } from './kept-entry.ts';
import { errorIn, type OutcomeFacts, type OutcomeText, textOfOutcome, writeOutcome } from './outcome-text.ts';

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

/** An entry as text, and the part of it that others have, too. */
export interface WrittenEntry {
  readonly text: string;
  readonly common: string;
}

/** How many different rights of callers are remembered. */
const MAX_RIGHTS = 1_000;

/** True for a request that is known by its fields. */
const isPlain = ({ violations, paths, keep, waived }: Incoming): boolean =>
  violations.length === 0 && paths.length === 0 && !keep && !waived;

/** What few entries have; undefined where an entry has none of it. */
const rareOf = (
  entry: KeptEntry,
  facts: RareText['facts'],
  delivered: OutcomeFacts | undefined,
): RareText | undefined => {
  const { incoming, changes, operation } = entry;
  const further = incoming && !isPlain(incoming) ? { ...incoming, request: undefined } : undefined;
  const handled = entry.handled === entry.delivered ? undefined : entry.handled;
  if (!facts && !delivered && !further && !changes && !handled) return undefined;
  return {
    facts,
    incoming: further,
    changes: changes?.map(({ of, uid, before, after }) => [of.name, uid, before ?? null, after ?? null]),
    delivered,
    handled: handled && textOfOutcome(handled, operation),
  };
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
  readonly #commons = new CommonTexts();
  readonly #rights = new BoundedCache<string, Access>(MAX_RIGHTS);
  #operations: ReadonlyMap<string, Operation> | undefined;

  constructor(parts: EntryTextParts) {
    this.#parts = parts;
  }

  write(entry: KeptEntry): WrittenEntry {
    const { protocol, method, target, client, operation, head, incoming, body, facts } = entry;
    const { places, machineEpoch } = this.#parts;
    const { message, value, facts: delivered } = writeOutcome(entry.delivered as Outcome, operation);
    const values: EntryValues = [
      protocol,
      method,
      target,
      client,
      entry.timeMillis,
      machineEpoch() + entry.begunMillis,
      operation?.id,
      places.nameOf(entry.place),
      places.nameOf(entry.placeAfter),
      facts.duration,
      facts.status,
      facts.late,
      facts.realLate,
      facts.hasWritten,
      facts.messageBytes,
      facts.needs,
      head?.unique,
      body && (body.length === 0 ? '' : Buffer.from(body).toString('latin1')),
      incoming?.request,
      rareOf(entry, facts.rare, delivered),
      message,
    ];
    return { text: joinValues(values, value), common: this.#commons.write(entry) };
  }

  /** The entry of a text, as it was when it ended. @throws SyntaxError for a text that is none */
  read({ text, common = '{}' }: Pick<WrittenEntry, 'text'> & Partial<WrittenEntry>, id: number): KeptEntry {
    const read: EntryText = { ...entryTextIn(text), ...JSON.parse(common) };
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
