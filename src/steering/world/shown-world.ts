import { instant } from '../../kernel/clock.ts';
import { WORLD_HEADER } from '../../kernel/world.ts';
import { shownClock } from '../clock/shown-clock.ts';
import type { MadeWorld, World as ShownWorld } from '../contract/nouns.ts';
import type { Universe } from './universe.ts';
import type { Entered } from './worlds.ts';

/** A world as the control plane shows it. */
export const shownWorld = ({ universe, ...record }: Entered<Universe>): ShownWorld => {
  const { id, labels, from, createdMillis, expiresMillis } = record;
  const { store, clock } = universe.world;
  return {
    id,
    labels,
    from,
    createTime: instant(createdMillis),
    ...(expiresMillis !== undefined && { expireTime: instant(expiresMillis) }),
    rows: store.rows.counts(),
    journal: universe.journal?.size ?? 0,
    clock: shownClock(clock.read()),
  };
};

/** The variables by which clients and test harnesses are in a world, with a token that names it. */
export const worldVariables = (
  { id, universe: { world, population } }: Entered<Universe>,
  token: string,
): Readonly<Record<string, string>> => {
  const { publicUrl, issuer = publicUrl } = world.settings;
  return {
    PLATFORM_API_URL: publicUrl,
    PLATFORM_ISSUER: issuer,
    PLATFORM_ORG_ID: population.orgId(),
    PLATFORM_TOKEN: token,
    PLATFORM_MOCK_WORLD: id,
  };
};

/** A new world as the control plane shows it, with a token that names it. */
export const madeWorld = (entered: Entered<Universe>, token: string): MadeWorld => {
  const { publicUrl: url } = entered.universe.world.settings;
  const { protocol, port } = new URL(url);
  return {
    ...shownWorld(entered),
    token,
    url,
    hostUrl: `${protocol}//${entered.id}.localhost${port === '' ? '' : `:${port}`}`,
    headers: { [WORLD_HEADER]: entered.id },
    env: worldVariables(entered, token),
  };
};
