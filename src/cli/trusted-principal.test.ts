import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlagRefusal } from '../command/command-failure.ts';
import { trustedPrincipalOf } from './serve.ts';

const ACCOUNT = '123456789012';
const ROLE = `arn:aws:sts::${ACCOUNT}:assumed-role/ci/ana@example.com=x`;

for (const [text, expected] of [
  ['any', {}],
  [ACCOUNT, { account: ACCOUNT }],
  [`${ACCOUNT}=${ROLE}`, { account: ACCOUNT, arn: ROLE }],
  [`${ACCOUNT}=${ROLE}#AROAX:ana`, { account: ACCOUNT, arn: ROLE, userId: 'AROAX:ana' }],
  [`${ACCOUNT}=arn:aws-us-gov:iam::${ACCOUNT}:root`, { account: ACCOUNT, arn: `arn:aws-us-gov:iam::${ACCOUNT}:root` }],
] as const) {
  test(`10.22: --trust-aws ${text} is read`, () => assert.deepEqual(trustedPrincipalOf(text), expected));
}

for (const [text, reason] of [
  ['', /it must be/],
  ['ANY', /it must be/],
  ['12345678901', /it must be/],
  ['1234567890123', /it must be/],
  [`${ACCOUNT}=`, /it must be/],
  [`${ACCOUNT}=ci`, /it must be/],
  [`${ACCOUNT}=arn:aws:s3:::bucket`, /it must be/],
  [`${ACCOUNT}=${ROLE}#`, /it must be/],
  [`${ACCOUNT}=arn:aws:iam::999999999999:user/x`, /the ARN is of the account 999999999999$/],
] as const) {
  test(`10.22: --trust-aws ${text} is refused`, () => {
    assert.throws(
      () => trustedPrincipalOf(text),
      (error) => error instanceof FlagRefusal && reason.test(error.message) && error.message.includes(text),
    );
  });
}
