import type { Incoming } from '../../kernel/answer.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { PackedEntry } from './packed-entry.ts';

/** The distance from a call at which its other tries are looked for, in calls. */
const MAX_AWAY = 500;
/** The maximum number of other tries that are named. */
const MAX_TRIES = 20;

/** The client that the page at / names in a call that a person sends again. */
const SENT_AGAIN = 'sent-again';

/** Names the resource of a call, as fault rules do when they count attempts. */
export type ResourceOf = (bound: BoundOperation, request: Incoming['request']) => string;

/** Finds the other tries of a call, as fault rules count them: calls of the same operation, caller and resource. */
export class Tries {
  readonly #operations: () => readonly BoundOperation[];
  readonly #nameResource: ResourceOf;
  /** The resources of the calls that were looked at. */
  readonly #resources = new WeakMap<PackedEntry, string>();
  #byId: ReadonlyMap<string, BoundOperation> | undefined;

  constructor(operations: () => readonly BoundOperation[], nameResource: ResourceOf) {
    this.#operations = operations;
    this.#nameResource = nameResource;
  }

  /** The ids of the nearest other tries of a call, in their order; `get` gives the entry of an id. */
  of(entry: PackedEntry, get: (id: number) => PackedEntry | undefined): readonly string[] {
    const tries: number[] = [];
    for (let away = 1; away <= MAX_AWAY && tries.length < MAX_TRIES; away += 1) {
      for (const id of [entry.id - away, entry.id + away]) {
        const other = get(id);
        if (other && this.#areSame(entry, other)) tries.push(id);
      }
    }
    return tries
      .slice(0, MAX_TRIES)
      .sort((one, other) => one - other)
      .map(String);
  }

  #areSame(one: PackedEntry, other: PackedEntry): boolean {
    if (one.operation === undefined || one.operation !== other.operation) return false;
    // A call that a person sends from the page is no try of a client.
    if ((one.client === SENT_AGAIN) !== (other.client === SENT_AGAIN)) return false;
    if ((one.caller?.identity ?? '') !== (other.caller?.identity ?? '')) return false;
    const resource = this.#resourceOf(one);
    return resource !== undefined && resource === this.#resourceOf(other);
  }

  /** The resource of a call; undefined if its request is not known. */
  #resourceOf(entry: PackedEntry): string | undefined {
    const known = this.#resources.get(entry);
    if (known !== undefined) return known;
    this.#byId ??= new Map(this.#operations().map((bound) => [bound.operation.id, bound]));
    const bound = entry.operation && this.#byId.get(entry.operation.id);
    const request = entry.isOpen ? undefined : entry.incoming?.request;
    if (!bound || !request) return undefined;
    const resource = this.#nameResource(bound, request);
    this.#resources.set(entry, resource);
    return resource;
  }
}
