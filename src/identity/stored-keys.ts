import { makeAtFirstUse } from '../schema/at-first-use.ts';
import {
  exportSigningKey,
  generateSigningKey,
  generateUpstreamKey,
  importSigningKey,
  type SigningKey,
} from './signing-keys.ts';

type StoredKey = Parameters<typeof importSigningKey>[0];

/** The data of a mock that survive a restart beside its rows. */
export interface StoredMeta {
  readonly seed: string;
  readonly signingKey: StoredKey;
  readonly upstreamKey?: StoredKey;
}

/** The keys of a state, and its seed. */
export interface Keys {
  readonly seed: string;
  readonly key: SigningKey;
  readonly upstreamKey: () => SigningKey;
}

/** The seed and the keys of a stored state: as it was made, except for a key that is given. */
export class StoredKeys {
  readonly #seed: string;
  readonly #replaced: SigningKey | Promise<SigningKey> | undefined;
  readonly #upstreamKey = makeAtFirstUse(generateUpstreamKey);

  /** A new state has the seed, and signs with the key, or with one of its own; an old one signs with the key, if given. */
  constructor(seed: string, given: SigningKey | 'new' | undefined) {
    this.#seed = seed;
    this.#replaced = given === 'new' ? generateSigningKey() : given;
  }

  /** The contents of a new state. */
  async make(): Promise<StoredMeta> {
    return {
      seed: this.#seed,
      signingKey: exportSigningKey(await (this.#replaced ?? generateSigningKey())),
      upstreamKey: exportSigningKey(this.#upstreamKey()),
    };
  }

  /** The keys from the contents of a stored state. @throws Error if one cannot be read */
  async read({ seed = this.#seed, signingKey, upstreamKey }: Partial<StoredMeta>): Promise<Keys> {
    const imported = upstreamKey && importSigningKey(upstreamKey);
    return {
      seed,
      key: this.#replaced === undefined ? importSigningKey(signingKey as StoredKey) : await this.#replaced,
      upstreamKey: imported ? () => imported : this.#upstreamKey,
    };
  }
}
