import { METHODS } from 'node:http';
import fc from 'fast-check';
import { anyCharacter } from '../../scripts/any-character.ts';
import { type DocumentedOperation, operations, operationsV1 } from '../support/openapi.ts';
import { camelName } from '../support/spelling.ts';
import { type Spoil, valuesOf } from './schema-values.ts';

/** One generated request, as it goes over the wire. */
export interface Generated {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Arb<T> = fc.Arbitrary<T>;

const AWKWARD = [
  '',
  ' ',
  '\0',
  '/',
  '//',
  '..',
  '%',
  '%2F',
  '%00',
  '*',
  '"',
  '\\',
  '\n',
  '😀',
  '\ud800',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  'x'.repeat(3_000),
];

const TEXTS = ['a', 'repo-1', '3600s', 'https://a.test/', `sha256:${'0'.repeat(64)}`, '{"keys":[{}]}', '('];

const anyText: Arb<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
);

/** Replaces some values by another text, or by any JSON. */
const spoiled =
  (uids: Arb<string>): Spoil =>
  (good, { type, enum: values, format }) => {
    const isText = type === 'string' && values === undefined && format === undefined;
    const fine = isText ? fc.oneof(good, uids, fc.constantFrom(...TEXTS), anyText) : good;
    return fc.oneof({ weight: 12, arbitrary: fine }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
  };

const whole = (text: string): string => encodeURIComponent(text.toWellFormed());
const slashed = (text: string): string => whole(text).replaceAll('%2F', '/');
/** Only values that an HTTP client sends. */
const bare = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '%');

const escaped: Arb<(text: string) => string> = fc.constantFrom(
  whole,
  whole,
  whole,
  slashed,
  slashed,
  slashed,
  slashed,
  bare,
);

const queryFor = ({ parameters }: DocumentedOperation, uids: Arb<string>): Arb<string> => {
  const names = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    'page_size',
    'order_by',
    'skip',
    'updateMask',
    'uidp',
    'foo',
  ];
  const name = fc
    .tuple(fc.constantFrom(...names), fc.boolean())
    .map(([one, camelled]) => (camelled ? camelName(one) : one));
  const value = fc.oneof(
    uids,
    fc.constantFrom(
      '1',
      '50',
      '-1',
      'true',
      'name',
      'name desc',
      '*',
      'description',
      '2026-01-01T00:00:00Z',
      'ECOSYSTEM_JAVA',
    ),
    anyText,
  );
  const pair = fc
    .tuple(name, value, escaped)
    .map(([one, text, write]) => `${one}=${write(text).replaceAll('#', '%23')}`);
  return fc
    .oneof(fc.constant([]), fc.array(pair, { maxLength: 4 }))
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
};

const targetFor = (operation: DocumentedOperation, uids: Arb<string>): Arb<string> => {
  const holes = operation.path.match(/\{[^}]+\}/g)?.length ?? 0;
  const fill = fc.tuple(
    fc.array(fc.oneof({ weight: 12, arbitrary: uids }, anyText), { minLength: holes, maxLength: holes }),
    escaped,
  );
  const version = fc.constantFrom('/v2/', '/v2/', '/v2/', '/v2beta1/', '/v1/');
  return fc.tuple(fill, queryFor(operation, uids), version).map(([[values, write], query, at]) => {
    let next = 0;
    const path = operation.path.replaceAll(/\{[^}]+\}/g, () => {
      next += 1;
      return write(values[next - 1] ?? '').replaceAll(/[?#]/g, '%3F');
    });
    return path.replace('/v2/', at) + query;
  });
};

const structuredFor = (operation: DocumentedOperation, uids: Arb<string>): Arb<Omit<Generated, 'headers'>> => {
  const method = fc.oneof(
    { weight: 9, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS') },
  );
  const json = operation.body
    ? valuesOf(operation.body, operation.version, { spoil: spoiled(uids) }).map((value) => JSON.stringify(value))
    : fc.constant(undefined);
  const body = fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.constant('{"name":') },
  );
  return fc.record({ method, target: targetFor(operation, uids), body });
};

const structured = (uids: Arb<string>): Arb<Omit<Generated, 'headers'>> =>
  fc.oneof(...[...operations, ...operationsV1].map((operation) => structuredFor(operation, uids)));

const SAFE_METHODS = METHODS.filter((method) => method !== 'CONNECT');

const raw: Arb<Omit<Generated, 'headers'>> = fc.record({
  method: fc.constantFrom(...SAFE_METHODS),
  target: fc
    .tuple(
      fc.constantFrom(
        '/',
        '/iam/',
        '/iam/v2/',
        '/registry/v2/repos/',
        '/registry/v2/repos?',
        '/_mock/v1/nothing/',
        '/docs/',
      ),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
    )
    .map(([start, rest]) => start + rest.replaceAll(/[^\u0021-\u00ff]/g, '%')),
  body: fc.option(anyText, { nil: undefined }),
});

const headerText = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '?'));

/** Requests of every kind: mostly close to valid ones, some of them random. */
export const generatedRequests = (knownUids: readonly string[], tokens: readonly string[]): Arb<Generated> => {
  const uids = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...knownUids) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('f'.repeat(40), `${knownUids[0]}/${'f'.repeat(16)}`, `${knownUids[0]}/`, '/'),
    },
  );
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
        { weight: 1, arbitrary: headerText },
      ),
      'content-type': fc.constantFrom(
        'application/json',
        'text/plain',
        'application/grpc',
        'multipart/form-data',
        '*/*',
      ),
      'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
      'accept-encoding': headerText,
      'x-mock-world': headerText,
      cookie: headerText,
    },
    { requiredKeys: ['authorization'] },
  ) as Arb<Readonly<Record<string, string>>>;
  const request = fc.oneof({ weight: 6, arbitrary: structured(uids) }, { weight: 1, arbitrary: raw });
  return fc.tuple(request, headers).map(([one, sent]) => ({ ...one, headers: sent }));
};
