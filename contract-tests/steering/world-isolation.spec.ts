import { type Answer, type Body, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { test } from '../support/grpc-test.ts';
import { randomFrom } from '../support/random.ts';
import { expect } from '../support/test.ts';
import { type MadeWorld, makeWorld } from '../support/worlds.ts';

// The same random program runs in two worlds at the same time and in one alone: every answer must be the same.

const STEPS = 120;

const JWT = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g;
const REFRESH = /"refreshToken":(?:"[^"]+"|\{"token":"[^"]+")/g;

/** A text without what names its world: cursors, and the claim and the signature of tokens. */
const plain = (text: string): string =>
  text
    // Counted for all worlds (behaviour N2).
    .replace(/"controlCalls":\{[^}]*\}/, '"controlCalls":…')
    .replace(REFRESH, '"refreshToken":"…"')
    .replace(/"(nextPageToken)":"[^"]+"/g, '"$1":"…"')
    .replace(JWT, (_, payload: string) => {
      const { mock_world, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
        string,
        unknown
      >;
      return `<${JSON.stringify(claims).replaceAll('"', "'")}>`;
    });

/** The surroundings of a program: a world, and both ways into it. */
interface Scene {
  readonly world: MadeWorld;
  readonly api: Api;
  readonly faces: readonly Face[];
}

/** The uids and cursors that a program has met, by what they are of. */
type Met = Map<string, string[]>;

const run = async ({ world, api, faces }: Scene, seed: number): Promise<readonly string[]> => {
  const random = randomFrom(seed);
  const met: Met = new Map([['group', [world.orgId]]]);
  const keep = (kind: string, uid: unknown): void => {
    if (typeof uid === 'string') met.set(kind, [...(met.get(kind) ?? []), uid]);
  };
  const one = (kind: string): string => {
    const all = met.get(kind) ?? [];
    return all[random(Math.max(1, all.length))] ?? '0'.repeat(40);
  };
  const steer = (method: string, path: string, body?: unknown): Promise<Answer> =>
    api.as(undefined).send(method, `/_mock/v1/${path}`, { headers: world.headers, body });
  const call = (operation: string, request: Body | object): Promise<Answer> => {
    const face = faces[random(faces.length)] as Face;
    return face.call(operation, request as never);
  };
  const create = async (operation: string, kind: string, request: object): Promise<Answer> => {
    const answer = await call(operation, request);
    keep(kind, answer.body.uid);
    return answer;
  };
  const moves: readonly ((step: number) => Promise<Answer>)[] = [
    (step) => create('CreateRepo', 'repo', { parent: one('group'), repo: { name: `repo-${step % 30}` } }),
    (step) => create('CreateGroup', 'group', { parent: one('group'), group: { name: `group-${step % 20}` } }),
    (step) => create('CreateIdentity', 'identity', { parent: one('group'), identity: { name: `who-${step}` } }),
    () => call('UpdateRepo', { repo: { uid: one('repo'), description: `d-${random(3)}` }, updateMask: 'description' }),
    () => call('DeleteRepo', { uid: one('repo') }),
    () => call('DeleteGroup', { uid: one('group') }),
    () => call('GetRepo', { uid: one('repo') }),
    async () => {
      const answer = await call('ListRepos', {
        pageSize: 2,
        orderBy: 'name',
        ...(met.has('cursor') && { pageToken: one('cursor') }),
      });
      keep('cursor', answer.body.nextPageToken);
      return answer;
    },
    () => call('ListGroups', { pageSize: 3, uidp: { descendantsOf: one('group') } }),
    () => steer('POST', 'clock:advance', { by: `${1 + random(50)}h` }),
    () => steer('GET', 'clock'),
    () => steer('POST', 'tokens', { identity: 'viewer', ttl: '1h' }),
    async () => {
      const subject = 'repo:example@1001/app@2002:ref:refs/heads/main';
      const { body } = await steer('POST', 'upstream-tokens', { issuer: 'https://token.actions.example.com', subject });
      return api.as(body.token).send('POST', '/sts/exchange');
    },
    () => call('CreateGroupInvite', { parent: one('group'), groupInvite: { ttl: '3600s', role: { uid: role } } }),
    (step) =>
      create('CreateSubscription', 'subscription', {
        parent: one('group'),
        subscription: { sink: `https://sink-${step}.example.com/` },
      }),
    (step) => steer('POST', 'fixtures', { groups: [{ name: 'example.com', repos: [{ name: `seeded-${step % 5}` }] }] }),
    () => steer('GET', `worlds/${world.id}:diff`),
    async (step) => (step % 7 === 0 ? steer('POST', 'reset') : steer('GET', 'info')),
  ];
  const [{ uid: role } = { uid: '' }] = rowsOf(await api.as(world.token).read('/iam/v2/roles?name=viewer'), 'roles');
  const transcript: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const { request, status, text } = await (moves[random(moves.length)] as (typeof moves)[number])(step);
    transcript.push(`${request.method} ${status} ${plain(text).replaceAll(world.id, '<world>')}`);
  }
  return transcript;
};

for (const seed of [1, 2]) {
  test(`behaviour W1: worlds share nothing that a program can see, seed ${seed} @mock${seed === 1 ? '' : ' @whole'}`, async ({
    ownServer,
    facesOf,
  }) => {
    const server = await ownServer();
    const { api } = server;
    const { REST, gRPC } = facesOf(server);
    const scene = async (): Promise<Scene> => {
      const clock = { mode: 'frozen', now: '2099-01-01T00:00:00Z' };
      const world = await makeWorld(api, { from: 'fixture:default', clock });
      return { world, api, faces: [REST, gRPC].map((face) => face.as('admin-token').with(world.headers)) };
    };
    const before = (await api.get('/_mock/v1/info')).text.replace(/"clock".*/, '');
    const [one, other] = [await scene(), await scene()];
    // One world gets a key that the other one does not have.
    await api.send('POST', '/_mock/v1/keys:rotate', { headers: one.world.headers, body: {} });
    const [atOnce, beside] = await Promise.all([run(one, seed), run(other, seed)]);
    const alone = await run(await scene(), seed);
    expect(new Set(alone.map((line) => line.split(' ', 2).join(' '))).size, 'kinds of answers').toBeGreaterThan(8);
    const withoutKeys = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => line.replace(/,"rotatedKeys":\d+/, '').replace(/,?\{"type":"rotatedKeys"[^}]*\}/g, ''));
    expect(beside).toEqual(alone);
    expect(withoutKeys(atOnce)).toEqual(withoutKeys(alone));
    expect((await api.get('/_mock/v1/info')).text.replace(/"clock".*/, '')).toBe(before);
  });
}
