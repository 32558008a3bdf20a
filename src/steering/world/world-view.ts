import { WORLD_HEADER } from '../../kernel/call-scope.ts';
import { viewOfClock } from '../clock/clock-view.ts';
import type { MadeWorld, World as WorldView } from '../contract/nouns.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';
import { viewOfRecord } from './world-facts.ts';

/** A world as the control plane shows it. */
export const viewOfWorld = ({ world, ...record }: RegisteredWorld<World>): WorldView => {
  const { store, clock } = world.scope;
  return {
    ...viewOfRecord(record),
    rows: store.rows.counts(),
    journal: world.journal?.size ?? 0,
    clock: viewOfClock(clock.read()),
  };
};

/** The variables by which clients and test harnesses are in a world, with a token that names it. */
export const worldVariables = (
  { id, world: { scope: world, population } }: RegisteredWorld<World>,
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
export const viewOfMadeWorld = (entered: RegisteredWorld<World>, token: string): MadeWorld => {
  const { publicUrl: url } = entered.world.scope.settings;
  const { protocol, port } = new URL(url);
  return {
    ...viewOfWorld(entered),
    token,
    url,
    hostUrl: `${protocol}//${entered.id}.localhost${port === '' ? '' : `:${port}`}`,
    headers: { [WORLD_HEADER]: entered.id },
    env: worldVariables(entered, token),
  };
};
