import { describe } from '../support/answer.ts';
import { expectDenied, expectError } from '../support/errors.ts';
import { type DocumentedOperation, operations } from '../support/openapi.ts';
import { expect, test } from '../support/test.ts';
import { pathWith } from './samples.ts';

/** Operations that write, or look as if they did, and that need no capability or only one that viewers hold. */
const FOR_VIEWERS = ['RequestGroupAccess', 'UpdateIdentityMetadata', 'CheckAccountAssociation'];

/** The fields that name a parent in the body, where it is not in the path. */
const parentInBody = ({ id }: DocumentedOperation, uid: string): object =>
  id.startsWith('Batch') ? { parent: uid, names: [uid], requests: [{}] } : {};

const writes = operations.filter(({ method, id }) => method !== 'GET' && !FOR_VIEWERS.includes(id));

for (const operation of writes) {
  const { id, method, path } = operation;
  test(`403: ${id} is refused to a viewer, whether the row exists or not`, async ({ viewer, shared }) => {
    const { orgId } = shared.target;
    for (const uid of [orgId, `${orgId}/${'0'.repeat(16)}`]) {
      const answer = await viewer.send(method, pathWith(path, uid), { body: parentInBody(operation, uid) });
      // The uid of a group is not a uid of most other kinds, but its group is known, so the capability counts.
      expectDenied(answer, /^missing capability "[a-z_.]+" on group /);
    }
  });
}

const named = operations.filter(({ path, id }) => path.includes('{') || id.startsWith('Batch'));

for (const operation of named) {
  const { id, method, path, parameters } = operation;
  test(`404: ${id} of an unknown uid names what is missing`, async ({ api, org }) => {
    const uid = path.includes('{artifactId}') ? 'unknown' : `${org.uid}/${'0'.repeat(16)}`;
    const required = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => `${name}=x`);
    const target = `${pathWith(path, uid)}${required.length > 0 ? `?${required.join('&')}` : ''}`;
    const answer = await api.send(method, target, method === 'GET' ? {} : { body: parentInBody(operation, uid) });
    expectError(answer, 'NOT_FOUND');
    const details = answer.body.details as readonly Readonly<Record<string, unknown>>[];
    expect(details[1], describe(answer)).toMatchObject({
      '@type': 'type.googleapis.com/google.rpc.ResourceInfo',
      resourceType: expect.stringMatching(/^[a-z]+\..+\/[A-Z]\w+$/),
      resourceName: uid,
    });
    expect(operation.statuses).toContain('404');
  });
}

test('every operation with a uid, a parent or a scope declares 400, 401 and 403', () => {
  for (const { id, statuses, open } of operations) {
    if (!open) expect(statuses, id).toContain('401');
    if (
      !open &&
      !['LookupGroup', 'CheckEligibility', 'LookupIdentity', 'UpdateIdentityMetadata', 'RequestGroupAccess'].includes(
        id,
      )
    ) {
      expect(statuses, id).toContain('403');
    }
    if (id !== 'Ping') expect(statuses, id).toContain('400');
  }
});
