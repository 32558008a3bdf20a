import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { DeliveryPlan } from '../../../generated/nouns.ts';
import { breakSignature, WRONG_ISSUER } from '../../identity/flawed-token.ts';
import type { SigningKey } from '../../identity/signing-keys.ts';

/** The contents of a delivery's token. */
interface TokenContent {
  readonly issuer: string;
  /** The uid of the group that owns the subscription. */
  readonly group: string;
  readonly body: string;
  /** The `jti`, unique for each token. */
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

/** Signs a delivery as the issuer (behaviour E8), or with the one flaw that is asked for (behaviour E20). */
export const deliveryToken = async (
  { kid, algorithm: alg, privateKey }: SigningKey,
  { issuer, group, body, id, nowMillis, stamp, flaw }: TokenContent,
): Promise<string> => {
  const now = Math.floor(nowMillis / 1_000);
  const iat = flaw === 'expired' ? now - 2 * HOUR_SECONDS : now;
  const claims = {
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
  const token = await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey);
  return flaw === 'bad_signature' ? breakSignature(token) : token;
};
