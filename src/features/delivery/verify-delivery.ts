import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import type { DeliveryCheck, DeliveryRequest, DeliveryVerdict } from '../../../generated/nouns.ts';
import type { KeyRing } from '../../identity/key-ring.ts';
import { isOwn } from '../../identity/own-issuer.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import { DELIVERY_AUDIENCE, digestOf } from './delivery-token.ts';

/** A request that may be a delivery: its headers, and its body as it was received. */
export type ReceivedRequest = Pick<DeliveryRequest, 'headers' | 'body'>;

/** The issuer and the keys of the deliveries to verify. */
export interface DeliveryIssuer {
  readonly issuer: string;
  readonly keys: Pick<KeyRing, 'signer' | 'find'>;
  /** Wall time in milliseconds, as receivers have it. */
  readonly machineClock: Clock;
}

type Name = DeliveryCheck['check'];

const pass = (check: Name, detail: string): DeliveryCheck => ({ check, result: 'pass', detail });
const fail = (check: Name, detail: string): DeliveryCheck => ({ check, result: 'fail', detail });

const TOKEN_CHECKS = ['signature', 'issuer', 'audience', 'time', 'subject', 'digest'] as const;

const skipChecks = (why: string): readonly DeliveryCheck[] =>
  TOKEN_CHECKS.map((check) => ({ check, result: 'skipped', detail: why }));

/** The time before its clock at which a receiver still accepts a token, in seconds. */
const SKEW_SECONDS = 60;

const words = (value: unknown): string => JSON.stringify(value) ?? 'missing';

const eventCheck = async ({ headers, body }: ReceivedRequest): Promise<DeliveryCheck> => {
  if (headers['ce-id'] === undefined && headers['ce-type'] === undefined) {
    return fail('event', 'there are no Ce-* headers: it is not a CloudEvent in binary mode');
  }
  const { CloudEvent, HTTP } = await import('./cloud-events.ts');
  try {
    // The library reports a body that is not JSON as a text, so it is looked at first.
    JSON.parse(body);
    const read = HTTP.toEvent({ headers, body });
    const [event] = Array.isArray(read) ? read : [read];
    new CloudEvent({ ...event }).validate();
    return pass('event', `${event?.type} ${event?.id}`);
  } catch (error) {
    const { errors } = error as { errors?: unknown };
    return fail(
      'event',
      `${(error as Error).message}${errors === undefined ? '' : `: ${words(errors)}`}`.slice(0, 500),
    );
  }
};

const signatureCheck = async (token: string, keys: DeliveryIssuer['keys']): Promise<DeliveryCheck> => {
  const { alg, kid } = decodeProtectedHeader(token);
  const key = await keys.find(kid);
  if (!key) return fail('signature', `the issuer has no key ${words(kid)}`);
  if (alg !== key.algorithm) return fail('signature', `the algorithm is ${words(alg)}, not "${key.algorithm}"`);
  try {
    await compactVerify(token, key.publicKey, { algorithms: [key.algorithm] });
    return pass('signature', `${alg} by the key ${kid}`);
  } catch {
    return fail('signature', `it does not match the key ${kid}`);
  }
};

const timeCheck = ({ iat, exp }: JWTPayload, nowMillis: number): DeliveryCheck => {
  const now = Math.floor(nowMillis / 1_000);
  if (exp === undefined) return fail('time', 'there is no exp');
  if (exp <= now) return fail('time', `it expired ${now - exp} s ago`);
  if (iat !== undefined && iat > now + SKEW_SECONDS) return fail('time', `it is issued ${iat - now} s from now`);
  return pass('time', `it expires in ${exp - now} s`);
};

/** The group of an event is the one that owns the subscription, or below it (behaviour E7). */
const subjectCheck = ({ sub }: JWTPayload, eventGroup: string | undefined): DeliveryCheck => {
  const group = /^webhook:(.+)$/.exec(sub ?? '')?.[1];
  if (group === undefined) return fail('subject', `it is ${words(sub)}, not webhook:<uid of a group>`);
  const isAbove = eventGroup === undefined || eventGroup === group || eventGroup.startsWith(`${group}/`);
  if (!isAbove) return fail('subject', `${sub} is not above the group of the event, ${eventGroup}`);
  return pass('subject', `${sub}`);
};

const claimChecks = (
  claims: JWTPayload,
  { headers, body }: ReceivedRequest,
  { issuer, machineClock }: DeliveryIssuer,
): readonly DeliveryCheck[] => {
  const { iss, aud } = claims;
  const { digest } = (claims.webhook ?? {}) as { readonly digest?: unknown };
  const actual = digestOf(body);
  return [
    isOwn(claims, issuer) ? pass('issuer', String(iss)) : fail('issuer', `it is ${words(iss)}, not ${words(issuer)}`),
    [aud].flat().includes(DELIVERY_AUDIENCE)
      ? pass('audience', DELIVERY_AUDIENCE)
      : fail('audience', `it is ${words(aud)}, not "${DELIVERY_AUDIENCE}"`),
    timeCheck(claims, machineClock.now()),
    subjectCheck(claims, headers['ce-group']),
    digest === actual ? pass('digest', actual) : fail('digest', `it is ${words(digest)}, but the body has ${actual}`),
  ];
};

const tokenChecks = async (given: ReceivedRequest, by: DeliveryIssuer): Promise<readonly DeliveryCheck[]> => {
  const { authorization } = given.headers;
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    const what =
      authorization === undefined ? 'there is no authorization header' : 'the authorization header has no bearer token';
    return [fail('bearer', what), ...skipChecks('there is no token')];
  }
  let claims: JWTPayload;
  try {
    decodeProtectedHeader(token);
    claims = decodeJwt(token);
  } catch {
    return [fail('bearer', 'it is not a signed JSON Web Token'), ...skipChecks('the token cannot be read')];
  }
  const signature = await signatureCheck(token, by.keys);
  return [pass('bearer', 'a signed JSON Web Token'), signature, ...claimChecks(claims, given, by)];
};

/** Makes each check of a receiver (behaviour E8, E23), on any request. */
export const verdictOf = async ({ headers, body }: ReceivedRequest, by: DeliveryIssuer): Promise<DeliveryVerdict> => {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const given = { headers: Object.fromEntries(named), body };
  const checks = [await eventCheck(given), ...(await tokenChecks(given, by))];
  return { valid: checks.every(({ result }) => result === 'pass'), checks };
};

/**
 * Makes each check of a receiver.
 * @throws ApiError INVALID_ARGUMENT for a request without any header of deliveries
 */
export const verifyDelivery = async (request: ReceivedRequest, by: DeliveryIssuer): Promise<DeliveryVerdict> => {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  if (!names.some((name) => name === 'authorization' || name.startsWith('ce-'))) {
    const description =
      'must be the headers of a delivery: there is neither an authorization header nor any Ce-* header';
    throw invalid([{ field: 'headers', description }]);
  }
  return verdictOf(request, by);
};
