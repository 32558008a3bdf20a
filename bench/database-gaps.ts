import { request } from 'node:http';
import type { TestPostgres } from '../src/testing/postgres.ts';
import { type Started, startMock } from './processes.ts';
import { median } from './statistics.ts';

const CHANGES = 5;
const OPEN = ['--control-token', 'off', '--insecure-control', '--public-url', 'http://localhost'];
/** The time after which a client calls again without an answer, in milliseconds. */
const PATIENCE = 500;

/** The time without any answer when the owner changed, in milliseconds, and the number of answers other than 200. */
export interface Gaps {
  readonly longest: number;
  readonly middle: number;
  readonly failed: number;
}

const call = (port: number, token: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        path: '/registry/v2/repos?page_size=1',
        headers: { authorization: `Bearer ${token}` },
        agent: false,
        timeout: PATIENCE,
      },
      (answer) => {
        answer
          .resume()
          .on('end', () => resolve(answer.statusCode === 200))
          .on('error', () => resolve(false));
      },
    );
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(false));
    asked.end();
  });

/** Ends owners, one after another, and calls another process meanwhile. */
export const measureGaps = async (postgres: TestPostgres, signal: 'SIGKILL' | 'SIGTERM'): Promise<Gaps> => {
  const url = await postgres.makeDatabase();
  const start = (): Promise<Started> => startMock(...OPEN, '--database', url);
  let owner = await start();
  const gaps: number[] = [];
  let failed = 0;
  for (let change = 0; change < CHANGES; change += 1) {
    const other = await start();
    const { token } = owner;
    const ended = owner.end(signal);
    let last = performance.now();
    let longest = 0;
    const until = last + (signal === 'SIGKILL' ? 5_000 : 6_000);
    while (performance.now() < until) {
      if (!(await call(other.port, token))) {
        failed += 1;
        continue;
      }
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    gaps.push(longest);
    await ended;
    owner = other;
  }
  await owner.stop();
  return { longest: Math.max(...gaps), middle: median(gaps), failed };
};
