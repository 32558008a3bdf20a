import { type JWTPayload, SignJWT } from 'jose';
import type { Grant } from '../kernel/access.ts';
import { bitOf, type Capability, capabilityAt, everyCapability } from '../schema/capability.ts';
import type { SigningKey } from './signing-keys.ts';

const LEAST_BITS = 50;
const WORD_BITS = 64;
const HEAD_BYTES = 8;

/**
 * A set of capabilities as tokens carry it: base64url, with padding, of the number of bits in eight bytes and then
 * 64-bit words, all big-endian (clients §6.3). Unknown names are omitted.
 */
export const encodeCapabilities = (capabilities: Iterable<Capability>): string => {
  const bits = [...capabilities].flatMap((capability) => bitOf(capability) ?? []);
  const length = bits.reduce((most, bit) => Math.max(most, bit + 1), LEAST_BITS);
  const words = new BigUint64Array(Math.ceil(length / WORD_BITS));
  for (const bit of bits) {
    const at = Math.floor(bit / WORD_BITS);
    words[at] = (words[at] ?? 0n) | (1n << BigInt(bit % WORD_BITS));
  }
  const bytes = Buffer.alloc(HEAD_BYTES * (1 + words.length));
  bytes.writeBigUInt64BE(BigInt(length));
  words.forEach((word, at) => {
    bytes.writeBigUInt64BE(word, HEAD_BYTES * (at + 1));
  });
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
};

/** The capabilities of an encoded set; bits of unknown capabilities are ignored. */
export const decodeCapabilities = (text: string): ReadonlySet<Capability> => {
  const bytes = Buffer.from(text, 'base64url');
  const found = new Set<Capability>();
  for (let word = 0; HEAD_BYTES * (word + 2) <= bytes.length; word += 1) {
    const bits = bytes.readBigUInt64BE(HEAD_BYTES * (word + 1));
    for (let bit = 0; bit < WORD_BITS; bit += 1) {
      if ((bits & (1n << BigInt(bit))) === 0n) continue;
      const capability = capabilityAt(word * WORD_BITS + bit);
      if (capability !== undefined) found.add(capability);
    }
  }
  return found;
};

/** The content of an access token. */
export interface TokenClaims {
  /** The identity's uid. */
  readonly subject: string;
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly issuedMillis: number;
  readonly ttlSeconds: number;
  /** Makes tokens of one second different. */
  readonly id: string;
  readonly actor?: Readonly<Record<string, string>>;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** The uids of the groups to which it is confined. */
  readonly scopes?: readonly string[];
  /** The capabilities to which it is confined, with the places where they hold. */
  readonly capabilities?: readonly Grant[];
  /** Claims that every token of the world carries. */
  readonly stamp?: Readonly<Record<string, string>>;
}

/** A token's audience as it is written: a text for one, a list for several (clients §2.4). */
export const audienceClaim = (audience: readonly string[]): string | string[] =>
  audience.length === 1 ? (audience[0] as string) : [...audience];

const capClaim = (grants: readonly Grant[]): Readonly<Record<string, string>> => {
  const byGroup = new Map<string, Set<string>>();
  for (const { at, capabilities } of grants) {
    const ofGroup = byGroup.get(at) ?? new Set();
    for (const capability of capabilities) ofGroup.add(capability);
    byGroup.set(at, ofGroup);
  }
  return Object.fromEntries([...byGroup].map(([group, ofGroup]) => [group, encodeCapabilities(ofGroup)]));
};

/** The claims of an access token (behaviour §10.2). Times are whole seconds, rounded down. */
export const accessClaims = (claims: TokenClaims): JWTPayload => {
  const { actor, email, emailVerified = true, scopes, capabilities, stamp } = claims;
  const iat = Math.floor(claims.issuedMillis / 1000);
  return {
    iss: claims.issuer,
    sub: claims.subject,
    aud: audienceClaim(claims.audience),
    iat,
    exp: iat + claims.ttlSeconds,
    jti: claims.id,
    ...(actor === undefined ? {} : { act: actor }),
    ...(email === undefined ? {} : { email, email_verified: emailVerified }),
    ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
    ...(capabilities === undefined ? {} : { cap: capClaim(capabilities) }),
    ...stamp,
  };
};

/** Signs claims as they are. */
export const signClaims = (
  key: Pick<SigningKey, 'kid' | 'algorithm' | 'privateKey'>,
  claims: JWTPayload,
  typ = 'JWT',
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ }).sign(key.privateKey);

/** The upstream identity of a token: the claims of `act` that are texts. */
export const actorOf = ({ act }: JWTPayload): Readonly<Record<string, string>> | undefined => {
  if (typeof act !== 'object' || act === null) return undefined;
  return Object.fromEntries(
    Object.entries(act).filter((claim): claim is [string, string] => typeof claim[1] === 'string'),
  );
};

/** The grants to which a token's `scope` and `cap` confine it: each is a ceiling of its own (behaviour §10.14). */
export const limitsOf = (claims: JWTPayload): readonly (readonly Grant[])[] => {
  const { scope } = claims;
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((uid) => uid !== '') : undefined;
  const { cap } = claims;
  return [
    ...(scopes ? [scopes.map((at) => ({ at, capabilities: everyCapability }))] : []),
    ...(typeof cap === 'object' && cap !== null
      ? [
          Object.entries(cap).map(([at, bits]) => ({
            at,
            capabilities: decodeCapabilities(typeof bits === 'string' ? bits : ''),
          })),
        ]
      : []),
  ];
};
