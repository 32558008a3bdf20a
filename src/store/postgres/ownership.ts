import { setTimeout as pause } from 'node:timers/promises';
import { Answers } from './answers.ts';
import { DatabaseError, startRefusalOf } from './database-error.ts';
import type { Moment } from './lease.ts';
import { type Connection, FIRST_MILLIS, Link } from './link.ts';
import { demandVersion, prepareTables, VERSION } from './tables.ts';
import { Term } from './term.ts';

/** The process that has the worlds of a database: this one, another, or none that is known. */
export type Place =
  | { readonly at: 'here'; readonly term: Term }
  | { readonly at: 'peer'; readonly host: string; readonly port: number; readonly term: string }
  | { readonly at: 'nowhere' };

/** The options of a process that shares a database. */
export interface OwnershipOptions {
  readonly url: string;
  readonly schema: string;
  /** Returns the address of the port for other processes, HOST:PORT; `host` is `link.host`. */
  readonly peer: (host: string) => Promise<string>;
  /** True if the owner takes a connection at its address, and does not answer. */
  readonly isSilent: (owner: Extract<Place, { at: 'peer' }>) => Promise<boolean>;
  /** A random word of this process, of letters and digits. */
  readonly id: string;
  /** A digest of each option that changes what a process answers, by the name of the option. */
  readonly options: Readonly<Record<string, string>>;
  /** Makes what all owners share, when the tables are new. */
  readonly meta: () => Promise<object>;
  /** Milliseconds of a clock that only goes forward, and of the machine's. */
  readonly now: () => number;
  readonly wall: () => number;
  readonly random: (size: number) => Buffer;
  /** Receives the reason for the end of a term, if that is an error of this program. */
  readonly report: (error: unknown) => void;
  /** Receives lines for the user. */
  readonly notice: (text: string) => void;
}

interface Owner {
  readonly term: string;
  readonly peer: string;
  readonly options: string;
  readonly leaving: boolean;
  readonly beat: string;
  readonly version: number;
}

/** The milliseconds between two looks of a process that is not the owner. */
const LOOK_MILLIS = 250;
/** The milliseconds for which a beat may stand still if the owner answers or is gone, and if it is silent. */
const STILL_MILLIS = 2_300;
const SILENT_MILLIS = 10_000;
/** The milliseconds that a look or a beat may take, once the process has started. */
const WATCH_MILLIS = 1_000;
/** The shortest time between two looks, and the time within which every other process looks. */
const SOON_MILLIS = 50;
const LOOKED_MILLIS = 500;
/** The milliseconds in which the queue must be stored, and for which a process that has released a term takes none. */
const RELEASE_MILLIS = 2_000;
const REST_MILLIS = 5_000;

const placeOf = ({ peer, term }: Owner): Place => {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+) /.exec(peer) ?? [];
  return port === undefined ? { at: 'nowhere' } : { at: 'peer', host, port: Number(port), term };
};

const isSame = (one: Place, other: Place): boolean =>
  one === other || (one.at === other.at && one.at !== 'here' && JSON.stringify(one) === JSON.stringify(other));

