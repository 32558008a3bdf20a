import { drive, httpRequest, percentile, type Run } from './load.ts';
import { type Started, startMock, startWeighedLeast, startWeighedMock, type Weighed } from './processes.ts';

const WORLDS = 1_000;
const WRITES = 10;
const ROUNDS = 7;
const CALLS = 4_000;
const CONNECTIONS = 16;

interface Made {
  readonly id: string;
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
}

const call = async (mock: Started, path: string, token: string | undefined, body: object): Promise<Made> => {
  const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Made;
};

const makeWorld = (mock: Started): Promise<Made> => call(mock, '/_mock/v1/worlds', undefined, {});

/** Milliseconds of some calls, one after the other: the median and the slowest of a hundred. */
const timed = async (times: number, use: (nth: number) => Promise<unknown>): Promise<string> => {
  const taken: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const begun = performance.now();
    await use(nth);
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  return `${percentile(taken, 0.5).toFixed(2)} ms (p99 ${percentile(taken, 0.99).toFixed(2)})`;
};

const listRatio = async (mock: Started, world: Made): Promise<string> => {
  const path = (nth: number): string =>
    `/registry/v2/repos?uidp.descendants_of=${mock.orgId}&page_size=50&order_by=name&skip=${(nth * 50) % 90_000}`;
  const walk = (name: string, token: string): Promise<Run> =>
    drive(mock.port, { name, request: (nth) => httpRequest('GET', path(nth), token) }, CALLS, CONNECTIONS);
  const ratios: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const own = await walk('list in default', mock.token);
    const forked = await walk('list in a world', world.token);
    if (round >= 0) ratios.push(own.perSecond / forked.perSecond);
  }
  ratios.sort((a, b) => a - b);
  return `${percentile(ratios, 0.5).toFixed(2)} (${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)})`;
};

/** Makes many worlds, with writes, on a server that has met no call before. */
const manyWorlds = async function* (name: string, server: Weighed): AsyncGenerator<string> {
  try {
    const [base, inUse] = [server.memory(), await server.bytesInUse()];
    for (let nth = 0; nth < WORLDS; nth += 1) {
      const { token, env } = await makeWorld(server);
      for (let write = 0; write < WRITES; write += 1) {
        await call(server, `/registry/v2/repos/${env.PLATFORM_ORG_ID}`, token, { name: `w-${write}` });
      }
    }
    const memory = (server.memory() - base).toFixed(0);
    const each = ((await server.bytesInUse()) - inUse) / WORLDS / 1024;
    yield `${WORLDS} worlds of the default fixture, each with ${WRITES} writes, in ${name}: ${memory} MB`;
    yield `of these, each world holds ${each.toFixed(0)} KB; the rest is the process's own growth under its first 11,000 calls`;
  } finally {
    await server.stop();
  }
};

/** Lines of a report on the cost of worlds. */
export const worldsReport = async function* (): AsyncGenerator<string> {
  const large = await startMock('--fixture', 'large');
  try {
    const addRepo = (token: string, group: string, name: string): Promise<Made> =>
      call(large, `/registry/v2/repos/${group}`, token, { name });
    for (let nth = 0; nth < 50; nth += 1) await makeWorld(large);
    const before = large.memory();
    yield `make a world from 100,000 repos, token included: ${await timed(300, () => makeWorld(large))}`;
    yield `memory of 300 such worlds: ${(large.memory() - before).toFixed(1)} MB`;
    const forks = await Promise.all(Array.from({ length: 100 }, () => makeWorld(large)));
    const group = (await call(large, `/iam/v2/groups/${large.orgId}`, large.token, { name: 'bench' })) as unknown as {
      readonly uid: string;
    };
    yield `a write in default: ${await timed(100, (nth) => addRepo(large.token, group.uid, `own-${nth}`))}`;
    yield `the first write in a world: ${await timed(100, (nth) => addRepo(forks[nth]?.token ?? '', large.orgId, 'first'))}`;
    yield `lists of 50 in a world that was written to take ${await listRatio(large, forks[0] as Made)} of the time in default`;
  } finally {
    await large.stop();
  }
  yield* manyWorlds('the mock', await startWeighedMock());
  yield* manyWorlds('the least server that keeps rows, calls and events', await startWeighedLeast());
};
