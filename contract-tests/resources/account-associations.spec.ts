import { ok } from '../support/answer.ts';
import { expectInvalid, expectMissing } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const google = { projectId: 'p', projectNumber: '1' };
const azure = { tenantId: 't', clientIds: { a: 'b' } };
const github = { appInstallations: { '42': { installations: [{ installationId: '7', name: 'n' }] } } };

test('5.7: its uid is the uid of its group', async ({ api, org }) => {
  const association = await org.association();
  expect(association.uid).toBe(org.uid);
  expect(await api.read(`/iam/v2/accountAssociations/${org.uid}`)).toEqual(association);
});

test('5.7: it may name several providers, or none', async ({ api, org }) => {
  const all = { amazon: { account: '123456789012' }, google, azure, github };
  expect(await org.association(all)).toMatchObject(all);
  const changed = ok(await api.patch(`/iam/v2/accountAssociations/${org.uid}?updateMask=google,azure,github`, {}));
  expect(changed).toMatchObject({ amazon: { account: '123456789012' } });
  for (const gone of ['google', 'azure', 'github']) expect(changed).not.toHaveProperty(gone);
  const group = await org.group();
  expect(Object.keys(await org.association({}, group.uid)).filter((key) => key in all)).toEqual([]);
});

const bad: readonly (readonly [string, object, string])[] = [
  ['an account of letters', { amazon: { account: 'abc' } }, 'amazon.account'],
  ['an account of 13 digits', { amazon: { account: '1234567890123' } }, 'amazon.account'],
  ['no account', { amazon: {} }, 'amazon.account'],
  ['no project id', { google: { projectNumber: '1' } }, 'google.projectId'],
  ['no project number', { google: { projectId: 'p' } }, 'google.projectNumber'],
  ['no tenant', { azure: { clientIds: { a: 'b' } } }, 'azure.tenantId'],
  ['no client ids', { azure: { tenantId: 't', clientIds: {} } }, 'azure.clientIds'],
];
for (const [what, fields, field] of bad) {
  test(`5.7: ${what} is refused`, async ({ api, org }) => {
    const answer = await api.post(`/iam/v2/accountAssociations/${org.uid}`, { name: 'a', ...fields });
    expectInvalid(answer, { [field]: /./ });
  });
}

test.describe('service bindings', () => {
  test('5.7: name an identity directly under the group with the matching service principal', async ({ api, org }) => {
    const cosigned = await org.identity({ claimMatch: undefined, servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' });
    const other = await org.identity();
    const group = await org.group();
    const below = await org.identity(
      { claimMatch: undefined, servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' },
      group.uid,
    );
    const path = `/iam/v2/accountAssociations/${org.uid}`;
    const body = (service: string, uid: string): object => ({
      name: 'a',
      chainguard: { serviceBindings: { [service]: uid } },
    });
    for (const [service, uid] of [
      ['COSIGNED', other.uid],
      ['COSIGNED', below.uid],
      ['INGESTER', cosigned.uid],
    ] as const) {
      expect((await api.post(path, body(service, uid))).status, `${service} ${uid}`).toBe(400);
    }
    ok(await api.post(path, body('COSIGNED', cosigned.uid)));
  });
});

test.describe('checkAccountAssociation', () => {
  test('5.7: a provider that is not configured is not ready, with 200', async ({ api, org }) => {
    await org.association({ google });
    for (const providerType of ['AMAZON', 'AZURE']) {
      const body = { providerType: `ACCOUNT_PROVIDER_TYPE_${providerType}` };
      const checked = ok(await api.post(`/iam/v2/accountAssociations/${org.uid}:checkAccountAssociation`, body));
      expect(checked).toMatchObject({ status: 'CHECK_STATUS_NOT_READY', reason: 'not configured' });
    }
  });

  test('5.7: a provider that is configured is ready', async ({ api, org }) => {
    await org.association({ google, azure, amazon: { account: '123456789012' } });
    for (const providerType of ['GOOGLE', 'AMAZON', 'AZURE', 1]) {
      const body = { providerType: typeof providerType === 'number' ? 1 : `ACCOUNT_PROVIDER_TYPE_${providerType}` };
      const checked = ok(await api.post(`/iam/v2/accountAssociations/${org.uid}:checkAccountAssociation`, body));
      expect(checked.status).toBe('CHECK_STATUS_READY');
    }
  });

  for (const providerType of [undefined, 'ACCOUNT_PROVIDER_TYPE_UNSPECIFIED', 'GOOGLE', 0]) {
    test(`5.7: the provider type ${JSON.stringify(providerType)} is refused`, async ({ api, org }) => {
      await org.association();
      const target = `/iam/v2/accountAssociations/${org.uid}:checkAccountAssociation`;
      expectInvalid(await api.post(target, { providerType }), { providerType: /./ });
    });
  }

  test('5.7: a group without an association is 404', async ({ api, org }) => {
    const target = `/iam/v2/accountAssociations/${org.uid}:checkAccountAssociation`;
    const answer = await api.post(target, { providerType: 'ACCOUNT_PROVIDER_TYPE_GOOGLE' });
    expectMissing(answer, 'iam/AccountAssociation', org.uid);
  });
});
