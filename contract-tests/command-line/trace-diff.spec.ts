import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { readTrace } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';

/** The differences of a run from the first. */
interface Change {
  readonly seed?: string;
  readonly name?: string;
  readonly more?: boolean;
  readonly less?: boolean;
  readonly fails?: boolean;
}

/** Runs calls in a world of their own, and writes its trace into a file. */
const recordRun = async (api: Api, org: string, file: string, change: Change): Promise<void> => {
  const { seed, name = 'checkout', more = false, less = false, fails = false } = change;
  const { id, token } = await makeWorld(api, { from: 'fixture:default', ...(seed !== undefined && { seed }) });
  const world = new Api({ ...api.connection, world: id }, token);
  const uidOf = ({ body }: Answer): string => String(body.uid);
  const group = uidOf(await world.post(`/iam/v2/groups/${org}`, { name: 'team' }));
  await world.post(`/registry/v2/repos/${org}`, { name });
  const repo = uidOf(await world.post(`/registry/v2/repos/${group}`, { name: 'inner' }));
  await world.post(`/registry/v2/repos/${group}`, { name: 'second' });
  // Sorted by name: other uids would have another order.
  const page = `/registry/v2/repos?uidp.children_of=${group}&order_by=name&page_size=1`;
  const { nextPageToken } = await world.read(page);
  if (more) await world.get('/iam/v2/groups?page_size=1');
  await world.get(`/iam/v2/groups/${group}`);
  await world.post(`/iam/v2/groupInvites/${org}`, { ttl: '3600s', role: '63921b2c44617e3f2603851537be0123af4a57d7' });
  if (!less) await world.get('/ping/v2/ping');
  await world.get(`/registry/v2/repos/${repo}`);
  await world.get('/nowhere');
  if (fails)
    ok(
      await steer(world, 'PUT', 'faults', [{ match: { operation: 'DeleteRepo' }, do: { code: 'PERMISSION_DENIED' } }]),
    );
  await world.delete(`/registry/v2/repos/${repo}`);
  expect(nextPageToken).toMatch(/./);
  writeFileSync(file, (await readTrace(world)).text);
};

/** Runs that are compared with one of 11 calls: what is done in another way, how many calls are alike, and what is said. */
const RUNS: readonly (readonly [what: string, change: Change, status: number, lines: readonly (string | RegExp)[]])[] =
  [
    ['the same once more', {}, 0, ['11 calls alike']],
    ['other uids and times', { seed: 'another' }, 0, ['11 calls alike']],
    [
      'one name',
      { name: 'basket' },
      3,
      [
        'call 2 of ONE and call 2 of OTHER differ: CreateRepo',
        '  request.body.name: "checkout" and "basket"',
        '  answer.body.name: "checkout" and "basket"',
        '  changes[0].name: "checkout" and "basket"',
        '10 calls alike, 1 differ',
      ],
    ],
    [
      'one call more',
      { more: true },
      3,
      ['call 6 is only in OTHER: ListGroups 200', '11 calls alike, 1 only in OTHER'],
    ],
    ['one call less', { less: true }, 3, ['call 8 is only in ONE: Ping 200', '10 calls alike, 1 only in ONE']],
    [
      'one that fails',
      { fails: true },
      3,
      [
        'call 11 of ONE and call 11 of OTHER differ: DeleteRepo',
        '  answer.status: 200 and 403',
        /^ {2}answer\.body: nothing and .*"Permission denied: injected fault"/,
        '10 calls alike, 1 differ',
      ],
    ],
  ];

test.describe('platform-mock trace diff @mock', () => {
  // A process starts for each pair of files.
  test.describe.configure({ timeout: 120_000 });

  test('behaviour R14: the calls that differ between two runs are named, and nothing else is', async ({
    ownServer,
    folder,
  }) => {
    const { ready, api } = await ownServer();
    const one = join(folder, 'one.har');
    const other = join(folder, 'other.har');
    await recordRun(api, ready.orgId, one, {});
    expect((await runCommand(['trace', 'diff', one, one])).stdout).toBe('11 calls alike\n');
    for (const [what, change, status, lines] of RUNS) {
      await recordRun(api, ready.orgId, other, change);
      const { code, stdout, stderr } = await runHere(['trace', 'diff', one, other]);
      const said = stdout.replaceAll(one, 'ONE').replaceAll(other, 'OTHER').trimEnd().split('\n');
      expect([code, stderr], `${what}: ${stdout}`).toEqual([status, '']);
      for (const line of lines)
        expect(said, what).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
      expect(said.at(-1), what).toBe(lines.at(-1));
    }
    const { code, stdout } = await runCommand(['trace', 'diff', one, other, '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      alike: 10,
      findings: [
        {
          one: { call: 11 },
          other: { call: 11 },
          differences: expect.arrayContaining([{ path: 'answer.status', one: 200, other: 403 }]),
        },
      ],
    });
  });

  test('behaviour R23: more differences than 20 are counted, and neither of two files may be bad @whole', async ({
    folder,
  }) => {
    const call = (path: string): object => ({
      startedDateTime: '2026-01-01T00:00:00Z',
      request: { method: 'GET', url: `http://127.0.0.1:1/${path}` },
      response: { status: 200 },
    });
    const write = (name: string, entries: readonly unknown[]): string => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify({ log: { version: '1.2', _format: 1, entries } }));
      return file;
    };
    const many = write(
      'many.har',
      Array.from({ length: 25 }, (_, at) => call(`evil\u009b${at}`)),
    );
    const none = write('none.har', []);
    const { stdout } = await runHere(['trace', 'diff', many, none]);
    expect(stdout.split('\n').slice(-3)).toEqual(['  … and 4 more', `0 calls alike, 25 only in ${many}`, '']);
    for (const [bad, place] of [
      [join(folder, 'gone.har'), ': there is no such file or folder'],
      [write('odd.har', [call('a'), { request: {} }]), ': log.entries[1]: it is no call'],
    ] as const) {
      for (const files of [
        [bad, none],
        [none, bad],
      ]) {
        const { code, stdout: out, stderr } = await runHere(['trace', 'diff', ...files]);
        expect([code, out, stderr]).toEqual([2, '', `platform-mock: ${bad}${place}\n`]);
      }
    }
  });
});
