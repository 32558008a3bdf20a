import { Agent } from 'node:http';
import fc from 'fast-check';
import { casesBySize } from '../../scripts/test-size.ts';
import { exchange, type Received } from '../support/http.ts';
import { kinds } from '../support/kinds.ts';
import { createOrg } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { type Generated, generatedRequests } from './generated-requests.ts';

const AT_ONCE = 16;
const RUNS = casesBySize({ small: 40, usual: 40, whole: 640 });
const TIME_LIMIT_MS = 240_000;

const failureOf = ({ method }: Generated, { status, headers, bytes }: Received): string | undefined => {
  if (status >= 500 && status !== 501) return `${status}`;
  const isError = status >= 400 && method !== 'HEAD' && !String(headers['content-type']).startsWith('text/');
  if (!isError) return undefined;
  try {
    const { code, message, details } = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
    return typeof code === 'number' && typeof message === 'string' && Array.isArray(details)
      ? undefined
      : 'an error of another form';
  } catch {
    return `${status} that is no JSON: ${bytes.toString().slice(0, 200)}`;
  }
};

test('bad input: none of thousands of generated requests results in a server error @mock', async ({
  freshServer,
  shared,
}, info) => {
  test.setTimeout(TIME_LIMIT_MS + 30_000);
  const server = await freshServer();
  const api = server.api.as('admin-token');
  const org = await createOrg(api, shared.roles);
  const uids = [org.uid, ...shared.roles.values()].slice(0, 3);
  for (const kind of kinds) {
    const place = await kind.place(org);
    uids.push(place, (await kind.make(org, place, 1)).uid, (await kind.make(org, place, 2)).uid);
  }
  // Idle connections are closed long before a server does so.
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, timeout: 2_000 });
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
  info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${seed}` });
  let sent = 0;
  const property = fc.asyncProperty(
    fc.array(generatedRequests(uids, ['admin-token', 'admin-token', 'owner-token', 'viewer-token']), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    }),
    async (requests) => {
      const answers = await Promise.all(
        requests.map(async (request) => {
          const { body, ...rest } = request;
          const received = await exchange(agent, server.ready.url, { ...rest, ...(body !== undefined && { body }) });
          return { request, failure: failureOf(request, received) };
        }),
      );
      sent += requests.length;
      const bad = answers.filter(({ failure }) => failure !== undefined);
      if (bad.length > 0) throw new Error(JSON.stringify(bad, undefined, 1));
    },
  );
  const options = { seed, numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS, markInterruptAsFailure: true };
  await fc.assert(property, { ...options, endOnFailure: true });
  agent.destroy();
  expect(sent).toBe(RUNS * AT_ONCE);
  expect(server.process.exitCode).toBeNull();
  expect((await api.get('/ping/v2/ping')).status).toBe(200);
});
