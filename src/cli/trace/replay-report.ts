import { type Difference, valueText } from '../../features/compare/compare-values.ts';
import { nameCall } from '../../features/trace/compared-call.ts';
import type { ReplayCall, ReplayLog, ReplayStep } from '../../features/trace/replay-log.ts';
import { countOf } from '../../schema/counted-noun.ts';
import { type Outcome, WAITED } from './replay-run.ts';

/** The maximum number of printed differences. */
const MAX_SHOWN = 10;
/** The maximum number of printed characters of a value. */
const MAX_VALUE = 100;

const RESOURCE_EXHAUSTED = 429;

const counted = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

/** Calls of one world that ran at the same time. */
const overlap = (one: ReplayCall, other: ReplayCall): boolean => {
  const [begun, begunOther] = [Date.parse(one.startedDateTime), Date.parse(other.startedDateTime)];
  return one.pageref === other.pageref && begun <= begunOther + other.time && begunOther <= begun + one.time;
};

/** True for a call on which a fault or a quota has acted. */
const isRuled = ({ _faults: faults, response: { status } }: ReplayCall): boolean =>
  faults !== undefined || status === RESOURCE_EXHAUSTED;

/** Collects how the calls of a trace were answered again, and says it in lines (behaviour R8). */
export class ReplayReport {
  readonly #log: ReplayLog;
  readonly #lines: string[] = [];
  readonly #skipped = new Map<string, number>();
  readonly #overlapped: number[] = [];
  #differing = 0;
  #equal = 0;

  constructor(log: ReplayLog) {
    this.#log = log;
  }

  /** True if answers were compared, and none differs but since calls overlapped under a rule. */
  get isPassed(): boolean {
    return this.#count > 0 && this.#lines.length === 0;
  }

  /** Adds a call by its number, from 1. */
  addCall(number: number, outcome: Outcome): void {
    const call = this.#log.entries[number - 1];
    if (!call) return;
    if (outcome.kind === 'skipped') {
      this.#skip(outcome.reason);
      return;
    }
    const { differences } = outcome;
    if (differences.length === 0) this.#equal += 1;
    else if (this.#hasOverlapped(call)) this.#overlapped.push(number);
    else {
      this.#differing += 1;
      this.#note(`call ${number}  ${nameCall(call)}`, differences);
    }
  }

  /** Adds a control call, of which only a difference is of interest. */
  addStep({ method, target }: ReplayStep, outcome: Outcome): void {
    if (outcome.kind === 'compared') this.#note(`${method} ${target}`, outcome.differences);
    else if (outcome.reason !== WAITED) this.#skip(outcome.reason);
  }

  lines(): readonly string[] {
    const [equal, differing, apart] = [this.#equal, this.#differing, this.#overlapped.length];
    const count = this.#count;
    const more = this.#lines.length - MAX_SHOWN;
    return [
      count === 0
        ? 'no call was compared'
        : `replayed ${countOf(count, 'call')}: ${equal} as recorded${differing > 0 ? `, ${differing} not` : ''}`,
      ...this.#lines.slice(0, MAX_SHOWN),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(apart > 0 ? [`${apart} not, which overlapped under a rule: ${this.#overlapped.join(', ')}`] : []),
      ...(this.#skipped.size > 0 ? [`${total(this.#skipped)} not compared: ${counted(this.#skipped)}`] : []),
      ...this.#log._cut.flatMap((cut) => {
        if ('worlds' in cut) return [`${cut.worlds} worlds that had ended are not in it`];
        const { world, calls, steps } = cut;
        return calls + steps > 0 ? [`${world}: the first ${calls} calls and ${steps} control calls are not in it`] : [];
      }),
    ];
  }

  /** The number of compared calls. */
  get #count(): number {
    return this.#equal + this.#differing + this.#overlapped.length;
  }

  #skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  #note(name: string, differences: readonly Difference[]): void {
    for (const { path, one, other } of differences) {
      this.#lines.push(`  ${name}  ${path}: ${valueText(one, MAX_VALUE)}, now ${valueText(other, MAX_VALUE)}`);
    }
  }

  #hasOverlapped(call: ReplayCall): boolean {
    const others = this.#log.entries.filter((other) => other !== call && overlap(call, other));
    return others.length > 0 && [call, ...others].some(isRuled);
  }
}
