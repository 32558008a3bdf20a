import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { World as WorldView } from '../contract/nouns.ts';
import { type AllWorlds, lookAt } from './look-at-worlds.ts';
import { hasLabels } from './registered-world.ts';
import { viewOfFacts, viewOfRecord } from './world-facts.ts';
import type { ListedWorld } from './world-home.ts';
import { viewOfWorld } from './world-view.ts';

/** What worlds are listed with. */
interface ListParts extends AllWorlds {
  /** The clock of the machine. */
  readonly clock: Clock;
  /** How many calls the journal of a world keeps; missing: none is kept. */
  readonly mostCalls?: number | undefined;
}

/**
 * Shows the worlds that have all of the labels, `default` first and then in the order in which they were made. One that
 * is in memory, or of which is kept what is shown of it, is not opened for it.
 * @throws ApiError UNAVAILABLE
 */
export const showWorlds = async (
  { worlds, home, clock, mostCalls = 0 }: ListParts,
  labels: ReadonlyMap<string, string>,
): Promise<readonly WorldView[]> => {
  if (!home) return worlds.list(labels).map(viewOfWorld);
  await worlds.reachWhole(DEFAULT_WORLD);
  const first = await worlds.refreshLabels(DEFAULT_WORLD);
  const listed = (await home.list()).filter(({ record }) => hasLabels(record, labels));
  const shown = new Map<string, WorldView>();
  const unknown: ListedWorld[] = [];
  for (const world of listed) {
    const { id, born, record, tag, last, calls, shown: text } = world;
    const known = worlds.find(id);
    const journal = Math.min(calls, mostCalls);
    if (known?.world.born === born && known.world.scope.store.footprint?.state === tag) {
      const view = viewOfWorld({ ...known, labels: record.labels });
      shown.set(id, known.world.notes?.footprint?.last === last ? view : { ...view, journal });
    } else if (text !== undefined) {
      shown.set(id, { ...viewOfRecord({ ...record, id }), ...viewOfFacts(text, clock), journal });
    } else unknown.push(world);
  }
  await lookAt(worlds, unknown, (entered) => void shown.set(entered.id, viewOfWorld(entered)));
  const others = listed.flatMap(({ id }) => shown.get(id) ?? []);
  return hasLabels(first, labels) ? [viewOfWorld(first), ...others] : others;
};
