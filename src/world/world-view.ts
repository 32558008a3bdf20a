import type { MadeWorld, World as WorldView } from '../../generated/nouns.ts';
import { viewOfClock } from '../features/clock/world-clock.ts';
import { WORLD_HEADER } from '../kernel/call-scope.ts';
import { instant } from '../kernel/clock.ts';
import { issuerFor, settingsAt, urlFor } from '../kernel/request-origin.ts';
import type { World } from './world.ts';
import type { RegisteredWorld } from './worlds.ts';

/** A world as the control plane shows it. */
export const viewOfWorld = (entered: RegisteredWorld<World>): WorldView => {
  const { id, labels, from, createdMillis, expiresMillis, world } = entered;
  const { store, clock } = world.scope;
  return {
    id,
    labels,
    from,
    createTime: instant(createdMillis),
    ...(expiresMillis !== undefined && { expireTime: instant(expiresMillis) }),
    rows: store.rows.counts(),
    journal: world.journal?.ring.size ?? 0,
    clock: viewOfClock(clock.read()),
  };
};

/** The host of a world for a caller who came by `asked`: the name of another world in that is replaced. */
export const hostOf = ({ id }: Pick<RegisteredWorld<World>, 'id'>, asked: string | undefined): string | undefined =>
  asked?.replace(/^[^:]+(?=\.localhost\.?(?::|$))/i, id);

/** A token that names a world, for a caller who came by a host. */
export interface Handed {
  readonly token: string;
  readonly host: string | undefined;
}

/** The variables by which clients and test harnesses are in a world, with a token that names it. */
export const worldVariables = (
  { id, world: { scope: world, population } }: RegisteredWorld<World>,
  { token, host }: Handed,
): Readonly<Record<string, string>> => {
  const settings = settingsAt(world.settings, host);
  return {
    PLATFORM_API_URL: urlFor(settings),
    PLATFORM_ISSUER: issuerFor(settings),
    PLATFORM_ORG_ID: population.orgId(),
    PLATFORM_TOKEN: token,
    PLATFORM_MOCK_WORLD: id,
  };
};

/** A new world as the control plane shows it, with a token that names it. */
export const viewOfMadeWorld = (entered: RegisteredWorld<World>, handed: Handed): MadeWorld => {
  const url = urlFor(settingsAt(entered.world.scope.settings, handed.host));
  const { protocol, port } = new URL(url);
  return {
    ...viewOfWorld(entered),
    token: handed.token,
    url,
    hostUrl: `${protocol}//${entered.id}.localhost${port === '' ? '' : `:${port}`}`,
    headers: { [WORLD_HEADER]: entered.id },
    env: worldVariables(entered, handed),
  };
};
