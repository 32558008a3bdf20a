import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';

/** The algorithm of every token the mock signs as itself (clients §2.4). */
const ALGORITHM = 'RS256';

/** The minimum length of an RSA key for RS256, in bits (RFC 7518 §3.3). */
const LEAST_BITS = 2_048;

/** A key that signs tokens, with the id by which tokens name it. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A public key as a key set publishes it (RFC 7517). */
export type PublishedKey = JsonWebKey & { readonly kid: string; readonly alg: string; readonly use: 'sig' };

const fromPrivate = (privateKey: KeyObject): SigningKey => {
  const publicKey = createPublicKey(privateKey);
  const { n, e, x, y } = publicKey.export({ format: 'jwk' });
  const words = n === undefined ? `${x}.${y}` : `${e}.${n}`;
  const kid = createHash('sha256').update(words).digest('hex').slice(0, 32);
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? ALGORITHM : 'ES256';
  return { kid, algorithm, privateKey, publicKey };
};

/** A new RSA key. Takes about a tenth of a second on another thread: start it early. */
export const generateSigningKey = async (): Promise<SigningKey> =>
  fromPrivate((await promisify(generateKeyPair)('rsa', { modulusLength: LEAST_BITS })).privateKey);

/** A new key for the issuers that the mock imitates: on an elliptic curve, since that is quick. */
export const generateUpstreamKey = (): SigningKey =>
  fromPrivate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

/** The form in which a key is stored over restarts. */
export const exportSigningKey = ({ privateKey }: SigningKey): JsonWebKey => privateKey.export({ format: 'jwk' });

/** The text that a key signs to prove that it can. */
const PROBE = Buffer.from('platform-mock');

/** The reason why a key cannot sign tokens that verifiers accept; undefined when it can. */
const unfitness = ({ algorithm, privateKey, publicKey }: SigningKey): string | undefined => {
  const { modulusLength = 0, namedCurve } = privateKey.asymmetricKeyDetails ?? {};
  if (algorithm === 'ES256' && namedCurve !== 'prime256v1')
    return 'it is neither an RSA key nor one on the curve P-256';
  if (algorithm === 'RS256' && modulusLength < LEAST_BITS) return `it is shorter than ${LEAST_BITS} bits`;
  const proves = verify('sha256', PROBE, publicKey, sign('sha256', PROBE, privateKey));
  return proves ? undefined : 'its parts do not belong together';
};

/** Imports the key that ships with the package, without a proof that it can sign. */
export const importShippedKey = (jwk: JsonWebKey): SigningKey =>
  fromPrivate(createPrivateKey({ key: jwk, format: 'jwk' }));

/**
 * Imports a stored key.
 * @throws Error with the reason when it cannot sign
 */
export const importSigningKey = (jwk: JsonWebKey): SigningKey => {
  let key: SigningKey;
  let unfit: string | undefined;
  try {
    key = importShippedKey(jwk);
    unfit = unfitness(key);
  } catch (error) {
    throw new Error('it is not a private key in JSON Web Key form', { cause: error });
  }
  if (unfit !== undefined) throw new Error(unfit);
  return key;
};

/**
 * Reads a user's key: PEM, or a JSON Web Key.
 * @throws Error with the reason when it cannot be used
 */
export const readSigningKey = (text: string): SigningKey => {
  let privateKey: KeyObject;
  try {
    privateKey = text.trimStart().startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : createPrivateKey(text);
  } catch {
    throw new Error('it is not a private key in PEM or JSON Web Key form');
  }
  if (privateKey.asymmetricKeyType !== 'rsa') throw new Error('it is not an RSA key, which RS256 needs');
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) {
    throw new Error(`it is shorter than ${LEAST_BITS} bits`);
  }
  return fromPrivate(privateKey);
};

/** A key as a key set publishes it: without its private part. */
export const toPublishedKey = ({ kid, algorithm, publicKey }: SigningKey): PublishedKey => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg: algorithm,
  use: 'sig',
});
