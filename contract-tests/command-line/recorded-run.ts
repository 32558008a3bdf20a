import { gzipSync } from 'node:zlib';
import { framed } from '../grpc/raw-grpc.ts';
import { callEveryOperation } from '../operations/call-every-operation.ts';
import { WIRES } from '../steering/answer-wires.ts';
import { ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import type { GrpcClient } from '../support/grpc-client.ts';
import { exchange } from '../support/http.ts';
import { advance, steer } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { protoMethod } from '../support/proto-files.ts';
import { encode } from '../support/proto-json.ts';
import { readRoles } from '../support/roles.ts';
import { faulty } from '../support/steered.ts';
import { walk } from '../support/walk.ts';
import { makeWorld } from '../support/worlds.ts';
import { askRefresh, callerOf, exchanged, mintUpstream } from '../tokens/exchange.ts';

const GITHUB = 'https://token.actions.githubusercontent.com';

/** Exchanges upstream and refresh tokens, and calls with what they are exchanged for. */
const exchangeTokens = async (api: Api, org: string): Promise<void> => {
  const claimMatch = { issuer: GITHUB, subject: 'repo:acme/replay:ref:refs/heads/main' };
  await api.post(`/iam/v2/identities/${org}`, { name: 'replayed', claimMatch });
  const upstream = await mintUpstream(api, { issuer: GITHUB, subject: claimMatch.subject });
  const first = await exchanged(api, upstream);
  await api.as(first.token).get('/iam/v2/groups');
  await callerOf(api, upstream, [['aud', api.connection.baseUrl]]);
  const again = ok(await askRefresh(api, first.refreshToken as string)) as unknown as {
    readonly token: { readonly token: string };
  };
  await api.as(again.token.token).get('/registry/v2/repos?page_size=1');
  await api.as(upstream).get('/iam/v2/groups');
  await api.as('a-token-of-nobody').get('/iam/v2/groups');
};

/** Moves, freezes and scales the clock, goes back to a snapshot, and resets. */
const travel = async (api: Api, org: string): Promise<void> => {
  const create = (name: string) => api.post(`/registry/v2/repos/${org}`, { name });
  await create('before');
  ok(await steer(api, 'PUT', 'snapshots/kept'));
  await advance(api, '90m');
  await create('later');
  ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
  await create('frozen');
  ok(await steer(api, 'PUT', 'clock', { mode: 'scaled', scale: 1_000 }));
  await create('scaled');
  await create('scaled-more');
  ok(await steer(api, 'POST', 'snapshots/kept:restore'));
  await create('later');
  ok(await steer(api, 'PUT', 'clock', { mode: 'real' }));
  await api.get('/registry/v2/repos?order_by=create_time');
  ok(await steer(api, 'POST', 'fixtures', 'groups:\n  - {alias: added, name: added}\n'));
  await api.get('/iam/v2/groups?name=added');
};

/** Lets calls fail, come late, break off, and run out of their quota. */
const failOnDemand = async (plain: Api, org: string): Promise<void> => {
  const api = faulty(plain);
  const rules = [
    { match: { operation: 'CreateRepo' }, do: { code: 'UNAVAILABLE', retryAfter: 7 }, times: 1 },
    { match: { operation: 'ListRepos' }, do: { latency: 300 }, times: 2 },
    { match: { operation: 'ListGroups' }, do: { reset: true }, times: 1 },
  ];
  ok(await steer(api, 'PUT', 'faults', rules));
  await api.post(`/registry/v2/repos/${org}`, { name: 'failed' });
  await api.post(`/registry/v2/repos/${org}`, { name: 'failed' });
  for (let count = 0; count < 3; count += 1) await api.get('/registry/v2/repos?page_size=1');
  await api.get('/iam/v2/groups').catch(() => undefined);
  ok(await steer(api, 'DELETE', 'faults'));
  ok(await steer(api, 'PUT', 'quota', [{ match: { operation: 'ListRoles' }, requests: 2, per: '1h', by: 'world' }]));
  for (let count = 0; count < 4; count += 1) await api.get('/iam/v2/roles?page_size=1');
  ok(await steer(api, 'DELETE', 'quota'));
};

/** Calls over gRPC, gRPC-Web and Connect. */
const callOtherwise = async (api: Api, grpc: GrpcClient, org: string): Promise<void> => {
  const { connection, token } = api;
  const created = await grpc.call('CreateRepo', { parent: org, repo: { name: 'over-grpc' } });
  if (!created.ok) throw new Error(created.message);
  await grpc.call('CreateRepo', { parent: org, repo: { name: 'over-grpc' } });
  await grpc.call('CreateRepo', { parent: org, repo: { name: '' } });
  await grpc.call('ListRepos', { pageSize: 3 });
  await grpc.call('ListRepos', {}, { token: 'a-token-of-nobody' });
  const { name, request } = protoMethod('ListRepos');
  const message = encode(request, { pageSize: 2 });
  const headers = { authorization: `Bearer ${token}` };
  const json = Buffer.from('{"pageSize": 2, "page_size_of_nothing": 1}');
  // A secret, in whose place a number stands, and a message that cannot be read.
  const named = (description: string | undefined) => ({ parent: org, repo: { name: 'named', description } });
  const create = protoMethod('CreateRepo');
  const createMessage = encode(create.request, named(token));
  for (const [type, body, target = name, more = {}] of [
    ['application/grpc-web+proto', framed(message)],
    ['application/grpc-web-text', Buffer.from(framed(message).toString('base64'))],
    ['application/grpc-web+json', framed(json)],
    ['application/proto', message],
    ['application/json', json],
    ['application/json', gzipSync(json), name, { 'content-encoding': 'gzip' }],
    ['application/json', Buffer.from('{"pageSize": ')],
    ['application/json', Buffer.from(JSON.stringify(named(token))), create.name],
    ['application/json', Buffer.from(JSON.stringify(named(undefined))), create.name],
    ['application/grpc-web', framed(createMessage), create.name],
    ['application/grpc-web-text', Buffer.from(framed(createMessage).toString('base64')), create.name],
  ] as const) {
    await exchange(connection.agent, connection.baseUrl, {
      method: 'POST',
      target: `/${target}`,
      headers: { ...headers, 'content-type': type, ...more },
      body,
    });
  }
  for (const wire of WIRES) {
    if (wire.name === 'gRPC with JSON') await wire.send(api, { operation: 'ListRepos', request: { pageSize: 2 } });
  }
};

/** The run of a test in a mock of its own: about 400 calls of every kind, and the control calls between them. */
export const runEverything = async (api: Api, grpc: GrpcClient, orgId: string): Promise<void> => {
  const roles = await readRoles(api);
  for await (const _ of callEveryOperation(api, roles));
  await exchangeTokens(api, orgId);
  await callOtherwise(api, grpc, orgId);
  for (let count = 0; count < 30; count += 1) await api.post(`/registry/v2/repos/${orgId}`, { name: `page-${count}` });
  await walk(api, `/registry/v2/repos?page_size=7&uidp.descendants_of=${orgId}`, 'repos');
  await failOnDemand(api, orgId);
  await travel(api, orgId);
  const made = await makeWorld(api, {
    from: 'fixture:default',
    clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' },
  });
  const inside = new Api({ ...api.connection, world: made.id }, made.token as string);
  const org = await createOrg(inside, await readRoles(inside));
  const repo = await org.repo();
  await org.tag(repo.uid);
  await (await org.caller('viewer')).get('/registry/v2/repos');
  const fork = await makeWorld(inside, { from: `world:${made.id}`, name: 'forked' });
  await api.as(fork.token).post(`/registry/v2/repos/${fork.orgId}`, { name: 'forked' });
  ok(await steer(inside, 'POST', 'reset'));
};
