import type { Operation, Row } from '../support/history.ts';
import { followedRow } from '../support/history-log.ts';
import type { Asked, PlacedAnswer, PlacedReplica } from './placed-replicas.ts';

/** Numbers below a bound, the same for the same seed. */
export type Random = (bound: number) => number;

/** How many callers each replica has, each with a connection and one call at a time. */
export const CALLERS = 6;
/** So few that creates meet names that are taken. */
const NAMES = 8;

const OWN = 'driven-';

const REPOS = '/registry/v2/repos';

/** What a caller is about to do, and what each answer says of the rows. */
interface Step extends Asked {
  readonly world: string;
  readonly kind: Operation['kind'];
  /** What it writes, where no answer says it. */
  readonly meant: Operation['rows'];
  readonly read: (status: number, body: PlacedAnswer['body']) => Said | undefined;
}

type Said = Pick<Operation, 'kind' | 'rows' | 'isWhole' | 'taken'>;

const uidIn = (rows: Operation['rows']): string => Object.keys(rows)[0] ?? '';

/** Drives several worlds of several replicas at once by random calls, and records what they answer. */
export class DrivenHistory {
  readonly operations: Operation[] = [];
  /** Answers of no status that is expected. */
  readonly odd: string[] = [];
  readonly #replicas: readonly PlacedReplica[];
  readonly #orgId: string;
  /** The names of rows that were met in each world, by their uids: some are gone. */
  readonly #made: ReadonlyMap<string, Map<string, string>>;
  readonly #random: Random;
  #texts = 0;
  #allowed = 0;
  #begun = 0;
  #done = 0;
  #wake: (() => void)[] = [];
  #isOver = false;

  constructor(replicas: readonly PlacedReplica[], orgId: string, worlds: readonly string[], random: Random) {
    this.#replicas = replicas;
    this.#orgId = orgId;
    this.#made = new Map(worlds.map((world) => [world, new Map()]));
    this.#random = random;
  }

  /** Lets callers call while some work is done, which allows them calls; then ends them. */
  async drive(work: () => Promise<void>): Promise<void> {
    const callers = this.#replicas.flatMap((_, by) => Array.from({ length: CALLERS }, () => this.#call(by)));
    try {
      await work();
    } finally {
      this.#isOver = true;
      this.#notify();
      await Promise.all(callers);
    }
  }

