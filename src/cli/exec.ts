import { spawn } from 'node:child_process';
import { startMock } from '../start.ts';
import type { ServeFlags } from './options.ts';
import { type Surroundings, startOptionsOf } from './serve.ts';

const SIGNAL_STATUS: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

const run = (
  command: readonly string[],
  env: Record<string, string | undefined>,
  stopped: Promise<void>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const [file = '', ...args] = command;
    const child = spawn(file, args, { stdio: 'inherit', env });
    void stopped.then(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? SIGNAL_STATUS[signal ?? ''] ?? 1));
  });

/** Runs a command against a server of its own, gives its exit status, and always stops the server. */
export const exec = async (command: readonly string[], flags: ServeFlags, around: Surroundings): Promise<number> => {
  const options = startOptionsOf(flags, around);
  const mock = await startMock(options);
  try {
    const env = {
      ...around.env,
      PLATFORM_API_URL: mock.url,
      PLATFORM_TOKEN: await mock.token(),
      PLATFORM_ORG_ID: mock.orgId,
      PLATFORM_ISSUER: mock.issuer,
      ...(options.control.token === undefined ? {} : { PLATFORM_MOCK_CONTROL_TOKEN: options.control.token }),
    };
    return await run(command, env, around.stopped());
  } finally {
    await mock.close();
  }
};
