import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { identities } from '../resources/index.ts';
import { MemoryStore } from '../store/memory.ts';
import { NOW, OWN_ISSUER, stillClock } from '../testing/specimen-tokens.ts';
import { AwsPrincipals, accountOfKey, type TrustedPrincipal } from './aws-principals.ts';
import type { AwsMatch, IdentityRow } from './claim-match.ts';

const UID = `${'a'.repeat(40)}/${'1'.repeat(16)}`;
const OLD_KEY = 'AKIAIOSFODNN7EXAMPLE';
/** Shows the account 029608264753. */
const KEY = 'AKIAQNZGKIQY56JQ7WML';
const ACCOUNT = '029608264753';
const ARN = `arn:aws:iam::${ACCOUNT}:user/ana`;

const KEYS: readonly (readonly [key: string, account: string | undefined])[] = [
  ['ASIAQNZGKIQY56JQ7WML', ACCOUNT],
  ['ASIAY34FZKBOKMUTVV7A', '609629065308'],
  [OLD_KEY, undefined],
  ['AKIA777777777777EXAM', undefined],
  ['AROAQNZGKIQY56JQ7WML', undefined],
  ['AKIAQNZGKIQY56JQ7WM', undefined],
  ['akiaqnzgkiqy56jq7wml', undefined],
  ['test', undefined],
];

for (const [key, account] of KEYS) {
  test(`10.22: the access key ${key} shows ${account ?? 'no account'}`, () => assert.equal(accountOfKey(key), account));
}

const requestBy = (key: string): string => {
  const stamp = new Date(NOW).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'POST /?Version=2011-06-15&Action=GetCallerIdentity HTTP/1.1',
    'host:sts.amazonaws.com',
    `x-amz-date: ${stamp}`,
    `chainguard-audience: ${OWN_ISSUER}`,
    `chainguard-identity: ${UID}`,
    `authorization: AWS4-HMAC-SHA256 Credential=${key}/${stamp.slice(0, 8)}/us-east-1/sts/aws4_request, SignedHeaders=chainguard-audience;chainguard-identity;host;x-amz-date, Signature=${'0'.repeat(64)}`,
  ];
  const encoded = Buffer.from(`${lines.join('\n')}\n\n`).toString('base64');
  return encoded.replaceAll('+', '-').replaceAll('/', '_');
};

const WHOEVER = { arnPattern: '.*', userIdPattern: '.*' };

const CASES: readonly (readonly [
  what: string,
  trusted: readonly TrustedPrincipal[],
  key: string,
  match: AwsMatch,
  result: string,
])[] = [
  ['any, whose key shows the account', [{}], KEY, { awsAccount: ACCOUNT, ...WHOEVER }, 'matches'],
  ['any, whose key shows another account', [{}], KEY, { awsAccount: '1', ...WHOEVER }, 'aws_account'],
  ['any, whose key shows none', [{}], OLD_KEY, { awsAccount: '1', arn: ARN, userId: 'x' }, 'matches'],
  ['an account', [{ account: '1' }], OLD_KEY, { awsAccount: '1', arn: ARN, userId: 'x' }, 'matches'],
  ['another account', [{ account: '1' }], OLD_KEY, { awsAccount: '2', ...WHOEVER }, 'aws_account'],
  ['the account of the key', [{ account: ACCOUNT }], KEY, { awsAccount: ACCOUNT, ...WHOEVER }, 'matches'],
  ['an account that the key is not of', [{ account: '1' }], KEY, { awsAccount: '1', ...WHOEVER }, 'not trusted'],
  [
    'the second of two principals',
    [
      { account: '1', arn: 'a' },
      { account: '1', arn: 'b' },
    ],
    OLD_KEY,
    { awsAccount: '1', arn: 'b', userId: 'x' },
    'matches',
  ],
  [
    'two principals that fail, of which one comes nearer',
    [
      { account: '2', arn: 'a' },
      { account: '1', arn: 'a', userId: 'y' },
    ],
    OLD_KEY,
    { awsAccount: '1', arn: 'a', userId: 'x' },
    'user_id',
  ],
  [
    'a pattern that is no expression',
    [{ account: '1', arn: 'a' }],
    OLD_KEY,
    { awsAccount: '1', arnPattern: '(' },
    'arn',
  ],
];

for (const [what, trusted, key, match, result] of CASES) {
  test(`10.30: trusting ${what} ${result === 'matches' ? 'matches' : `fails: ${result}`}`, async () => {
    const store = new MemoryStore();
    await store.write((tx) => tx.put<IdentityRow>(identities, { uid: UID, awsIdentity: match }));
    const audiences = { listed: [OWN_ISSUER], scheme: 'http' as const };
    const aws = new AwsPrincipals({ rows: store.rows, identities, clock: stillClock(), audiences, trusted });
    const outcome = (): string => {
      try {
        const { matches, mismatch } = aws.identify(requestBy(key), undefined, undefined);
        return matches.length === 1 ? 'matches' : mismatch;
      } catch (error) {
        assert.ok(error instanceof ApiError && error.code === 'PERMISSION_DENIED');
        return /not trusted/.exec(error.message)?.[0] ?? error.message;
      }
    };
    assert.equal(outcome(), result);
  });
}
