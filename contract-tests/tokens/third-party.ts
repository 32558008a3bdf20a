import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

/** The algorithms that the tests sign with. */
export type Algorithm = 'RS256' | 'PS384' | 'ES256' | 'ES384' | 'EdDSA';

interface SignedAs {
  /** Seconds since the epoch that the token is issued at; now unless given. */
  readonly now?: number;
  readonly header?: Partial<JWTHeaderParameters>;
}

/** A key of a third party, made by jose. */
export interface ThirdPartyKey {
  readonly algorithm: Algorithm;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
  /** A token valid for ten minutes, unless the claims say otherwise; undefined claims are omitted. */
  readonly sign: (claims: Readonly<Record<string, unknown>>, as?: SignedAs) => Promise<string>;
}

/** Makes a key; without `kid` tokens and key sets have none. */
export const thirdPartyKey = async (algorithm: Algorithm, kid?: string): Promise<ThirdPartyKey> => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const named = kid === undefined ? {} : { kid };
  return {
    algorithm,
    publicJwk: { ...(await exportJWK(publicKey)), ...named },
    privateJwk: { ...(await exportJWK(privateKey)), ...named },
    sign: (claims, { now = Math.floor(Date.now() / 1000), header = {} } = {}) =>
      new SignJWT({ iat: now, exp: now + 600, ...claims })
        .setProtectedHeader({ alg: algorithm, ...named, ...header })
        .sign(privateKey),
  };
};

/** The key set that publishes keys. */
export const keySetOf = (...keys: readonly ThirdPartyKey[]): JSONWebKeySet => ({
  keys: keys.map(({ publicJwk }) => publicJwk),
});
