import { request } from 'node:http';
import type { Api } from './api.ts';

/** One server-sent event. */
export interface SentEvent<T> {
  readonly event: string;
  readonly id: string;
  readonly data: T;
}

/** Follows a stream of the control plane in a world, or in `default`; resolves once nothing escapes it. */
export const followStream = async <T>(world: Api, path: string) => {
  const { connection } = world;
  const headers = connection.world === undefined ? {} : { 'x-mock-world': connection.world };
  const events: SentEvent<T>[] = [];
  let wake = (): void => {};
  let text = '';
  let stop = (): void => {};
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((resolve, reject) => {
    const call = request(`${connection.baseUrl}/_mock/v1/${path}`, { headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        const parts = `${text}${chunk}`.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          if (part.startsWith(':')) resolve();
          else if (part !== 'event: over\ndata: {}') {
            const fields = Object.fromEntries(
              part.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
            );
            events.push({ event: fields.event, id: fields.id, data: JSON.parse(fields.data) });
          }
        }
        wake();
      });
      answer.on('end', end);
      answer.on('error', end);
    });
    call.on('error', reject);
    call.end();
    stop = () => call.destroy();
  });
  const until = async (count: number): Promise<readonly SentEvent<T>[]> => {
    while (events.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return events;
  };
  return { until, stop, ended };
};
