import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

/** The algorithm of every token the mock signs as itself (clients §2.4). */
const ALGORITHM = 'RS256';

/** The least length of an RSA key, in bits: what RS256 asks for (RFC 7518 §3.3). */
const LEAST_BITS = 2_048;

/** A key that signs tokens, with the id that tokens name it by. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A public key as a key set publishes it (RFC 7517). */
export type PublishedKey = JsonWebKey & { readonly kid: string; readonly alg: string; readonly use: 'sig' };

const kidOf = (publicKey: KeyObject): string => {
  const { n, e, x, y } = publicKey.export({ format: 'jwk' });
  const words = n === undefined ? `${x}.${y}` : `${e}.${n}`;
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
};

const fromPrivate = (privateKey: KeyObject): SigningKey => {
  const publicKey = createPublicKey(privateKey);
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? ALGORITHM : 'ES256';
  return { kid: kidOf(publicKey), algorithm, privateKey, publicKey };
};

/** A new RSA key. Takes about a tenth of a second on another thread: start it early. */
export const generateSigningKey = async (): Promise<SigningKey> =>
  fromPrivate((await promisify(generateKeyPair)('rsa', { modulusLength: LEAST_BITS })).privateKey);

/** A new key for the issuers that the mock plays: on a curve, since that takes no time. */
export const generateUpstreamKey = (): SigningKey =>
  fromPrivate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

/** The form in which a key is kept over restarts. */
export const exportSigningKey = ({ privateKey }: SigningKey): JsonWebKey => privateKey.export({ format: 'jwk' });

/**
 * A kept key.
 * @throws Error when it is no private key
 */
export const importSigningKey = (jwk: JsonWebKey): SigningKey =>
  fromPrivate(createPrivateKey({ key: jwk, format: 'jwk' }));

/**
 * A key as somebody hands it in: PEM, or a JSON Web Key.
 * @throws Error that says what is wrong with it
 */
export const readSigningKey = (text: string): SigningKey => {
  let privateKey: KeyObject;
  try {
    privateKey = text.trimStart().startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : createPrivateKey(text);
  } catch {
    throw new Error('it is no private key in PEM or JSON Web Key form');
  }
  if (privateKey.asymmetricKeyType !== 'rsa') throw new Error('it is no RSA key, which RS256 needs');
  if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) {
    throw new Error(`it is shorter than ${LEAST_BITS} bits`);
  }
  return fromPrivate(privateKey);
};

/** What a key set publishes of a key: never its private part. */
export const publishedKey = ({ kid, algorithm, publicKey }: SigningKey): PublishedKey => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg: algorithm,
  use: 'sig',
});
