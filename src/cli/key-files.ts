import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { FlagRefusal } from '../command/command-failure.ts';
import { readNamed } from '../command/read-text.ts';
import { readSigningKey, type SigningKey } from '../identity/signing-keys.ts';
import type { TrustedIssuer } from '../identity/trusted-issuers.ts';
import { isCertificate } from '../kernel/certificate.ts';

/**
 * The key of a file: PEM, or a JSON Web Key; `new` for one that is made at the start.
 * @throws FlagRefusal when there is none that can sign RS256
 */
export const signingKeyOf = async (file: string): Promise<SigningKey | 'new'> => {
  if (file === 'new') return file;
  const text = await readNamed('--signing-key', file);
  try {
    return readSigningKey(text);
  } catch (error) {
    throw new FlagRefusal(`--signing-key ${file}: ${(error as Error).message}`);
  }
};

/**
 * The certificates of a file, in PEM.
 * @throws FlagRefusal when there is none
 */
export const certificatesOf = async (file: string): Promise<string> => {
  const text = await readNamed('--sink-ca', file);
  if (!isCertificate(text)) throw new FlagRefusal(`--sink-ca ${file}: it has no certificate in PEM form`);
  return text;
};

const keySetOf = async (file: string): Promise<JSONWebKeySet> => {
  const text = await readNamed('--trust', file);
  try {
    const parsed = JSON.parse(text) as { readonly keys?: unknown };
    if (Array.isArray(parsed.keys) && parsed.keys.length > 0) {
      const keys = parsed as JSONWebKeySet;
      // Refuses a set whose members are not keys.
      createLocalJWKSet(keys);
      return keys;
    }
  } catch {
    // Reported below, like any file without keys.
  }
  throw new FlagRefusal(`--trust ${file}: it is not a JSON Web Key Set with a key in it`);
};

/**
 * An issuer with how its tokens are checked, from `ISSUER=JWKS-file|url|any`.
 * @throws FlagRefusal when it is not that
 */
export const trustedIssuerOf = async (text: string): Promise<TrustedIssuer> => {
  const cut = text.indexOf('=');
  const [issuer, keys] = [text.slice(0, cut), text.slice(cut + 1)];
  if (cut < 1 || keys === '' || !URL.canParse(issuer)) {
    throw new FlagRefusal(`--trust ${text}: it must be an issuer URL, "=", and a JWKS file, a URL or "any"`);
  }
  if (keys === 'any') return { issuer, keys };
  if (/^https?:\/\//.test(keys)) {
    if (!URL.canParse(keys)) throw new FlagRefusal(`--trust ${text}: ${keys} is not a URL`);
    return { issuer, keys: { url: keys } };
  }
  return { issuer, keys: { jwks: await keySetOf(keys) } };
};
