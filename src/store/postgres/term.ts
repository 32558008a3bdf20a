import { setTimeout as pause } from 'node:timers/promises';
import { escapeLiteral } from 'pg';
import { DiskFull } from '../disk-full.ts';
import type { Answers } from './answers.ts';
import { DatabaseError, explain, isFull, isPassing, unavailable } from './database-error.ts';
import { Lease, type Moment } from './lease.ts';
import type { Columns, Connection, Link, Statement } from './link.ts';

/**
 * A statement that changes the database only while the term lasts. It may be executed twice, if the first answer was
 * lost, and must then do nothing more: `INSERT … ON CONFLICT DO NOTHING`, `UPDATE`, `DELETE`.
 */
export interface Fenced {
  /** A statement with a name is parsed and planned once by each session; no other text of the term has the name. */
  readonly name?: string | undefined;
  /**
   * The text behind `WITH me AS (…),`: it reads `FROM me` if it changes something, and ends with a SELECT whose first
   * column is `(SELECT count(*)::int FROM me) AS mine`. Its parameters begin at $2. Tables are named with `link.schema`.
   */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The parts of a term. */
export interface TermParts {
  readonly link: Link;
  /** The connection on which it was taken, for its beats. */
  readonly watch: Connection;
  readonly number: string;
  /** The name of this process in `owner`. */
  readonly peer: string;
  /** The moment at which the statement that took it was sent. */
  readonly taken: Moment;
  readonly clock: () => Moment;
  readonly answers: Answers;
}

interface Job {
  /** Its write, unless it is another statement. */
  readonly write?: { readonly born: string; readonly seq: number; readonly changes: string };
  /** Another statement, and what it leaves in the database; undefined if nobody writes after it. */
  readonly statement?: Statement;
  readonly mark?: string | undefined;
  readonly done: (rows: readonly Columns[]) => void;
  readonly fail: (error: unknown) => void;
}

/** The milliseconds between two renewals of the lease. */
const BEAT_MILLIS = 500;
/** The milliseconds that a statement first waits for its answer, and those added for each million characters. */
const ANSWER_MILLIS = 1_500;
const MILLION_MILLIS = 1_000;
/** The number of tries for which that time is doubled. */
const DOUBLED = 4;
const RETRY_MILLIS = 100;
/** The most characters and writes of one statement. */
const BATCH_SIZE = 8_000_000;
const BATCH_COUNT = 1_000;

const TAKEN = 'another process has taken the database over';

const sizeOf = ({ write }: Job): number => write?.changes.length ?? 0;

/** All that this process may do as the owner. It is dropped whole when it is lost or released. */
export class Term {
  readonly number: string;
  readonly #parts: TermParts;
  /** Selects this owner. A database that has lost its last commits may give the number alone to another. */
  readonly #where: string;
  readonly #append: Record<'one' | 'many' | 'again', Omit<Statement, 'values'>>;
  readonly #connection: Connection;
  readonly #end = new AbortController();
  readonly #queue: Job[] = [];
  readonly #undos = new Map<string, (after: number) => void>();
  readonly #lease: Lease;
  #isBusy = false;
  #given = 0;
  #stored = 0;
  /** The last statement that is stored: its row of `entry`, which has `mark` in it. */
  #last: { readonly born: string; readonly seq: number; readonly mark?: string | undefined } | undefined;
  /** The value that the statement under way leaves there. */
  #pending: string | undefined;
  #marks = 0;
  /** True if the database may have lost what was stored, until it was asked. */
  #isDoubted = false;
  /** True if the last beat has failed. */
  #hasMissed = false;
  #why: unknown;

  constructor(parts: TermParts) {
    const { link, number, peer, taken } = parts;
    const { schema } = link;
    this.number = number;
    this.#parts = parts;
    this.#lease = new Lease(parts.clock, taken);
    this.#where = `WHERE term = $1 AND peer = ${escapeLiteral(peer)}`;
    const put = `INSERT INTO ${schema}.entry SELECT b, s, c FROM me, unnest($2::int8[], $3::int8[], $4::text[]) t(b, s, c)`;
    const append = (name: string, more: string): Omit<Statement, 'values'> => ({
      name,
      text: `${this.#me}, put AS (${put}${more}) SELECT count(*)::int AS mine FROM me`,
    });
    const one = `INSERT INTO ${schema}.entry SELECT $2::int8, $3::int8, $4::text FROM me RETURNING 1 AS mine`;
    this.#append = {
      // Without arrays, a commit of one write takes a quarter less.
      one: { name: 'append one', text: `${this.#me} ${one}` },
      many: append('append', ''),
      again: append('append again', ' ON CONFLICT DO NOTHING'),
    };
    this.#connection = link.connection('writes', ANSWER_MILLIS, (run) => this.#demandLast(run));
    void this.#beat();
  }

  /** Why the term was lost: a DatabaseError, or a refusal of the database, which is an error of this program. */
  get why(): unknown {
    return this.#why;
  }

