import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type JWK } from 'jose';
import type { ThirdPartyKey } from './third-party.ts';

/** The material of bad tokens: a valid token, what the server publishes, and what an attacker has. */
export interface Material {
  readonly good: string;
  /** The server's public key, as its page shows it. */
  readonly jwk: JWK;
  /** The key in PEM. */
  readonly pem: string;
  /** A key of the attacker's own. */
  readonly stranger: ThirdPartyKey;
  /** A page of the attacker's, which must not receive a request. */
  readonly page: string;
}

type Json = Readonly<Record<string, unknown>>;

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

const partOf = (token: string, at: number): string => token.split('.')[at] ?? '';

const decoded = (token: string, at: number): Json => JSON.parse(Buffer.from(partOf(token, at), 'base64url').toString());

/** The published key in PEM. */
export const pemOf = async (jwk: JWK): Promise<string> =>
  exportSPKI((await importJWK(jwk, 'RS256', { extractable: true })) as Parameters<typeof exportSPKI>[0]);

/** The valid token with another header and an unchanged signature. */
const withHead =
  (change: Json | string) =>
  ({ good }: Material) =>
    [
      encoded(typeof change === 'string' ? change : { ...decoded(good, 0), ...change }),
      ...good.split('.').slice(1),
    ].join('.');

/** The valid token with other claims and an unchanged signature. */
const withPayload =
  (payload: unknown) =>
  ({ good }: Material) =>
    [partOf(good, 0), encoded(payload), partOf(good, 2)].join('.');

const withClaims = (change: Json) => (material: Material) =>
  withPayload({ ...decoded(material.good, 1), ...change })(material);

/** The valid token's claims under a header that declares no signature. */
const unsigned =
  (alg: unknown, signature: string) =>
  ({ good }: Material) =>
    [encoded({ ...decoded(good, 0), alg }), partOf(good, 1), signature].join('.');

/** The valid token's claims signed with a public secret. */
const hmac =
  (secret: (material: Material) => string | Buffer, alg = 'HS256') =>
  (material: Material) => {
    const input = `${encoded({ ...decoded(material.good, 0), alg })}.${partOf(material.good, 1)}`;
    const signature = createHmac(`sha${alg.slice(2)}`, secret(material))
      .update(input)
      .digest('base64url');
    return `${input}.${signature}`;
  };

/** The valid token's claims signed by the attacker, with a header that names the key's place. */
const pointed = (header: (material: Material) => Json) => (material: Material) =>
  material.stranger.sign(decoded(material.good, 1), { header: header(material) });

const nested = (open: string, close: string, depth: number, inner = ''): string =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

type Make = (material: Material) => string | Promise<string>;

