import type { JsonWebKey } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { collection, type Row, type Rows, type Store } from '../kernel/rows.ts';
import { exportSigningKey, generateSigningKey, importSigningKey, type SigningKey } from './signing-keys.ts';
import { fewOf, invalidToken } from './verify-token.ts';

/** A key that replaced another. Its uid is its kid. */
interface RotatedKey extends Row {
  readonly replaces: string;
  /** The time until which tokens of the previous key are valid. */
  readonly overlapEndMillis: number;
  readonly jwk: JsonWebKey;
}

/** The keys that rotations made. They are rows, so that a reset removes them and a data file stores them. */
export const rotatedKeys = collection<RotatedKey>('rotatedKeys', 'replaces');

/** The keys of one world: the one that signs, and previous ones that are still valid. */
export class KeyRing {
  readonly #first: Promise<SigningKey>;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #imported = new Map<string, SigningKey>();

  constructor(first: Promise<SigningKey>, store: Store, clock: Clock) {
    this.#first = first;
    this.#store = store;
    this.#clock = clock;
  }

  /** The key that signs. */
  async signer(): Promise<SigningKey> {
    return (await this.#chain()).at(-1) as SigningKey;
  }

  /** The keys whose tokens are valid, the one that signs first. */
  async listAccepted(): Promise<readonly SigningKey[]> {
    const now = this.#clock.now();
    return (await this.#chain()).filter(({ kid }) => now < this.retiresMillis(kid)).reverse();
  }

  /** The key that a token names, if its tokens are valid; the one that signs if it names none. */
  async find(kid: string | undefined): Promise<SigningKey | undefined> {
    const accepted = await this.listAccepted();
    return kid === undefined ? accepted[0] : accepted.find((key) => key.kid === kid);
  }

  /**
   * The key that a token names.
   * @throws ApiError UNAUTHENTICATED if this world does not sign with it, or no longer
   */
  async demand(kid: string | undefined): Promise<SigningKey> {
    const key = await this.find(kid);
    if (key) return key;
    const wanted = (await this.listAccepted()).map((each) => each.kid);
    const values = { wanted, found: fewOf([String(kid)]) };
    const isRetired = (await this.#chain()).some((each) => each.kid === kid);
    if (!isRetired) throw invalidToken('key', 'kid: it names a key that this server does not sign with', values);
    const times = { timeMillis: this.retiresMillis(String(kid)), nowMillis: this.#clock.now() };
    throw invalidToken('retired_key', 'kid: the key that signed it has been replaced', { ...values, ...times });
  }

  /** The time when tokens of a key become invalid, in milliseconds since the epoch; infinity for the one that signs. */
  retiresMillis(kid: string): number {
    const [next] = this.#store.rows.by(rotatedKeys, 'replaces', kid);
    return next?.overlapEndMillis ?? Number.POSITIVE_INFINITY;
  }

  /** Changes with every rotation. */
  version(): number {
    return this.#store.rows.version([rotatedKeys]);
  }

  /** Signs with a new key from now on; tokens of the previous key are valid until the overlap ends. */
  async rotate(overlapMillis: number): Promise<SigningKey> {
    const fresh = await generateSigningKey();
    const first = (await this.#first).kid;
    await this.#store.write((tx) => {
      const replaces = chainOf(first, tx).at(-1)?.uid ?? first;
      const overlapEndMillis = this.#clock.now() + overlapMillis;
      tx.put(rotatedKeys, { uid: fresh.kid, replaces, overlapEndMillis, jwk: exportSigningKey(fresh) });
    });
    return fresh;
  }

  async #chain(): Promise<readonly SigningKey[]> {
    const first = await this.#first;
    return [first, ...chainOf(first.kid, this.#store.rows).map((row) => this.#import(row))];
  }

  #import({ uid, jwk }: RotatedKey): SigningKey {
    const known = this.#imported.get(uid) ?? importSigningKey(jwk);
    this.#imported.set(uid, known);
    return known;
  }
}

/** The keys after the first, in the order in which they signed. */
const chainOf = (first: string, rows: Rows): readonly RotatedKey[] => {
  const chain: RotatedKey[] = [];
  for (let at: string | undefined = first; at !== undefined; at = chain.at(-1)?.uid) {
    const [next] = rows.by(rotatedKeys, 'replaces', at);
    if (!next) break;
    chain.push(next);
  }
  return chain;
};