  /** Aborted when the term is lost or released. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** True while nobody else can have taken over. */
  get isGood(): boolean {
    return !this.ended.aborted && this.#lease.isGood;
  }

  /** The number of writes and other statements that are not stored yet. */
  get waiting(): number {
    return this.#given - this.#stored;
  }

  /**
   * Lets an answer leave: undefined if it may now. It waits for all that was appended and run by now, and for the
   * lease, for two seconds at most.
   * @throws ApiError UNAVAILABLE
   */
  pass(): Promise<void> | undefined {
    const target = this.#given;
    if (this.#mayPass(target)) return undefined;
    return this.ended.aborted ? Promise.reject(unavailable(this.#why)) : this.#lease.wait(() => this.#mayPass(target));
  }

  /** True if an answer may leave that shows what was given by then. */
  #mayPass(target: number): boolean {
    return this.#stored >= target && !this.#isDoubted && this.isGood;
  }

  /**
   * Refuses what would wait for a database that is away: the lease is over, and the last beat has failed.
   * @throws ApiError UNAVAILABLE
   */
  demandOpen(): void {
    if (this.#hasMissed && !this.#lease.isGood) throw unavailable(this.#why);
  }

  /**
   * Stores a write of a world, as `seq` of it; pending while the database is away.
   * @throws DiskFull, once it was undone by the listener of `onUndone`; UNAVAILABLE when the term is lost
   */
  append(born: string, seq: number, changes: string): Promise<void> {
    return new Promise((resolve, fail) => this.#add({ write: { born, seq, changes }, done: () => resolve(), fail }));
  }

  /**
   * Calls a listener when the writes of a world behind `after` are not stored because the disk of the database is full,
   * before anything else runs. Returns a function that ends that.
   */
  onUndone(born: string, undo: (after: number) => void): () => void {
    this.#undos.set(born, undo);
    return () => void this.#undos.delete(born);
  }

  /** Runs a statement in the same queue. @throws DiskFull; UNAVAILABLE when the term is lost */
  run({ name, text, values }: Fenced): Promise<readonly Columns[]> {
    this.#marks += 1;
    const mark = `${this.number}.${this.#marks}`;
    const row = `INSERT INTO ${this.#parts.link.schema}.entry SELECT 0, 0, $${values.length + 2}::text FROM me`;
    const marked = `${row} ON CONFLICT (born, seq) DO UPDATE SET changes = excluded.changes`;
    const fenced = { text: `${this.#me}, marked AS (${marked}), ${text}`, values: [this.number, ...values, mark] };
    const statement = name === undefined ? fenced : { name, ...fenced };
    return new Promise((done, fail) => this.#add({ statement, mark, done, fail }));
  }

  /** Tells the others that the term ends soon. */
  async announce(): Promise<void> {
    await this.#parts.watch.run(this.#change('leaving = true'));
  }

  /** Gives the database to whoever takes it, once all that is queued is stored. */
  async release(): Promise<void> {
    const statement = this.#change("term = term + 1, peer = '', leaving = false, beat = 0");
    await new Promise<void>((resolve, fail) => {
      const done = (): void => {
        this.drop();
        resolve();
      };
      this.#add({ statement, done, fail });
    });
  }

  /** Ends the term: nothing is stored by it any more, and no answer leaves. */
  drop(why?: unknown): void {
    if (this.ended.aborted) return;
    this.#why = why;
    this.#end.abort();
    this.#connection.close();
    this.#failAll();
    this.#lease.letPass(why, true);
  }

  #failAll(): void {
    for (const { fail } of this.#queue.splice(0).reverse()) fail(unavailable(this.#why));
  }

  get #me(): string {
    return `WITH me AS (SELECT term FROM ${this.#parts.link.schema}.owner ${this.#where} FOR KEY SHARE)`;
  }

  /** A change of the row of the owner, which has no result if another process is the owner. */
  #change(set: string): Statement {
    const text = `UPDATE ${this.#parts.link.schema}.owner SET ${set} ${this.#where} RETURNING 1 AS mine`;
    return { text, values: [this.number] };
  }

  #add(job: Job): void {
    this.#given += 1;
    this.#queue.push(job);
    void this.#work();
  }

  /** Stores what is queued: one statement at a time. */
  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (!this.ended.aborted && (this.#isDoubted || this.#queue.length > 0)) {
      const jobs = this.#isDoubted ? [] : this.#nextJobs();
      if (this.#isDoubted) this.#connection.close();
      try {
        const rows = await this.#insist(jobs);
        if (jobs.length === 0) this.#isDoubted = false;
        else if (rows[0]?.mine === 1) this.#note(jobs, rows);
        else throw new DatabaseError(TAKEN);
        this.#lease.letPass();
      } catch (error) {
        // The statement under way is of the queue, too.
        this.#queue.unshift(...jobs);
        if (isFull(error)) this.#undo(error);
        else this.drop(error);
      }
    }
    this.#isBusy = false;
    if (this.ended.aborted) this.#failAll();
  }

  /** The writes that go as one statement, or one other statement. */
  #nextJobs(): readonly Job[] {
    let size = 0;
    const end = this.#queue.findIndex((job, at) => {
      size += sizeOf(job);
      return at > 0 && (!job.write || !this.#queue[0]?.write || size > BATCH_SIZE || at === BATCH_COUNT);
    });
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end);
  }