/** The owner of a database, as far as this process knows. */
export class Ownership {
  /** The facts that all owners share. */
  readonly meta: object;
  /** The secret by which processes of a database recognize each other. */
  readonly secret: string;
  readonly link: Link;
  /** Milliseconds since 1970 by the database's clock, as the last take has seen it. It never goes back. */
  readonly clock = { now: (): number => this.#databaseNow() };
  readonly #options: OwnershipOptions;
  readonly #answers: Answers;
  readonly #connection: Connection;
  readonly #listeners: ((place: Place) => void)[] = [];
  #place: Place = { at: 'nowhere' };
  /**
   * The owner that was seen last. `first` is when this beat was first seen, and `at` the same, or when the owner was
   * last found silent. Undefined if a look has failed since.
   */
  #seen: { readonly term: string; readonly beat: string; readonly first: number; readonly at: number } | undefined;
  #known = '';
  #changes = 0;
  /** The milliseconds by which the database's clock is ahead of the machine's, and the last time that was read. */
  #shift = 0;
  #last = 0;
  #isLeaving = false;
  /** True while the owner that was seen last is about to leave. */
  #isEnding = false;
  #isClosed = false;
  /** The milliseconds for a look and a take. */
  #patience = FIRST_MILLIS;
  #restUntil = Number.NEGATIVE_INFINITY;
  #wake: AbortController = new AbortController();
  #said = '';

  constructor(options: OwnershipOptions, link: Link, meta: { readonly secret?: string }) {
    this.#options = options;
    this.link = link;
    this.meta = meta;
    this.secret = meta.secret ?? '';
    this.#answers = new Answers(options.notice);
    this.#connection = link.connection('watch', WATCH_MILLIS);
  }

  get place(): Place {
    return this.#place;
  }

  /** True if calls are answered: by this process, whose lease is good, or by the owner that it knows. */
  get isReady(): boolean {
    return this.#place.at === 'here' ? this.#place.term.isGood : this.#place.at === 'peer';
  }

  /** The term of the known owner, and the numbers of changes of it and of writes that are not stored yet. */
  get use() {
    const waiting = this.#place.at === 'here' ? this.#place.term.waiting : 0;
    const { isThere: answers } = this.#answers;
    return { answers, role: this.#place.at, term: this.#known, changes: this.#changes, waiting };
  }

  onChange(listener: (place: Place) => void): void {
    this.#listeners.push(listener);
  }

  /** Looks at once: the owner that is known cannot be reached. */
  lookNow(): void {
    this.#wake.abort();
  }

  /** Takes the worlds, or finds their owner. @throws DatabaseError beside an owner with other options */
  async start(): Promise<void> {
    for (let first: Owner | undefined; ; await pause(LOOK_MILLIS)) {
      const owner = await this.#look();
      demandVersion(owner.version);
      const differing = this.#differing(owner);
      if (await this.#mayTake(owner)) await this.#take(owner);
      else if (differing === '') this.#setPlace(this.#placeOf(owner));
      if (this.#place.at !== 'nowhere') break;
      if (first?.term !== owner.term) first = owner;
      // It lives: its beat moves.
      if (differing === '' || owner.leaving || owner.beat === first.beat) continue;
      throw new DatabaseError(
        `other mocks use the database with other options (${differing}): give all of them the same`,
      );
    }
    this.#patience = WATCH_MILLIS;
    void this.#goOn();
  }

  /** Lets this process never take the worlds again. */
  takeNone(): void {
    this.#isLeaving = true;
  }

  /**
   * Tells the others that this process will not own the worlds, and never takes them again. They know it once this
   * resolves, unless the database is away.
   */
  async leave(): Promise<void> {
    this.takeNone();
    if (this.#place.at !== 'here') return;
    try {
      await this.#place.term.announce();
    } catch {
      return;
    }
    await pause(LOOKED_MILLIS);
  }

  /** Ends the term of this process, if it has one, once everything queued is stored, or after `limitMillis`. */
  async release(limitMillis = RELEASE_MILLIS): Promise<void> {
    if (this.#place.at !== 'here') return;
    const { term } = this.#place;
    this.#restUntil = this.#options.now() + REST_MILLIS;
    await Promise.race([term.release().catch(() => undefined), pause(limitMillis, undefined, { ref: false })]);
    term.drop();
  }

  /** Ends all connections, and the term without telling others. */
  close(): void {
    this.#isClosed = true;
    this.#wake.abort();
    if (this.#place.at === 'here') this.#place.term.drop();
    this.#connection.close();
    this.link.close();
  }

  #moment(): Moment {
    return { now: this.#options.now(), wall: this.#options.wall() };
  }

  #databaseNow(): number {
    this.#last = Math.max(this.#last, Math.floor(this.#options.wall() + this.#shift));
    return this.#last;
  }

  #setPlace(place: Place): void {
    if (isSame(this.#place, place)) return;
    this.#place = place;
    for (const listener of this.#listeners) listener(place);
  }

  /** Looks until the process ends, while it has no term. */
  async #goOn(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#place.at !== 'here') await this.#round();
      await pause(SOON_MILLIS);
      this.#wake = new AbortController();
      if (this.#isEnding && this.#place.at !== 'here') continue;
      await pause(LOOK_MILLIS - SOON_MILLIS, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    }
  }

  async #round(): Promise<void> {
    try {
      const owner = await this.#look();
      this.#answers.note('looks', 'beats', 'writes');
      if (await this.#mayTake(owner)) await this.#take(owner);
      else this.#setPlace(this.#placeOf(owner));
      this.#answers.note('takes');
    } catch (error) {
      if (!this.#isClosed) this.#answers.fail('looks', error);
    }
  }

  /** Reads who owns the database. A beat is dated after the answer, since it was sent before. */
  async #look(): Promise<Owner> {
    const { schema } = this.link;
    const columns = `term, peer, options, leaving, beat, (SELECT version FROM ${schema}.mock) AS version`;
    try {
      const text = `SELECT ${columns} FROM ${schema}.owner`;
      const [row] = await this.#connection.run({ name: 'look', text }, this.#patience);
      if (!row) throw new DatabaseError(`the table ${schema}.owner has no row: name another by --database-schema`);
      const owner = row as unknown as Owner;
      const { term, beat, leaving } = owner;
      this.#isEnding = leaving;
      if (this.#seen?.term !== term || this.#seen.beat !== beat) {
        const at = this.#options.now();
        this.#seen = { term, beat, first: at, at };
      }
      if (this.#known !== '' && this.#known !== term) this.#changes += 1;
      this.#known = term;
      return owner;
    } catch (error) {
      this.#seen = undefined;
      this.#isEnding = false;
      throw error;
    }
  }

  async #mayTake(owner: Owner): Promise<boolean> {
    const { peer, version } = owner;
    if (this.#isLeaving || version > VERSION || this.#options.now() < this.#restUntil) return false;
    // Its own name is there if the answer to a take was lost.
    if (peer === '' || peer.endsWith(` ${this.#options.id}`)) return true;
    const { isSilent, now } = this.#options;
    const seen = this.#seen;
    if (!seen || now() - seen.at < STILL_MILLIS) return seen !== undefined && now() - seen.first >= SILENT_MILLIS;
    const place = placeOf(owner);
    if (place.at !== 'peer' || !(await isSilent(place))) return true;
    // It is busy: it gets time for a beat once it goes on.
    this.#seen = { ...seen, at: now() };
    return false;
  }

  async #take({ term: before, beat }: Owner): Promise<void> {
    const { peer, id, options, wall } = this.#options;
    const name = `${await peer(this.link.host)} ${id}`;
    const text = `UPDATE ${this.link.schema}.owner SET term = term + 1, peer = $1, options = $2, leaving = false, beat = 0
      WHERE term = $3 AND beat = $4 RETURNING term, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`;
    const taken = this.#moment();
    const values = [name, JSON.stringify(options), before, beat];
    const [row] = await this.#connection.run({ text, values }, this.#patience);
    if (!row) return;
    this.#shift = Number(row.at) - wall();
    const number = String(row.term);
    this.#known = number;
    this.#changes += 1;
    const clock = (): Moment => this.#moment();
    const term = new Term({
      link: this.link,
      watch: this.#connection,
      number,
      peer: name,
      taken,
      clock,
      answers: this.#answers,
    });
    term.ended.addEventListener('abort', () => this.#lose(term.why));
    this.#setPlace({ at: 'here', term });
  }

  #lose(why: unknown): void {
    this.#seen = undefined;
    this.#setPlace({ at: 'nowhere' });
    this.#wake.abort();
    if (why instanceof DatabaseError) this.#options.notice(why.message);
    else if (why !== undefined) this.#options.report(why);
  }

  #placeOf(owner: Owner): Place {
    const differing = this.#differing(owner);
    this.#say(owner, differing);
    return owner.leaving || differing !== '' ? { at: 'nowhere' } : placeOf(owner);
  }

  /** The names of the options that differ from the owner's. */
  #differing({ options }: Owner): string {
    const [own, others] = [this.#options.options, JSON.parse(options) as OwnershipOptions['options']];
    const names = new Set([...Object.keys(own), ...Object.keys(others)]);
    return [...names]
      .filter((name) => own[name] !== others[name])
      .sort()
      .join(', ');
  }

  /** Says once why this process cannot take the worlds, or cannot pass calls on. */
  #say({ version }: Owner, differing: string): void {
    const newer = version > VERSION ? 'a newer release owns the database: this process only passes connections on' : '';
    const other = `other mocks use the database with other options (${differing}): calls are refused from now on`;
    const text = differing === '' ? newer : other;
    if (text !== '' && text !== this.#said) this.#options.notice(text);
    this.#said = text;
  }
}

/**
 * Joins the processes of a database, and makes its tables if there are none. It resolves once the place is known.
 * @throws DatabaseError with one line if the database cannot be used, or beside processes with other options
 */
export const openOwnership = async (options: OwnershipOptions): Promise<Ownership> => {
  const { url, schema, id, meta, random } = options;
  const link = new Link(url, schema, id);
  let ownership: Ownership | undefined;
  try {
    const make = async (): Promise<object> => ({ ...(await meta()), secret: random(24).toString('hex') });
    ownership = new Ownership(options, link, await prepareTables(link, schema, make));
    await link.demandNamed();
    await ownership.start();
    return ownership;
  } catch (error) {
    ownership?.close();
    link.close();
    throw startRefusalOf(error);
  }
};
