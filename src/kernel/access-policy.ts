import { everyCapability } from '../schema/capability.ts';
import { type Access, accessAt, type Need, watchAccess } from './access.ts';
import { AccessRecord, type Denial } from './access-record.ts';
import type { Context } from './resource.ts';
import type { Collection, Row, Rows } from './rows.ts';
import { TOP } from './uid.ts';

/**
 * The treatment of an authenticated caller who lacks a capability: it is refused (`enforce`), let through and recorded
 * (`report`), or let through (`off`).
 */
export type AccessMode = 'enforce' | 'report' | 'off';

/** The access of a caller who may do everything. */
export const everyAccess: Access = accessAt(TOP, everyCapability);

/** The home of the mode of a world: what it is now, and how another is set. */
export interface KeptMode {
  readonly value: AccessMode;
  /** Sets the mode, or returns to `enforce`; it is there at once, and resolves when it is stored. */
  readonly write: (mode: AccessMode | undefined) => Promise<void>;
}

/** What each process hears that shares a world: the mode was set, or the world has begun again. */
export interface ModeNote {
  readonly mode: AccessMode;
  readonly isReset: boolean;
}

/** What a call needed that was let through whatever its caller may do. */
export interface RecordedCall {
  readonly operation: string;
  readonly identity: string;
  readonly needs: readonly Need[];
  readonly lacked: readonly Pick<Denial, 'capability' | 'group'>[];
}

/** The mode in which a world treats callers who lack a capability, and its record of them (behaviour A3, A4, A5). */
export class AccessPolicy {
  readonly #kept: KeptMode;
  /** The mode as it was last seen. */
  #seen: AccessMode = 'enforce';
  #record: AccessRecord | undefined;
  readonly #before: () => Rows;
  readonly #groups: Collection<Row>;
  #share: ((note: ModeNote) => Promise<void>) | undefined;
  /** The mode that was heard of last. */
  #heard: AccessMode = 'enforce';

  /** `before` returns the rows as they are, apart from those that change; groups are found in `groups`. */
  constructor(kept: KeptMode, before: () => Rows, groups: Collection<Row>) {
    this.#kept = kept;
    this.#before = before;
    this.#groups = groups;
    this.#follow(kept.value);
  }

  get mode(): AccessMode {
    const { value } = this.#kept;
    if (value !== this.#seen) this.#follow(value);
    return value;
  }

  /** The record since the mode last became `report`. */
  get record(): AccessRecord | undefined {
    return this.#record;
  }

  /** Changes the mode. `report` begins a record, unless it was the mode before. Resolves when it is stored. */
  set(mode: AccessMode): Promise<void> {
    return this.#write(mode);
  }

  /** Refuses callers again, and forgets the record. Resolves when that is stored. */
  async reset(): Promise<void> {
    await this.#write(undefined);
    this.#record = undefined;
  }

  /**
   * Lets other processes that share the world hear of each change of the mode, and this one by `hear` as they do: what is
   * recorded is what `count` receives.
   */
  shareBy(share: (note: ModeNote) => Promise<void>): void {
    this.#share = share;
  }

  /** Hears that the mode was set, here or in another process; `before` are the rows when that was. */
  hear({ mode, isReset }: ModeNote, before: Rows): void {
    if (mode === 'report' && this.#heard !== 'report') this.#record = new AccessRecord(before, this.#groups);
    if (isReset) this.#record = undefined;
    this.#heard = mode;
  }

  /** Records a call that was let through in the mode `report`, here or in another process. */
  count({ operation, identity, needs, lacked }: RecordedCall): void {
    for (const need of needs) this.#record?.note(identity, need);
    for (const lack of lacked) this.#record?.deny({ operation, identity, ...lack });
  }

  /** A record has the rows from before the first change that is made in its mode. */
  async #write(mode: AccessMode | undefined): Promise<void> {
    const written = this.#kept.write(mode);
    this.#follow(this.#kept.value);
    await written;
    this.#follow(this.#kept.value);
    await this.#share?.({ mode: mode ?? 'enforce', isReset: mode === undefined });
  }

  #follow(mode: AccessMode): void {
    if (!this.#share && mode === 'report' && this.#seen !== 'report') {
      this.#record = new AccessRecord(this.#before(), this.#groups);
    }
    this.#seen = mode;
  }

  /**
   * The context with the access that the mode leaves to its caller. `noted` has the denials of the call that are counted
   * already: its operation may run twice.
   */
  restrict(context: Context, noted?: Set<string>): Context {
    const { access, caller } = context;
    const { mode } = this;
    if (mode === 'enforce' || caller.identity === '') return context;
    const record = this.#share ? undefined : this.#record;
    if (mode === 'off' || !record) return { ...context, access: everyAccess };
    return {
      ...context,
      access: watchAccess(everyAccess, {
        need: (place, capabilities, uid, group) => {
          const need = { place, capabilities, uid };
          record.note(caller.identity, need);
          for (const capability of access.findLacking(need)) {
            const at = group?.() ?? '';
            const key = `${capability} ${at}`;
            if (noted?.has(key)) continue;
            noted?.add(key);
            record.deny({ operation: context.operation.id, identity: caller.identity, capability, group: at });
          }
        },
      }),
    };
  }
}
