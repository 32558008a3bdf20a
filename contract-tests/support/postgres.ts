import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from 'pg';

/** A Postgres of its own for the tests of a file. */
export interface OwnPostgres {
  /** Makes an empty database; returns its URL. */
  readonly makeDatabase: () => Promise<string>;
  /** Runs one statement in a database; returns its rows. */
  readonly query: (url: string, text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends the server, whose databases stay. */
  readonly stopServer: () => Promise<void>;
  readonly startServer: () => Promise<void>;
  /** Stops its processes as they are, which answer nothing until they go on. */
  readonly pauseServer: () => Promise<void>;
  readonly resumeServer: () => Promise<void>;
  /** Ends the server and removes its databases. */
  readonly stop: () => Promise<void>;
}

/** Starts a Postgres, which ends with this process at the latest. */
export const startPostgres = async (): Promise<OwnPostgres> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/postgres.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the Postgres of the tests has ended');
    return value;
  };
  const ask = (command: string): Promise<string> => {
    child.stdin.write(`${command}\n`);
    return read();
  };
  await read();
  return {
    makeDatabase: () => ask('database'),
    query: async (url, text) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    stopServer: async () => void (await ask('stop')),
    startServer: async () => void (await ask('start')),
    pauseServer: async () => void (await ask('pause')),
    resumeServer: async () => void (await ask('resume')),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
