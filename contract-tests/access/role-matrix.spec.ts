import { describe } from '../support/answer.ts';
import { operations } from '../support/openapi.ts';
import { seen } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { type Probe, probes, ROLES, type RoleName } from './role-table.ts';

const fillIn = (text: string, org: string): string =>
  text.replaceAll('LEAF', `${org}/${'c'.repeat(16)}`).replaceAll('ORG', org);

const bodyOf = ({ body }: Probe, org: string): unknown =>
  body === undefined ? undefined : JSON.parse(fillIn(JSON.stringify(body), org));

for (const [short, role] of Object.entries(ROLES) as [RoleName, string][]) {
  const allowed = probes.filter(({ roles }) => roles.includes(short)).length;
  test(`11, C24: ${role} may call ${allowed} of ${probes.length} operations @mock`, async ({ org }) => {
    const caller = await org.caller(role);
    for (const probe of probes) {
      const answer = await caller.send(probe.method, fillIn(probe.target, org.uid), { body: bodyOf(probe, org.uid) });
      const expected = probe.roles.includes(short) ? 'allowed' : 'denied';
      expect
        .soft(answer.status === 403 ? 'denied' : 'allowed', `${probe.operation}: ${describe(answer)}`)
        .toBe(expected);
    }
  });
}

test('11: the table has every operation of the document except the two that only spec.md names', () => {
  const extra = ['UpdateGroupInvite', 'UpdateExternalGroupRoleMapping'];
  const documented = operations.map(({ id }) => id).filter((id) => !extra.includes(id));
  expect(probes.map(({ operation }) => operation).toSorted()).toEqual(documented.toSorted());
  const bySpec = operations.filter(({ origin }) => origin === 'spec').map(({ id }) => id);
  expect(bySpec.toSorted()).toEqual(seen.addedCalls ? extra.toSorted() : []);
});

test('C22: the two further updates are for owners and not for viewers @mock', async ({ org }) => {
  const [owner, viewer] = [await org.caller('owner'), await org.caller('viewer')];
  const invite = await org.invite();
  const mapping = await org.mapping((await org.provider()).uid);
  for (const target of [`/iam/v2/groupInvites/${invite.uid}`, `/iam/v2/externalGroupRoleMappings/${mapping.uid}`]) {
    expect((await owner.patch(target, {})).status, target).toBe(200);
    expect((await viewer.patch(target, {})).status, target).toBe(403);
  }
});
