import type { ProbeStart } from '../../probe/probe.ts';
import type { ProbeTrial } from '../../probe/report.ts';
import { seconds } from '../../probe/report-text.ts';
import { isOpenFinding } from '../../probe/summary.ts';
import { countOf } from '../../schema/counted-noun.ts';

const WIDTH = 24;

/** The first line of a probe: what will be tried, and about how long that takes. */
export const startLine = ({ baseline, plan, trials, estimateMillis, waitingMillis, jobs }: ProbeStart): string => {
  const { folded, unselected } = plan;
  const further = plan.trials.length - trials;
  const without = [
    ...(folded > 0 ? [`${folded} folded`] : []),
    ...(unselected > 0 ? [`${unselected} not asked for`] : []),
    ...(further > 0 ? [`${further} left out`] : []),
  ];
  const calls = `${countOf(baseline.calls.length, 'call')} and ${countOf(plan.surprises, 'surprise')}`;
  const makes = `${countOf(trials, 'trial')}${without.length > 0 ? ` (${without.join(', ')})` : ''}`;
  const waiting =
    waitingMillis > estimateMillis
      ? `, or ${seconds(waitingMillis)} if it obeys Retry-After and waits for answers that never come`
      : '';
  return `${calls} make ${makes}: about ${seconds(estimateMillis)} with ${countOf(jobs, 'job')}${waiting}`;
};

/** A bar on a terminal that shows how far a probe is. */
export class ProgressBar {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  #total = 0;
  #done = 0;
  #findings = 0;
  #began = 0;

  constructor(write: (text: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
  }

  start({ trials }: ProbeStart): void {
    this.#total = trials;
    this.#began = this.#now();
    this.#draw();
  }

  add(trial: ProbeTrial): void {
    this.#done += 1;
    if (isOpenFinding(trial)) this.#findings += 1;
    this.#draw();
  }

  /** Removes the bar. */
  end(): void {
    if (this.#total > 0) this.#write('\r\u001b[K');
  }

  #draw(): void {
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const full = Math.round(share * WIDTH);
    const remaining =
      this.#done === 0
        ? ''
        : `, ${seconds(((this.#now() - this.#began) / this.#done) * (this.#total - this.#done))} left`;
    const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`;
    this.#write(
      `\r\u001b[K[${bar}] ${this.#done} of ${this.#total}, ${countOf(this.#findings, 'finding')}${remaining}`,
    );
  }
}
