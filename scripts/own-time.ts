// Replacements for the globals of these names in everything that the build bundles. The mock and the client have
// them from when they are loaded: test runners replace the globals by fakes, which stand still, and a mock in the same
// process would wait for ever. `Date`, `queueMicrotask` and `performance` may be fakes already when this is loaded.
import {
  setInterval as startInterval,
  setTimeout as startTimeout,
  setImmediate as startTurn,
  clearInterval as stopInterval,
  clearTimeout as stopTimeout,
  clearImmediate as stopTurn,
} from 'node:timers';

const Time = globalThis.Date;
// Constants: in a script of CommonJS, an import is read anew at each use.
export const setTimeout = startTimeout;
export const setInterval = startInterval;
export const setImmediate = startTurn;
export const clearTimeout = stopTimeout;
export const clearInterval = stopInterval;
export const clearImmediate = stopTurn;
export const queueMicrotask = globalThis.queueMicrotask;
export const performance = globalThis.performance;
export { Time as Date };
