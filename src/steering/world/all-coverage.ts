import type { PastAccounts } from '../../store/shared/sweeper.ts';
import type { Coverage } from '../contract/nouns.ts';
import type { CoverageControl, CoverageCounts, DeclaredOperation } from '../coverage/coverage-control.ts';
import { mergeReports, NOTHING_COUNTED } from '../coverage/merge.ts';
import { type AllWorlds, lookAtAll } from './look-at-worlds.ts';
import { clearCoverageOfAll } from './past-calls.ts';
import type { PastWorlds } from './past-worlds.ts';
import type { World } from './world.ts';
import type { WorldHome } from './world-home.ts';

/** The dependencies of the coverage of all worlds that processes share. */
interface AllCoverageParts extends AllWorlds {
  readonly home: WorldHome;
  readonly past: Pick<PastWorlds, 'read'>;
  /** Every operation of the mock. */
  readonly declared: () => readonly DeclaredOperation[];
}

/** Of how many worlds a process remembers what was counted in them, until it is kept. */
const MAX_ENDED = 1_000;

/** Counts as they are kept; what an operation is declared with is not of them. */
const textOf = ({ operations, ...counts }: CoverageCounts): string =>
  operations.length + counts.unknownPaths.length === 0
    ? ''
    : JSON.stringify({ ...counts, operations: operations.map((operation) => ({ ...operation, declared: [] })) });

const countsIn = (text: string): CoverageCounts => (text === '' ? NOTHING_COUNTED : JSON.parse(text));

/** The sum of counts that are kept. */
const add = (texts: readonly string[]): string => textOf(mergeReports(texts.map(countsIn)));

/** The coverage of all worlds that processes share, of those that have ended, too (behaviour K12). */
export class AllCoverage implements CoverageControl {
  readonly #parts: AllCoverageParts;
  /** What was counted in worlds that have ended here, or were opened since, the last of them, by their numbers. */
  readonly #ended = new Map<string, string>();
  /** How counts are added up where worlds are forgotten that have ended. */
  readonly accounts: PastAccounts = { settle: (borns) => this.#settle(borns), add };

  constructor(parts: AllCoverageParts) {
    this.#parts = parts;
    parts.worlds.onEnd(({ world }) => this.#keep(world));
  }

  /** @throws ApiError UNAVAILABLE */
  async report(): Promise<Coverage> {
    const counted = new Map<string, CoverageCounts>();
    const { sum } = await this.#readEnded(counted);
    await lookAtAll(this.#parts, ({ world: { born = '', coverageOfAll } }) => {
      if (coverageOfAll && !counted.has(born)) counted.set(born, coverageOfAll.counts());
    });
    // Those that have ended since.
    await this.#readEnded(counted);
    const base = { ...NOTHING_COUNTED, operations: this.#parts.declared().map((each) => ({ ...each, clients: [] })) };
    return mergeReports([base, sum, ...counted.values()]);
  }

  /** @throws ApiError UNAVAILABLE */
  async clear(): Promise<void> {
    await lookAtAll(this.#parts, async ({ world: { notes } }) => notes && clearCoverageOfAll(notes));
    await this.#parts.home.clearCounts();
  }

  /** Adds what was counted in worlds that have ended, and returns the sum of those that are not kept any more. */
  async #readEnded(counted: Map<string, CoverageCounts>): Promise<{ readonly sum: CoverageCounts }> {
    const { home } = this.#parts;
    let { sum, worlds } = await home.listCounts();
    const unknown = [...worlds].flatMap(([born, counts]) => (counts === undefined && !counted.has(born) ? [born] : []));
    if (unknown.length > 0) {
      await this.#settle(unknown);
      ({ sum, worlds } = await home.listCounts());
    }
    for (const [born, counts = ''] of worlds) if (!counted.has(born)) counted.set(born, countsIn(counts));
    return { sum: countsIn(sum) };
  }

  /** Has what was counted in worlds that have ended kept, of which that is not known. */
  async #settle(borns: readonly string[]): Promise<void> {
    const { past, home } = this.#parts;
    await past.read(borns);
    for (const born of borns) {
      const text = this.#ended.get(born);
      if (text !== undefined) await home.keepCounts(born, text);
    }
  }

  #keep({ born, coverageOfAll }: World): void {
    if (born === undefined || !coverageOfAll) return;
    const text = textOf(coverageOfAll.counts());
    this.#ended.set(born, text);
    if (this.#ended.size > MAX_ENDED) this.#ended.delete(this.#ended.keys().next().value as string);
    // One that is not there yet, or cannot be reached, is kept when somebody asks for it.
    this.#parts.home.keepCounts(born, text).catch(() => undefined);
  }
}
