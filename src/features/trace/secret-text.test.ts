import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretText } from './secret-text.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const QUOTED = 'a "secret" / of two';

const secrets = new SecretText((secret) => (secret === JWT ? '[secret 2]' : '[secret 1]'));
secrets.learn(['admin-token', JWT]);
secrets.learn(['admin-token', QUOTED, 'short', '1234567890']);

const CASES: readonly (readonly [what: string, text: string, replaced: string])[] = [
  ['a secret is replaced where it stands as it is', 'Bearer admin-token;', 'Bearer [secret 1];'],
  ['a secret is replaced twice, one behind the other', 'admin-tokenadmin-token', '[secret 1][secret 1]'],
  ['a secret is replaced in a text of JSON', JSON.stringify({ note: QUOTED }), '{"note":"[secret 1]"}'],
  ['a secret is replaced in a query', `?code=${encodeURIComponent(QUOTED)}`, '?code=[secret 1]'],
  ['a signed token is replaced as a whole', `x${JWT}x`, 'x[secret 2]x'],
  ['the payload of a signed token is replaced', 'eyJzdWIiOiJhIn0', '[secret 2]'],
  ['the signature of a signed token is replaced', '.c2lnbmF0dXJl.', '.[secret 2].'],
  ['a secret of fewer than eight characters stays', 'short', 'short'],
  ['a number stays, since it may be a count', '1234567890', '1234567890'],
  ['the beginning of a secret stays', 'admin-toke', 'admin-toke'],
];

for (const [what, text, replaced] of CASES) {
  test(`behaviour R3, R17: ${what}`, () => {
    assert.equal(secrets.replaceIn(text), replaced);
  });
}

test('behaviour R3: secrets are found in the keys and values of JSON, at any depth', () => {
  const value = { 'admin-token': [{ token: 'admin-token', count: 3, none: null }] };
  assert.deepEqual(secrets.replaceAllIn(value), {
    '[secret 1]': [{ token: '[secret 1]', count: 3, none: null }],
  });
});
