import type { Serving } from '../../faces/grpc/serving.ts';
import type { Log } from '../../features/log/log.ts';
import type { Port } from './port.ts';

/** Sends the clients of a port elsewhere, and says so (behaviour M19). */
export const drainOf =
  (log: Log, port: Pick<Port, 'drain'>, serving: Serving): NonNullable<Port['drain']> =>
  async (limitMillis, ...how) => {
    const seconds = limitMillis / 1_000;
    log.info({ seconds }, 'drains: ends once no more calls come, at the latest after that time');
    serving.become('draining');
    await port.drain?.(limitMillis, ...how);
  };
