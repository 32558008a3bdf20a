import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { casesBySize } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { closed } from '../support/closed-schema.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';
import { type ControlOperation, controlOperations, violationsOf } from './control-document.ts';
import { type ControlRequest, controlRequests, type Known } from './control-requests.ts';

/** The number of requests of each operation; a search for more asks for dozens. */
const EACH = Number(process.env.DOCUMENTED_REQUESTS ?? casesBySize({ small: 1, usual: 2, whole: 44 }));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** The share of allowed requests that may be refused: by rules that OpenAPI cannot express. */
const MAX_REFUSED = 0.01;
const MAX_LISTED = 20;

/** A world with things to name. */
interface Scene {
  readonly id: string;
  readonly known: Known;
}

/** The operations that use up what they name, or move a clock that does not go back: each request has its own scene. */
const USE_UP = new Set([
  'DELETE /worlds',
  'DELETE /worlds/{id}',
  'DELETE /snapshots/{name}',
  'DELETE /journal',
  'POST /reset',
  'POST /fixtures',
  'PUT /clock',
  'POST /clock:advance',
]);

const sceneOn = async ({ api }: OwnServer): Promise<Scene> => {
  const { id, token, orgId } = await makeWorld(api, { from: 'fixture:default', labels: { run: '1' } });
  const world = new Api({ ...api.connection, world: id }, token);
  const subscription = ok(await world.post(`/events/v2/subscriptions/${orgId}`, { sink: 'sink://known' })).uid;
  const repo = ok(await world.post(`/registry/v2/repos/${orgId}`, { name: 'known' })).uid;
  for (const name of ['kept', 'other']) ok(await steer(world, 'PUT', `snapshots/${name}`, {}));
  const file = (await steer(world, 'GET', 'snapshots/kept:file')).text;
  const { events } = ok(await steer(world, 'GET', 'events')) as unknown as {
    readonly events: readonly { readonly id: string; readonly type: string }[];
  };
  return {
    id,
    known: {
      world: [id],
      org: ['org', orgId],
      repo: [repo],
      subscription: [subscription],
      file: [file],
      event: events.map((event) => event.id),
    },
  };
};

/** Facts that the document cannot express: which things exist, and what differs by call. No operation is omitted. */
const knownFor = ({ id }: ControlOperation, { known }: Scene, types: readonly string[]): Known => {
  const named = {
    identity: ['ci-bot'],
    caller: ['ci-bot', 'owner'],
    group: known.org ?? [],
    uid: known.org?.slice(1) ?? [],
    // Fields of messages of google.rpc, which this document does not describe.
    details: [
      [],
      [{ '@type': 'google.rpc.RetryInfo', retryDelay: '1s' }],
      [{ '@type': 'google.rpc.ErrorInfo', reason: 'X' }],
    ],
    // A wait that is not met takes its time.
    timeoutMs: [0, 5, 20],
    settleMs: [0, 5],
  };
  const [, path = ''] = id.split(' ');
  if (path.startsWith('/worlds')) {
    return {
      ...named,
      id: known.world ?? [],
      from: ['default', 'empty', 'fixture:default', 'snapshot:kept', `world:${known.world?.[0]}`],
    };
  }
  if (path.startsWith('/snapshots'))
    return {
      ...named,
      ...(id.startsWith('PUT') ? {} : { name: ['kept', 'other'] }),
      to: ['other'],
      body: known.file ?? [],
    };
  if (path.startsWith('/events'))
    return {
      ...named,
      id: known.event ?? [],
      type: types,
      preset: types,
      overrides: OVERRIDES,
      headers: HEADERS,
      subscription: known.subscription ?? [],
      url: ['sink://known'],
    };
  if (path.startsWith('/journal')) return { ...named, id: ['1', '2'] };
  if (path === '/faults') return { ...named, path: ['*', '/registry/*', '/iam/v2/groups'] };
  if (path.startsWith('/clock')) return { ...named, now: LATER, to: LATER };
  if (path.startsWith('/authz')) return { ...named, operation: ['GetGroup', 'CreateRepo', 'ListRepos'] };
  if (path === '/tokens') return { ...named, issuer: ['https://issuer.example.com'], subject: ['owner', 'viewer'] };
  if (path === '/fixtures') return { ...named, body: ['{"name": "hierarchy"}', 'groups: []'] };
  if (path === '/reset') return { ...named, world: known.world ?? [] };
  return named;
};

