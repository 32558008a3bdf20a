import { readFileSync } from 'node:fs';
import { type Answer, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { digestOf } from '../support/org.ts';
import { followStream } from '../support/server-sent-events.ts';
import { endedBy, orgOf, reasonOf, violations } from '../support/steered.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';
import { EMITTED, EVENTS } from './event-cases.ts';

type Json = Readonly<Record<string, unknown>>;
type Event = Json & { readonly id: string; readonly type: string; readonly subject: string; readonly body: Json };

const catalogue = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

const PREFIX = 'dev.chainguard.api';
const CREATED = `${PREFIX}.platform.registry.repo.created.v1`;

const list = async (world: Api, query = '') =>
  ok(await steer(world, 'GET', `events${query}`)) as unknown as {
    readonly events: readonly Event[];
    readonly cursor: string;
    readonly dropped: number;
  };

const wait = (world: Api, asked: Json): Promise<Answer> => steer(world, 'POST', 'events:await', asked);

const create = async (world: Api, parent: string, name: string): Promise<string> =>
  ok(await world.post(`/registry/v2/repos/${parent}`, { name })).uid;

/** Longer than the test: what ends earlier does so for another reason. */
const LONG_MS = 60_000;

test.describe('the events of a world @mock', () => {
  test('behaviour E14: lists are the newest first, narrowed by type, group and subject, and go on by a cursor', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const repo = await create(world, parent, 'one');
    ok(await world.post(`/registry/v2/tags/${repo}`, { name: 'latest', digest: digestOf('one') }));
    ok(await world.delete(`/registry/v2/repos/${repo}`));
    const types = async (query: string): Promise<readonly string[]> =>
      (await list(world, query)).events.map(({ type }) => type.split('.').slice(-3, -1).join('.'));
    const all = ['repo.deleted', 'registry.push', 'tag.created', 'repo.created'];
    expect(await types('')).toEqual(all);
    for (const name of [CREATED, 'platform.registry.repo.created.v1', 'repo.created', 'registry.repo.created']) {
      expect(await types(`?type=${name}`), name).toEqual(['repo.created']);
    }
    expect(await types(`?subject=${repo}`)).toEqual(['repo.deleted', 'registry.push', 'repo.created']);
    expect(await types(`?group=${parent}`)).toEqual(all);
    expect(await types(`?group=${repo}`)).toEqual([]);
    expect(await types('?limit=2')).toEqual(all.slice(0, 2));
    const { cursor, dropped, events } = await list(world);
    expect([cursor, dropped]).toEqual(['4', 0]);
    expect((await list(world, `?since=${cursor}`)).events).toEqual([]);
    expect(await types('?since=2')).toEqual(all.slice(0, 2));
    const [newest] = events;
    expect(ok(await steer(world, 'GET', `events/${newest?.id}`))).toEqual(newest);
    const missing = await steer(world, 'GET', 'events/nope');
    expect([missing.status, reasonOf(missing)]).toEqual([404, 'MOCK_EVENT_NOT_FOUND']);
  });

  test('behaviour E15, 13.1: the types are those of the operations and the others that are published, as docs/events.md lists them', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as {
      readonly types: readonly {
        readonly type: string;
        readonly audience: string;
        readonly emittedBy: readonly { readonly operation: string; readonly bodyType?: string }[];
        readonly description?: string;
      }[];
    };
    const own = types.filter(({ description }) => description === undefined);
    expect(own.map(({ type }) => type.replace(`${PREFIX}.`, '')).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    const emitted = own.flatMap(({ type, emittedBy }) =>
      emittedBy.map(({ operation }) => [operation, type.replace(`${PREFIX}.`, '')]),
    );
    expect(Object.fromEntries(emitted)).toEqual(EMITTED);
    const table = [...catalogue.matchAll(/^\| `(\S+)` \| (.+) \| (.*) \| (\w+) \|$/gm)];
    expect(table.map(([, type]) => `dev.chainguard.${type}`)).toEqual(types.map(({ type }) => type));
    for (const [index, [, type, operations = '', messages = '', audience]] of table.entries()) {
      const { emittedBy = [], audience: listed } = types[index] ?? {};
      const inV2 = emittedBy.filter(({ operation }) => !operation.includes('_'));
      const named = inV2.length > 0 ? inV2 : emittedBy;
      expect(operations.split(', '), type).toEqual(
        named.length > 0 ? named.map(({ operation }) => operation) : ['none'],
      );
      const bodies = new Set(named.flatMap(({ bodyType = [] }) => bodyType));
      const written = [...messages.matchAll(/`([^`]+)`/g)].map(([, name]) => `chainguard.platform.${name}`);
      expect([written, audience], type).toEqual([[...bodies], listed]);
    }
    const messages = new Map(own.map(({ type, emittedBy: [first] }) => [type.replace(`${PREFIX}.`, ''), first]));
    for (const [type, { bodyType }] of Object.entries(EVENTS)) {
      expect(messages.get(type)?.bodyType, type).toBe(bodyType && `chainguard.platform.${bodyType}`);
    }
    expect(types.filter(({ description }) => description !== undefined).map(({ type }) => type)).toEqual([
      'dev.chainguard.registry.push.v1',
      'dev.chainguard.registry.pull.v1',
      'dev.chainguard.api.auth.registered.v1',
      'dev.chainguard.entitlement.changed.v1',
      'dev.chainguard.apk.push.v1',
    ]);
  });

  test('behaviour E16: an example of each type can be triggered, and any event be emitted', async ({ ownWorld }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as { types: readonly Event[] };
    for (const { type } of types) {
      const event = ok(await steer(world, 'POST', 'events:trigger', { preset: type }));
      const { bodyType } = EVENTS[type.replace(`${PREFIX}.`, '')] ?? {};
      expect([event.type, event.bodyType], type).toEqual([type, bodyType && `chainguard.platform.${bodyType}`]);
      expect(String(event.subject), type).toMatch(/^[0-9a-f]{40}/);
      expect((await list(world, '?limit=1')).events[0], type).toEqual(event);
    }
    const overrides = { 'body.name': 'mine', 'body.aliases.0': 'a', subject: 's', 'actor.act.iss': 'me' };
    const triggered = ok(await steer(world, 'POST', 'events:trigger', { preset: 'repo.updated', overrides }));
    expect(triggered).toMatchObject({ subject: 's', body: { name: 'mine' }, actor: { act: { iss: 'me' } } });
    const wanted = { type: 'registry.pull', body: { any: ['thing'] }, group: 'team', actor: { subject: 'x' } };
    const emitted = ok(await steer(world, 'POST', 'events', wanted));
    const team = ok(await steer(world, 'GET', 'info')).aliases as Json;
    expect(emitted).toMatchObject({ type: 'dev.chainguard.registry.pull.v1', group: team.team, subject: team.team });
    expect([emitted.body, emitted.actor]).toEqual([wanted.body, wanted.actor]);
    const bare = ok(await steer(world, 'POST', 'events', { type: CREATED, body: { uid: 'u' } }));
    expect([bare.subject, bare.group, bare.bodyType]).toEqual(['u', org, 'chainguard.platform.registry.v2.Repo']);
    expect(bare).not.toHaveProperty('actor');
  });

  test('behaviour E30: with raw any type is emitted, whose body is all that subscribers receive', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const org = await orgOf(world);
    ok(await steer(world, 'PUT', 'events:plan', { mode: 'sync' }));
    ok(await world.post(`/events/v2/subscriptions/${org}`, { sink: 'sink://raw' }));
    ok(await steer(world, 'DELETE', 'sink/raw'));
    const body = { uid: 'mine', lines: [1, 2] };
    const wanted = { type: 'com.acme.Order/placed', body, raw: true };
    const event = ok(await steer(world, 'POST', 'events', wanted));
    expect(event).toMatchObject({ type: wanted.type, group: org, subject: 'mine', raw: true, body });
    expect(event).not.toHaveProperty('bodyType');
    const { received } = ok(await steer(world, 'GET', 'sink/raw')) as unknown as {
      readonly received: readonly { readonly headers: Json; readonly body: string; readonly valid: boolean }[];
    };
    expect(received.map((each) => [each.valid, JSON.parse(each.body), each.headers['Ce-Type']])).toEqual([
      [true, body, wanted.type],
    ]);
    // Its type is known from then on, as a name to match by.
    expect((await list(world, `?type=${encodeURIComponent(wanted.type)}`)).events).toEqual([event]);
    const { body: bare } = ok(await steer(world, 'POST', 'events', { type: 'bare', raw: true }));
    expect(bare).toEqual({});
  });

  test('behaviour E17: a wait is met by events that are there or come, and says what came nearest', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    const waiting = wait(world, {
      match: { type: 'repo.created', group: parent, body: { name: { regex: '^awa' } } },
      count: { min: 2, max: 2 },
      timeoutMs: LONG_MS,
    });
    for (const name of ['other', 'awaited', 'awaits']) await create(world, parent, name);
    const { events, cursor } = ok(await waiting) as unknown as { events: readonly Event[]; cursor: string };
    expect([events.map(({ body }) => body.name), cursor]).toEqual([['awaits', 'awaited'], '3']);
    const cases: readonly (readonly [asked: Json, status: number, reason: string | undefined, seen: number])[] = [
      [{ match: { body: { name: 'other' } } }, 200, undefined, 1],
      [{ match: { actor: { subject: { any: true } } }, count: { min: 3 } }, 200, undefined, 3],
      [{ match: { bodyType: { regex: 'Repo$' }, traceparent: null }, count: { min: 3 } }, 200, undefined, 3],
      [{ match: { subject: 'nothing' }, timeoutMs: 1 }, 408, 'MOCK_AWAIT_TIMEOUT', 0],
      [{ match: { type: 'repo.created' }, since: cursor, timeoutMs: 1 }, 408, 'MOCK_AWAIT_TIMEOUT', 0],
      [{ match: { type: 'repo.created' }, count: { max: 2 } }, 409, 'MOCK_AWAIT_TOO_MANY', 3],
      [{ match: {}, until: 'delivered', timeoutMs: 1 }, 408, 'MOCK_AWAIT_TIMEOUT', 0],
      [{ match: {}, count: { max: 0 }, since: Number(cursor) }, 200, undefined, 0],
    ];
    for (const [asked, status, reason, seen] of cases) {
      const answer = await wait(world, asked);
      expect(answer.status, JSON.stringify(asked)).toBe(status);
      const { events: found = [], seen: counted } = answer.body as { events?: readonly Event[]; seen?: number };
      expect(counted ?? found.length, JSON.stringify(asked)).toBe(seen);
      if (status !== 200) expect(reasonOf(answer)).toBe(reason);
    }
    const late = await wait(world, { match: { type: 'repo.created', body: { name: 'othr' } }, timeoutMs: 1 });
    expect(late.body.message).toContain('0 events matched, of at least 1; the nearest is ');
    expect((late.body.nearest as readonly Json[])[0]).toMatchObject({
      differences: [{ field: 'body.name', expected: 'othr', actual: 'awaits' }],
    });
  });

  test('behaviour E29: events belong to one world, a new one has none, and a reset drops them and ends waits', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    const other = await ownWorld();
    await create(world, await orgOf(world), 'here');
    const fork = await makeWorld(world, { from: `world:${world.connection.world}` });
    const inFork = world.as(fork.token);
    expect((await list(other)).events).toEqual([]);
    const forked = ok(await inFork.send('GET', '/_mock/v1/info', { headers: { 'x-mock-world': fork.id } }));
    expect(forked.orgId).toBe(await orgOf(world));
    const answer = await inFork.send('GET', '/_mock/v1/events', { headers: { 'x-mock-world': fork.id } });
    expect(answer.body.events).toEqual([]);
    const waiting = wait(world, { match: { type: 'tag.created' }, timeoutMs: LONG_MS });
    const ended = await endedBy(waiting, async () => ok(await steer(world, 'POST', 'reset')));
    expect([ended.status, reasonOf(ended)]).toEqual([409, 'MOCK_WORLD_RESET']);
    expect(await list(world)).toMatchObject({ events: [], dropped: 0 });
    ok(await steer(world, 'DELETE', `worlds/${fork.id}`));
  });

  test('behaviour E29: a world with the same seed and calls has the same ids', async ({ ownWorld }) => {
    const world = await ownWorld();
    const ids: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      await create(world, await orgOf(world), 'same');
      ids.push((await list(world)).events.map(({ id }) => id));
      ok(await steer(world, 'POST', 'reset'));
    }
    expect(ids[0]).toEqual(ids[1]);
  });

  test('behaviour E13: pending deliveries are in no count, difference or snapshot', async ({ ownWorld }) => {
    const world = await ownWorld();
    const parent = await orgOf(world);
    ok(await world.post(`/events/v2/subscriptions/${parent}`, { sink: 'sink://inbox' }));
    const before = ok(await steer(world, 'PUT', 'snapshots/before', {}));
    ok(await steer(world, 'POST', 'events', { type: 'repo.created', body: {} }));
    const after = ok(await steer(world, 'PUT', 'snapshots/after', {}));
    expect([after.sha256, after.rows]).toEqual([before.sha256, before.rows]);
    expect(ok(await steer(world, 'GET', 'snapshots/before:diff'))).toMatchObject({
      added: [],
      removed: [],
      changed: [],
    });
    expect(Object.keys(ok(await steer(world, 'GET', 'info')).rows as Json).filter((name) => /\W/.test(name))).toEqual(
      [],
    );
    const { text } = await steer(world, 'GET', 'snapshots/after:file');
    expect(text).not.toContain('repo.created');
  });
});

test('behaviour E19: a stream hands over events as they come, by filters and from a cursor on @mock', async ({
  ownWorld,
  api,
}) => {
  const world = await ownWorld();
  const parent = await orgOf(world);
  const live = await followStream<Event>(world, 'events:stream?type=repo.created');
  const first = await create(world, parent, 'one');
  ok(await world.delete(`/registry/v2/repos/${first}`));
  const second = await create(world, parent, 'two');
  const [one, two] = await live.until(2);
  expect([one?.event, one?.id, one?.data.body.name, two?.id]).toEqual(['emitted', '1', 'one', '3']);
  expect(one?.data).toEqual(ok(await steer(world, 'GET', `events/${one?.data.id}`)));
  live.stop();
  const later = await followStream<Event>(world, `events:stream?since=2&subject=${second}&group=${parent}`);
  expect((await later.until(1)).map(({ id }) => id)).toEqual(['3']);
  // A reset drops events; what comes after it is followed on.
  ok(await steer(world, 'POST', 'reset'));
  const refused = await steer(world, 'GET', 'events:stream?type=repo.creatd');
  expect([refused.status, violations(refused)]).toEqual([400, ['type']]);
  const whole = await followStream<Event>(world, 'events:stream');
  await create(world, parent, 'three');
  expect((await whole.until(1))[0]).toMatchObject({ id: '4', data: { body: { name: 'three' } } });
  whole.stop();
  later.stop();
  const made = await makeWorld(api);
  const other = new Api({ ...api.connection, world: made.id }, made.token);
  const { ended } = await followStream<Event>(other, 'events:stream');
  ok(await steer(api, 'DELETE', `worlds/${made.id}`));
  await ended;
});

test('behaviour E15: --event-prefix replaces the prefix of the vendor @mock', async ({ serverHere }) => {
  const { api, ready } = await serverHere('--event-prefix', 'com.example.api');
  await create(api, ready.orgId, 'one');
  const [event] = (await list(api)).events;
  expect(event?.type).toBe('com.example.api.platform.registry.repo.created.v1');
  const pull = ok(await steer(api, 'POST', 'events:trigger', { preset: 'registry.pull.v1' }));
  expect(pull.type).toBe('com.example.registry.pull.v1');
});

/** Requests that are refused, with the fields that the answer names. */
const REFUSED: readonly (readonly [method: string, path: string, body: unknown, fields: readonly string[]])[] = [
  ['GET', 'events?type=repo.create', undefined, ['type']],
  ['GET', 'events?type=created', undefined, ['type']],
  ['GET', 'events?limit=0', undefined, ['limit']],
  ['GET', 'events?limit=1001', undefined, ['limit']],
  ['GET', 'events?limit=many', undefined, ['limit']],
  ['GET', 'events?since=-1', undefined, ['since']],
  ['GET', 'events?colour=red', undefined, ['colour']],
  ['POST', 'events', {}, ['type']],
  ['POST', 'events', [], ['body']],
  ['POST', 'events', { type: '' }, ['type']],
  ['POST', 'events', { type: 'repo.created.v2' }, ['type']],
  ['POST', 'events', { type: 'dev.chainguard.api.nope.v1' }, ['type']],
  ['POST', 'events', { type: 'repo.created', body: 'text' }, ['body']],
  ['POST', 'events', { type: 'repo.created', body: [] }, ['body']],
  ['POST', 'events', { type: 'repo.created', group: 'nowhere' }, ['group']],
  ['POST', 'events', { type: 'repo.created', subject: 7 }, ['subject']],
  ['POST', 'events', { type: 'repo.created', actor: {} }, ['actor.subject']],
  ['POST', 'events', { type: 'repo.created', id: 'mine' }, ['body']],
  ['POST', 'events', { type: 'with blanks', raw: true }, ['type']],
  ['POST', 'events', { type: 'x'.repeat(257), raw: true }, ['type']],
  ['POST', 'events', { type: 'mine', raw: false }, ['raw']],
  ['POST', 'events', { type: 'mine', raw: true, group: 'nowhere' }, ['group']],
  ['POST', 'events', { type: 'mine', raw: true, actor: { subject: 'x' } }, ['actor']],
  ['POST', 'events:trigger', {}, ['preset']],
  ['POST', 'events:trigger', { preset: 'repo.creatd' }, ['preset']],
  ['POST', 'events:trigger', { preset: 'created' }, ['preset']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { name: 'x' } }, ['overrides.name']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { 'body.name.x': 1 } }, ['overrides.body.name.x']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { '': 1 } }, ['overrides.']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { body: 'x' } }, ['overrides.body']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { actor: 'x' } }, ['overrides.actor']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: { group: 'nowhere' } }, ['overrides.group']],
  ['POST', 'events:trigger', { preset: 'repo.created', overrides: [] }, ['overrides']],
  ['POST', 'events:await', { match: { type: 'repo.craeted' } }, ['match.type']],
  ['POST', 'events:await', { match: { body: { name: { regex: '(' } } } }, ['match.body.name.regex']],
  ['POST', 'events:await', { match: { colour: 'red' } }, ['match']],
  ['POST', 'events:await', { count: { min: 2, max: 1 } }, ['count']],
  ['POST', 'events:await', { count: { min: 10_001 } }, ['count.min']],
  ['POST', 'events:await', { timeoutMs: 600_001 }, ['timeoutMs']],
  ['POST', 'events:await', { until: 'sent' }, ['until']],
];

test('behaviour E18: impossible requests are refused with the field, and nothing is emitted @mock', async ({
  ownWorld,
}) => {
  const world = await ownWorld();
  for (const [method, path, body, fields] of REFUSED) {
    const answer = await steer(world, method, path, body);
    const what = `${path} ${JSON.stringify(body)}`;
    expect([answer.status, violations(answer)], what).toEqual([400, fields]);
  }
  const { body } = await steer(world, 'POST', 'events:trigger', { preset: 'repo.creatd' });
  expect(body.message).toContain('did you mean "repo.created"?');
  expect((await list(world)).events).toEqual([]);
});
