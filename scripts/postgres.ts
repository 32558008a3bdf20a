// Runs a Postgres of its own until the input of this process ends, and prints its URL as a line when it is ready. Each
// line of the input is a command, answered by a line: `database` makes an empty database, `stop` and `start` are for
// the server, `pause` and `resume` for its processes.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startPostgres } from '../src/testing/postgres.ts';

const [file] = process.argv.slice(2);
const postgres = await startPostgres();

/** Writes a line to the output, or to the file that was asked for. */
const answer = (line: string): void => {
  if (file === undefined) process.stdout.write(`${line}\n`);
  else writeFileSync(file, `${line}\n`);
};

const COMMANDS: Readonly<Record<string, () => Promise<string>>> = {
  database: () => postgres.makeDatabase(),
  stop: async () => {
    await postgres.stopServer();
    return 'stopped';
  },
  start: async () => {
    await postgres.startServer();
    return 'started';
  },
  pause: async () => {
    await postgres.pauseServer();
    return 'paused';
  },
  resume: async () => {
    postgres.resumeServer();
    return 'resumed';
  },
};

try {
  answer(await postgres.makeDatabase());
  for await (const command of createInterface({ input: process.stdin })) {
    const run = COMMANDS[command];
    answer(run ? await run() : `there is no command ${command}`);
  }
} finally {
  await postgres.stop();
}
