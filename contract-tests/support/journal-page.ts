import { ok } from './answer.ts';
import type { Api } from './api.ts';
import { steer } from './mock.ts';

/** An entry as the control plane shows it. */
export type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

/** A page of entries. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly cursor: string;
  readonly dropped: number;
}

/** Reads entries of a world. */
export const journal = async (world: Api, query = ''): Promise<Page> =>
  ok(await steer(world, 'GET', `journal${query}`)) as unknown as Page;

/** The newest entry. */
export const newest = async (world: Api): Promise<Entry> => {
  const [entry] = (await journal(world, '?limit=1')).entries;
  if (!entry) throw new Error('the journal is empty');
  return entry;
};
