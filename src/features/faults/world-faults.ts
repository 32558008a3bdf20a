import type { Fault, FaultPreset, FaultReport, FaultWithHits, JournalChange } from '../../../generated/nouns.ts';
import { ApiError, denied, invalid, invalidField } from '../../kernel/errors.ts';
import { CONTROL_TOKEN_HEADER, FAULT_HEADER } from '../../kernel/faults.ts';
import type { FaultedCall, Faults, Sent } from '../../kernel/hooks.ts';
import { type ChangedRow, type Row, type Rows, type Store, settingCollection, type Tx } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { callerOf } from '../../plane/named-identity.ts';
import { ONLY, Setting } from '../../plane/setting.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { ArmedRule } from './armed-rule.ts';
import { Attempts } from './attempts.ts';
import { refuseOperation } from './check-operation.ts';
import { type RuleWorld, ruleViolations } from './check-rules.ts';
import { MAX_FAULTS } from './fault-bounds.contract.ts';
import { ruleOfHeader } from './fault-header.ts';
import type { FaultRule } from './fault-presets.contract.ts';
import { hasBody, needsBody } from './fault-rule.ts';
import { FollowedCall, type FollowParts } from './followed-call.ts';
import { Holds } from './holds.ts';
import { expandFault, presetViolations } from './presets.ts';
import { ReadRows } from './read-rows.ts';
import { forgetTallies, tallyInRows } from './tally.ts';

/** The store whose writes are watched. */
interface WatchableStore extends Pick<Store, 'fork'> {
  /** Watches its changes until the function that it returns is called. */
  readonly watch: (watcher: { readonly writing: () => void }) => () => void;
}

/** The maximum number of writes remembered. */
const MAX_WRITES = 200;

/** Remembers the rows of a world from before each of its last writes. */
class EarlierRows {
  readonly #states: Rows[] = [];
  readonly #stop: () => void;

  /** Begins to remember; the rows from before earlier writes are not known. */
  constructor(store: WatchableStore) {
    const states = this.#states;
    this.#stop = store.watch({
      writing: () => {
        states.push(store.fork().rows);
        if (states.length > MAX_WRITES) states.shift();
      },
    });
  }

  /** The rows before the last write, before the one before it, and so on. */
  *newestFirst(): Generator<Rows> {
    for (let at = this.#states.length - 1; at >= 0; at -= 1) yield this.#states[at] as Rows;
  }

  /** Remembers nothing more. */
  stop(): void {
    this.#stop();
    this.#states.length = 0;
  }
}

/** The dependencies of the faults of a world. */
export interface WorldFaultsParts
  extends Pick<FollowParts, 'seed' | 'profile' | 'now' | 'clock' | 'wait'>,
    Omit<RuleWorld, 'operations'> {
  readonly operations: () => readonly BoundOperation[];
  /** The rows of the world. */
  readonly store: WatchableStore;
  /** The unwatched store itself: a rule and its counts are no changes that calls see. */
  readonly unwatched: Store;
  /** True for a request that may ask for a fault of its own, by the control token that it comes with. */
  readonly maySteer: (controlToken: string | undefined) => boolean;
  /** Called when a fault is armed beside the rules that are written. */
  readonly armed: () => void;
  /** Shows changes of rows as the journal does. */
  readonly showChanges: (changes: readonly ChangedRow[]) => readonly JournalChange[];
}

/** The rules, each with its number and the uid of the caller that it is for. */
interface FaultsRow extends Row {
  readonly rules: readonly { readonly number: number; readonly rule: FaultRule; readonly caller?: string }[];
  /** The number of the next rule that is added: no number is used twice until all rules are replaced. */
  readonly next: number;
}

/** The rules that a test has set. */
export const faultRows = settingCollection<FaultsRow>('faults');

/** The name of the rules that a probe has armed, as the journal has it. */
export const SURPRISE_RULE = 'surprise';

/** The counts of an armed fault. */
export interface Armed {
  readonly hits: () => number;
  /** The rows that it has changed itself. */
  readonly changes: () => readonly ChangedRow[];
}

/** The faults of one world: none until rules are written. */
export class WorldFaults implements Faults {
  readonly #parts: WorldFaultsParts;
  readonly #holds: Holds;
  readonly #rules: Setting<FaultsRow, readonly ArmedRule[] | undefined>;
  /** The rules of a probe. */
  #armed: readonly ArmedRule[] | undefined;
  #attempts = new Attempts();
  #reads: ReadRows | undefined;
  #earlier: EarlierRows | undefined;

