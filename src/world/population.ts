import type { AppliedFixture } from '../../generated/nouns.ts';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { rotatedKeys } from '../identity/key-ring.ts';
import { type Clock, instant } from '../kernel/clock.ts';
import type { Settings } from '../kernel/context.ts';
import { invalid, invalidField } from '../kernel/errors.ts';
import { uidFor } from '../kernel/ids.ts';
import { compareText } from '../kernel/order-by.ts';
import type { Snapshot, Store, Tx } from '../kernel/rows.ts';
import { Pace, type Steps } from '../kernel/steps.ts';
import { TOP } from '../kernel/uid.ts';
import { groups, identities, superusers } from '../resources/index.ts';
import { findNearestName } from '../schema/nearest-name.ts';
import type { Applied } from '../seed/apply.ts';
import { fixtureAliases, listAliases } from '../seed/fixture-aliases.ts';
import { describePlaced, type FixtureDocument, FixtureError } from '../seed/fixture-error.ts';
import {
  fixtureNames,
  loadFixture,
  loadFixtures,
  loadPreparedRows,
  parse,
  type ShippedFixtures,
} from '../seed/load.ts';
import { fakerFor } from '../seed/load-faker.ts';
import { putPrepared, rowsAt } from '../seed/prepared-rows.ts';
import { isExact } from '../seed/row-writer.ts';

/** The dependencies of a population. */
export interface PopulationParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly shipped: ShippedFixtures;
}

/** The text of a fixture, or the name of one that is shipped. */
export type FixtureSource = { readonly text: string } | { readonly name: string };

/** Keys are not content: a fixture that replaces the rows does not remove them. */
const KEYS: ReadonlySet<string> = new Set([rotatedKeys.name]);
const NONE: ReadonlySet<string> = new Set();

/** Fills a world with the rows that every world has, and the rows of fixtures. */
export class Population {
  readonly #parts: PopulationParts;
  /** Reads the state to which a reset returns, if this run has made it, or it is stored. */
  #origin: (() => Promise<Snapshot>) | undefined;
  #fixtures: readonly FixtureDocument[] = [];
  /** Stores that state over restarts; missing if it is for this run only. */
  #storeOrigin: ((origin: Snapshot) => Promise<void>) | undefined;
  /** The state that the fixtures are applied to; an empty one if it is missing. */
  #base: Snapshot | undefined;

  constructor(parts: PopulationParts) {
    this.#parts = parts;
  }

