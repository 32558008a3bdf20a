import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type ProbeStart, runProbe } from '../probe/probe.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import { probe } from './index.ts';
import { startOptionsOf } from './start-options.ts';
import type { World } from './world.ts';

/** Makes a repo, and lists the first page. */
const client = async (world: World): Promise<readonly string[]> => {
  const create = { method: 'POST', body: '{"name":"probed"}' };
  const made = await world.fetch(`/registry/v2/repos/${world.orgId}`, create);
  if (!made.ok && made.status !== 503) throw new Error(`it was answered with ${made.status}`);
  const listed = await world.fetch('/registry/v2/repos?page_size=100&order_by=name');
  const { repos = [] } = (await listed.json()) as { repos?: readonly { name: string }[] };
  return repos.map(({ name }) => name);
};

test('O13: a function is probed with worlds, and its result is compared', async () => {
  const tried: string[] = [];
  const report = await probe(client, {
    only: [
      'CreateRepo/unavailable_once',
      'CreateRepo/internal_once',
      'ListRepos/short_page',
      'ListRepos/unknown_field',
    ],
    accept: [{ what: 'ListRepos', reason: 'there are few repos' }],
    logLevel: 'error',
    made: ({ id }) => tried.push(id),
  });
  assert.deepEqual(
    report.trials.map(({ id, verdict, accepted }) => [id, verdict, accepted]),
    [
      ['CreateRepo#1/unavailable_once', 'corrupted', undefined],
      ['CreateRepo#1/internal_once', 'surfaced', undefined],
      ['ListRepos#1/unknown_field', 'absorbed', undefined],
      ['ListRepos#1/short_page', 'misled', 'there are few repos'],
    ],
  );
  assert.deepEqual(tried.toSorted(), report.trials.map(({ id }) => id).toSorted());
  assert.deepEqual([report.summary.findings, report.summary.accepted, report.baseline.calls], [1, 1, 2]);
});

test('O13: late calls of a run that hung reach no other run', async () => {
  const urls: string[] = [];
  const late: Promise<string>[] = [];
  const report = await probe(
    async (world) => {
      urls.push(world.url);
      const create = { method: 'POST', body: '{"name":"late"}' };
      const made = (async () => {
        await world.fetch('/registry/v2/repos?page_size=1').catch(() => {});
        await setTimeout(50);
        const { status } = await world.fetch(`/registry/v2/repos/${world.orgId}`, create);
        return String(status);
      })();
      late.push(made.catch(() => 'unreachable'));
      await made;
    },
    { only: ['ListRepos/never', 'ListRepos/unknown_field'], timeoutMs: 1_000, logLevel: 'error' },
  );
  assert.deepEqual(
    report.trials.map(({ surprise, verdict }) => [surprise, verdict]),
    [
      ['never', 'hung'],
      ['unknown_field', 'absorbed'],
    ],
  );
  // Two runs of the baseline, two of the trial that hung, and one after it, which has a port of its own as each of them.
  assert.deepEqual([urls.length, new Set(urls).size], [5, 3]);
  assert.deepEqual(await Promise.all(late), ['200', '200', 'unreachable', 'unreachable', '200']);
});

test('O6: a run may take longer by what the answer of its surprise asks for, and the estimate knows it', async () => {
  const limits: number[] = [];
  const begun: ProbeStart[] = [];
  await runProbe({
    start: startOptionsOf({ logLevel: 'error' }, 'probe'),
    open: openListeningPort,
    prepare: async () => ({ env: {}, close: async () => {} }),
    subject: {
      run: async ({ mock, limitMillis }) => {
        limits.push(limitMillis);
        const { ok } = await fetch(`${mock.url}/ping/v2/ping`);
        return { status: ok ? 0 : 1, signal: undefined, isTimedOut: false, stdout: '', output: '', millis: 5 };
      },
    },
    ...{
      jobs: 1,
      timeoutMillis: 10_000,
      all: false,
      only: ['rate_limited', 'unavailable_once'],
      skip: [],
      accepted: [],
    },
    ...{ command: 'ping', reproduce: (id) => id, version: '0', now: () => 0, stopped: new AbortController().signal },
    started: (start) => begun.push(start),
  });
  assert.deepEqual(limits, [10_000, 10_000, 11_000, 10_000]);
  assert.equal(begun[0] && begun[0].waitingMillis - begun[0].estimateMillis, 1_000);
});

for (const [what, call, error] of [
  [
    'an option that is unknown',
    () => probe(client, { colour: 'red' } as object),
    /^probe: there is no option "colour"$/,
  ],
  ['a number that is none', () => probe(client, { maxTrials: 0 }), /^probe: maxTrials must be a number of 1 or more$/],
  [
    'an unknown surprise',
    () => probe(client, { only: ['short_pages'] }),
    /^probe: unknown value "short_pages", did you/,
  ],
  [
    'an accepted finding without a reason',
    () => probe(client, { accept: [{ what: 'never', reason: '' }] }),
    /reason must/,
  ],
  ['a function that calls nothing', () => probe(() => 1), /^the command calls nothing of the mock/],
  ['a function that throws', () => probe(() => Promise.reject(new Error('x'))), /^the command must succeed before/],
  [
    'a command that does not exist',
    () => probe(['no-such-command-here']),
    /^no-such-command-here: there is no such command$/,
  ],
] as const) {
  test(`O13: ${what} is refused`, async () => {
    await assert.rejects(call(), (thrown: Error) => error.test(thrown.message));
  });
}

test('O13: a command as a text is one for the shell, with the environment of this process', async () => {
  const program = `fetch(process.env.PLATFORM_API_URL + '/ping/v2/ping').then((a) => process.exit(a.ok ? 0 : 1))`;
  const report = await probe(`"${process.execPath}" -e "${program}"`, { only: ['internal_once'], logLevel: 'error' });
  assert.deepEqual(
    report.trials.map(({ id, verdict }) => [id, verdict]),
    [['Ping#1/internal_once', 'surfaced']],
  );
});