  constructor(parts: WorldFaultsParts) {
    this.#parts = parts;
    this.#holds = new Holds(parts.wait);
    this.#rules = new Setting(parts.unwatched, faultRows, (row, before) => row && this.#armedOf(row, before));
    this.#remember();
  }

  /**
   * Replaces all rules; counts and tries begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  async set(wanted: readonly (Fault | FaultPreset)[]): Promise<readonly FaultWithHits[]> {
    const rules = this.#expand(wanted);
    await this.#replace((tx) => {
      forgetTallies(tx);
      return rules;
    });
    return this.list();
  }

  /** Adds rules behind those that are there, whose counts and tries go on. @throws ApiError as `set` */
  async add(wanted: readonly (Fault | FaultPreset)[]): Promise<readonly FaultWithHits[]> {
    const added = this.#expand(wanted);
    const written = this.#parts.unwatched.write((tx) => {
      const { rules: before = [], next = 0 } = tx.get(faultRows, ONLY) ?? {};
      if (before.length + added.length > MAX_FAULTS) {
        throw invalidField(
          'body',
          `must leave the world with at most ${MAX_FAULTS} rules, of which it has ${before.length}`,
        );
      }
      const behind = added.map((each) => ({ ...each, number: next + each.number }));
      this.#putRules(tx, [...before, ...behind], next + added.length);
    });
    this.#remember();
    await written;
    this.#remember();
    return this.list();
  }

  /** Drops one rule; the counts and tries of the others go on, and calls that it holds do. @throws ApiError NOT_FOUND */
  async delete(id: string): Promise<readonly FaultWithHits[]> {
    const written = this.#parts.unwatched.write((tx) => {
      const { rules = [], next = 0 } = tx.get(faultRows, ONLY) ?? {};
      const others = rules.filter(({ number }) => String(number) !== id);
      if (others.length === rules.length) {
        throw new ApiError('NOT_FOUND', `Not found: the world has no fault ${JSON.stringify(id)}`);
      }
      if (others.length === 0) forgetTallies(tx);
      this.#putRules(tx, others, next);
    });
    this.#remember();
    await written;
    this.#remember();
    this.#holds.release(id);
    return this.list();
  }

  /**
   * Arms a fault beside the rules that are written, as a probe does: it is not listed, and neither new rules nor a reset
   * drop it. Its caller may be one that the world does not have yet.
   */
  arm(wanted: Fault | FaultPreset): Armed {
    const armed = expandFault(wanted).map(
      (rule) =>
        new ArmedRule(
          rule,
          SURPRISE_RULE,
          this.#parts.now,
          callerOf(this.#parts, rule.match.caller) ?? rule.match.caller,
        ),
    );
    this.#armed = armed;
    this.#remember();
    this.#parts.armed();
    return {
      hits: () => armed.reduce((sum, { hits }) => sum + hits, 0),
      changes: () => armed.flatMap(({ changes }) => changes),
    };
  }

  /** The rules in their order, with their hits. */
  list(): readonly FaultWithHits[] {
    return (this.#rules.value ?? []).map(({ name, rule, hits }) => ({ id: name, ...rule, hits }));
  }

  /** Drops all rules, and the record of tries; calls that hang go on. Resolves when that is stored. */
  clear(): Promise<void> {
    return this.#replace((tx) => {
      forgetTallies(tx);
      return [];
    });
  }

  /** Lets calls that hang go on, and no call hangs from now on: the world has ended. */
  endHolds(): void {
    this.#holds.close();
  }

  /** The logical calls since the rules were written, and the rules that have not acted. */
  report(): FaultReport {
    const { showChanges } = this.#parts;
    const rules = this.#rules.value ?? [];
    const faults = rules.map(({ rule, hits, calls, changes }) => ({
      ...rule,
      hits,
      calls,
      changes: showChanges(changes),
    }));
    const neverFired = rules.filter(({ hits }) => hits === 0).map(({ rule }) => rule);
    return { ...this.#attempts.read(), faults, neverFired };
  }

  /** True if a rule may act on a call that asks for none itself. */
  get isSet(): boolean {
    return this.#rules.value !== undefined || this.#armed !== undefined;
  }

  follow(bound: BoundOperation, sent: Sent, entry?: number): FaultedCall {
    const { fault } = sent;
    const own = fault === undefined ? [] : [this.#ruleOfCall(fault, bound, sent)];
    return new FollowedCall(bound, sent, entry, [...own, ...this.#all], {
      ...this.#parts,
      attempts: () => this.#attempts,
      holds: this.#holds,
      reads: () => this.#reads,
      earlier: () => this.#earlier?.newestFirst() ?? [],
    });
  }

  /** The rules that a call meets, in their order. */
  get #all(): readonly ArmedRule[] {
    return [...(this.#armed ?? []), ...(this.#rules.value ?? [])];
  }

  /** Forgets the rows from before the last writes: rows of another moment follow. */
  forgetEarlier(): void {
    this.#stopEarlier();
    this.#remember();
  }

  #stopEarlier(): void {
    this.#earlier?.stop();
    this.#earlier = undefined;
  }

  /** Remembers from now on what some of the rules need, and nothing else. */
  #remember(): void {
    const effects = this.#all.map(({ rule }) => rule.do);
    this.#reads = effects.some(({ other }) => other === 'change') ? (this.#reads ?? new ReadRows()) : undefined;
    if (effects.some(({ stale }) => stale)) this.#earlier ??= new EarlierRows(this.#parts.store);
    else this.#stopEarlier();
  }

  /** The rules that are asked for, numbered from 0, each with its caller. @throws ApiError INVALID_ARGUMENT */
  #expand(wanted: readonly (Fault | FaultPreset)[]): FaultsRow['rules'] {
    const { identity, operations } = this.#parts;
    const world = { identity, operations: operations() };
    // The rules of a preset have the same match, which is reported once.
    const found = wanted.flatMap((one, index) => [
      ...presetViolations(one, `[${index}]`),
      ...expandFault(one).flatMap((rule) => ruleViolations(rule, `[${index}]`, world)),
    ]);
    const violations = [...new Map(found.map((violation) => [JSON.stringify(violation), violation])).values()];
    if (violations.length > 0) throw invalid(violations);
    // Each is an object of its own: an earlier rule is found again by it.
    return wanted.flatMap(expandFault).map((rule, number) => ({
      number,
      rule: { ...rule },
      ...omitUndefined({ caller: callerOf(this.#parts, rule.match.caller) }),
    }));
  }

  /** The armed rules of a row; one that was armed before goes on with its memory. */
  #armedOf({ rules }: FaultsRow, before: readonly ArmedRule[] = []): readonly ArmedRule[] {
    const { unwatched, now } = this.#parts;
    return rules.map(({ number, rule, caller }) => {
      const known = before.find((each) => each.rule === rule);
      return known ?? new ArmedRule(rule, String(number), now, caller, tallyInRows(unwatched, number));
    });
  }

  /** Replaces the rules and the record of tries; calls that hang go on. */
  async #replace(change: (tx: Tx) => FaultsRow['rules']): Promise<void> {
    const written = this.#parts.unwatched.write((tx) => {
      const rules = change(tx);
      this.#putRules(tx, rules, rules.length);
    });
    this.#beginAnew();
    await written;
    this.#remember();
  }

  #beginAnew(): void {
    this.#attempts = new Attempts();
    this.#stopEarlier();
    this.#remember();
    this.#holds.release();
  }

  #putRules(tx: Tx, rules: FaultsRow['rules'], next: number): void {
    this.#rules.put(tx, rules.length > 0 ? { rules, next } : undefined);
  }

  #ruleOfCall(fault: string, bound: BoundOperation, { controlToken, method }: Sent): ArmedRule {
    const { operation } = bound;
    if (!this.#parts.maySteer(controlToken)) {
      throw denied(`${FAULT_HEADER} needs the control token, in ${CONTROL_TOKEN_HEADER}`);
    }
    const rule = ruleOfHeader(fault);
    if (needsBody(rule) && !hasBody(operation, method)) {
      throw invalidField(FAULT_HEADER, 'needs an answer with a body, of which a part can be sent');
    }
    const reason = refuseOperation(rule, bound);
    if (reason !== undefined) throw invalidField(FAULT_HEADER, `would not act: ${operation.id} ${reason}`);
    return new ArmedRule(rule, FAULT_HEADER, this.#parts.now);
  }
}
