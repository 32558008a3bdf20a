import type { WorldEnvironment, World as WorldView } from '../../generated/nouns.ts';
import type { Connection } from '../connection/connection.ts';
import { coverageOf } from '../features/coverage/coverage.client.ts';
import { queryOf } from '../features/journal/journal.client.ts';
import type { World } from './world.ts';

/** The views of a world as a whole, and what it is found by. */
type Views = Pick<
  World,
  'info' | 'inspect' | 'variables' | 'label' | 'diff' | 'evidence' | 'trace' | 'coverage' | 'clearCoverage'
>;

/** Reads what one world is, and what happened in it. */
export const viewsOf = (connection: Connection, id: string): Views => ({
  info: () => connection.control('/info', { world: id }),
  inspect: () => connection.control(`/worlds/${id}`),
  variables: async () => (await connection.control<WorldEnvironment>(`/worlds/${id}:variables`)).env,
  label: async (labels) =>
    (await connection.control<WorldView>(`/worlds/${id}`, { method: 'PATCH', json: { labels } })).labels,
  diff: () => connection.control(`/worlds/${id}:diff`),
  evidence: (since) => connection.controlText(`/worlds/${id}:evidence${queryOf({ since })}`),
  trace: () => connection.control('/trace', { world: id }),
  coverage: coverageOf(connection, id),
  clearCoverage: async () => void (await connection.control('/coverage', { method: 'DELETE', world: id })),
});