/** Invalid tokens, each with what is wrong with it, none above the limit of headers. */
export const BAD_TOKENS: readonly (readonly [what: string, make: Make])[] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, Make][] => [
    [`alg ${alg} without a signature`, unsigned(alg, '')],
    [`alg ${alg} with a signature`, unsigned(alg, 'AAAA')],
  ]),
  ['alg none with the good signature', ({ good }) => unsigned('none', partOf(good, 2))({ good } as Material)],
  ['no alg', withHead('{"typ":"JWT"}')],
  ['alg that is a number', withHead({ alg: 256 })],
  ['alg that is a list', withHead({ alg: ['RS256'] })],
  ['alg of another length', withHead({ alg: 'RS512' })],
  ['alg of another padding', withHead({ alg: 'PS256' })],
  ['an unknown alg', withHead({ alg: 'RS257' })],
  ['alg that is a property of every object', withHead({ alg: 'constructor' })],

  ['HS256 with the public key in PEM', hmac(({ pem }) => pem)],
  ['HS256 with the public key in PEM, without its last line end', hmac(({ pem }) => pem.trim())],
  [
    'HS256 with the public key in DER',
    hmac(({ pem }) => Buffer.from(pem.replaceAll(/-----.*?-----|\s/g, ''), 'base64')),
  ],
  ['HS256 with the n of the public key', hmac(({ jwk }) => String(jwk.n))],
  ['HS256 with the bytes of n', hmac(({ jwk }) => Buffer.from(String(jwk.n), 'base64url'))],
  ['HS256 with the whole JSON Web Key', hmac(({ jwk }) => JSON.stringify(jwk))],
  ['HS256 with the kid', hmac(({ jwk }) => String(jwk.kid))],
  ['HS256 with an empty secret', hmac(() => '')],
  ['HS384 with the public key in PEM', hmac(({ pem }) => pem, 'HS384')],
  ['HS512 with the public key in PEM', hmac(({ pem }) => pem, 'HS512')],

  ...[
    '../../../../../../etc/passwd',
    '/dev/null',
    'file:///dev/null',
    "' OR 1=1 --",
    '',
    '__proto__',
    'constructor',
    '0',
    '*',
    'größe\u0000🦊',
    'x'.repeat(10_000),
  ].map((kid): [string, Make] => [`kid "${kid.slice(0, 40)}"`, withHead({ kid })]),
  ...[7, null, true, [], {}, ['a']].map((kid): [string, Make] => [`kid ${JSON.stringify(kid)}`, withHead({ kid })]),
  ['kid that is a URL', pointed(({ page }) => ({ kid: page }))],
  ['the good kid over a key of the attacker', pointed(({ jwk }) => ({ kid: String(jwk.kid) }))],
  ['jku', pointed(({ page, jwk }) => ({ kid: String(jwk.kid), jku: page }))],
  ['jku without a kid', pointed(({ page }) => ({ jku: page }))],
  ['x5u', pointed(({ page, jwk }) => ({ kid: String(jwk.kid), x5u: page }))],
  ['a key of its own in jwk', pointed(({ stranger, jwk }) => ({ kid: String(jwk.kid), jwk: stranger.publicJwk }))],
  ['a certificate of its own in x5c', pointed(({ jwk }) => ({ kid: String(jwk.kid), x5c: ['MIIB'] }))],
  ['an unknown header that is critical', withHead({ crit: ['x'], x: 1 })],
  ['a payload that is not encoded', withHead({ b64: false, crit: ['b64'] })],
  ['the type of refresh tokens', withHead({ typ: 'refresh+jwt' })],

  ['claims of another subject', withClaims({ sub: 'f'.repeat(40) })],
  ['claims with a later expiry', withClaims({ exp: 4_102_444_800 })],
  ['a subject that is not a text', withClaims({ sub: 1 })],
  ['an issuer that is a list', withClaims({ iss: ['https://a.test'] })],
  ['a subject beyond ASCII', withClaims({ sub: 'größe/日本/🦊' })],
  ['half a character', withPayload('{"iss":"https://a.test","sub":"\\ud800","exp":4102444800}')],
  ['a zero byte', withClaims({ sub: 'a\u0000b' })],
  ['a claim that is a property of every object', withPayload('{"__proto__":{"sub":"x","iss":"x"},"exp":4102444800}')],
  ['claims twice', withPayload('{"sub":"a","sub":"b","iss":"https://a.test","exp":4102444800}')],
  ['lists within lists', withPayload(nested('[', ']', 10_000))],
  ['objects within objects', withPayload(nested('{"a":', '}', 3_000, '1'))],
  [
    'a claim of lists within lists',
    withPayload(`{"iss":"https://a.test","sub":"x","exp":4102444800,"act":${nested('[', ']', 9_000)}}`),
  ],
  ['lists that do not end', withPayload('['.repeat(20_000))],
  ['a number of many digits', withPayload(`{"exp":${'9'.repeat(20_000)}}`)],
  ['five thousand claims', withPayload(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`c${at}`, at])))],
  ['an empty payload', withPayload('')],
  ['a payload that is not JSON', withPayload('hello')],
  ['a payload that is half JSON', withPayload('{"sub":')],
  ['a payload that is a list', withPayload([])],
  ['a payload that is a text', withPayload('"x"')],
  ['a payload that is null', withPayload('null')],
  ['a payload that is a number', withPayload('7')],
  ['a payload that is not UTF-8', ({ good }) => [partOf(good, 0), '_____w', partOf(good, 2)].join('.')],
  ['a payload with a byte order mark', withPayload('\ufeff{"iss":"https://a.test","sub":"x","exp":4102444800}')],
  ['an empty header', withHead('')],
  ['a header that is not JSON', withHead('hello')],
  ['a header that is null', withHead('null')],
  ['a header that is a list', withHead('[]')],
  ['a header of lists within lists', withHead(nested('[', ']', 10_000))],
  ['a header that is not UTF-8', ({ good }) => ['_____w', ...good.split('.').slice(1)].join('.')],

  ['one part', ({ good }) => good.replaceAll('.', '')],
  ['two parts', ({ good }) => good.split('.').slice(0, 2).join('.')],
  ['four parts', ({ good }) => `${good}.x`],
  ['an empty part at the end', ({ good }) => `${good}.`],
  ['an empty part at the beginning', ({ good }) => `.${good}`],
  ['no signature', ({ good }) => `${good.split('.').slice(0, 2).join('.')}.`],
  ['half a signature', ({ good }) => good.slice(0, -100)],
  ['a longer signature', ({ good }) => `${good}AAAA`],
  ['the signature of another', ({ good, stranger: { publicJwk } }) => good.replace(/[^.]*$/, String(publicJwk.n))],
  ['only dots', () => '.'.repeat(10_000)],
  ['base64 of the other alphabet', ({ good }) => good.replace(/[^.]*$/, `${'+/'.repeat(170)}==`)],
  ['an encrypted token', () => `${encoded({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
  ['a compressed one', () => `${encoded({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' })}..AAAA.${'A'.repeat(9_000)}.AAAA`],
  [
    'a password with a million rounds',
    () => `${encoded({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 1e9, p2s: 'AAAA' })}.AAAA.AAAA.AAAA.AAAA`,
  ],
  ['a token in JSON', ({ good }) => `{"payload":"${partOf(good, 1)}","protected":"${partOf(good, 0)}"}`],
  ['the good token twice', ({ good }) => `${good},${good}`],
  ['the good token in quotes', ({ good }) => `"${good}"`],
  ['32 KB', () => 'x'.repeat(32_768)],
  ['32 KB and a byte', () => 'x'.repeat(32_769)],
  ['60 KB', () => 'x'.repeat(60_000)],
  ['60 KB of a token', ({ good }) => [partOf(good, 0), encoded({ a: 'x'.repeat(44_000) }), partOf(good, 2)].join('.')],
  ['a signature of 50 KB', ({ good }) => `${good.split('.').slice(0, 2).join('.')}.${'A'.repeat(50_000)}`],
];
