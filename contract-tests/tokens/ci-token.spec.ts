import { controlOperations, violationsOf } from '../steering/control-document.ts';
import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, exchanged } from './exchange.ts';
import { claimsOf } from './own-token.ts';

const ISSUER = 'https://token.actions.githubusercontent.com';
const SUBJECT = 'repo:example@1001/app@2002:ref:refs/heads/main';

type Query = Readonly<Record<string, string>>;
type Api = Parameters<typeof steer>[0];

const ask = (api: Api, query: Query = {}) =>
  steer(api, 'GET', `github-actions/token?${new URLSearchParams({ 'api-version': '2.0', ...query })}`);
const tokenOf = async (api: Api, query?: Query): Promise<string> => String(ok(await ask(api, query)).value);

/** A subject, and what its token contains. */
const WORKFLOWS: readonly (readonly [subject: string, claims: object])[] = [
  [
    SUBJECT,
    {
      repository: 'example/app',
      repository_owner: 'example',
      repository_id: '2002',
      repository_owner_id: '1001',
      ref: 'refs/heads/main',
      ref_type: 'branch',
      event_name: 'push',
      sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      job_workflow_ref: 'example/app/.github/workflows/ci.yml@refs/heads/main',
    },
  ],
  [
    'repo:acme/web:ref:refs/tags/v1.2',
    { repository: 'acme/web', ref: 'refs/tags/v1.2', ref_type: 'tag', repository_id: expect.stringMatching(/^\d+$/) },
  ],
  ['repo:acme/web:environment:prod', { environment: 'prod', ref: 'refs/heads/main', event_name: 'push' }],
  ['repo:acme/web:environment:prod%3Aeu', { environment: 'prod:eu', event_name: 'push' }],
  ['repo:acme/web:environment:my prod', { environment: 'my prod' }],
  ['repo:acme/web:pull_request', { ref: 'refs/pull/1/merge', event_name: 'pull_request', base_ref: 'main' }],
];

test.describe('the ambient credential of a hosted CI @mock', () => {
  test('10.24: it is a token of the CI for the audience that is asked for, good for five minutes', async ({ api }) => {
    const claims = claimsOf(await tokenOf(api, { audience: 'sts.test' }));
    expect(claims).toMatchObject({ iss: ISSUER, sub: SUBJECT, aud: 'sts.test' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
  });

  test('10.24: without an audience it is for the owner of the repository', async ({ api }) => {
    expect(claimsOf(await tokenOf(api)).aud).toBe('https://github.com/example');
    expect(claimsOf(await tokenOf(api, { subject: 'repo:acme/web:pull_request' })).aud).toBe('https://github.com/acme');
  });

  for (const [subject, claims] of WORKFLOWS) {
    test(`10.24, 10.26: the token of ${subject} has the claims of that workflow, the same each time`, async ({
      api,
    }) => {
      const [first, again] = [claimsOf(await tokenOf(api, { subject })), claimsOf(await tokenOf(api, { subject }))];
      expect(first).toMatchObject({ sub: subject, ...claims });
      const { iat: _, exp: __, jti: ___, ...lasting } = first;
      expect(again).toMatchObject(lasting);
    });
  }

  test('10.24, 10.3: it is exchanged as the identity whose claims it has, and for no other', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    const audience = 'sts.test';
    const match = { issuer, subject: SUBJECT, audience, claims: { repository_id: '2002', event_name: 'push' } };
    const { uid } = await org.identity({ claimMatch: match });
    const { token } = await exchanged(api, await tokenOf(api, { issuer, audience }));
    expect(claimsOf(token).sub).toBe(uid);
    for (const [query, claim] of [
      [{ audience: 'other.test' }, 'aud'],
      [{ audience, subject: 'repo:example@1001/app@2002:ref:refs/heads/fork' }, 'sub'],
    ] as const) {
      const refused = await askExchange(api, await tokenOf(api, { issuer, ...query }));
      expect([refused.status, refused.body.message]).toEqual([403, `Permission denied: invalid "${claim}"`]);
    }
  });

  test('10.24: the document describes exactly the issuers that are accepted', async ({ api }) => {
    const operations = controlOperations((await steer(api, 'GET', 'openapi.yaml')).text);
    const { parameters = [] } = operations.find(({ id }) => id === 'GET /github-actions/token') ?? {};
    const issuer = parameters.find(({ name }) => name === 'issuer')?.schema ?? {};
    const wrong = ['http://%', 'http://a:70000', 'https://a b', 'https://ci.test/?a', 'https://[x]', 'https://ö.test'];
    const right = [
      ISSUER,
      'http://localhost:8080/a/b',
      'https://ci.xn--2.test/%',
      'http://127.0.0.1:65535',
      'https://[::1]/',
      'http://u@a',
    ];
    for (const given of [...wrong, ...right]) {
      const { status } = await ask(api, { issuer: given });
      expect([given, status, violationsOf(issuer, given) === '']).toEqual([
        given,
        ...(wrong.includes(given) ? [400, false] : [200, true]),
      ]);
    }
  });

  for (const [field, value, rule] of [
    ['subject', '', 'must be "repo:OWNER/NAME:" with '],
    ['subject', 'repo:acme/web', 'must be "repo:OWNER/NAME:" with '],
    ['subject', 'repo:acme/web:ref:main', 'must be "repo:OWNER/NAME:" with '],
    ['subject', 'repo:acme/web:environment:prod:eu', 'must be "repo:OWNER/NAME:" with '],
    ['subject', 'repository_owner:acme', 'must be "repo:OWNER/NAME:" with '],
    ['subject', 'user:acme', 'must be "repo:OWNER/NAME:" with '],
    ['issuer', 'token.actions.test', 'must be an http or https URL without a query'],
    ['issuer', 'http://%', 'must be an http or https URL without a query'],
    ['issuer', 'https://', 'must be an http or https URL without a query'],
    ['audience', '', 'must not be empty'],
  ] as const) {
    test(`10.24: ${field} ${JSON.stringify(value)} is 400`, async ({ api }) => {
      const { status, body } = await ask(api, { [field]: value });
      expect([status, body.code]).toEqual([400, 3]);
      expect(body.message).toContain(`Invalid argument: ${field}: ${rule}`);
      expect(String(body.message).includes('upstream-tokens')).toBe(field === 'subject');
    });
  }
});
