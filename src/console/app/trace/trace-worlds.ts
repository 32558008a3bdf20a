import { type KnownWorld, RESULTS, type WorldBook } from '../frame/world-book.ts';
import type { HarLog, HarPage } from './har-log.ts';

const labelOf = ({ _labels: labels = {} }: HarPage, name: string): string | undefined =>
  typeof labels[name] === 'string' ? labels[name] : undefined;

/** The worlds of a trace, but for those that had neither a test nor a call. None of them goes on. */
export const traceWorlds = ({ pages, entries, _began: began }: HarLog): WorldBook => {
  const counts = new Map<string, number>();
  for (const { pageref = 'default' } of entries) counts.set(pageref, (counts.get(pageref) ?? 0) + 1);
  const from = new Map(began.map((each) => [each.world, each.from]));
  const used = pages.filter((page) => counts.has(page.id) || labelOf(page, 'title') !== undefined);
  const all = used.map((page): KnownWorld => {
    // A label has dashes in the place of blanks.
    const title = labelOf(page, 'title')?.replaceAll('-', ' ');
    return {
      id: page.id,
      title: title ?? page.id,
      file: labelOf(page, 'file') ?? '',
      project: labelOf(page, 'project') ?? '',
      isTest: title !== undefined,
      result: RESULTS.find((result) => result === labelOf(page, 'result')),
      isEnded: true,
      from: from.get(page.id) ?? '',
      createTime: page.startedDateTime ?? '',
      journal: counts.get(page.id) ?? 0,
    };
  });
  const byId = new Map(all.map((world) => [world.id, world]));
  return {
    all,
    get: (id) => byId.get(id),
    holds: (id, { world }) => world === id,
    isLoaded: true,
  };
};
