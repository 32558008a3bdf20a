import { casesBySize } from '../../scripts/test-size.ts';
import { type Answer, describe } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBare, expectError } from '../support/errors.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

/** In the whole test, more members than a function can have arguments. */
const MEMBERS = casesBySize({ small: 10_000, usual: 20_000, whole: 130_000 });
const MAX_VIOLATIONS = 1_000;
const MAX_ANSWER_LENGTH = 1_000_000;

const members = <T>(make: (nth: number) => T): readonly T[] => Array.from({ length: MEMBERS }, (_, nth) => make(nth));
const keyed = (key: (nth: number) => string, value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(members((nth) => [key(nth), value]));

interface Case {
  readonly what: string;
  readonly method?: 'POST' | 'PATCH' | 'PUT';
  readonly path: (org: Org) => string;
  readonly body: (org: Org) => object | string;
  /** 400 unless given. */
  readonly status?: number;
}

const LISTS: readonly Case[] = [
  {
    what: 'terms to accept',
    path: ({ uid }) => `/iam/v2/terms/${uid}`,
    body: () => ({ documentIds: members(String) }),
  },
  {
    what: 'mappings to delete',
    path: () => '/iam/v2/externalGroupRoleMappings:batchDelete',
    body: ({ uid }) => ({ parent: `${uid}/0123456789abcdef`, names: members(String) }),
  },
  {
    what: 'variables of an overlay',
    path: ({ uid }) => `/registry/v2/repos/${uid}`,
    body: () => ({ name: 'a', customOverlay: { environment: keyed((nth) => `CHAINGUARD_${nth}`, '') } }),
  },
  {
    what: 'service bindings',
    path: ({ uid }) => `/iam/v2/accountAssociations/${uid}`,
    body: () => ({ name: 'a', chainguard: { serviceBindings: keyed(String, 'x') } }),
  },
  {
    what: 'claim patterns',
    path: ({ uid }) => `/iam/v2/identities/${uid}`,
    body: () => ({
      name: 'a',
      claimMatch: { issuer: 'https://a.test', subject: 's', claimPatterns: keyed(String, '(') },
    }),
  },
  {
    what: 'capabilities of a role',
    path: ({ uid }) => `/iam/v2/roles/${uid}`,
    body: () => ({ name: 'a', capabilities: members(() => 'UNKNOWN') }),
  },
  {
    what: 'members of a list that are not a text',
    path: ({ uid }) => `/iam/v2/terms/${uid}`,
    body: () => ({ documentIds: members(() => 1) }),
  },
];

const made = async (org: Org, { path, body }: Case): Promise<readonly [target: string, body: object | string]> => {
  const target = path(org);
  if (!target.endsWith(':batchDelete')) return [target, body(org)];
  const { uid } = await org.provider();
  return [target, { ...(body(org) as object), parent: uid }];
};

const violationsOf = (answer: Answer): readonly { readonly field: string; readonly description: string }[] =>
  (answer.body.details as readonly { readonly fieldViolations?: never[] }[])[1]?.fieldViolations ?? [];

const survives = async (api: Api): Promise<void> => {
  expect((await api.get('/iam/v2/groups?page_size=1')).status).toBe(200);
};

test.describe('S1: of many violations the first thousand are reported', () => {
  for (const each of LISTS) {
    test(`${each.what}, ${MEMBERS} of them invalid, are one refused request`, async ({ api, org }) => {
      const answer = await api.post(...(await made(org, each)));
      expectError(answer, 'INVALID_ARGUMENT');
      expect(violationsOf(answer)).toHaveLength(MAX_VIOLATIONS);
      expect(answer.text.length).toBeLessThan(MAX_ANSWER_LENGTH);
      await survives(api);
    });
  }

  test('capabilities of a role of v1 are one refused request', async ({ api, org }) => {
    const role = { name: 'a', capabilities: members(String) };
    const answer = await api.post(`/iam/v1/roles/${org.uid}`, role);
    expectBare(answer, 'INVALID_ARGUMENT');
    expect(answer.text.length).toBeLessThan(MAX_ANSWER_LENGTH);
    expect(answer.text.split('must be a capability').length - 1).toBe(MAX_VIOLATIONS);
    await survives(api);
  });
});

const LONG = 'x'.repeat(3_000_000);

test.describe('S1: the error repeats only a part of a refused value', () => {
  const TEXTS: readonly Case[] = [
    { what: 'a document', path: ({ uid }) => `/iam/v2/terms/${uid}`, body: () => ({ documentIds: [LONG] }) },
    {
      what: 'a reserved variable',
      path: ({ uid }) => `/registry/v2/repos/${uid}`,
      body: () => ({ name: 'a', customOverlay: { environment: { [`CHAINGUARD_${LONG}`]: '' } } }),
    },
    {
      what: 'a service',
      path: ({ uid }) => `/iam/v2/accountAssociations/${uid}`,
      body: () => ({ name: 'a', chainguard: { serviceBindings: { [LONG]: 'x' } } }),
    },
    {
      what: 'a capability',
      path: ({ uid }) => `/iam/v2/roles/${uid}`,
      body: () => ({ name: 'a', capabilities: [LONG] }),
    },
    {
      what: 'a missing role',
      path: ({ uid }) => `/iam/v2/groupInvites/${uid}`,
      body: () => ({ roleUid: LONG, ttl: '60s' }),
      status: 404,
    },
    {
      what: 'an unknown key',
      method: 'PATCH',
      path: ({ uid }) => `/iam/v2/groups/${uid}`,
      body: () => ({ [LONG]: 1 }),
    },
  ];
  for (const { what, method = 'POST', path, body, status = 400 } of TEXTS) {
    test(`${what} of 3 MB is refused in a few lines`, async ({ api, org }) => {
      const answer = await api.send(method, path(org), { body: body(org) });
      expect(answer.status, describe({ ...answer, text: answer.text.slice(0, 200) })).toBe(status);
      expect(answer.text.length).toBeLessThan(5_000);
      await survives(api);
    });
  }
});
