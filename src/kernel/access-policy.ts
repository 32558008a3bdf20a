import { everyCapability } from '../schema/capability.ts';
import { type Access, accessAt, WatchedAccess } from './access.ts';
import { AccessRecord } from './access-record.ts';
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

/** The access mode that is set for a world. */
export interface ModeSetting {
  readonly value: AccessMode;
  /** Sets the mode; undefined returns to `enforce`. `value` changes at once; the promise resolves when it is stored. */
  readonly write: (mode: AccessMode | undefined) => Promise<void>;
}

/** The mode in which a world treats callers who lack a capability, and its record of them (behaviour A3, A4, A5). */
export class AccessPolicy {
  readonly #setting: ModeSetting;
  /** The mode as it was last seen. */
  #seen: AccessMode = 'enforce';
  #record: AccessRecord | undefined;
  readonly #before: () => Rows;
  readonly #groups: Collection<Row>;

  /** `before` returns a copy of the present rows, which later writes do not change. */
  constructor(setting: ModeSetting, before: () => Rows, groups: Collection<Row>) {
    this.#setting = setting;
    this.#before = before;
    this.#groups = groups;
    this.#follow(setting.value);
  }

  get mode(): AccessMode {
    const { value } = this.#setting;
    if (value !== this.#seen) this.#follow(value);
    return value;
  }

  /** The record since the mode last became `report`. */
  get record(): AccessRecord | undefined {
    return this.#record;
  }

  /** Refuses callers again, and forgets the record. Resolves when that is stored. */
  async reset(): Promise<void> {
    await this.set(undefined);
    this.#record = undefined;
  }

  /** Changes the mode. `report` begins a record, unless it was the mode before. Resolves when it is stored. */
  async set(mode: AccessMode | undefined): Promise<void> {
    const written = this.#setting.write(mode);
    // A record has the rows from before any change that is made while the mode is stored.
    this.#follow(this.#setting.value);
    await written;
    this.#follow(this.#setting.value);
  }

  #follow(mode: AccessMode): void {
    if (mode === 'report' && this.#seen !== 'report') this.#record = new AccessRecord(this.#before(), this.#groups);
    this.#seen = mode;
  }

  /** The context with the access that the mode leaves to its caller. */
  restrict(context: Context): Context {
    const { access, caller } = context;
    const { mode } = this;
    if (mode === 'enforce' || caller.identity === '') return context;
    const record = this.#record;
    if (mode === 'off' || !record) return { ...context, access: everyAccess };
    // A call counts once, however often it needs the same capability.
    const counted = new Set<string>();
    return {
      ...context,
      access: new WatchedAccess(everyAccess, {
        need: (place, capabilities, uid, group) => {
          const need = { place, capabilities, uid };
          record.note(caller.identity, need);
          for (const capability of access.findLacking(need)) {
            const at = group?.() ?? '';
            const key = `${capability} ${at}`;
            if (counted.has(key)) continue;
            counted.add(key);
            record.deny({ operation: context.operation.id, identity: caller.identity, capability, group: at });
          }
        },
      }),
    };
  }
}
