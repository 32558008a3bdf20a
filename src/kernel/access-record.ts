import type { Capability } from '../schema/capability.ts';
import { keepOutermost, type Need } from './access.ts';
import type { Collection, Row, Rows } from './rows.ts';
import { isWithin, parentOf, TOP } from './uid.ts';

/** A call that the caller's rights would not have allowed; the group is empty for a capability that the caller has nowhere. */
export interface Denial {
  readonly operation: string;
  readonly identity: string;
  readonly capability: Capability;
  readonly group: string;
}

/** The most different denials that are listed, and the most different needs that are stored. */
const MAX_DENIALS = 1_000;
const MAX_NEEDS = 10_000;

/** The needs of one caller: capabilities by group, and those that any group will do for. */
interface Needs {
  readonly at: Map<Capability, Set<string>>;
  readonly together: Map<string, readonly Capability[]>;
}

/** The rights that calls needed, and those that their callers lacked. It is bounded, and counts what it leaves out. */
export class AccessRecord {
  readonly #before: Rows;
  readonly #groups: Collection<Row>;
  readonly #denials = new Map<string, Denial & { count: number }>();
  readonly #needs = new Map<string, Needs>();
  #noted = 0;
  #dropped = 0;

  /** `before` are the rows when the record begins: needed rights are reported on groups that exist by then. */
  constructor(before: Rows, groups: Collection<Row>) {
    this.#before = before;
    this.#groups = groups;
  }

  /** The denials with how often each happened, in the order in which they first did. */
  get denials(): readonly (Denial & { readonly count: number })[] {
    return [...this.#denials.values()];
  }

  /** The number of denials and needs beyond the bounds. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Counts a call that would have been refused. */
  deny(denial: Denial): void {
    const key = `${denial.operation} ${denial.identity} ${denial.capability} ${denial.group}`;
    const known = this.#denials.get(key);
    if (known) known.count += 1;
    else if (this.#denials.size < MAX_DENIALS) this.#denials.set(key, { ...denial, count: 1 });
    else this.#dropped += 1;
  }

  /** Notes a need of a call of an identity. */
  note(identity: string, { place, capabilities, uid }: Need): void {
    const known = this.#needs.get(identity);
    const needs = known ?? { at: new Map(), together: new Map() };
    if (place === 'anywhere') for (const capability of capabilities) this.#noteTogether(needs, [capability]);
    else if (place === 'together') this.#noteTogether(needs, capabilities);
    else {
      const group = this.#groupAt(uid);
      if (group !== undefined) for (const capability of capabilities) this.#noteAt(needs, capability, group);
    }
    if (!known && needs.at.size + needs.together.size > 0) this.#needs.set(identity, needs);
  }

  /**
   * The least capabilities, by group, that the calls of an identity needed; a capability of a group is not repeated on
   * groups below it. A need that any group meets is listed for `home`, unless a listed group meets it anyway.
   */
  getNeeded(identity: string, home: string): ReadonlyMap<string, ReadonlySet<Capability>> {
    const needs = this.#needs.get(identity);
    const byGroup = new Map<string, Set<Capability>>();
    if (!needs) return byGroup;
    const at = new Map([...needs.at].map(([capability, groups]) => [capability, new Set(groups)]));
    const isCovered = (capability: Capability, group: string): boolean =>
      [...(at.get(capability) ?? [])].some((place) => isWithin(group, place));
    for (const capabilities of [...needs.together.values()].sort((a, b) => b.length - a.length)) {
      const places = capabilities.flatMap((capability) => [...(at.get(capability) ?? [])]);
      const isMet = places.some((place) => capabilities.every((capability) => isCovered(capability, place)));
      if (isMet) continue;
      for (const capability of capabilities) at.set(capability, new Set([...(at.get(capability) ?? []), home]));
    }
    for (const [capability, groups] of at) {
      for (const group of keepOutermost(groups)) byGroup.set(group, (byGroup.get(group) ?? new Set()).add(capability));
    }
    return byGroup;
  }

  #noteTogether(needs: Needs, capabilities: readonly Capability[]): void {
    const key = capabilities.join();
    if (capabilities.length === 0 || needs.together.has(key)) return;
    if (this.#takeRoom()) needs.together.set(key, capabilities);
  }

  #noteAt({ at }: Needs, capability: Capability, group: string): void {
    const groups = at.get(capability) ?? new Set();
    if (groups.has(group) || !this.#takeRoom()) return;
    at.set(capability, groups.add(group));
  }

  #takeRoom(): boolean {
    if (this.#noted < MAX_NEEDS) {
      this.#noted += 1;
      return true;
    }
    this.#dropped += 1;
    return false;
  }

  /** The nearest group that existed when the record began; undefined in a newer organization. */
  #groupAt(uid: string): string | undefined {
    for (let at = uid; at !== TOP && at !== ''; at = parentOf(at)) if (this.#before.get(this.#groups, at)) return at;
    return undefined;
  }
}
