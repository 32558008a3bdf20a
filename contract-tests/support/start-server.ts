import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandLine, plainEnvironment } from './own-server.ts';

const LOG = 'test-results/server.log';
const DEADLINE_MS = 30_000;
const STOP_LIMIT_MS = 5_000;

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
  readonly controlToken?: string;
}

/**
 * Starts the server on a free port and passes its address to the tests in BASE_URL, TOKEN and ORG_ID.
 * Its log goes to test-results/server.log.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  mkdirSync('test-results', { recursive: true });
  const server = spawn(...commandLine('serve', '--port', '0', '--json'), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  });
  server.stderr.pipe(createWriteStream(LOG));
  const ended = once(server, 'exit');

  const line = await Promise.race([
    once(createInterface({ input: server.stdout }), 'line').then(([text]) => String(text)),
    ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code} before it was ready: see ${LOG}`))),
    timeout(),
  ]).catch((error: unknown) => {
    server.kill('SIGKILL');
    throw error;
  });
  const ready = JSON.parse(line) as Ready;
  process.env.BASE_URL = ready.url;
  process.env.TOKEN = ready.token;
  process.env.ORG_ID = ready.orgId;
  if (ready.controlToken) process.env.CONTROL_TOKEN = ready.controlToken;

  return async () => {
    server.kill('SIGTERM');
    const force = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(force);
  };
}

const timeout = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`the server was not ready after ${DEADLINE_MS} ms: see ${LOG}`)),
      DEADLINE_MS,
    ).unref();
  });
