import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TraceMode } from '../features/trace/test-trace.client.ts';
import { connectBy } from './connect.ts';
import { startMock } from './index.ts';
import type { Mock } from './mock.ts';
import type { MockOptions } from './mock-options.ts';
import { beginTest, now, type TestEnd } from './tested-world.ts';

/** The facts of a test that has ended. */
interface Seen extends TestEnd {
  /** The requests that the end of the test has sent. */
  readonly sent: readonly string[];
  readonly text: string | undefined;
}

/** The inspected parts of a trace. */
interface Written {
  readonly log: { readonly pages: readonly { readonly _labels: unknown }[]; readonly entries: readonly unknown[] };
}

/** The mock of the tests that want no other options: each has a world of its own. */
let shared: Mock;
before(async () => {
  shared = await startMock();
});
after(() => shared.close());

/** Runs a test which sends one request to no operation; beside a mock of its own if that has options. */
const runTest = async (
  trace: TraceMode,
  retry: number,
  isRed: boolean,
  { strict = false, ...options }: MockOptions & { readonly strict?: boolean } = {},
): Promise<Seen> => {
  const folder = mkdtempSync(join(tmpdir(), 'tested-world-'));
  const mock = Object.keys(options).length > 0 ? await startMock(options) : shared;
  try {
    const sent: string[] = [];
    const send = (request: Request): Promise<Response> => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return fetch(request);
    };
    const connected = await connectBy(send, { url: mock.url });
    const traceFile = (id: string): string => join(folder, 'made', `${id}.har`);
    const about = { titles: ['a test'], file: 'a.test.ts', project: '', retry, worker: '' };
    const care = { keep: 'none', trace, traceFile, limitMs: () => 0, began: 0 } as const;
    const begun = await beginTest(connected, about, { name: 'a-test' }, care);
    await begun.world.fetch('/nowhere');
    sent.length = 0;
    const end = await begun.end(isRed, strict);
    const file = traceFile('a-test');
    return { ...end, sent, text: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
  } finally {
    if (mock !== shared) await mock.close();
    rmSync(folder, { recursive: true });
  }
};

/** The tries whose run is written, by the word of the option. */
const CASES: readonly (readonly [trace: TraceMode, retry: number, isRed: boolean, isWritten: boolean])[] = [
  ['off', 0, true, false],
  ['retain-on-failure', 0, false, false],
  ['retain-on-failure', 0, true, true],
  ['retain-on-failure', 2, true, true],
  ['on-first-retry', 0, true, false],
  ['on-first-retry', 1, false, true],
  ['on-first-retry', 1, true, true],
  ['on-first-retry', 2, true, false],
  ['on', 0, false, true],
  ['on', 0, true, true],
];

for (const [trace, retry, isRed, isWritten] of CASES) {
  const what = `try ${retry + 1} of a test that ${isRed ? 'fails' : 'passes'}`;
  test(`Y12: with trace "${trace}" the run of ${what} is ${isWritten ? '' : 'not '}written`, async () => {
    const { trace: file, evidence, text } = await runTest(trace, retry, isRed);
    assert.equal(text !== undefined, isWritten);
    assert.equal(file !== undefined, isWritten);
    const { message = '' } = evidence ?? {};
    assert.equal(message.includes(`\n\nIts trace: npx platform-mock trace show `), isRed && isWritten);
    if (text === undefined) return;
    const { pages, entries } = (JSON.parse(text) as Written).log;
    assert.equal(entries.length, 1);
    const result = isRed ? 'failed' : 'passed';
    assert.deepEqual(pages[0]?._labels, { title: 'a-test', file: 'a.test.ts', retry: String(retry), trace, result });
  });
}

test('Y12: a test that passes sends nothing but the end of its world', async () => {
  const { sent } = await runTest('retain-on-failure', 0, false);
  assert.deepEqual(sent, ['DELETE /_mock/v1/worlds/a-test']);
});

test('Y12: the run of a test that is not strict enough to pass is written', async () => {
  const { evidence, text } = await runTest('retain-on-failure', 0, false, { strict: true });
  assert.match(evidence?.message ?? '', /does not let pass\n\nCalls that match no operation:[\s\S]*Its trace: /);
  assert.match(text ?? '', /"result":"failed"/);
});

test('Y12: without a journal the evidence says why there is no trace, and the test ends as it would', async () => {
  const { trace, evidence, text } = await runTest('retain-on-failure', 0, true, { journal: false });
  assert.deepEqual([trace, text], [undefined, undefined]);
  assert.match(evidence?.message ?? '', /\n\nIt has no trace: [^\n]*journal[^\n]*$/);
  const passed = await runTest('on', 0, false, { journal: false });
  assert.deepEqual([passed.trace, passed.evidence], [undefined, undefined]);
});

test('Y8: an expect has the time that its test has left since it began, and is evidence while it is not met', async () => {
  const waits: unknown[] = [];
  const send = async (request: Request): Promise<Response> => {
    if (request.url.endsWith(':await')) waits.push(((await request.clone().json()) as { timeoutMs: number }).timeoutMs);
    return fetch(request);
  };
  const connected = await connectBy(send, { url: shared.url });
  const care = {
    keep: 'none',
    trace: 'off',
    traceFile: () => '',
    limitMs: () => 5_000,
    began: now() - 60_000,
  } as const;
  const { world, end } = await beginTest(connected, { titles: ['a test'] }, {}, care);
  await assert.rejects(world.events.expect({ type: 'repo.created' }), /0 events matched/);
  const waited = world.journal.expect({ operation: 'CreateRepo' }, { timeoutMs: 600_000 }).catch(() => {});
  const { evidence } = await end(true, false);
  assert.match(evidence?.message ?? '', /^The test still waited: .*: 0 entries matched, of at least 1; nothing was/m);
  assert.deepEqual(waits, [0, 600_000, 0]);
  await waited;
});
