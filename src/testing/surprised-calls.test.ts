import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FaultReport, JournalEntry, JournalPage } from '../../generated/nouns.ts';
import { bySize } from '../../scripts/test-size.ts';
import { SURPRISES, type SurpriseName } from '../features/faults/fault-presets.contract.ts';
import { armSurprise, surprisesOf } from '../features/faults/surprises-of-call.ts';
import { createLog } from '../features/log/log.ts';
import type { JsonObject } from '../json.ts';
import { shippedFixtures } from '../package-home.ts';
import type { OpenPort } from '../server/mock/port.ts';
import type { RunningMock } from '../server/mock/running-mock.ts';
import { startMock } from '../server/mock/start.ts';

const URL = 'http://127.0.0.1:8484';

/** A port that opens no socket. */
const open: OpenPort = async () => ({ url: URL, handle: () => {}, close: async () => {} });

let mock: RunningMock;

before(async () => {
  mock = await startMock(
    {
      host: '127.0.0.1',
      port: 0,
      serviceDomain: 'platform.test',
      seed: 'surprises',
      version: '0.0.0',
      audiences: [],
      trusted: [],
      control: { loopback: true },
      tokenTtlSeconds: 3_600,
      maxWorlds: 1_000,
      requireWorld: false,
      journalEntries: 1_000,
      fixtures: ['default'],
      shippedFixtures,
      log: createLog('silent', false, () => {}),
      // Nothing is waited for: a call that would hang goes on.
      wait: async () => undefined,
    },
    open,
  );
});

after(() => mock.close());

/** Sends a request to a world, and returns the status and the body of its answer; 0 if it has none. */
type Send = (method: string, path: string, body?: object) => Promise<readonly [status: number, body: JsonObject]>;

const senderTo = (world: string, token: string): Send => {
  const headers = { 'x-mock-world': world, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    try {
      const answer = await mock.fetch(new Request(`${URL}${path}`, init));
      return [answer.status, JSON.parse((await answer.text()) || '{}') as JsonObject];
    } catch {
      return [0, {}];
    }
  };
};

/** Runs something in a world of its own. */
const inWorld = async <T>(run: (send: Send, steer: Send) => Promise<T>): Promise<T> => {
  const made = await senderTo('default', '')('POST', '/_mock/v1/worlds', {
    from: 'fixture:default',
    seed: 'surprises',
  });
  const { id, token } = made[1] as { readonly id: string; readonly token: string };
  const send = senderTo(id, token);
  const steer: Send = (method, path, body) => send(method, `/_mock/v1${path}`, body);
  try {
    return await run(send, steer);
  } finally {
    await steer('DELETE', `/worlds/${id}`);
  }
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The calls of a client that goes on whatever happens: in both versions, each kind of call once at least. */
const runClient = async (send: Send, org: string, uid: string): Promise<void> => {
  const repo = { name: 'a', description: 'first', catalogTier: 'CATALOG_TIER_APPLICATION' };
  await send('POST', `/registry/v2/repos/${org}`, repo);
  await send('GET', `/registry/v2/repos/${uid}`);
  const [, page] = await send('GET', '/registry/v2/repos?page_size=5&order_by=create_time%20desc');
  const token = encodeURIComponent(text(page.nextPageToken) || 'none');
  await send('GET', `/registry/v2/repos?page_size=5&page_token=${token}`);
  await send('PATCH', `/registry/v2/repos/${uid}`, { ...repo, name: 'b' });
  await send('PATCH', `/registry/v2/repos/${uid}`, { name: 'c' });
  await send('GET', `/registry/v2/repos/${uid}`);
  const [, { items = [] }] = await send('GET', `/registry/v1/repos?id=${uid}`);
  const [old = {}] = items as readonly JsonObject[];
  await send('PUT', `/registry/v1/repos/${uid}`, { ...old, name: 'd' });
  await send('GET', '/libraries/v1/artifacts?page_size=3');
  await send('GET', `/registry/v2/repos/${org}/${'0'.repeat(16)}`);
  await send('DELETE', `/registry/v2/repos/${uid}`);
  await send('GET', '/registry/v2/repos?page_size=2&order_by=create_time%20desc');
  await send('GET', '/registry/v2/repos?page_size=-1');
};

/** The calls of a run, the oldest first. */
const callsOf = async (steer: Send): Promise<readonly JournalEntry[]> => {
  const [, page] = await steer('GET', '/journal?limit=1000');
  return [...(page as unknown as JournalPage).entries].reverse();
};

test('behaviour F15: each surprise that can meet a call does so when it is armed for it', async (context) => {
  const { orgId: org } = mock;
  const uid = await inWorld(async (send) =>
    text((await send('POST', `/registry/v2/repos/${org}`, { name: 'a' }))[1].uid),
  );
  const calls = await inWorld(async (send, steer) => {
    await runClient(send, org, uid);
    return callsOf(steer);
  });
  assert.equal(calls.length, 14);
  const trials = calls.flatMap((_, index) => surprisesOf(calls, index).map((name) => [index, name] as const));
  const applied = new Set(trials.map(([, name]) => name));
  // The client calls over REST: the one of gRPC's connections meets none of it.
  assert.deepEqual(
    SURPRISES.filter((name) => !applied.has(name)),
    ['too_many_pings'],
  );
  context.diagnostic(`${trials.length} trials of ${calls.length} calls`);
  const missed: string[] = [];
  const step = bySize({ small: 37, usual: 23, whole: 1 });
  for (const [index, name] of trials.filter((_, nth) => nth % step === 0)) {
    const report = await inWorld(async (send, steer) => {
      const [status, refusal] = await steer('PUT', '/faults', [armSurprise(name as SurpriseName, calls, index)]);
      assert.equal(status, 200, `${name} of call ${index}: ${text(refusal.message)}`);
      await runClient(send, org, uid);
      return (await steer('GET', '/faults:report'))[1] as unknown as FaultReport;
    });
    const [first] = report.faults[0]?.calls ?? [];
    if (first !== calls[index]?.id) missed.push(`${name} of call ${index} ${calls[index]?.operation}: met ${first}`);
  }
  assert.deepEqual(missed, []);
});
