import { ok } from './answer.ts';
import type { Api } from './api.ts';
import { steer } from './mock.ts';

/** A rule as it is written. */
export type Rule = Readonly<Record<string, unknown>>;

/** Replaces the rules of a world. */
export const setFaults = async (world: Api, ...rules: readonly Rule[]): Promise<void> => {
  ok(await steer(world, 'PUT', 'faults', rules));
};

/** The rules of a world. */
export const listFaults = async (world: Api): Promise<readonly Rule[]> =>
  ok(await steer(world, 'GET', 'faults')).faults as readonly Rule[];
