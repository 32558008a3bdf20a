import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { test } from '../support/folder.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { steer } from '../support/mock.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { readTrace, type Trace } from '../support/traces.ts';
import { makeWorld } from '../support/worlds.ts';
import { askExchange, exchanged } from '../tokens/exchange.ts';
import { keySetOf, thirdPartyKey } from '../tokens/third-party.ts';
import { runEverything } from './recorded-run.ts';
import { runSurprises } from './surprised-run.ts';

/** The time limit of a run on a busy machine. */
const LIMIT_MS = 120_000;

const replay = (file: string, ...flags: readonly string[]) =>
  runCommand(['trace', 'replay', file, ...flags], {}, LIMIT_MS);

/** A name with a value at a path of the log of a trace, or without it. */
type Edit = (log: Record<string, unknown>) => void;

/** Traces that cannot be run again, each with the edit that makes them so and the place that is named. */
const BAD: readonly (readonly [what: string, edit: Edit, place: string])[] = [
  [
    'of a newer mock',
    (log) => Object.assign(log, { creator: { version: '999.0.0' } }),
    'log.creator.version: it is of 999.0.0',
  ],
  ['of another format', (log) => Object.assign(log, { _format: 2 }), 'log._format: it is 2, this mock reads 1'],
  ['without its options', (log) => delete log._mock, 'log._mock: '],
  ['with a call that is none', (log) => Object.assign(log, { entries: [{ pageref: 1 }] }), 'log.entries[0].pageref: '],
  [
    'that begins with another fixture',
    (log) => Object.assign(beginning(log), { fixtures: [{ name: 'default', sha256: '00' }] }),
    'log._began[0].fixtures: the fixture "default" is not the one that this mock has',
  ],
  [
    'whose beginning is not known',
    (log) => delete beginning(log).fixtures,
    'log._began[0].fixtures: the state of default is of an earlier run',
  ],
];

/** Runs a trace again up to a call, and hands over a caller of the mock as it is then, with what was printed. */
const replayUpTo = async (
  file: string,
  upto: number,
  { connection }: Api,
  use: (again: Api, lines: readonly string[]) => Promise<void>,
): Promise<void> => {
  const child = spawn(...commandLine('trace', 'replay', file, '--upto', String(upto)), {
    env: plainEnvironment(),
  });
  try {
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    for await (const line of reader) {
      lines.push(line);
      if (/^ {2}curl /.test(line)) break;
    }
    const [, url = ''] = /^platform-mock ready on (\S+)$/m.exec(lines.join('\n')) ?? [];
    const [, token] = /Bearer (\S+?)'/.exec(lines.at(-1) ?? '') ?? [];
    await use(new Api({ ...connection, baseUrl: url }, token), lines);
  } finally {
    child.kill('SIGTERM');
  }
  expect((await once(child, 'exit'))[0]).toBe(0);
};

const beginning = (log: Record<string, unknown>): { fixtures?: unknown } =>
  (log._began as { fixtures?: unknown }[])[0] ?? {};

