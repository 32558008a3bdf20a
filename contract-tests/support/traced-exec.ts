import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test as withFolder } from './folder.ts';
import { commandLine, type Finished, plainEnvironment, runCommand } from './own-server.ts';
import type { Trace } from './traces.ts';

/** The program that runs the commands of these tests. */
const PRELUDE = `
  const url = process.env.PLATFORM_API_URL;
  const orgId = process.env.PLATFORM_ORG_ID;
  const steer = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + '/_mock/v1/' + path, { method, headers, body: body && JSON.stringify(body) });
    return JSON.parse(await answer.text() || '{}');
  };
  const make = (name, labels = {}) => steer('POST', 'worlds', { name, from: 'fixture:default', labels });
  const end = (name) => steer('DELETE', 'worlds/' + name);
  /** Calls in a world; with a body it posts. */
  const call = async (world, path, body, token = 'admin-token') => {
    const headers = { authorization: 'Bearer ' + token, 'x-mock-world': world, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
    await answer.text();
    return answer.status;
  };
  const repos = '/registry/v2/repos';
  const create = (world, name) => call(world, repos + '/' + orgId, { name });`;

/** The command that runs a script with what the tests need. */
const nodeCommand = (script: string): readonly string[] => [
  process.execPath,
  '-e',
  `${PRELUDE} (async () => { ${script} })();`,
];

/** The time limit of a run with many others beside it. */
export const LIMIT_MS = 60_000;

/** Runs `exec` with a script as its command. */
export const exec = (
  flags: readonly string[],
  script: string,
  env: NodeJS.ProcessEnv = {},
  limit = LIMIT_MS,
): Promise<Finished> => runCommand(['exec', ...flags, '--', ...nodeCommand(script)], env, limit);

/** The log of a HAR. */
export const readLog = (file: string): Trace['log'] => (JSON.parse(readFileSync(file, 'utf8')) as Trace).log;

/** The lines of a text. */
export const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');

/** A running exec, whose command has printed its first line. */
export interface Running {
  readonly child: ChildProcess;
  readonly line: string;
  /** Sends the command a line. */
  readonly goOn: () => void;
  readonly ended: () => Promise<Pick<Finished, 'code' | 'stderr'>>;
  /** Resolves with the first line on stderr that has a text. */
  readonly said: (text: string) => Promise<string>;
}

/** The suite's test with a folder, and with runs that it does not wait for. */
export const test = withFolder.extend<{
  readonly running: (flags: readonly string[], script: string, env?: NodeJS.ProcessEnv) => Promise<Running>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  running: async ({}, use) => {
    const started: ChildProcess[] = [];
    await use(async (flags, script, env) => {
      const command = commandLine('exec', ...flags, '--', ...nodeCommand(script));
      const child = spawn(...command, { env: plainEnvironment(env), stdio: ['pipe', 'pipe', 'pipe'] });
      started.push(child);
      let stderr = '';
      const heard: (() => void)[] = [];
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk;
        for (const hear of heard) hear();
      });
      const exited = once(child, 'exit') as Promise<[number | null]>;
      const said = (text: string): Promise<string> =>
        new Promise((resolve) => {
          const hear = (): void => {
            const line = linesOf(stderr).find((each) => each.includes(text));
            if (line !== undefined) resolve(line);
          };
          heard.push(hear);
          hear();
        });
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return {
        child,
        line,
        goOn: () => void child.stdin.write('\n'),
        ended: async () => ({ code: (await exited)[0], stderr }),
        said,
      };
    });
    for (const child of started) child.kill('SIGKILL');
  },
});