/** Moments that no world has reached: a clock does not go back. */
const LATER = ['2400-01-01T00:00:00Z', '2999-12-31t23:59:59.999999999+23:59', '9999-12-31T23:59:59Z'];
const OVERRIDES = [{}, { 'body.name': 'nginx' }, { subject: 'x', body: {} }, { 'actor.act': { iss: 'x' } }];
const HEADERS = [{ authorization: 'Bearer x' }, { 'Ce-Id': ['1', '2'], 'x-other': '' }];

interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const received = async (
  { operation: { method }, target, type, body }: ControlRequest,
  url: string,
  world: string,
): Promise<Received> => {
  const headers = { 'x-mock-world': world, ...(type !== undefined && { 'content-type': type }) };
  const aborting = new AbortController();
  const answer = await fetch(`${url}/_mock/v1${target}`, {
    method,
    headers,
    signal: aborting.signal,
    ...(body !== undefined && { body }),
  });
  const [media = ''] = (answer.headers.get('content-type') ?? '').split(';');
  if (media !== 'text/event-stream') return { status: answer.status, type: media, text: await answer.text() };
  aborting.abort();
  return { status: answer.status, type: media, text: '' };
};

/** The difference of an answer from the document; undefined if there is none. */
const disagreement = ({ responses }: ControlOperation, { status, type, text }: Received): string | undefined => {
  if (status >= 500) return `${status}`;
  const declared = responses[status] ?? responses.default;
  if (!declared) return `${status} is not declared`;
  if (!declared.content) return text === '' ? undefined : 'declares no body';
  const { schema } = declared.content[type] ?? {};
  if (!schema) return `${type} is not declared`;
  const broken = violationsOf(closedOf(schema), type === 'application/json' ? JSON.parse(text) : text);
  return broken === '' ? undefined : broken;
};

const closedSchemas = new WeakMap<object, object>();
const closedOf = <S extends object>(schema: S): S => {
  const known = (closedSchemas.get(schema) ?? closed(schema)) as S;
  closedSchemas.set(schema, known);
  return known;
};

const textOf = ({ operation, target, body }: ControlRequest, { status, text }: Received): string =>
  `${operation.id} ${target} ${body?.slice(0, 400) ?? ''} -> ${status} ${text.slice(0, 400)}`;

/** A number of its own for a name, so that what others have does not depend on it. */
const numberOf = (name: string): number => createHash('sha256').update(name).digest().readUInt16LE() * 1_000;

test('requests that the control document allows are answered as it says, and hardly ever refused @mock', async ({
  ownServer,
}, info) => {
  test.setTimeout(60_000 + EACH * 10_000);
  info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${SEED}` });
  const server = await ownServer();
  const { url } = server.ready;
  const operations = controlOperations(await (await fetch(`${url}/_mock/v1/openapi.yaml`)).text());
  const { types } = ok(await steer(server.api, 'GET', 'events/types')) as unknown as {
    readonly types: readonly { readonly type: string }[];
  };
  const names = types.map(({ type }) => type);
  const disagreements: string[] = [];
  const refused: string[] = [];
  let [sent, accepted] = [0, 0];
  const reading = await sceneOn(server);
  for (const operation of operations) {
    const shared = operation.method === 'GET' ? reading : await sceneOn(server);
    const scenes = shared === reading ? [] : [shared];
    for (let nth = 0; nth < EACH; nth += 1) {
      const scene = USE_UP.has(operation.id) && nth > 0 ? await sceneOn(server) : shared;
      if (scene !== shared) scenes.push(scene);
      const [request] = fc.sample(controlRequests(operation, knownFor(operation, scene, names)), {
        seed: SEED + numberOf(operation.id) + nth,
        numRuns: 1,
      });
      if (!request) throw new Error(`${operation.id} has no request`);
      const answer = await received(request, url, scene.id);
      const why = disagreement(operation, answer);
      if (why !== undefined) disagreements.push(`${why}: ${textOf(request, answer)}`);
      if (answer.status === 400) refused.push(textOf(request, answer));
      sent += 1;
      accepted += answer.status < 300 ? 1 : 0;
    }
    for (const { id } of scenes) await steer(server.api, 'DELETE', `worlds/${id}`);
  }
  info.annotations.push({
    type: 'requests',
    description: `${sent} sent, ${accepted} accepted, ${refused.length} refused`,
  });
  expect(disagreements.slice(0, MAX_LISTED), `${disagreements.length} of ${sent}`).toEqual([]);
  expect(refused.length, refused.slice(0, MAX_LISTED).join('\n')).toBeLessThan(sent * MAX_REFUSED);
  expect(accepted / sent).toBeGreaterThan(0.8);
  expect(server.process.exitCode).toBeNull();
});