  /** Allows so many calls more; resolves once so many have ended that at most `left` are under way. */
  async run(count: number, left = 0): Promise<void> {
    this.#allowed += count;
    this.#notify();
    const end = this.#allowed - left;
    while (this.#done < end) await this.#change();
  }

  /** Resolves once nothing that was allowed is under way. */
  settle(): Promise<void> {
    return this.run(0);
  }

  /** Reads all rows of each world at each replica; true where all have the same places. */
  async readEverywhere(): Promise<boolean> {
    const places = new Set<string>();
    for (const by of this.#replicas.keys()) places.add(await this.readAll(by));
    return places.size === 1;
  }

  /** Reads all rows of each world at a replica; returns the places of what it has. */
  async readAll(by: number): Promise<string> {
    const begun = this.operations.length;
    for (const world of this.#made.keys()) await this.#take(by, this.#list(world));
    return this.operations
      .slice(begun)
      .map(({ at }) => at)
      .join();
  }

  /** Resets a world at a replica, which begins a new line of the database. */
  async reset(by: number, world: string, findLine: () => Promise<number>): Promise<void> {
    const start = performance.now();
    const answer = await this.#replicas[by]?.ask({ method: 'POST', target: '/_mock/v1/reset', body: { world } });
    const end = performance.now();
    if (answer?.status !== 200) this.odd.push(`reset: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    this.operations.push({ world, kind: 'read', start, end, at: `${await findLine()}/0`, rows: {}, by });
  }

  /** Resolves when a call was allowed or has ended. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake.push(resolve);
    });
  }

  #notify(): void {
    const woken = this.#wake;
    this.#wake = [];
    for (const resolve of woken) resolve();
  }

  async #call(by: number): Promise<void> {
    for (;;) {
      while (this.#begun === this.#allowed && !this.#isOver) await this.#change();
      if (this.#isOver) return;
      this.#begun += 1;
      await this.#take(by, this.#choose());
      this.#done += 1;
      this.#notify();
    }
  }

  async #take(by: number, step: Step): Promise<void> {
    const { world, kind, meant } = step;
    const start = performance.now();
    const lost = { world, kind, start, end: Number.POSITIVE_INFINITY, at: undefined, rows: meant };
    let answer: PlacedAnswer | undefined;
    try {
      answer = await this.#replicas[by]?.ask(step);
    } catch (error) {
      // A replica that is not there has received nothing.
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
    }
    const end = performance.now();
    const said = answer && step.read(answer.status, answer.body);
    if (answer && said) {
      const { at, digest } = answer;
      if (at === undefined) this.odd.push(`${step.method} ${step.target}: no place`);
      this.#note(world, said);
      this.operations.push({ world, start, end, at, by, digest, ...said });
      return;
    }
    this.operations.push(lost);
    if (answer && answer.status !== 503) this.odd.push(`${step.method} ${step.target}: ${answer.status}`);
  }

  /** Knows rows of these names from when they are met, until one is missed: a deleted one is asked for once more. */
  #note(world: string, { kind, rows }: Said): void {
    const made = this.#made.get(world);
    for (const [uid, row] of Object.entries(rows)) {
      if (row?.name.startsWith(OWN)) made?.set(uid, row.name);
      else if (!row && kind === 'read') made?.delete(uid);
    }
  }

  #choose(): Step {
    const worlds = [...this.#made.keys()];
    const world = worlds[this.#random(worlds.length)] ?? '';
    const made = [...(this.#made.get(world) ?? [])];
    const [uid, name] = made[this.#random(made.length + 1)] ?? [];
    const turn = this.#random(20);
    if (turn < 3) return this.#list(world);
    if (uid === undefined || name === undefined || turn < 8) return this.#create(world);
    const target = `${REPOS}/${uid}`;
    if (turn < 12) return this.#update(world, target, uid, { name, text: this.#newText() });
    const gone = { [uid]: null };
    if (turn < 14) return { ...this.#atRow(world, uid, gone, () => gone), method: 'DELETE', target };
    return { ...this.#atRow(world, uid, {}, (body) => ({ [uid]: followedRow(body) })), method: 'GET', target };
  }

  #newText(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  #create(world: string): Step {
    const row: Row = { name: `${OWN}${this.#random(NAMES)}`, text: this.#newText() };
    return {
      ...{ world, kind: 'write', meant: { '?': row }, method: 'POST', target: `${REPOS}/${this.#orgId}` },
      body: { name: row.name, description: row.text },
      read: (status, body) => {
        if (status === 409) return { kind: 'read', rows: {}, taken: row.name };
        return status === 200 ? { kind: 'write', rows: { [body.uid]: followedRow(body) } } : undefined;
      },
    };
  }

  #update(world: string, target: string, uid: string, row: Row): Step {
    const step = this.#atRow(world, uid, { [uid]: row }, (body) => ({ [uid]: followedRow(body) }));
    return { ...step, method: 'PATCH', target, body: { description: row.text } };
  }

  /** What is done to a row that may be gone; it is a write where it means something. */
  #atRow(
    world: string,
    uid: string,
    meant: Operation['rows'],
    rowsIn: (body: PlacedAnswer['body']) => Operation['rows'],
  ): Pick<Step, 'world' | 'kind' | 'meant' | 'read'> {
    const kind = uidIn(meant) === '' ? 'read' : 'write';
    return {
      ...{ world, kind, meant },
      read: (status, body) => {
        if (status === 404) return { kind: 'read', rows: { [uid]: null } };
        return status === 200 ? { kind, rows: rowsIn(body) } : undefined;
      },
    };
  }

  #list(world: string): Step {
    return {
      ...{ world, kind: 'read', meant: {}, method: 'GET', target: `${REPOS}?page_size=200` },
      read: (status, { repos }) => {
        if (status !== 200) return undefined;
        const rows = (repos as readonly (Row & { readonly uid: string })[]).map((row) => [row.uid, followedRow(row)]);
        return { kind: 'read', rows: Object.fromEntries(rows), isWhole: true };
      },
    };
  }
}