test.describe('platform-mock trace replay @mock', () => {
  test.describe.configure({ timeout: 300_000 });

  test('behaviour R7, R8, R9: calls of every kind are answered again as they were, without a wait @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api, ready } = await freshServer();
    const grpc = new GrpcClient(ready.url, ready.token);
    await runEverything(api, grpc, ready.orgId);
    grpc.client.close();
    const file = join(folder, 'run.har');
    const { text, log } = await readTrace(api, '?world=*');
    writeFileSync(file, text);
    const { code, stdout, stderr } = await replay(file);
    const count = log.entries.length - 3;
    const skipped = '3 not compared: 2 with a token of another issuer, 1 broken off';
    expect([code, stdout, stderr]).toEqual([0, `replayed ${count} calls: ${count} as recorded\n${skipped}\n`, '']);
    expect(count).toBeGreaterThan(400);
    const all: readonly Readonly<Record<string, unknown>>[] = [
      ...log.entries.map((call) => ({ ...call })),
      ...log._steps.filter(({ kind }) => kind === 'control'),
    ];
    expect(new Set(all.map(({ _place: place }) => place)).size).toBe(all.length);
    expect(all.every(({ _ran: ran }) => /^20\d\d-.*\.\d{3}Z$/.test(String(ran)))).toBe(true);
  });

  test('behaviour J7, R3, R22: large control calls are made again, and one whose body was dropped is counted @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api } = await freshServer('--journal-bytes', '400KiB', '--max-worlds', '1');
    const [token, unused, ofOther] = ['named-by-a-fixture', 'named-and-never-used', 'named-by-that-of-another-world'];
    const viewer = '{name: viewer, claimMatch: {issuer: "https://issuer.test", subject: viewer}}';
    const rows = `tokens: {${ofOther}: viewer}\ngroups:\n  - {name: org, identities: [${viewer}]}\n`;
    const other = { from: 'fixture:other', fixture: rows };
    const made = [await steer(api, 'POST', 'worlds', other), await steer(api, 'POST', 'worlds', other)];
    expect(made.map(({ status }) => status)).toEqual([200, 429]);
    const groups = Array.from({ length: 150 }, (_, nth) => `  - {name: g${nth}, description: ${'x'.repeat(500)}}\n`);
    const tokens = `tokens: {${token}: viewer, ${unused}: viewer}\n`;
    const fixture = `${tokens}groups:\n  - {alias: added, name: added}\n${groups.join('')}`;
    expect(fixture.length).toBeGreaterThan(65_536);
    ok(await steer(api, 'POST', 'fixtures?mode=merge', fixture));
    await api.as(token).read('/iam/v2/groups?name=added');
    ok(await steer(api, 'PUT', 'snapshots/large'));
    const snapshot = await steer(api, 'GET', 'snapshots/large:file');
    expect(snapshot.text.length).toBeGreaterThan(65_536);
    // After the resets no row at the end has the tokens that fixture and snapshot name.
    ok(await steer(api, 'POST', 'reset'));
    ok(await steer(api, 'POST', 'snapshots:restore', snapshot.text));
    await api.read('/iam/v2/groups?name=added');
    ok(await steer(api, 'POST', 'reset'));
    await api.read('/iam/v2/groups?name=added');
    const file = join(folder, 'run.har');
    const { text, log } = await readTrace(api);
    for (const secret of [token, unused, ofOther]) expect(text).not.toContain(secret);
    writeFileSync(file, text);
    const { length: count } = log.entries;
    const whole = await replay(file);
    const skipped = '1 not compared: 1 control calls over a limit of that process';
    expect([whole.code, whole.stdout]).toEqual([0, `replayed ${count} calls: ${count} as recorded\n${skipped}\n`]);
    const large = (nth: number) => `# ${'x'.repeat(70_000)}\ngroups:\n  - {alias: g${nth}, name: g${nth}}\n`;
    for (let nth = 0; nth < 6; nth += 1) ok(await steer(api, 'POST', 'fixtures?mode=merge', large(nth)));
    const later = await readTrace(api);
    const digests = later.log._steps.filter(
      ({ body }) => typeof body === 'object' && body !== null && 'sha256' in body,
    );
    expect(digests.length).toBeGreaterThan(1);
    expect(digests.length).toBeLessThan(8);
    expect(later.log._cut).toMatchObject([{ world: 'default', bodies: digests.length, calls: 0, steps: 0 }]);
    writeFileSync(file, later.text);
    const { stdout } = await replay(file);
    expect(stdout).toContain(`${digests.length} control calls with a body that was not stored\n`);
  });

  test('behaviour R7: two traces of a process have the same times', async ({ freshServer }) => {
    const { api } = await freshServer();
    for (let count = 0; count < 5; count += 1) await api.get('/registry/v2/repos');
    const times = async (): Promise<readonly unknown[]> =>
      (await readTrace(api)).log.entries.slice(0, 5).map(({ startedDateTime, _ran }) => [startedDateTime, _ran]);
    const first = await times();
    for (let count = 0; count < 20; count += 1) expect(await times()).toEqual(first);
  });

  test('behaviour R8, R21: a difference is named by call, operation and path, and --upto keeps the state of a call', async ({
    freshServer,
    folder,
  }) => {
    const { api, ready } = await freshServer();
    for (const name of ['one', 'two', 'three']) await api.post(`/registry/v2/repos/${ready.orgId}`, { name });
    const { text } = await readTrace(api);
    const file = join(folder, 'run.har');
    const { log } = JSON.parse(text) as Trace;
    const at = log.entries.findIndex(({ response }) => /"name":"two"/.test(response.content.text));
    writeFileSync(file, text.replaceAll('\\"name\\":\\"two\\",\\"desc', '\\"name\\":\\"edited\\",\\"desc'));
    const { code, stdout } = await replay(file);
    const count = log.entries.length;
    expect([code, stdout]).toEqual([
      3,
      `replayed ${count} calls: ${count - 1} as recorded, 1 not\n  call ${at + 1}  CreateRepo  body.name: "edited", now "two"\n`,
    ]);
    const missing = await replay(file, '--upto', String(count + 1));
    expect([missing.code, missing.stderr]).toEqual([
      2,
      `platform-mock: ${file}: log.entries: there is no call ${count + 1}, it has ${count}\n`,
    ]);
    writeFileSync(file, text);
    await replayUpTo(file, at + 1, api, async (again, lines) => {
      expect(lines[0]).toBe(`replayed ${at + 1} calls: ${at + 1} as recorded`);
      const { repos } = (await again.read(
        `/registry/v2/repos?uidp.children_of=${ready.orgId}&order_by=create_time%20desc&page_size=2`,
      )) as unknown as { readonly repos: readonly { readonly name: string }[] };
      expect(repos.map(({ name }) => name)).toEqual(['two', 'one']);
    });
  });

  test('behaviour R8: the issuers and principals that the recorded mock has trusted are trusted again @whole', async ({
    ownServer,
    folder,
  }) => {
    const [issuer, subject] = ['https://token.ci.test', 'x'];
    const key = await thirdPartyKey('ES256', 'a');
    const [published] = keySetOf(key).keys;
    const secrets = ['of-the-private-part', 'of-a-shared-key'];
    const keys = [published, { ...published, kid: 'b', d: secrets[0] }, { kty: 'oct', k: secrets[1] }];
    const keyFile = join(folder, 'keys.json');
    writeFileSync(keyFile, JSON.stringify({ keys }));
    const keysUrl = 'https://of-a-user:of-its-word@keys.test/keys?token=of-the-query';
    const { api, ready } = await ownServer(
      ...['--trust', `${issuer}=${keyFile}`, '--trust', `https://token.page.test=${keysUrl}`],
      ...['--trust', 'https://token.any.test=any', '--trust-aws', '123456789012'],
    );
    const claimMatch = { issuer, subject };
    ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'matched', claimMatch }));
    await exchanged(api, await key.sign({ iss: issuer, sub: subject }));
    const { log, text } = await readTrace(api);
    for (const secret of [...secrets, 'of-a-user', 'of-its-word', 'of-the-query']) expect(text).not.toContain(secret);
    expect(log._mock).toMatchObject({
      trusted: [
        { issuer, keys: { jwks: { keys: [published, { ...published, kid: 'b' }] } } },
        { keys: { url: expect.stringMatching(/^https:\/\/keys\.test\/keys\?token=/) } },
        { issuer: 'https://token.any.test', keys: 'any' },
      ],
      trustedAws: [{ account: '123456789012' }],
    });
    const file = join(folder, 'run.har');
    writeFileSync(file, text);
    const { code, stdout } = await replay(file);
    const skipped = '1 not compared: 1 with a token of another issuer';
    const count = log.entries.length - 1;
    expect([code, stdout]).toEqual([0, `replayed ${count} calls: ${count} as recorded\n${skipped}\n`]);
    await replayUpTo(file, count, api, async (again) => {
      await exchanged(again, await key.sign({ iss: issuer, sub: subject }));
      const stranger = await thirdPartyKey('ES256', 'a');
      expect((await askExchange(again, await stranger.sign({ iss: issuer, sub: subject }))).status).toBe(401);
    });
  });

  test('behaviour R8: the trace of one world that a test made begins where that world began @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api } = await freshServer();
    await api.post(`/registry/v2/repos/${(await makeWorld(api)).orgId}`, { name: 'in-default' });
    const made = await makeWorld(api, { from: 'default', seed: 'other', clock: { mode: 'scaled', scale: 50 } });
    const world = new Api({ ...api.connection, world: made.id }, made.token as string);
    await world.post(`/registry/v2/repos/${made.orgId}`, { name: 'in-default' });
    await world.post(`/registry/v2/repos/${made.orgId}`, { name: 'in-world' });
    const page = await world.read('/registry/v2/repos?page_size=2');
    await world.get(`/registry/v2/repos?page_size=2&page_token=${encodeURIComponent(page.nextPageToken as string)}`);
    const file = join(folder, 'run.har');
    const { text, log } = await readTrace(world);
    writeFileSync(file, text);
    const { code, stdout } = await replay(file);
    expect([code, stdout]).toEqual([0, 'replayed 4 calls: 4 as recorded\n']);
    // Its beginning is a fixture that loads, though no token is in it.
    const [began] = log._began as readonly { readonly fixtures: readonly { readonly yaml: string }[] }[];
    const yaml = began?.fixtures[0]?.yaml ?? '';
    expect(yaml).toMatch(/^ *secret-\d+: "[0-9a-f/]+"$/m);
    const fixture = join(folder, 'began.yaml');
    writeFileSync(fixture, yaml);
    const validated = await runCommand(['fixture', 'validate', fixture]);
    expect(validated.code, validated.stderr).toBe(0);
  });

  test('behaviour R3, R8: calls are replayed after a fixture that has the uid of their caller under its token was applied elsewhere @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api } = await freshServer();
    ok(await steer(api, 'PUT', 'snapshots/base'));
    const { text: yaml } = await steer(api, 'GET', 'snapshots/base:export');
    const copy = await makeWorld(api, { from: 'empty' });
    const headers = { 'content-type': 'application/yaml', 'x-mock-world': copy.id };
    ok(await api.send('POST', '/_mock/v1/fixtures?mode=replace', { headers, body: yaml }));
    const { id } = await makeWorld(api, { from: 'fixture:default' });
    const world = new Api({ ...api.connection, world: id }, 'owner-token');
    ok(await world.get('/registry/v2/repos?page_size=1'));
    const file = join(folder, 'run.har');
    const { text, log } = await readTrace(world);
    expect(text).not.toContain('owner-token');
    expect(log.entries[0]?._caller).toMatchObject({ identity: expect.stringMatching(/^[0-9a-f/]+$/) });
    writeFileSync(file, text);
    const { code, stdout } = await replay(file);
    expect([code, stdout]).toEqual([0, 'replayed 1 call: 1 as recorded\n']);
  });

  test('behaviour R8: a world with a reset, and one that began with a snapshot, begin at the moments at which they did @whole', async ({
    freshServer,
    ownServer,
    folder,
  }) => {
    const { api } = await freshServer();
    const made = await makeWorld(api, { from: 'fixture:default' });
    const world = new Api({ ...api.connection, world: made.id }, made.token as string);
    ok(await world.post(`/registry/v2/repos/${made.orgId}`, { name: 'before-the-reset' }));
    ok(await steer(world, 'POST', 'reset'));
    ok(await world.as('admin-token').post(`/registry/v2/repos/${made.orgId}`, { name: 'after-it' }));
    const file = join(folder, 'run.har');
    writeFileSync(file, (await readTrace(world)).text);
    expect((await replay(file)).stdout).toBe('replayed 2 calls: 2 as recorded\n');
    const snapshot = join(folder, 'frozen.snapshot');
    const clocks = [
      { mode: 'scaled', scale: 1000 },
      { mode: 'frozen', now: '2031-01-01T00:00:00Z' },
      { mode: 'real', now: '2041-01-01T00:00:00Z' },
    ];
    for (const clock of clocks) {
      ok(await steer(api, 'PUT', 'clock', clock));
      ok(await steer(api, 'PUT', 'snapshots/kept?overwrite', {}));
      writeFileSync(snapshot, (await steer(api, 'GET', 'snapshots/kept:file')).text);
      const { api: then, ready, stop } = await ownServer('--snapshot', snapshot);
      ok(await then.post(`/registry/v2/repos/${ready.orgId}`, { name: 'in-the-future' }));
      const { text, log } = await readTrace(then);
      expect(log.entries.at(-1)?.response.content.text).toContain('"createTime":"20');
      writeFileSync(file, text);
      const { length: count } = log.entries;
      expect((await replay(file)).stdout, clock.mode).toBe(`replayed ${count} calls: ${count} as recorded\n`);
      await stop();
    }
  });

  test('behaviour R8: calls that surprises have met are answered again as they were @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api, ready } = await freshServer();
    const lost = await runSurprises(faulty(api), ready.orgId);
    const { text, log } = await readTrace(api);
    const file = join(folder, 'run.har');
    writeFileSync(file, text);
    const { code, stdout } = await replay(file);
    const { length: count } = log.entries;
    expect([code, stdout]).toEqual([
      0,
      `replayed ${count - lost} calls: ${count - lost} as recorded\n${lost} not compared: ${lost} broken off\n`,
    ]);
    expect(count).toBeGreaterThan(lost * 50);
  });

  test('behaviour R21: a difference in calls that overlapped under a rule is apart @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api } = await freshServer();
    ok(
      await steer(api, 'PUT', 'faults', [{ match: { operation: 'ListRepos' }, do: { code: 'UNAVAILABLE' }, times: 1 }]),
    );
    await faulty(api).get('/registry/v2/repos');
    await api.get('/registry/v2/repos');
    const { log } = await readTrace(api);
    const [first, second] = log.entries.filter(({ _operation }) => _operation === 'ListRepos');
    if (!first || !second) throw new Error('there are two calls');
    // Edits the trace as if the rule had met the other call.
    Object.assign(first, { time: 10_000 });
    const { response } = first;
    Object.assign(first, { response: second.response });
    Object.assign(second, { response });
    const file = join(folder, 'run.har');
    writeFileSync(file, JSON.stringify({ log }));
    const places = [first, second].map((call) => log.entries.indexOf(call) + 1).join(', ');
    const count = log.entries.length;
    const { code, stdout } = await replay(file);
    expect([code, stdout]).toEqual([
      0,
      `replayed ${count} calls: ${count - 2} as recorded\n2 not, which overlapped under a rule: ${places}\n`,
    ]);
  });

  test('behaviour R21: a run of which no call can be compared ends with 3', async ({ ownWorld, folder }) => {
    const world = await ownWorld();
    ok(await world.get('/registry/v2/repos'));
    const { log } = await readTrace(world);
    for (const { response } of log.entries) Object.assign(response.content, { comment: 'cut' });
    const file = join(folder, 'run.har');
    writeFileSync(file, JSON.stringify({ log }));
    const { code, stdout } = await replay(file);
    expect([code, stdout]).toEqual([3, 'no call was compared\n1 not compared: 1 with an answer that was cut\n']);
  });

  test('behaviour R22: a file that cannot be run again ends with 2 and one line that names file and place @whole', async ({
    freshServer,
    folder,
  }) => {
    const { api } = await freshServer();
    await api.get('/registry/v2/repos');
    const file = join(folder, 'run.har');
    const { text } = await readTrace(api);
    const texts: (readonly [what: string, text: string | undefined, place: string])[] = [
      ['is missing', undefined, `${file}: there is no such file`],
      ['is no HAR', '{"log": 1}', `${file}: log.entries: it is no HAR`],
      ['is no trace', '{"log": {"entries": []}}', `${file}: log._format: it is a HAR, but no trace`],
      ['is cut off', text.slice(0, -40), `${file}:`],
      ...BAD.map(([what, edit, place]) => {
        const har = JSON.parse(text) as { readonly log: Record<string, unknown> };
        edit(har.log);
        return [what, JSON.stringify(har), `${file}: ${place}`] as const;
      }),
    ];
    // A process starts for each.
    for (const [what, content, place] of texts) {
      if (content !== undefined) writeFileSync(file, content);
      const { code, stdout, stderr } = await replay(file);
      expect([code, stdout], what).toEqual([2, '']);
      expect(stderr, what).toContain(`platform-mock: ${place}`);
      expect(stderr.trimEnd().split('\n'), what).toHaveLength(1);
    }
    expect(readFileSync(file, 'utf8')).not.toBe(text);
  });
});
