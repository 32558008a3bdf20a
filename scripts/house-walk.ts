import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { type Mock, startMock } from '../src/client/index.ts';

/** The functions of `src/` that a call ran: the file of each, with their number. */
export type Walk = Readonly<Record<string, number>>;

/** The calls that are measured, each after three of its kind. */
export interface Walks {
  /** A list of two repos over REST. */
  readonly list: Walk;
  /** A create over REST, to the end of the delivery of its event to a sink of the mock. */
  readonly create: Walk;
}

const SRC = pathToFileURL('src/').href;

/** The compiler adds it to each file: it gives functions their names. */
const COMPILED = '__name';

const session = new Session();
session.connect();

/** The functions that have run since this was called before, by file and place. V8 answers before this returns. */
const takeCoverage = (): readonly string[] => {
  const found: string[] = [];
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw error;
    for (const { url, functions } of answer.result.filter(({ url }) => url.startsWith(SRC))) {
      for (const { functionName, ranges } of functions) {
        const [whole] = ranges;
        if (!whole?.count || functionName === COMPILED) continue;
        found.push(`${url.slice(SRC.length)} ${whole.startOffset}`);
      }
    }
  });
  return found;
};

/** A call is over if nothing of `src/` has run in this many turns of the event loop. */
const QUIET_TURNS = 200;

/** Makes a call, and follows it to the end of all that it has begun. */
const walkOf = async (call: () => Promise<void>): Promise<Walk> => {
  takeCoverage();
  const found = new Set<string>();
  await call();
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    const more = takeCoverage();
    if (more.length > 0) quiet = 0;
    for (const each of more) found.add(each);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const walk: Record<string, number> = {};
  for (const [file = ''] of [...found].map((each) => each.split(' '))) walk[file] = (walk[file] ?? 0) + 1;
  return walk;
};

const WARM_CALLS = 3;

const warmWalkOf = async (call: (nth: number) => Promise<void>): Promise<Walk> => {
  for (let nth = 0; nth < WARM_CALLS; nth += 1) await walkOf(() => call(nth));
  return walkOf(() => call(WARM_CALLS));
};

const send = async ({ url, token }: Mock, path: string, body?: Readonly<Record<string, string>>): Promise<void> => {
  const answer = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
};

const mock = await startMock();
try {
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const list = await warmWalkOf(() => send(mock, '/registry/v2/repos?page_size=2&order_by=name'));
  await send(mock, `/events/v2/subscriptions/${mock.orgId}`, { sink: 'sink://one' });
  const create = await warmWalkOf((nth) => send(mock, `/registry/v2/repos/${mock.orgId}`, { name: `repo-${nth}` }));
  process.stdout.write(JSON.stringify({ list, create } satisfies Walks));
} finally {
  await mock.close();
}
