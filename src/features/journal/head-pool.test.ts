import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, HeadPool } from './head-pool.ts';
import { SecretNumbers } from './secret-numbers.ts';

const headsOf = (): HeadPool => new HeadPool(new SecretNumbers());

const sent = (...rawHeaders: readonly string[]) => ({ rawHeaders, httpVersion: '1.1', isSecure: false });

test('behaviour R3: credentials of a head are replaced by numbers, which are equal for equal ones', () => {
  const heads = headsOf();
  const credentials = [
    ['Authorization', 'Bearer secret-one', 'Bearer [secret 1]'],
    ['authorization', 'secret-one', '[secret 1]'],
    ['proxy-authorization', 'Basic c2VjcmV0', 'Basic [secret 2]'],
    ['Cookie', 'session=secret-two', '[secret 3]'],
    ['x-amz-security-token', 'secret-three', '[secret 4]'],
    ['X-Goog-Api-Key', 'secret-four', '[secret 5]'],
    ['x-mock-control-token', 'secret-five', '[secret 6]'],
    ['x-api-key', 'secret-six', '[secret 7]'],
    ['accept', 'application/json', 'application/json'],
  ] as const;
  for (const [name, value, packed] of credentials) {
    assert.deepEqual(fieldsOf(heads.pack(sent(name, value))), ['1.1', 'http', name, packed]);
  }
});

test('a head that is like the last is the same object', () => {
  const heads = headsOf();
  const first = heads.pack(sent('host', 'a', 'authorization', 'Bearer one-token'));
  assert.equal(heads.pack(sent('host', 'a', 'authorization', 'Bearer one-token')), first);
  assert.notEqual(heads.pack(sent('host', 'a', 'authorization', 'Bearer other-token')), first);
});

test('the pseudo-headers of HTTP/2 that an entry has already are left out, and long values are cut', () => {
  const raw = [':method', 'GET', ':path', '/a', ':authority', 'api.test', 'x-long', 'x'.repeat(3_000)];
  const [version, scheme, ...fields] = fieldsOf(
    headsOf().pack({ rawHeaders: raw, httpVersion: '2.0', isSecure: true }),
  );
  assert.deepEqual([version, scheme], ['2.0', 'https']);
  assert.deepEqual(fields, [':authority', 'api.test', 'x-long', `${'x'.repeat(2_048)}…`]);
});

test('heads that differ by what differs from call to call share the rest, and each has its own values', () => {
  const heads = headsOf();
  const pack = (id: string, trace: string) =>
    heads.pack(sent('X-Request-Id', id, 'accept', '*/*', 'traceparent', trace, 'tracestate', ''));
  const [one, other] = [pack('a', '00-1'), pack('b', '00-2')];
  assert.equal(one.shared, other.shared);
  assert.deepEqual(fieldsOf(one).slice(2), [
    'X-Request-Id',
    'a',
    'accept',
    '*/*',
    'traceparent',
    '00-1',
    'tracestate',
    '',
  ]);
  assert.deepEqual(fieldsOf(other).slice(2), [
    'X-Request-Id',
    'b',
    'accept',
    '*/*',
    'traceparent',
    '00-2',
    'tracestate',
    '',
  ]);
});
