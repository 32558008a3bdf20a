import type { World } from 'platform-mock';

/** The call that makes a repo of a name in a world. */
export const repo = (world: World, name: string): readonly [string, RequestInit] => [
  `/registry/v2/repos/${world.orgId}`,
  { method: 'POST', body: JSON.stringify({ name }) },
];

/** The status that a call of a world is answered with. */
export const statusOf = async (world: World, ...asked: Parameters<World['fetch']>): Promise<number> =>
  (await world.fetch(...asked)).status;
