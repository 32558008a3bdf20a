import { createHash, type KeyObject } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import type { DeliveryPlan } from '../../../generated/nouns.ts';
import { breakSignature, WRONG_ISSUER } from '../../identity/flawed-token.ts';

/** A key of the issuer. */
export interface DeliveryKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The keys of the issuer of a world. */
export interface DeliveryKeys {
  /** The one that signs. */
  readonly signer: () => Promise<DeliveryKey>;
  /** The one that a token names, if its tokens are valid. */
  readonly find: (kid: string | undefined) => Promise<DeliveryKey | undefined>;
}

/** The contents of a delivery's token. */
export interface TokenContent {
  readonly issuer: string;
  /** The uid of the group that owns the subscription. */
  readonly group: string;
  readonly body: string;
  /** Makes each token another one. */
  readonly id: string;
  /** Wall time: receivers check it by their own clocks (behaviour E8). */
  readonly nowMillis: number;
  /** Claims that every token of the world has. */
  readonly stamp?: Readonly<Record<string, string>>;
  readonly flaw?: DeliveryPlan['flaw'] | undefined;
}

/** The receiver: the audience of every delivery. */
export const DELIVERY_AUDIENCE = 'customer';
const ELSEWHERE = 'https://elsewhere.test';
const LIFE_SECONDS = 600;
const HOUR_SECONDS = 3_600;

/** The digest of the data of a delivery, as its token has it. */
export const digestOf = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;

const claimsOf = ({ issuer, group, body, id, nowMillis, stamp, flaw }: TokenContent): JWTPayload => {
  const now = Math.floor(nowMillis / 1_000);
  const iat = flaw === 'expired' ? now - 2 * HOUR_SECONDS : now;
  return {
    iss: flaw === 'wrong_issuer' ? WRONG_ISSUER : issuer,
    // A group that nobody has.
    sub: `webhook:${flaw === 'wrong_subject' ? '0'.repeat(40) : group}`,
    aud: flaw === 'wrong_audience' ? ELSEWHERE : DELIVERY_AUDIENCE,
    iat,
    exp: iat + LIFE_SECONDS,
    jti: id,
    webhook: { digest: digestOf(flaw === 'wrong_digest' ? `${body} ` : body) },
    ...stamp,
  };
};

/** Signs a delivery as the issuer (behaviour E8), or with the one flaw that is asked for (behaviour E20). */
export const deliveryToken = async (key: DeliveryKey, content: TokenContent): Promise<string> => {
  const header = { alg: key.algorithm, kid: key.kid, typ: 'JWT' };
  const token = await new SignJWT(claimsOf(content)).setProtectedHeader(header).sign(key.privateKey);
  return content.flaw === 'bad_signature' ? breakSignature(token) : token;
};
