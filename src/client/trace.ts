import type { Trace } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** The run of one world as a HAR 1.2. */
export const traceOf =
  (connection: Connection, world: string): (() => Promise<Trace>) =>
  () =>
    connection.control<Trace>('/trace', { world });