  /** The uid of each thing that a fixture named. */
  aliases(): ReadonlyMap<string, string> {
    return listAliases(this.#parts.store.rows);
  }

  /**
   * Fills a new state from fixtures, applied to the state `base` if there is one; a stored state stays as it is.
   * @throws FixtureError
   */
  async begin(fixtures: readonly string[], isNew: boolean, base?: Snapshot): Promise<void> {
    const [only = '', ...others] = fixtures;
    if (isNew && !base && others.length === 0 && (await this.#putPrepared(only))) {
      const origin = this.markOrigin();
      await this.#storeOrigin?.(origin);
      return;
    }
    this.#fixtures = await loadFixtures(fixtures, this.#parts);
    this.#base = base;
    if (isNew) await this.#start();
  }

  /**
   * Fills an empty world from one shipped fixture.
   * @throws ApiError INVALID_ARGUMENT; nothing has changed
   */
  async beginShipped(name: string): Promise<void> {
    this.#demandShipped(name);
    if (!(await this.#putPrepared(name))) await this.apply({ name }, 'merge');
  }

  /** Begins with the prepared rows of a fixture; false if there are none. */
  async #putPrepared(fixture: string): Promise<boolean> {
    const { clock, settings, shipped, store } = this.#parts;
    const prepared = loadPreparedRows(fixture, shipped);
    if (!prepared || prepared.seed !== settings.seed) return false;
    const rows = rowsAt(prepared, clock.now());
    await store.writeInSteps((tx) => putPrepared(allResources, rows, tx));
    this.markOrigin();
    return true;
  }

  /** Makes the present rows those to which a reset returns. */
  markOrigin(): Snapshot {
    const origin = this.#parts.store.capture();
    this.#origin = async () => origin;
    return origin;
  }

  /** Sets the state to which a reset returns, which an earlier run has made. */
  adoptOrigin(origin: () => Promise<Snapshot>): void {
    this.#origin = origin;
  }

  /** Stores that state over restarts, whenever this run makes another. */
  storeOriginBy(store: (origin: Snapshot) => Promise<void>): void {
    this.#storeOrigin = store;
  }

  /** Makes an identity that may do everything if there is none. A reset returns to these rows. */
  async beginEmpty(): Promise<void> {
    await this.#fill([], 'rows');
    this.markOrigin();
  }

  /** The rows to which a reset returns; undefined for a stored state that has not been reset. */
  async readOrigin(): Promise<Snapshot | undefined> {
    return this.#origin?.();
  }

  /** Resets the world to its fixtures. */
  async reset(): Promise<void> {
    const origin = await this.readOrigin();
    if (origin) {
      await this.#parts.store.restore(origin);
      return;
    }
    await this.#start();
  }

  /**
   * Applies one more fixture to the existing rows, or instead of them.
   * @throws ApiError INVALID_ARGUMENT; nothing has changed
   */
  async apply(fixture: FixtureSource, mode: 'merge' | 'replace'): Promise<AppliedFixture> {
    try {
      const over = mode === 'replace' ? 'content' : 'rows';
      const { rows, aliases } = await this.#fill([await this.#document(fixture)], over);
      return { rows, aliases: Object.fromEntries(aliases) };
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error;
      throw invalid(
        error.mistakes.map((mistake) => ({ field: mistake.field || 'fixture', description: describePlaced(mistake) })),
      );
    }
  }

  /** The first root group, which is the oldest; empty when there is none. */
  orgId(): string {
    const roots = this.#parts.store.rows.childrenOf(groups, TOP);
    const [first] = [...roots].sort((a, b) => compareText(a.createTime ?? '', b.createTime ?? ''));
    return first?.uid ?? '';
  }

  /** The uid of a group that is given by uid or alias; undefined if there is none. */
  group(name: string): string | undefined {
    const { rows } = this.#parts.store;
    const uid = rows.get(fixtureAliases, name)?.of ?? name;
    return rows.get(groups, uid) && uid;
  }

  /** An identity that may do everything: the one named `admin`, otherwise any. */
  admin(): string {
    const { rows } = this.#parts.store;
    const all = rows.listWithin(superusers, TOP);
    return (all.find(({ uid }) => rows.get(identities, uid)?.name === 'admin') ?? all[0])?.uid ?? '';
  }

  /** A token that a fixture names for the administrator, which is therefore not a secret. */
  findAdminToken(): string | undefined {
    const { rows } = this.#parts.store;
    return rows.by(namedTokens, 'identity', this.admin())[0]?.uid;
  }

  /** The identity of a uid, an alias, or a name that only one has. */
  identity(name: string): { readonly uid: string } | { readonly reason: string } {
    const { rows } = this.#parts.store;
    const uid = rows.get(fixtureAliases, name)?.of ?? name;
    if (rows.get(identities, uid)) return { uid };
    const all = rows.listWithin(identities, TOP);
    const named = all.filter((row) => row.name === name);
    const [only] = named;
    if (named.length === 1 && only) return { uid: only.uid };
    const what = JSON.stringify(name);
    if (named.length > 1) return { reason: `${named.length} identities are named ${what}` };
    const aliases = [...listAliases(rows)].flatMap(([alias, of]) => (rows.get(identities, of) ? [alias] : []));
    const nearest = findNearestName(name, [...aliases, ...all.map((row) => row.name ?? '')]);
    return {
      reason: `no identity is ${what}${nearest === undefined ? '' : `, did you mean ${JSON.stringify(nearest)}?`}`,
    };
  }

  /** Goes to the beginning in one step. */
  async #start(): Promise<void> {
    const { store } = this.#parts;
    if (this.#base) {
      const apart = store.fork();
      await apart.restore(this.#base);
      if (this.#fixtures.length > 0) await this.#fill(this.#fixtures, 'rows', apart);
      await store.restore(apart.capture());
    } else await this.#fill(this.#fixtures, 'everything');
    const origin = this.markOrigin();
    await this.#storeOrigin?.(origin);
  }

  async #document(fixture: FixtureSource): Promise<FixtureDocument> {
    if ('text' in fixture) return parse(fixture.text, 'fixture');
    this.#demandShipped(fixture.name);
    return loadFixture(fixture.name, this.#parts);
  }

  /** Refuses paths: over the network only shipped fixtures can be named, or a caller could read files. */
  #demandShipped(name: string): void {
    const names = fixtureNames(this.#parts.shipped);
    if (names.includes(name)) return;
    const known = names.join(', ');
    throw invalidField(
      'name',
      `no shipped fixture is named ${JSON.stringify(name)}: those that are shipped are ${known}`,
    );
  }

  async #fill(
    documents: readonly FixtureDocument[],
    over: 'rows' | 'content' | 'everything',
    store = this.#parts.store,
  ): Promise<Applied> {
    const { clock, settings } = this.#parts;
    // Imported at the first use: most starts put rows that are prepared.
    const { applyFixtures } = await import('../seed/apply.ts');
    const faker = await fakerFor(documents);
    return store.writeInSteps(function* (tx): Steps<Applied> {
      const nowMillis = clock.now();
      const context = { resources: allResources, settings, nowMillis, tokens: namedTokens, faker };
      if (over !== 'rows') yield* emptyTables(tx, over === 'content' ? KEYS : NONE);
      const applied = yield* applyFixtures(documents, tx, context);
      // A state without anybody who may do everything can be reached, and is loaded as it was.
      if (!documents.some((document) => isExact(document))) demandAdmin(tx, instant(nowMillis));
      return applied;
    });
  }
}

/** The number of rows removed in one step. */
const STEP = 500;

function* emptyTables(tx: Tx, exceptions: ReadonlySet<string>): Steps<void> {
  const pace = new Pace(STEP);
  for (const name of Object.keys(tx.counts())) {
    if (exceptions.has(name)) continue;
    const of = { name, indexes: [] };
    for (const { uid } of tx.listWithin(of, TOP)) {
      if (pace.isDue()) yield;
      tx.remove(of, uid);
    }
  }
}

/** Adds a superuser to a world without one: otherwise nothing could be changed. */
const demandAdmin = (tx: Tx, now: string): void => {
  if (tx.listWithin(superusers, TOP).length > 0) return;
  const uid = uidFor('platform-mock', TOP, 'identity', 'admin');
  const times = { createTime: now, updateTime: now, lastSeenTime: now };
  tx.put(identities, { uid, name: 'admin', description: 'May do everything.', ...times });
  tx.put(superusers, { uid });
};
