import { ApiError } from '../../kernel/errors.ts';
import { isTransient } from '../../kernel/rows.ts';
import { Pace, type Steps } from '../../kernel/steps.ts';
import type { StoredChange } from '../change-line.ts';
import type { Contents, Log } from '../log.ts';
import type { States, StoredState } from './states.ts';

/** The bounds of the characters of writes after which a checkpoint is worth its cost; between them, the size of the state. */
const LEAST = 256 * 1024;
const MOST = 64 * 1024 * 1024;
/** The number of changes that become text in one step. */
const CHANGES_PER_STEP = 1_000;

/** The text of a write. */
function* textOf(changes: Iterable<StoredChange>): Steps<string> {
  const pace = new Pace(CHANGES_PER_STEP);
  const items: string[] = [];
  for (const { of, uid, after } of changes) {
    items.push(JSON.stringify([of.name, after ?? uid]));
    if (pace.isDue()) yield;
  }
  return `[${items.join(',')}]`;
}

/** The text of the rows that are not part of the state, as a write that puts them. */
const transientTextOf = ({ rows }: Contents): string => {
  const items = Object.entries(rows)
    .filter(([name]) => isTransient(name))
    .flatMap(([name, all]) => Array.from(all, (row) => JSON.stringify([name, row])));
  return `[${items.join(',')}]`;
};

/** The writes of one world in the database. It records nothing before `begin`. */
export class WorldLog implements Log {
  readonly name = 'the world';
  readonly #states: States;
  readonly #born: string;
  readonly #least: number;
  #sequence = 0;
  #durableSequence = 0;
  /** The characters of the writes since the last checkpoint, and how many call for the next. */
  #size = 0;
  #foldAbove: number;
  /** The number of times that appended writes were lost. */
  #losses = 0;
  #isRecording = false;
  #isClosed = false;
  #last: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => undefined;

  /**
   * @param born is the number of the world among all that were made.
   * @param least is the number of characters of writes after which a checkpoint is worth its cost, at least.
   */
  constructor(states: States, born: string, least = LEAST) {
    this.#states = states;
    this.#born = born;
    this.#least = least;
    this.#foldAbove = least;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get durableSequence(): number {
    return this.#isRecording ? this.#durableSequence : this.#sequence;
  }

  /** True from `begin` to `end`. */
  get isRecording(): boolean {
    return this.#isRecording;
  }

  get isLong(): boolean {
    return this.#size > this.#foldAbove;
  }

  /** Continues after the last write in the database, `size` characters after a state. */
  resume(sequence: number, size: number, state: StoredState): void {
    this.#sequence = sequence;
    this.#durableSequence = sequence;
    this.#size = size;
    this.#isRecording = true;
    this.measure(state);
  }

  /** Records writes from now on. Returns the state after the writes so far. */
  begin(contents: Contents) {
    this.#durableSequence = this.#sequence;
    this.#isRecording = true;
    return this.#beginningWith(contents);
  }

  /** Sets how many characters call for a checkpoint, by the state that the database has. */
  measure({ size }: StoredState): void {
    this.#foldAbove = Math.max(this.#least, Math.min(size, MOST));
  }

  /** Records no more writes: the world has ended, or could not be made. */
  end(): void {
    this.#isRecording = false;
    this.#stopListening();
  }

  *append(changes: readonly StoredChange[]): Steps<void> {
    this.#demandOpen();
    if (!this.#isRecording) {
      this.#sequence += 1;
      return;
    }
    const text = yield* textOf(changes);
    this.#demandOpen();
    this.#sequence += 1;
    this.#size += text.length;
    const sequence = this.#sequence;
    this.#last = this.#states.term.append(this.#born, sequence, text).then(() => {
      this.#durableSequence = sequence;
    });
    // Whoever waits for it learns of the failure.
    this.#last.catch(() => undefined);
  }

  awaitDurable(): Promise<void> {
    return this.#states.wait(this.#last);
  }

  onLost(lost: (after: number) => void): void {
    this.#stopListening = this.#states.term.onUndone(this.#born, (after) => {
      this.#sequence = after;
      this.#losses += 1;
      this.#last = Promise.resolve();
      lost(after);
    });
  }

  /** Writes a checkpoint: the state after all its writes. */
  async fold(contents: () => Contents): Promise<void> {
    // The write that has made the log long is in the rows only after this turn.
    await Promise.resolve();
    if (!this.#isRecording) return;
    const [size, losses] = [this.#size, this.#losses];
    const { floor, transient, state } = this.#beginningWith(contents());
    const work = this.#states.use(state, async (stored) => {
      // A state with a write that was lost meanwhile is no state of the world.
      if (!this.#isRecording || this.#losses !== losses) return;
      await this.#writeCheckpoint(stored, floor, transient);
      this.#size -= size;
      this.measure(stored);
    });
    try {
      await this.#states.wait(work);
    } catch (error) {
      // Do not try again at every write.
      this.#foldAbove = this.#size + this.#least;
      if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await this.awaitDurable();
    } catch (error) {
      if (!this.#states.term.ended.aborted) throw error;
    } finally {
      this.#isClosed = true;
      this.#stopListening();
    }
  }

  /** The beginning of the rows in the database: rows that are not part of the state are the write of number `floor`. */
  #beginningWith(contents: Contents) {
    return { floor: this.#sequence, transient: transientTextOf(contents), state: contents.state };
  }

  #demandOpen(): void {
    if (this.#isClosed) throw new Error(`${this.name} is closed`);
  }

  #writeCheckpoint({ id }: StoredState, floor: number, transient: string): Promise<unknown> {
    const { schema } = this.#states;
    const text = `
      below AS (DELETE FROM ${schema}.entry WHERE born = $2::int8 AND seq < $4::int8 AND EXISTS (SELECT FROM me)),
      point AS (UPDATE ${schema}.world SET state = $3::int8, floor = $4::int8
        WHERE born = $2::int8 AND EXISTS (SELECT FROM me)),
      put AS (INSERT INTO ${schema}.entry (born, seq, changes) SELECT $2::int8, $4::int8, $5::text FROM me
        ON CONFLICT (born, seq) DO UPDATE SET changes = excluded.changes)`;
    return this.#states.run(text, [this.#born, id, floor, transient]);
  }
}
