import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';

/** The algorithm of every token the mock signs (clients §2.4). */
export const ALGORITHM = 'RS256';

/** A key that signs tokens, with the id that tokens name it by. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const kidOf = (publicKey: KeyObject): string => {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(`${e}.${n}`).digest('hex').slice(0, 32);
};

const fromPrivate = (privateKey: KeyObject): SigningKey => {
  const publicKey = createPublicKey(privateKey);
  return { kid: kidOf(publicKey), privateKey, publicKey };
};

/** A new RSA key. Takes about a tenth of a second on another thread: start it early. */
export const generateSigningKey = async (): Promise<SigningKey> =>
  fromPrivate((await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey);

/** The form in which a key is kept over restarts. */
export const exportSigningKey = ({ privateKey }: SigningKey): JsonWebKey => privateKey.export({ format: 'jwk' });

/**
 * A kept key.
 * @throws Error when it is no RSA private key
 */
export const importSigningKey = (jwk: JsonWebKey): SigningKey =>
  fromPrivate(createPrivateKey({ key: jwk, format: 'jwk' }));
