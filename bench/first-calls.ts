import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { httpRequest, onAnswers } from './load.ts';
import { firstLine, memoryOf, processorTimeOf, startedServer } from './processes.ts';
import { median, range } from './statistics.ts';

const ROUNDS = 7;
/** The number of repos that are made, read, changed, listed with others and deleted. */
const REPEATS = 200;
const CALLS = REPEATS * 5;

/** A server that is measured, by the command that starts it; it prints a line of JSON with its URL. */
interface Server {
  readonly name: string;
  readonly command: readonly string[];
}

const BARE: Server = { name: 'bare server', command: ['bench/bare-start.cjs'] };
const SERVERS: readonly Server[] = [
  BARE,
  { name: 'bare server with the code of the mock', command: ['bench/bare-start.cjs', 'dist'] },
  { name: 'least server that keeps rows, calls and events', command: ['bench/least-start.cjs'] },
  { name: 'mock', command: ['dist/main.cjs', 'serve', '--port', '0', '--json'] },
];

/** The cost of a start and the calls: milliseconds, and megabytes of memory. */
interface Taken {
  readonly answer: number;
  readonly wall: number;
  readonly processorTime: number;
  readonly memory: number;
}

/** Sends requests over one connection, one after another, and resolves with the body of each answer. */
const callerOf = (port: number): { readonly call: (bytes: Buffer) => Promise<string>; readonly end: () => void } => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let [resolve, reject] = [(_body: string): void => {}, (_error: Error): void => {}];
  socket.on('error', (error) => reject(error));
  onAnswers(socket, (status, body) => {
    if (status === 200) resolve(body.toString());
    else reject(new Error(`a call was answered with ${status}: ${body}`));
  });
  const call = (bytes: Buffer): Promise<string> =>
    new Promise((...both) => {
      [resolve, reject] = both;
      socket.write(bytes);
    });
  return { call, end: () => socket.destroy() };
};

const callAll = async (port: number, token: string, group: string, answered: () => void): Promise<void> => {
  const { call, end } = callerOf(port);
  const send = async (method: string, path: string, body?: string): Promise<string> => {
    const text = await call(httpRequest(method, path, token, body));
    answered();
    return text;
  };
  try {
    for (let nth = 0; nth < REPEATS; nth += 1) {
      const made = await send('POST', `/registry/v2/repos/${group}`, `{"name":"repo-${nth}"}`);
      const row = `/registry/v2/repos/${(JSON.parse(made) as { readonly uid: string }).uid}`;
      await send('GET', row);
      await send('PATCH', row, `{"description":"change ${nth} of this repo"}`);
      await send('GET', '/registry/v2/repos?page_size=20');
      await send('DELETE', row);
    }
  } finally {
    end();
  }
};

/** Starts a server, makes all calls of it, and ends it. */
const startAndCall = async ({ command }: Server): Promise<Taken> => {
  const begun = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, token, orgId = 'group' } = JSON.parse(await firstLine(child)) as Record<string, string>;
  let answer: number | undefined;
  const answered = (): void => {
    answer ??= performance.now() - begun;
  };
  await callAll(Number(new URL(url ?? '').port), token ?? '', orgId, answered);
  const wall = performance.now() - begun;
  const taken = {
    answer: answer ?? wall,
    wall,
    processorTime: processorTimeOf(child.pid),
    memory: memoryOf(child.pid),
  };
  await startedServer(child, { port: 0, token: '', orgId: '' }).end('SIGKILL');
  return taken;
};

/**
 * Measures a start and the calls that follow it: most tests run against a process that is a second old. The servers take
 * turns; ratios are per round, against the bare server.
 */
export async function* firstCallsReport(): AsyncGenerator<string> {
  const taken = new Map<string, Taken[]>(SERVERS.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const server of SERVERS) {
      const each = await startAndCall(server);
      // The first round reads the files from the disk.
      if (round >= 0) taken.get(server.name)?.push(each);
    }
  }
  const bare = taken.get(BARE.name) ?? [];
  const cells = (all: readonly Taken[], figure: keyof Taken, unit: string): string => {
    const ratios = all.map((each, at) => each[figure] / (bare[at]?.[figure] ?? Number.NaN));
    return `${median(all.map((each) => each[figure])).toFixed(0)} ${unit} | ${median(ratios).toFixed(2)} | ${range(ratios)}`;
  };
  yield `| start and ${CALLS.toLocaleString('en')} mixed calls | first answer | ratio | range | all | ratio | range | processor time | ratio | range | memory | ratio | range |`;
  yield '|---|---|---|---|---|---|---|---|---|---|---|---|---|';
  for (const [name, all] of taken) {
    const row = [cells(all, 'answer', 'ms'), cells(all, 'wall', 'ms'), cells(all, 'processorTime', 'ms')];
    yield `| ${[name, ...row, cells(all, 'memory', 'MB')].join(' | ')} |`;
  }
}
