import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundle } from '../../scripts/bundled-tests.ts';
import { OPEN } from '../support/database.ts';
import { exchange } from '../support/http.ts';
import { plainEnvironment } from '../support/own-server.ts';

const URL_OF_ALL = 'http://mock.test';

/** The administrator of the default fixture. */
const TOKEN = 'admin-token';

/** An answer, with the place that its header names. */
export interface PlacedAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has another
  readonly body: any;
  readonly at: string | undefined;
  readonly digest: string | undefined;
}

/** What one sends in a world. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly body?: object;
  readonly world?: string;
}

/** One replica, which may be killed and started again: a process at an address of its own. */
export class PlacedReplica {
  readonly #program: string;
  readonly #database: string;
  readonly #flags: readonly string[];
  readonly #agent = new Agent({ keepAlive: true });
  #child: ChildProcess | undefined;
  #up: Promise<{ readonly localUrl: string; readonly orgId: string }> | undefined;

  constructor(program: string, database: string, flags: readonly string[] = []) {
    this.#program = program;
    this.#database = database;
    this.#flags = flags;
  }

  /** Resolves to what it says once it is ready. */
  start(): Promise<{ readonly localUrl: string; readonly orgId: string }> {
    this.#up = this.#start();
    return this.#up;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it at once; calls wait until it is there again. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Sends a request once it is up. @throws Error where it ends meanwhile */
  async ask({ method, target, body, world }: Asked): Promise<PlacedAnswer> {
    const { localUrl } = (await this.#up) ?? { localUrl: '' };
    const { status, headers, bytes } = await exchange(this.#agent, localUrl, {
      method,
      target,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(world !== undefined && { 'x-mock-world': world }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const header = (name: string): string | undefined => headers[name]?.toString();
    const text = bytes.toString();
    return {
      status,
      body: text === '' ? {} : JSON.parse(text),
      at: header('x-mock-at'),
      digest: header('x-mock-digest'),
    };
  }

  async #start(): Promise<{ readonly localUrl: string; readonly orgId: string }> {
    const flags = ['--port', '0', '--json', '--until-eof', '--database', this.#database, '--public-url', URL_OF_ALL];
    const child = spawn(
      process.execPath,
      [this.#program, 'serve', ...flags, ...OPEN, '--drain', '0s', ...this.#flags],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: plainEnvironment(),
      },
    );
    this.#child = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
    const line = await Promise.race([first, once(child, 'exit').then(() => undefined)]);
    if (line === undefined) throw new Error(`a replica ended with ${child.exitCode}:\n${log}`);
    return JSON.parse(line);
  }
}

/** Builds the program of the replicas into a folder of the project; it starts faster than the source. */
export const buildPlaced = async (folder: string): Promise<string> => {
  await bundle(['scripts/placed-main.ts'], folder);
  return join(folder, 'placed-main.mjs');
};
