import { setTimeout } from 'node:timers/promises';
import { boundedLine } from './bounds.ts';
import { drive, httpRequest, WARM_UP } from './load.ts';
import { type Started, startMock, startWeighedMock } from './processes.ts';
import { median } from './statistics.ts';
import { workloadsOf } from './workloads.ts';

const CONNECTIONS = 16;
/** As many calls as the journal keeps. */
const CALLS = 10_000;
/** The number of writes between a call and the world that is made from it. */
const BACK = 1_000;
const MAX_WORLD_MILLIS = 20;
const WORLDS = 15;
/** The bytes of a journal entry before traces needed its heads, places and readings, by this measure. */
const BEFORE_TRACES = 339;
const MAX_GROWTH = 300;
const GETS = 9_000;

const readJson = async (mock: Started, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
  const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, init);
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
};

/** Waits until a server does nothing more: the text of an ended world is rendered after its end. */
const settle = async (mock: Started): Promise<void> => {
  for (let before = -1, now = 0; now - before > 1; ) {
    before = mock.processorTime();
    await setTimeout(100);
    now = mock.processorTime();
  }
};

/** Makes a world from a call, reads its first page, and ends it: the processor time of the first two, in milliseconds. */
const goBack = async (mock: Started, call: number): Promise<{ readonly world: number; readonly list: number }> => {
  const begun = mock.processorTime();
  const { id, token } = await readJson(mock, '/_mock/v1/worlds', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: `journal:${call}` }),
  });
  const made = mock.processorTime();
  await readJson(mock, '/registry/v2/repos?page_size=50', { headers: { Authorization: `Bearer ${token}` } });
  const listed = mock.processorTime();
  await readJson(mock, `/_mock/v1/worlds/${id}`, { method: 'DELETE' });
  await settle(mock);
  return { world: made - begun, list: listed - made };
};

async function* statesReport(): AsyncGenerator<string> {
  const mock = await startMock('--fixture', 'large');
  try {
    const patch = (await workloadsOf(mock)).find(({ method }) => method === 'PATCH');
    if (!patch) throw new Error('no workload writes');
    const before = mock.memory();
    await drive(mock.port, patch, CALLS, CONNECTIONS);
    const { cursor, oldestState } = await readJson(mock, '/_mock/v1/journal?limit=1');
    const retained = Number(cursor) - Number(oldestState) + 1;
    const grown = (mock.memory() - before).toFixed(0);
    yield boundedLine(
      `${CALLS.toLocaleString('en')} writes on 100,000 rows: the states of ${retained.toLocaleString('en')} calls are retained, ${grown} MB more memory`,
      retained >= CALLS,
      `${CALLS.toLocaleString('en')} calls`,
    );
    const taken: Awaited<ReturnType<typeof goBack>>[] = [];
    for (let nth = -WARM_UP; nth < WORLDS; nth += 1) {
      const each = await goBack(mock, Number(cursor) - BACK);
      if (nth >= 0) taken.push(each);
    }
    const [world, list] = [median(taken.map((each) => each.world)), median(taken.map((each) => each.list))];
    yield boundedLine(
      `a world from a call ${BACK.toLocaleString('en')} writes back, its token included: ${world.toFixed(1)} ms of processor time, and ${list.toFixed(1)} ms its first list`,
      world < MAX_WORLD_MILLIS,
      `${MAX_WORLD_MILLIS} ms`,
    );
  } finally {
    await mock.stop();
  }
}

/** Bytes that a get leaves behind, sent with the head of a usual client, in which two of nine headers differ. */
const bytesOfCall = async (...flags: readonly string[]): Promise<number> => {
  const mock = await startWeighedMock(...flags);
  try {
    const { repos } = (await readJson(mock, '/registry/v2/repos?page_size=1', {
      headers: { Authorization: `Bearer ${mock.token}` },
    })) as { readonly repos: readonly { readonly uid: string }[] };
    const head = [
      'Accept: application/json',
      'Accept-Encoding: gzip, deflate',
      'Accept-Language: *',
      'Sec-Fetch-Mode: cors',
      'User-Agent: bench/1.0',
    ].join('\r\n');
    const request = (nth: number): Buffer => {
      const id = nth.toString(16).padStart(32, '0');
      const headers = `${head}\r\nX-Request-Id: ${id}\r\nTraceparent: 00-${id}-${id.slice(16)}-01`;
      const plain = httpRequest('GET', `/registry/v2/repos/${repos[0]?.uid}`, mock.token).toString('latin1');
      return Buffer.from(plain.replace('\r\n\r\n', `\r\n${headers}\r\n\r\n`), 'latin1');
    };
    await drive(mock.port, { name: 'get', request }, CALLS, CONNECTIONS);
    await fetch(`http://127.0.0.1:${mock.port}/_mock/v1/journal`, { method: 'DELETE' });
    const before = await mock.bytesInUse();
    await drive(mock.port, { name: 'get', request }, GETS, CONNECTIONS, CALLS);
    return ((await mock.bytesInUse()) - before) / GETS;
  } finally {
    await mock.stop();
  }
};

/** Measures what traces and time travel hold, and a world from the past, each against its bound. */
export async function* tracesReport(): AsyncGenerator<string> {
  yield* statesReport();
  const each = (await bytesOfCall()) - (await bytesOfCall('--journal', 'off'));
  yield boundedLine(
    `an entry of the journal, of a get with seven headers of which two differ: ${each.toFixed(0)} bytes, of which ${(each - BEFORE_TRACES).toFixed(0)} are for traces`,
    each - BEFORE_TRACES <= MAX_GROWTH,
    `${MAX_GROWTH} bytes for traces`,
  );
}
