import { type Applied, FixtureRefused } from './control/settings.ts';
import { namedTokens } from './identity/authenticator.ts';
import { rotatedKeys } from './identity/key-ring.ts';
import type { Clock } from './kernel/clock.ts';
import { instant } from './kernel/clock.ts';
import type { Settings } from './kernel/context.ts';
import { uidFor } from './kernel/ids.ts';
import { compareText } from './kernel/order-by.ts';
import type { Snapshot, Store, Tx } from './kernel/rows.ts';
import { TOP } from './kernel/uid.ts';
import { groups, identities, resources, superusers } from './resources/index.ts';
import { applyFixtures } from './seed/apply.ts';
import { fixtureAliases, knownAliases } from './seed/fixture-aliases.ts';
import type { FixtureDocument } from './seed/fixture-document.ts';
import { FixtureError } from './seed/fixture-error.ts';
import { fixtureNames, loadFixture, parse } from './seed/load.ts';
import { fakerFor } from './seed/load-faker.ts';

/** What a population needs of its world. */
export interface PopulationParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Where the shipped fixtures are. */
  readonly folder: string;
}

/** What fixtures go over: the rows that are there, an emptied world with its keys, or one without anything. */
type Over = 'rows' | 'content' | 'everything';

/** Keys are no content: a fixture that takes the place of what is there leaves them. */
const KEYS: ReadonlySet<string> = new Set([rotatedKeys.name]);
const NONE: ReadonlySet<string> = new Set();

/** Fills a world with rows: what every world has, and what fixtures describe. */
export class Population {
  readonly #parts: PopulationParts;
  /** What the world was made from: its rows where this run made them, and the fixtures. */
  #origin: Snapshot | undefined;
  #fixtures: readonly FixtureDocument[] = [];

  constructor(parts: PopulationParts) {
    this.#parts = parts;
  }

  /** The uid of each thing that a fixture named. */
  aliases(): ReadonlyMap<string, string> {
    return knownAliases(this.#parts.store.rows);
  }

  /**
   * Fills a new state from fixtures; a kept one is left as it is.
   * @throws FixtureError
   */
  async begin(fixtures: readonly string[], isNew: boolean): Promise<void> {
    const { folder, store } = this.#parts;
    this.#fixtures = await Promise.all(fixtures.map((name) => loadFixture(name, { folder })));
    if (!isNew) return;
    await this.#fill(this.#fixtures, 'rows');
    this.#origin = store.capture();
  }

  /** Back to what the world was made from: nothing but the fixtures. */
  async reset(): Promise<void> {
    if (this.#origin) {
      await this.#parts.store.restore(this.#origin);
      return;
    }
    await this.#fill(this.#fixtures, 'everything');
    this.#origin = this.#parts.store.capture();
  }

  /**
   * Applies one more fixture, beside what is there or in its place.
   * @throws FixtureRefused; then nothing has changed
   */
  async apply(
    fixture: { readonly text: string } | { readonly name: string },
    mode: 'merge' | 'replace',
  ): Promise<Applied> {
    try {
      return await this.#fill([await this.#document(fixture)], mode === 'replace' ? 'content' : 'rows');
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error;
      throw new FixtureRefused({ field: error.field === '' ? 'fixture' : error.field, description: error.message });
    }
  }

  /** The first root group, which is the oldest; empty when there is none. */
  orgId(): string {
    const roots = this.#parts.store.rows.childrenOf(groups, TOP);
    const [first] = [...roots].sort((a, b) => compareText(a.createTime ?? '', b.createTime ?? ''));
    return first?.uid ?? '';
  }

  /** An identity that may do everything: one that is named `admin`, else any. */
  admin(): string {
    const { rows } = this.#parts.store;
    const all = rows.within(superusers, TOP);
    return (all.find(({ uid }) => rows.get(identities, uid)?.name === 'admin') ?? all[0])?.uid ?? '';
  }

  /** A token that a fixture gave the administrator by name, so that it is no secret. */
  namedAdminToken(): string | undefined {
    const { rows } = this.#parts.store;
    return rows.by(namedTokens, 'identity', this.admin())[0]?.uid;
  }

  /** The identity of a uid, an alias, or a name that only one has. */
  identity(name: string): { readonly uid: string } | { readonly reason: string } {
    const { rows } = this.#parts.store;
    const uid = rows.get(fixtureAliases, name)?.of ?? name;
    if (rows.get(identities, uid)) return { uid };
    const named = rows.within(identities, TOP).filter((row) => row.name === name);
    const [only] = named;
    if (named.length === 1 && only) return { uid: only.uid };
    const what = JSON.stringify(name);
    return { reason: named.length > 1 ? `${named.length} identities are named ${what}` : `no identity is ${what}` };
  }

  async #document(fixture: { readonly text: string } | { readonly name: string }): Promise<FixtureDocument> {
    if ('text' in fixture) return parse(fixture.text, 'fixture');
    const { folder } = this.#parts;
    // Over the network only shipped fixtures go by name: a path would let a caller read files.
    if (!(await fixtureNames(folder)).includes(fixture.name)) {
      throw new FixtureRefused({
        field: 'name',
        description: `no shipped fixture is named ${JSON.stringify(fixture.name)}`,
      });
    }
    return loadFixture(fixture.name, { folder });
  }

  async #fill(documents: readonly FixtureDocument[], over: Over): Promise<Applied> {
    const { store, clock, settings } = this.#parts;
    const nowMillis = clock.now();
    const faker = await fakerFor(documents);
    return store.write((tx) => {
      if (over !== 'rows') empty(tx, over === 'content' ? KEYS : NONE);
      const applied = applyFixtures(documents, tx, { resources, settings, nowMillis, tokens: namedTokens, faker });
      demandAdmin(tx, instant(nowMillis));
      return applied;
    });
  }
}

const empty = (tx: Tx, kept: ReadonlySet<string>): void => {
  for (const name of Object.keys(tx.counts())) {
    if (kept.has(name)) continue;
    const of = { name, indexes: [] };
    for (const { uid } of tx.within(of, TOP)) tx.remove(of, uid);
  }
};

/** Somebody must be able to begin: a world without a superuser gets one. */
const demandAdmin = (tx: Tx, now: string): void => {
  if (tx.within(superusers, TOP).length > 0) return;
  const uid = uidFor('platform-mock', TOP, 'identity', 'admin');
  const times = { createTime: now, updateTime: now, lastSeenTime: now };
  tx.put(identities, { uid, name: 'admin', description: 'May do everything.', ...times });
  tx.put(superusers, { uid });
};
