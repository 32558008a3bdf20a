import { ABOUT_TOKENS, operationOf, requestFor } from '../grpc/method-samples.ts';
import { type Answer, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { mintToken, steer } from '../support/mock.ts';
import { createOrg, digestOf, type Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { type ProtoMethod, protoMethod, protoMethods, typeOf } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
import { roleUid } from '../support/roles.ts';
import { faceIn, faulty, orgOf } from '../support/steered.ts';
import { updatables } from '../support/updatable.ts';
import { callerOf } from '../tokens/exchange.ts';
import { EMITTED, EVENTS, OTHER_BODIES, PUSHING } from './event-cases.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly time: string;
  readonly group: string;
  readonly audience: string;
  readonly bodyType?: string;
  readonly identityProvider?: string;
  readonly actor?: { readonly subject: string; readonly act?: Json };
  readonly traceparent?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

const PREFIX = 'dev.chainguard.api.';
const PUSH = 'dev.chainguard.registry.push.v1';

const page = async (world: Api, query = ''): Promise<{ readonly events: readonly Event[]; readonly cursor: string }> =>
  ok(await steer(world, 'GET', `events${query}`)) as never;

/** Runs a call and returns the events that it has emitted, the oldest first. */
const emittedBy = async (world: Api, call: () => Promise<unknown>): Promise<readonly Event[]> => {
  const { cursor } = await page(world);
  await call();
  return [...(await page(world, `?since=${cursor}`)).events].reverse();
};

const typesOf = (events: readonly Event[]): readonly string[] => events.map(({ type }) => type.replace(PREFIX, ''));

const parentOf = (uid: string): string => uid.slice(0, uid.lastIndexOf('/'));
const rootOf = (uid: string): string => uid.split('/')[0] ?? '';

const groupOf = { itself: (uid: string) => uid, parent: parentOf, root: rootOf, none: () => '' } as const;

/** A request that changes a row, unlike the samples of some updates. */
const changing = async (method: ProtoMethod, json: Json, org: Org): Promise<Json> => {
  const [, name = ''] = method.name.split('/');
  if (!name.startsWith('Update') || !method.service.includes('.v2.')) return json;
  const resource = name.slice('Update'.length);
  const key = `${resource.charAt(0).toLowerCase()}${resource.slice(1)}`;
  const found = updatables.find(({ type }) => type.endsWith(`/${resource}`));
  return found ? { [key]: { ...(json[key] as Json), [found.field]: await found.after(org) } } : json;
};

/** The methods whose sample changes nothing, although they have an event. */
const CHANGE_NOTHING = ['SetScimEnabled', 'IdentityProviders_SetScimEnabled'];

/** The methods that the published interface does not have (C22). */
const ADDED = ['UpdateGroupInvite', 'UpdateExternalGroupRoleMapping'];

/** Texts that no event may have: names of secrets, and SCIM tokens. */
const SECRETS = /client_?secret|"code"|"token"|cgscim_/i;

/** The body that an event of a stored row must have: the answer of v2 to a Get, as far as the event may show it. */
const readRow = async (world: Api, { type, source, subject }: Event): Promise<unknown> => {
  const { shows, hides = [] } = EVENTS[type.replace(PREFIX, '')] ?? {};
  const { text, status } = await world.get(`${new URL(source).pathname}/${subject}`);
  expect(status, subject).toBe(200);
  const fields = Object.entries(JSON.parse(text) as Json);
  return Object.fromEntries(fields.filter(([name]) => (shows?.includes(name) ?? true) && !hides.includes(name)));
};

const isStored = ({ bodyType = '', type }: Event): boolean =>
  /\.(?:created|updated)\.v1$/.test(type) && /\.v2\.(?!.*(?:Response|Request|RepoReadme|Metadata)$)/.test(bodyType);

for (const face of FACES) {
  test.describe(`events over ${face} @mock`, () => {
    const share = face === 'REST' ? '' : ' @whole';
    test(`behaviour E2, E3, E4, E5, E6, E11, C26: each operation of v2 and v1 emits its event, and nothing else, over ${face}${share}`, async ({
      ownWorld,
      faces,
      grpc,
      shared: { roles },
    }) => {
      test.slow();
      const world = await ownWorld();
      const seenOperations: string[] = [];
      for (const method of protoMethods) {
        const request = ABOUT_TOKENS.includes(method.service) ? undefined : requestFor(method);
        const operation = operationOf(method);
        const isServed = seen.addedCalls || !ADDED.includes(operation);
        if (!request || !isServed || (face === 'REST' && !isOverHttp(method))) continue;
        const org = await createOrg(world, roles);
        const { json, token = world.token } = await request(org);
        const asked = await changing(method, json, org);
        const named = { 'x-mock-world': world.connection.world ?? '' };
        let answered = '';
        const events = await emittedBy(world, async () => {
          if (face === 'REST') {
            const caller = faces.REST.as(token).with(named);
            answered = JSON.stringify(ok(await caller.call(method.name, asked)));
            return;
          }
          // Some methods have no path, so that only a client of gRPC can call them.
          const ended = await grpc.call(method.name, asked, { ...(token && { token }), metadata: named });
          expect(ended.ok, operation).toBe(true);
          answered = JSON.stringify(ended.ok && ended.response);
        });
        const type = CHANGE_NOTHING.includes(operation) ? undefined : EMITTED[operation];
        const others = PUSHING.includes(operation) ? [PUSH] : [];
        expect(typesOf(events), operation).toEqual(type === undefined ? [] : [type, ...others]);
        if (type === undefined) continue;
        seenOperations.push(operation);
        await expectSaid(world, method, events[0] as Event, `${JSON.stringify(asked)}${answered}`);
      }
      const missing = Object.keys(EMITTED).filter((name) => ![...seenOperations, ...CHANGE_NOTHING].includes(name));
      // They have no path in the files of the specification, which the suite reads.
      const overGrpc = ['Subscriptions_Create', 'Subscriptions_Delete'];
      const added = seen.addedCalls ? [] : ADDED;
      expect(missing.filter((name) => !added.includes(name))).toEqual(face === 'gRPC' ? [] : overGrpc);
    });

    test('behaviour E5: calls that fail, read or change nothing emit nothing', async ({
      ownWorld,
      faces,
      shared: { roles },
    }) => {
      const world = faulty(await ownWorld());
      const org = await createOrg(world, roles);
      const caller = faceIn(faces, face, world);
      const repo = (await org.repo({ name: 'taken' })).uid;
      const provider = (await org.provider()).uid;
      ok(await caller.call('GenerateScimToken', { identityProviderUid: provider }));
      ok(await caller.call('RevokeScimToken', { identityProviderUid: provider }));
      ok(await caller.call('AcceptTerms', { group: org.uid, documentIds: ['sfdpa.v1'] }));
      await org.mapping(provider);
      const viewer = caller.as(await mintToken(world, 'viewer'));
      const calls: readonly (readonly [what: string, status: number, call: () => Promise<Answer>])[] = [
        ['a read', 200, () => caller.call('GetRepo', { uid: repo })],
        ['a list', 200, () => caller.call('ListRepos')],
        ['a name that is taken', 409, () => caller.call('CreateRepo', { parent: org.uid, repo: { name: 'taken' } })],
        ['a bad name', 400, () => caller.call('CreateRepo', { parent: org.uid, repo: { name: '' } })],
        ['a missing row', 404, () => caller.call('DeleteRepo', { uid: `${org.uid}/${'0'.repeat(16)}` })],
        ['a row of v1 that is missing', 200, () => deleteInV1(caller, `${org.uid}/${'0'.repeat(16)}`)],
        ['a caller without the right', 403, () => viewer.call('DeleteRepo', { uid: repo })],
        ['an unknown caller', 401, () => caller.as('nonsense').call('DeleteRepo', { uid: repo })],
        ['a group with a repo', 400, () => caller.call('DeleteGroup', { uid: org.uid })],
        ['an update of nothing', 200, () => caller.call('UpdateRepo', { repo: { uid: repo } })],
        ['metadata of nothing', 200, () => caller.call('UpdateIdentityMetadata', { identityMetadata: {} })],
        ['a second revocation', 200, () => caller.call('RevokeScimToken', { identityProviderUid: provider })],
        [
          'terms that are accepted',
          200,
          () => caller.call('AcceptTerms', { group: org.uid, documentIds: ['sfdpa.v1'] }),
        ],
        [
          'a batch of what is gone',
          200,
          () =>
            caller.call('BatchDeleteExternalGroupRoleMappings', {
              parent: provider,
              names: [`${provider}/${'0'.repeat(16)}`],
            }),
        ],
        ['a check', 404, () => caller.call('CheckAccountAssociation', { uid: `${org.uid}/${'0'.repeat(16)}` })],
        [
          'a fault before it runs',
          503,
          () => caller.with({ 'x-mock-fault': 'UNAVAILABLE' }).call('DeleteRepo', { uid: repo }),
        ],
        [
          'a batch of which one is wrong',
          400,
          () => caller.call('BatchCreateRoleBindings', { parent: org.uid, requests: [{ roleBinding: {} }] }),
        ],
      ];
      for (const [what, status, call] of calls) {
        const events = await emittedBy(world, async () => expect((await call()).status, what).toBe(status));
        expect(typesOf(events), what).toEqual([]);
      }
    });

    test('behaviour E5: switching SCIM on is an event, and switching it on again is none', async ({
      ownWorld,
      faces,
      shared: { roles },
    }) => {
      const world = await ownWorld();
      const org = await createOrg(world, roles);
      for (let owner = 0; owner < 2; owner += 1) await org.binding({ roleUid: roleUid(roles, 'owner') });
      const uid = (await org.provider()).uid;
      const caller = faceIn(faces, face, world);
      let { etag } = ok(await world.post(`/iam/v2/identityProviders/${uid}:generateScimToken`));
      for (const expected of [1, 0]) {
        const events = await emittedBy(world, async () => {
          ({ etag } = ok(await caller.call('SetScimEnabled', { identityProviderUid: uid, enabled: true, etag })));
        });
        expect(events).toHaveLength(expected);
        if (events[0]) await expectSaid(world, protoMethod('SetScimEnabled'), events[0], uid);
        if (events[0]) expect(events[0].body).toMatchObject({ identityProviderUid: uid, enabled: true });
      }
    });

    test('behaviour E5: an answer that a fault has lost has its event', async ({ ownWorld, faces }) => {
      const world = faulty(await ownWorld());
      const parent = await orgOf(world);
      const caller = faceIn(faces, face, world).with({ 'x-mock-fault': 'UNAVAILABLE; phase=after_commit' });
      const events = await emittedBy(world, async () => {
        expect((await caller.call('CreateRepo', { parent, repo: { name: 'lost' } })).status).toBe(503);
      });
      expect(typesOf(events)).toEqual(['platform.registry.repo.created.v1']);
    });

    test('behaviour E1: an event has actor, trace and time of its call', async ({ ownWorld, faces }) => {
      const world = await ownWorld();
      const parent = await orgOf(world);
      const identities = (await world.read('/iam/v2/identities?page_size=200')).identities as readonly {
        readonly name: string;
        readonly uid: string;
      }[];
      const owner = identities.find(({ name }) => name === 'owner')?.uid;
      ok(await steer(world, 'PUT', 'clock', { mode: 'frozen', now: '2099-01-02T03:04:05.678Z' }));
      const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const caller = faceIn(faces, face, world).as(await mintToken(world, 'owner'));
      const made = async (name: string, by: Face): Promise<Event> => {
        const events = await emittedBy(world, async () => ok(await by.call('CreateRepo', { parent, repo: { name } })));
        return events[0] as Event;
      };
      expect(await made('traced', caller.with({ traceparent: trace }))).toMatchObject({
        actor: { subject: owner },
        traceparent: trace,
        time: '2099-01-02T03:04:05.678Z',
        audience: 'customer',
        group: parent,
        body: { name: 'traced' },
        source: expect.stringMatching(/^https?:\/\/[^/]+\/registry\/v2\/repos$/),
      });
      expect(await made('plain', caller.with({ traceparent: 'nonsense' }))).not.toHaveProperty('traceparent');
    });
  });
}

const isOverHttp = (method: ProtoMethod): boolean => {
  try {
    return method.http.path !== '';
  } catch {
    return false;
  }
};

const deleteInV1 = (caller: Face, id: string): Promise<Answer> =>
  caller.call('chainguard.platform.registry.Registry/DeleteRepo', { id });

/** The message of the event of an operation of v1 in its own form: the answer, or the request if the answer is empty. */
const messageInV1 = ({ request, response }: ProtoMethod): string =>
  (response.name === 'Empty' ? request : response).fullName.replace(/^\.chainguard\.platform\./, '');

/** Expects what the event of an operation says; its subject is in the request or in the answer. */
const expectSaid = async (world: Api, method: ProtoMethod, event: Event, exchanged: string): Promise<void> => {
  const operation = operationOf(method);
  const { type, subject, group, bodyType, body, identityProvider, audience } = event;
  const expected = EVENTS[type.replace(PREFIX, '')];
  if (!expected) throw new Error(`${type} is no type of 13.1`);
  const ofCaller = type.endsWith('.metadata.updated.v1');
  if (!ofCaller) expect(exchanged, operation).toContain(subject);
  expect(group, operation).toBe(groupOf[expected.group](subject));
  expect(audience, operation).toBe(ofCaller ? 'internal' : 'customer');
  const isOwnInV1 = seen.ownEventsV1 && !method.service.includes('.v2.');
  const name = isOwnInV1 && expected.bodyType ? messageInV1(method) : (OTHER_BODIES[operation] ?? expected.bodyType);
  expect(bodyType, operation).toBe(name && `chainguard.platform.${name}`);
  expect(identityProvider, operation).toBe(expected.provider && groupOf[expected.provider](subject));
  expect(JSON.stringify(event), operation).not.toMatch(SECRETS);
  if (name === undefined) expect(event, operation).not.toHaveProperty('body');
  else if (isOwnInV1) {
    // Throws for a field that the message of v1 does not have, as a strict subscriber does.
    encode(typeOf(String(bodyType)), body ?? {});
    expect(new URL(event.source).pathname, operation).toMatch(/^\/[a-z]+\/v1\/\w+$/);
    if (name.endsWith('Request')) expect(Object.values(body ?? {}), operation).toEqual([subject]);
    else expect(Object.keys(body ?? {}).length, operation).toBeGreaterThan(0);
  } else if (name.endsWith('Request')) expect(body, operation).toEqual({ uid: subject });
  // v1 writes have the body of v2.
  else if (isStored(event)) expect(body, operation).toEqual(await readRow(world, event));
  else expect(Object.keys(body ?? {}).length, operation).toBeGreaterThan(0);
};

test('behaviour E1: the actor has what the token records of a third party @mock', async ({ ownWorld }) => {
  const world = await ownWorld();
  const parent = await orgOf(world);
  const issuer = 'https://token.actions.example.com';
  const subject = 'repo:example@1001/app@2002:ref:refs/heads/main';
  const upstream = await steer(world, 'POST', 'upstream-tokens', { issuer, subject });
  const caller = await callerOf(world, ok(upstream).token);
  const events = await emittedBy(world, () => caller.post(`/registry/v2/repos/${parent}`, { name: 'by-ci' }));
  expect(events[0]?.actor?.act).toMatchObject({ iss: issuer, sub: subject });
});

test('behaviour E4: without a parent, the group of an event is the row itself @mock', async ({ ownWorld }) => {
  const world = await ownWorld();
  const { uid } = ok(await world.post('/iam/v2/groups', { name: 'root' }));
  const [event] = await emittedBy(world, () => world.delete(`/iam/v2/groups/${uid}`));
  expect([event?.type, event?.subject, event?.group]).toEqual([`${PREFIX}iam.group.deleted.v1`, uid, uid]);
});

test('behaviour E11: a tag that is created or set to another digest is pushed @mock', async ({
  ownWorld,
  shared: { roles },
}) => {
  const world = await ownWorld();
  const org = await createOrg(world, roles);
  const repo = await org.repo({ name: 'app' });
  const [one, other] = [digestOf('one'), digestOf('other')];
  const create = (digest: string): Promise<Answer> =>
    world.post(`/registry/v2/tags/${repo.uid}`, { name: 'latest', digest });
  const v1 = `/registry/v1/tags/${ok(await create(one)).uid}`;
  const pushes: readonly (readonly [what: string, pushed: Json | undefined, call: () => Promise<Answer>])[] = [
    ['the same digest again', { digest: one, tag_previous_digest: one }, () => create(one)],
    ['another digest', { digest: other, tag_previous_digest: one }, () => create(other)],
    ['v1, the same', undefined, () => world.put(v1, { name: 'latest', digest: other })],
    ['v1, none', undefined, () => world.put(v1, { name: 'latest' })],
    ['v1, another', { digest: one, tag_previous_digest: other }, () => world.put(v1, { name: 'latest', digest: one })],
    ['v1, without an image', undefined, () => world.post(`/registry/v1/tags/${repo.uid}`, { name: 'empty' })],
  ];
  for (const [what, pushed, call] of pushes) {
    const events = await emittedBy(world, async () => ok(await call()));
    const found = events.filter(({ type }) => type === PUSH);
    expect(found.length, what).toBe(pushed ? 1 : 0);
    const [push] = found;
    if (!push) continue;
    expect([push.subject, push.group, push.audience, push.bodyType], what).toEqual([
      repo.uid,
      org.uid,
      'customer',
      undefined,
    ]);
    expect(push.body, what).toEqual({
      repository: 'contract test/app',
      repo_id: repo.uid,
      display_name: 'app',
      tag: 'latest',
      type: 'manifest',
      when: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      ...pushed,
      location: '',
      remote_address: '',
      user_agent: '',
    });
  }
});
