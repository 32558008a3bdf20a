import { pairByKey } from './pair-by-key.ts';
import type { Trace, TracedPage } from './read-trace.ts';

/** The labels by which a test is the same in two runs. */
const OF_A_TEST = ['file', 'title', 'project', 'retry'];

/** The ids of worlds of two runs that stand for each other; undefined if there is none. */
export type WorldPair = readonly [one: string | undefined, other: string | undefined];

const testOf = ({ _labels: labels = {} }: TracedPage): string | undefined =>
  labels.title === undefined ? undefined : JSON.stringify(OF_A_TEST.map((name) => labels[name]));

/** How worlds are paired, one after the other: by their tests, by their names, and those that are left in their order. */
const KEYS: readonly ((world: TracedPage) => string | undefined)[] = [
  testOf,
  ({ id }) => id,
  ({ id }) => (id === 'default' ? undefined : 'other'),
];

/** The worlds of a trace: its pages, and what its calls refer to without a page. */
const worldsOf = ({ pages, entries }: Trace): readonly TracedPage[] => {
  const known = new Set(pages.map(({ id }) => id));
  const others = new Set(entries.map(({ pageref = '' }) => pageref).filter((id) => !known.has(id)));
  return [...pages, ...[...others].map((id) => ({ id }))];
};

/** Pairs the worlds of two runs. */
export const pairWorlds = (one: Trace, other: Trace): readonly WorldPair[] => {
  let [left, otherLeft] = [worldsOf(one), worldsOf(other)];
  const pairs = KEYS.flatMap((keyOf): readonly WorldPair[] => {
    const found = pairByKey(left, otherLeft, keyOf);
    const paired = new Set(found.flat());
    left = left.filter((world) => !paired.has(world));
    otherLeft = otherLeft.filter((world) => !paired.has(world));
    return found.map(([{ id }, { id: otherId }]) => [id, otherId]);
  });
  return [
    ...pairs,
    ...left.map(({ id }): WorldPair => [id, undefined]),
    ...otherLeft.map(({ id }): WorldPair => [undefined, id]),
  ];
};
