// As own-time.ts, for imports of node:timers/promises.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

export const setTimeout = pause;
export const setImmediate = turn;
