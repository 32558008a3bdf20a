import { type KnownWorld, testOf, type WorldBook } from '../frame/world-book.ts';
import type { HarLog, HarPage } from './har-log.ts';

/** The labels of a world that are texts. */
const labelsOf = ({ _labels: labels = {} }: HarPage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).filter(([, label]) => typeof label === 'string'));

/** The worlds of a trace, but for those that had neither a test nor a call. None of them goes on. */
export const traceWorlds = ({ pages, entries, _began: began }: HarLog): WorldBook => {
  const counts = new Map<string, number>();
  for (const { pageref = 'default' } of entries) counts.set(pageref, (counts.get(pageref) ?? 0) + 1);
  const from = new Map(began.map((each) => [each.world, each.from]));
  const known = pages.map(
    (page): KnownWorld => ({
      ...testOf(page.id, labelsOf(page)),
      isEnded: true,
      from: from.get(page.id) ?? '',
      createTime: page.startedDateTime ?? '',
      journal: counts.get(page.id) ?? 0,
    }),
  );
  const all = known.filter(({ isTest, journal }) => isTest || journal > 0);
  const byId = new Map(all.map((world) => [world.id, world]));
  return {
    all,
    get: (id) => byId.get(id),
    holds: (id, { world }) => world === id,
    isMissing: () => false,
  };
};