  /** Sends a statement until it is answered, in a new session each time. */
  async #insist(jobs: readonly Job[]): Promise<readonly Columns[]> {
    const [{ statement, mark } = {}] = jobs as readonly [Job?];
    this.#pending = mark;
    const size = jobs.reduce((sum, job) => sum + sizeOf(job), 0) + String(statement?.values ?? '').length;
    const millis = ANSWER_MILLIS + (size / 1_000_000) * MILLION_MILLIS;
    for (let tries = 0; ; tries += 1) {
      try {
        const rows =
          jobs.length === 0
            ? await this.#demandLast((asked) => this.#connection.run(asked))
            : await this.#connection.run(
                statement ?? this.#appendOf(jobs, tries > 0),
                millis * 2 ** Math.min(tries, DOUBLED),
              );
        this.#parts.answers.note('writes');
        return rows ?? [];
      } catch (error) {
        // A statement that was sent before may be stored, and cannot be undone.
        if (isFull(error) && tries > 0) throw new DatabaseError(explain(error));
        if (this.ended.aborted || !isPassing(error)) throw error;
        this.#parts.answers.fail('writes', error);
        if (tries > 0) await this.#pause(RETRY_MILLIS);
        if (this.ended.aborted) throw error;
      }
    }
  }

  #appendOf(jobs: readonly Job[], isAgain: boolean): Statement {
    const writes = jobs.flatMap(({ write }) => write ?? []);
    const [first] = writes;
    if (first && writes.length === 1 && !isAgain) {
      return { ...this.#append.one, values: [this.number, first.born, first.seq, first.changes] };
    }
    const columns = [
      writes.map((each) => each.born),
      writes.map((each) => each.seq),
      writes.map((each) => each.changes),
    ];
    return { ...this.#append[isAgain ? 'again' : 'many'], values: [this.number, ...columns] };
  }

  #note(jobs: readonly Job[], rows: readonly Columns[]): void {
    this.#stored += jobs.length;
    for (const { write, mark, done } of jobs) {
      this.#last = write ?? { born: '0', seq: 0, mark };
      done(rows);
    }
  }

  /** Undoes everything queued, the last first: no write remains without those before it. */
  #undo(error: Error): void {
    const undone = this.#queue.splice(0).reverse();
    const after = new Map<string, number>();
    for (const { write } of undone) if (write) after.set(write.born, write.seq - 1);
    for (const [born, seq] of after) this.#undos.get(born)?.(seq);
    // An answer shows writes, and not what is deleted because nobody needs it any more.
    if (after.size > 0) this.#lease.letPass(error, true);
    this.#stored = this.#given;
    this.#lease.letPass();
    for (const { fail } of undone) fail(new DiskFull(error, 'the database takes no write: its disk is full'));
  }

  /** Asks in a new session whether the last statement is stored: a standby without it may have taken over. */
  async #demandLast(run: (statement: Statement) => Promise<readonly Columns[]>): Promise<undefined> {
    const { born, seq, mark } = this.#last ?? {};
    if (born === undefined) return;
    const where = `(born = $1 AND seq = $2) OR (born = 0 AND seq = 0)`;
    const text = `SELECT born, seq::int, changes FROM ${this.#parts.link.schema}.entry WHERE ${where}`;
    const isThere = (await run({ text, values: [born, seq] })).some(
      (row) =>
        (row.born === born && row.seq === seq && (mark === undefined || row.changes === mark)) ||
        (row.born === '0' && row.changes === this.#pending),
    );
    if (isThere) return;
    const lost = new DatabaseError('the database has lost what it had stored: it is loaded again');
    this.drop(lost);
    throw lost;
  }

  /** Renews the lease until the term ends. */
  async #beat(): Promise<void> {
    const { watch, clock, answers } = this.#parts;
    const beat = { ...this.#change('beat = beat + 1'), name: `beat ${this.number}` };
    let wait = BEAT_MILLIS;
    for (;;) {
      await this.#pause(wait);
      if (this.ended.aborted) return;
      const sent = clock();
      const { made } = watch;
      try {
        const [row] = await watch.run(beat);
        answers.note('beats');
        if (!row) return this.drop(new DatabaseError(TAKEN));
        if (watch.made !== made) this.#isDoubted = true;
        this.#lease.renew(sent);
        this.#hasMissed = false;
        void this.#work();
        this.#lease.letPass();
        wait = BEAT_MILLIS - (clock().now - sent.now);
      } catch (error) {
        answers.fail('beats', error);
        this.#hasMissed = true;
        wait = RETRY_MILLIS;
      }
    }
  }

  async #pause(millis: number): Promise<void> {
    await pause(Math.max(0, millis), undefined, { signal: this.ended }).catch(() => undefined);
  }
}
