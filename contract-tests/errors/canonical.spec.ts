import type { Answer } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';

/** The exact bytes of an error (behaviour §9.9). */
const bytes = (code: number, message: string, ...details: readonly (readonly [string, object])[]): string =>
  JSON.stringify({
    code,
    message,
    details: details.map(([type, value]) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...value })),
  });

const info = (reason: string, service: string, { serviceDomain }: Answer): readonly [string, object] => [
  'ErrorInfo',
  { reason, domain: `${service}.${serviceDomain}` },
];

const violations = (field: string, description: string): readonly [string, object] => [
  'BadRequest',
  { fieldViolations: [{ field, description }] },
];

const RULE = 'name must match "^[a-z0-9 ._-]{1,}$"';

test('9.9 A, 9.2.1, 9.2.2, C17: the error of an identity without a name', async ({ api, org }) => {
  const answer = await api.post(`/iam/v2/identities/${org.uid}`, {});
  expect(answer.status).toBe(400);
  const message = `Invalid argument: name: ${RULE}`;
  expect(answer.text).toBe(bytes(3, message, info('INVALID_ARGUMENT', 'iam', answer), violations('name', RULE)));
});

test('9.9 B, 9.2.7: the error of deleting a group that has repos', async ({ api, org }) => {
  const group = await org.group();
  await org.repo({}, group.uid);
  const answer = await api.delete(`/iam/v2/groups/${group.uid}`);
  expect(answer.status).toBe(400);
  const description = 'cannot delete group with child repos';
  const failure = ['PreconditionFailure', { violations: [{ type: 'RESOURCE_NOT_EMPTY', description }] }] as const;
  const message = `Precondition failed: ${description}`;
  expect(answer.text).toBe(bytes(9, message, info('FAILED_PRECONDITION', 'iam', answer), failure));
});

test('9.9 C, 9.2.8: the error of a missing repo', async ({ api, org }) => {
  const uid = `${org.uid}/ffffffffffffffff`;
  const answer = await api.get(`/registry/v2/repos/${uid}`);
  expect(answer.status).toBe(404);
  const resource = { resourceType: `registry.${answer.serviceDomain}/Repo`, resourceName: uid };
  const message = `Not found: repo "${uid}" not found`;
  expect(answer.text).toBe(bytes(5, message, info('NOT_FOUND', 'registry', answer), ['ResourceInfo', resource]));
});

test('9.9 D: the error of a call without a token', async ({ anonymous }) => {
  const answer = await anonymous.get('/iam/v2/groups');
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.text).toBe(bytes(16, 'Unauthenticated: missing bearer token', info('UNAUTHENTICATED', 'iam', answer)));
});

test('9.9 E: the error of a repo name that is taken', async ({ api, org }) => {
  const repo = await org.repo({ name: 'nginx' });
  const answer = await api.post(`/registry/v2/repos/${org.uid}`, { name: 'nginx' });
  expect(answer.status).toBe(409);
  const resource = { resourceType: `registry.${answer.serviceDomain}/Repo`, resourceName: repo.uid };
  const message = 'Already exists: repo "nginx" already exists';
  expect(answer.text).toBe(bytes(6, message, info('ALREADY_EXISTS', 'registry', answer), ['ResourceInfo', resource]));
});

test('9.9 F, 9.2.5: the error of an unsupported order', async ({ api }) => {
  const answer = await api.get('/registry/v2/repos?order_by=bogus');
  expect(answer.status).toBe(400);
  const description = 'unsupported order_by field "bogus"';
  const message = `Invalid argument: order_by: ${description}`;
  const details = [info('INVALID_ARGUMENT', 'registry', answer), violations('order_by', description)];
  expect(answer.text).toBe(bytes(3, message, ...details));
});

test('9.9 G: the error of an outdated etag', async ({ api, org }) => {
  const provider = await org.provider();
  const target = `/iam/v2/identityProviders/${provider.uid}`;
  await api.post(`${target}:generateScimToken`);
  const answer = await api.post(`${target}:setScimEnabled`, { enabled: false, etag: 'stale' });
  expect(answer.status).toBe(409);
  expect(answer.text).toBe(bytes(10, 'Aborted: etag mismatch', info('ABORTED', 'iam', answer)));
});

test('9.9 H: the error of a body that is not JSON', async ({ api, org }) => {
  const answer = await api.post(`/iam/v2/identities/${org.uid}`, '{name:');
  expect(answer.status).toBe(400);
  const message = 'Invalid argument: body: malformed JSON';
  const details = [info('INVALID_ARGUMENT', 'iam', answer), violations('body', 'malformed JSON')];
  expect(answer.text).toBe(bytes(3, message, ...details));
});

test('0: the service domain of errors is the one that info reports @mock', async ({ api }) => {
  const info = await steer(api, 'GET', 'info');
  expect(info.body.serviceDomain).toBe(info.serviceDomain);
});

test('0: --service-domain changes both error domains and resource types @mock', async ({ serverHere }) => {
  const { api, ready } = await serverHere('--service-domain', 'api.example.net');
  const answer = await api.get(`/registry/v2/repos/${ready.orgId}/ffffffffffffffff`);
  expect(answer.body.details).toMatchObject([
    { domain: 'registry.api.example.net' },
    { resourceType: 'registry.api.example.net/Repo' },
  ]);
});
