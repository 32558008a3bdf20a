import { Histogram } from 'prom-client';
import { type CallCounts, TIME_BOUNDS } from './call-counts.ts';

/** A histogram of the times of calls, which shows what is counted elsewhere. */
export class TimeHistogram extends Histogram<'operation' | 'protocol'> {
  readonly #name: string;
  readonly #help: string;
  readonly #calls: Pick<CallCounts, 'read'>;

  constructor(name: string, help: string, calls: Pick<CallCounts, 'read'>) {
    super({ name, help, labelNames: ['operation', 'protocol'], registers: [] });
    this.#name = name;
    this.#help = help;
    this.#calls = calls;
  }

  /** What a registry writes of it: the library has no way to set what a histogram has counted. */
  async getForPromString() {
    const name = this.#name;
    const values = this.#calls.read().flatMap(({ operation, protocol, seconds, within }) => {
      const labels = { operation, protocol };
      const buckets = within.map((value, nth) => {
        const le = TIME_BOUNDS[nth] ?? '+Inf';
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value };
      });
      const sum = { metricName: `${name}_sum`, labels, value: seconds };
      return [...buckets, sum, { metricName: `${name}_count`, labels, value: within.at(-1) ?? 0 }];
    });
    return { name, help: this.#help, type: 'histogram', values };
  }
}
