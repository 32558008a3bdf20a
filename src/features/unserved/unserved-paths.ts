import type { Log } from '../log/log.ts';
import { whyUnserved } from './why-unserved.ts';

/** The maximum number of paths remembered, so that a scan does not fill memory and log. */
const MAX_PATHS = 1_000;
const MAX_LENGTH = 256;

/** Logs calls of unknown paths: one line for each path, however often it is called. */
export const logUnserved = (log: Pick<Log, 'info'>): ((method: string, path: string) => void) => {
  const seen = new Set<string>();
  return (method, path) => {
    if (seen.size >= MAX_PATHS || seen.has(path)) return;
    seen.add(path);
    // A path may be anything that fits into a request.
    const printable = path.slice(0, MAX_LENGTH).replace(/[^\x21-\x7e]/g, '?');
    log.info({ method, path: printable }, `not served: ${whyUnserved(method, path)}`);
  };
};
