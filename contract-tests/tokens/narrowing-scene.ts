import { type Answer, rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import type { Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect } from '../support/test.ts';
import { mintUpstream } from './exchange.ts';

/** An organization with two groups, a repo in each and above, and a token of a viewer of the whole organization. */
export interface Scene {
  readonly upstream: string;
  readonly identity: string;
  readonly child: string;
  readonly sibling: string;
  readonly top: string;
  readonly inChild: string;
  readonly inSibling: string;
}

/** Makes the scene; the role is bound on the organization. */
export const setScene = async (api: Api, org: Org, role = 'viewer'): Promise<Scene> => {
  const issuer = `https://ci.test/${org.uid}`;
  const identity = await org.identity({ claimMatch: { issuer, subject: 'x' } });
  await org.binding({ identityUid: identity.uid, roleUid: roleUid(org.roles, role) });
  const [child, sibling] = [await org.group(), await org.group()];
  const [top, inChild, inSibling] = [await org.repo(), await org.repo({}, child.uid), await org.repo({}, sibling.uid)];
  return {
    upstream: await mintUpstream(api, { issuer, subject: 'x' }),
    identity: identity.uid,
    child: child.uid,
    sibling: sibling.uid,
    top: top.uid,
    inChild: inChild.uid,
    inSibling: inSibling.uid,
  };
};

/** The repos that a caller can see, by uid. */
export const reposOf = async (caller: Api): Promise<readonly string[]> =>
  uidsOf(rowsOf(await caller.read('/registry/v2/repos'), 'repos'));

/** Expects an exchange to be refused for one field of its request. */
export const refusedBy = (answer: Answer, field: string): void => {
  expectError(answer, 'INVALID_ARGUMENT', { service: 'oidc' });
  const [, { fieldViolations }] = answer.body.details as readonly [object, { fieldViolations: { field: string }[] }];
  expect(fieldViolations.map((violation) => violation.field)).toEqual([field]);
};
