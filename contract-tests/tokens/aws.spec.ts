import { type Answer, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import { expect, FACES, onEachFace, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { type OwnServer, runCommand, startOwnServer } from '../support/own-server.ts';
import { type AwsParts, awsToken, KEY_OF_ACCOUNT } from './aws-request.ts';
import { askExchange, askRefresh } from './exchange.ts';
import { claimsOf } from './own-token.ts';

const ACCOUNT = '123456789012';
const ROLE = `arn:aws:sts::${ACCOUNT}:assumed-role/ci/build-7`;
const USER = `arn:aws:iam::${ACCOUNT}:user/ana`;
const USER_ID = 'AIDAJQABLZS4A3QDU576Q';
const PADDED_ACCOUNT = '029608264753';
const NOW = Date.parse('2030-01-01T12:00:00Z');

const TRUST = [`${ACCOUNT}=${ROLE}`, `${ACCOUNT}=${USER}#${USER_ID}`, PADDED_ACCOUNT];

const denied = (answer: Answer, says: string | RegExp): void =>
  expectError(answer, 'PERMISSION_DENIED', { service: 'oidc', says, details: [] });

const refused = (answer: Answer, says: string): void =>
  expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says, details: [] });

test.describe('--trust-aws @mock', () => {
  // One server for all of them: nobody else uses its clock, which stands still.
  test.describe.configure({ mode: 'default' });
  let server: OwnServer;
  let api: Api;
  let count = 0;

  test.beforeAll(async () => {
    server = await startOwnServer(TRUST.flatMap((each) => ['--trust-aws', each]));
    // The token of the start is of another time.
    api = server.api.as('admin-token');
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: new Date(NOW).toISOString() }));
  });

  test.afterAll(async () => {
    await server?.stop('SIGKILL');
  });

  /** An identity for AWS principals, of the account unless given. */
  const identityFor = async (match: Readonly<Record<string, string>>): Promise<string> => {
    count += 1;
    const awsIdentity = { awsAccount: ACCOUNT, ...match };
    return ok(await api.post(`/iam/v2/identities/${server.ready.orgId}`, { name: `aws ${count}`, awsIdentity })).uid;
  };

  const tokenFor = (identity: string, parts: Partial<AwsParts> = {}): string =>
    awsToken({ audience: server.ready.url, identity, at: new Date(NOW), ...parts });

  for (const name of FACES) {
    test(`10.22, clients 2.6: a signed request is exchanged for a token that names the principal: ${name}`, async ({
      facesOf,
    }) => {
      const uid = await identityFor({ arn: ROLE, userIdPattern: 'AROA.*:build-7' });
      const face = facesOf(server)[name].as(tokenFor(uid));
      const { token } = await face.read('Exchange', { identity: uid, aud: ['https://x.test'] });
      expect(claimsOf(token)).toMatchObject({
        sub: uid,
        aud: 'https://x.test',
        act: {
          iss: 'https://sts.amazonaws.com',
          aud: server.ready.url,
          'aws-acct': ACCOUNT,
          'aws-arn': ROLE,
        },
      });
    });
  }

  test('10.22, 10.14: its token is good for calls, and can be refreshed', async () => {
    const uid = await identityFor({ arn: USER, userId: USER_ID });
    const given = ok(await askExchange(api, tokenFor(uid)));
    expect(claimsOf(given.token).act).toMatchObject({ sub: USER_ID, 'aws-arn': USER });
    expect(await api.as(given.token).read('/auth/v1/ok')).toMatchObject({ subject: uid });
    expect((await api.read(`/iam/v2/identities/${uid}`)).lastSeenTime).toBe(new Date(NOW).toISOString());
    expect((await askRefresh(api, String(given.refreshToken))).status).toBe(200);
  });

  for (const [what, match, mismatch] of [
    ['an exact ARN', { arn: ROLE, userIdPattern: '.*' }, undefined],
    ['a pattern of ARNs', { arnPattern: 'arn:aws:sts::[0-9]+:assumed-role/ci/.*', userIdPattern: '.*' }, undefined],
    ['a pattern of a part of the ARN', { arnPattern: 'assumed-role/ci', userIdPattern: '.*' }, 'arn'],
    ['another ARN', { arn: `${ROLE}x`, userIdPattern: '.*' }, 'arn'],
    ['another account', { awsAccount: '999999999999', arn: ROLE, userIdPattern: '.*' }, 'aws_account'],
    ['an exact user id', { arn: USER, userId: USER_ID }, undefined],
    ['a pattern of user ids', { arn: USER, userIdPattern: 'AIDA[A-Z0-9]+' }, undefined],
    ['another user id', { arn: USER, userId: 'AIDAX' }, 'user_id'],
    ['a pattern of other user ids', { arn: USER, userIdPattern: 'AIDA' }, 'user_id'],
    ['a user id that the flag does not have', { arn: ROLE, userId: 'AROAX:build-7' }, undefined],
  ] as const) {
    test(`10.22, 10.31: an identity with ${what} ${mismatch === undefined ? 'matches' : 'does not'}`, async () => {
      const answer = await askExchange(api, tokenFor(await identityFor(match)));
      if (mismatch === undefined) ok(answer);
      else denied(answer, `invalid "${mismatch}"`);
    });
  }

  test('10.22, 10.30: a key that shows its account is of that account only', async () => {
    const match = { awsAccount: PADDED_ACCOUNT, arn: 'arn:aws:iam::029608264753:user/x', userId: 'AIDAX' };
    const [theirs, ours] = [await identityFor(match), await identityFor({ arnPattern: '.*', userIdPattern: '.*' })];
    const { token } = ok(await askExchange(api, tokenFor(theirs, { accessKeyId: KEY_OF_ACCOUNT })));
    expect(claimsOf(token).act).toMatchObject({ 'aws-acct': PADDED_ACCOUNT, 'aws-arn': match.arn, sub: 'AIDAX' });
    denied(await askExchange(api, tokenFor(ours, { accessKeyId: KEY_OF_ACCOUNT })), 'invalid "aws_account"');
    const untrusted = tokenFor(ours, { accessKeyId: 'AKIAY34FZKBOKMUTVV7A' });
    denied(await askExchange(api, untrusted), /^AWS account 609629065308 is not trusted/);
  });

  for (const [what, parts] of [
    ['empty lines before and behind its head', { before: '\r\n\n', body: '\r\n\r\n' }],
    [
      'a target in absolute form, whose host counts',
      {
        line: 'POST https://sts.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1',
        headers: { Host: 'sts.evil.test' },
      },
    ],
    [
      'both, as a published script has it',
      {
        before: '\n',
        body: '\n',
        line: 'POST https://sts.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1',
      },
    ],
    ['a header that is continued on a second line', { more: ['X-Note: one', '\ttwo'] }],
  ] satisfies readonly (readonly [string, Partial<AwsParts>])[]) {
    test(`10.22, 10.29: a request may have ${what}`, async () => {
      const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
      ok(await askExchange(api, tokenFor(uid, parts)));
    });
  }

  test('10.22, 10.29: the request names the identity, which must be the one that is asked for', async () => {
    const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    const other = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    expect(claimsOf(ok(await askExchange(api, tokenFor(uid), [['identity', uid]])).token).sub).toBe(uid);
    denied(await askExchange(api, tokenFor(uid), [['identity', other]]), 'invalid "identity"');
    const gone = `${server.ready.orgId}/${'0'.repeat(16)}`;
    expectError(await askExchange(api, tokenFor(gone)), 'NOT_FOUND', { service: 'oidc' });
    const [ciBot] = (await api.read('/iam/v2/identities?name=ci-bot')).identities as readonly {
      readonly uid: string;
    }[];
    denied(await askExchange(api, tokenFor(String(ciBot?.uid))), /is not for AWS principals$/);
  });

  for (const [what, parts] of [
    ['a GET', { line: 'GET /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1' }],
    ['another action', { line: 'POST /?Action=AssumeRole&Version=2011-06-15 HTTP/1.1' }],
    ['a further parameter', { line: 'POST /?Action=GetCallerIdentity&Version=2011-06-15&X=1 HTTP/1.1' }],
    ['another path', { line: 'POST /x?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1' }],
    ['a line that is not HTTP', { line: 'POST nonsense' }],
    ['a body', { body: 'x' }],
    [
      'another host in the target',
      { line: 'POST https://sts.evil.test/?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1' },
    ],
    [
      'a user in the target',
      { line: 'POST https://a@sts.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1' },
    ],
    ['a blank line between its headers', { headers: { Accept: '\r\n' } }],
    ['another host', { headers: { Host: 'sts.evil.test' } }],
    ['a host that only begins alike', { headers: { Host: 'sts.amazonaws.com.evil.test' } }],
    ['no host', { headers: { Host: undefined } }],
    ['no date', { headers: { 'X-Amz-Date': undefined } }],
    ['a date that is no date', { headers: { 'X-Amz-Date': '20300101' } }],
    ['the date of another day', { headers: { 'X-Amz-Date': '20300102T000000Z' } }],
    ['no audience', { headers: { 'Chainguard-Audience': undefined } }],
    ['another audience', { audience: 'https://issuer.other.test' }],
    ['no identity', { headers: { 'Chainguard-Identity': undefined } }],
    ['an audience that is not signed', { authorize: (text: string) => text.replace('chainguard-audience;', '') }],
    ['an identity that is not signed', { authorize: (text: string) => text.replace('chainguard-identity;', '') }],
    ['a host that is not signed', { authorize: (text: string) => text.replace('host;', '') }],
    ['a date that is not signed', { authorize: (text: string) => text.replace(';x-amz-date', '') }],
    ['a signed header that is missing', { authorize: (text: string) => text.replace('host;', 'host;x-gone;') }],
    ['a signature that is none', { authorize: (text: string) => text.replace(/Signature=.*/, 'Signature=0000') }],
    ['another algorithm', { authorize: (text: string) => text.replace('AWS4-HMAC-SHA256', 'AWS4-X') }],
    ['another service', { authorize: (text: string) => text.replace('/sts/', '/s3/') }],
    ['another region', { authorize: (text: string) => text.replace('us-east-1', 'eu-west-1') }],
    ['two audiences', { more: ['Chainguard-Audience: https://issuer.other.test'] }],
    ['two identities', { more: ['Chainguard-Identity: x'] }],
    ['two dates', { more: ['X-Amz-Date: 20300101T120000Z'] }],
    ['two signatures', { more: ['Authorization: AWS4-HMAC-SHA256 x'] }],
    ['a header that is none', { more: ['nonsense'] }],
    ['temporary credentials without their token', { accessKeyId: 'ASIAIOSFODNN7EXAMPLE' }],
    ['a signature 5 minutes and a second ahead', { at: new Date(NOW + 301_000) }],
  ] satisfies readonly (readonly [string, Partial<AwsParts>])[]) {
    test(`10.22, 9.8: ${what} is 401`, async () => {
      const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
      refused(await askExchange(api, tokenFor(uid, parts)), 'invalid token');
    });
  }

  test('10.22: a token that does not decode to such a request is 401', async () => {
    const good = tokenFor(await identityFor({ arn: ROLE, userIdPattern: '.*' }));
    for (const token of [good.slice(0, -4), good.slice(0, 40), `${good.slice(0, 60)}*${good.slice(61)}`, `${good}A`]) {
      refused(await askExchange(api, token), 'invalid token');
    }
    refused(await askExchange(api, `${good.slice(0, 60)}.${good.slice(61)}`), 'invalid token');
    // Only the exchange takes a signed request; as a bearer token it is invalid.
    expectError(await api.as(good).get('/auth/v1/ok'), 'UNAUTHENTICATED', { says: 'invalid token' });
  });

  test('10.22: it is good from 5 minutes before its time to 15 minutes after, by the clock of the mock', async () => {
    const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    const at = (seconds: number): Promise<Answer> =>
      askExchange(api, tokenFor(uid, { at: new Date(NOW + seconds * 1_000) }));
    for (const seconds of [300, 0, -900]) ok(await at(seconds));
    refused(await at(-901), 'token expired');
  });

  test('10.22: it may have further headers, temporary credentials and spaces that are not signed', async () => {
    const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    const token = { 'X-Amz-Security-Token': 'SESSION', 'Chainguard-Identity': `  ${uid}\t` };
    ok(await askExchange(api, tokenFor(uid, { accessKeyId: 'ASIAIOSFODNN7EXAMPLE', headers: token })));
  });

  test('L22: a bad request is reported after a bad token, and confines hold', async () => {
    const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    const bad = tokenFor(uid, { audience: 'https://x.test' });
    refused(await askExchange(api, bad, [['cap', 'nonsense']]), 'invalid token');
    expectError(await askExchange(api, tokenFor(uid), [['cap', 'nonsense']]), 'INVALID_ARGUMENT', { service: 'oidc' });
    const { token } = ok(await askExchange(api, tokenFor(uid), [['cap', 'repo.list']]));
    expect(claimsOf(token)).toHaveProperty('cap');
  });

  test('10.5: a token of another kind is 403 for an identity for AWS principals', async () => {
    const uid = await identityFor({ arn: ROLE, userIdPattern: '.*' });
    const fields = { issuer: 'https://ci.test', subject: 'x' };
    const { token } = ok(await steer(api, 'POST', 'upstream-tokens', fields));
    denied(await askExchange(api, token, [['identity', uid]]), /signed GetCallerIdentity request$/);
  });
});

onEachFace('10.22: without --trust-aws a signed request is 403 with the reason @mock', async (face, org) => {
  const awsIdentity = { awsAccount: ACCOUNT, arnPattern: '.*', userIdPattern: '.*' };
  const { uid } = await org.identity({ claimMatch: undefined, awsIdentity });
  const { now } = ok(await steer(org.api, 'GET', 'clock'));
  const token = awsToken({ audience: org.api.connection.baseUrl, identity: uid, at: new Date(String(now)) });
  const answer = await face.as(token).call('Exchange', { identity: uid });
  denied(answer, /not trusted: the mock was started without --trust-aws$/);
});

test('10.22, M6: PLATFORM_MOCK_TRUST_AWS is the flag, and a value that names nobody exits 2 @mock', async () => {
  const { code, stdout, stderr } = await runCommand(['serve', '--port', '0'], { PLATFORM_MOCK_TRUST_AWS: 'any,12345' });
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).toContain('--trust-aws 12345');
  expect(stderr).not.toMatch(/\n\s+at /);
});
