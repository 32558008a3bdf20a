import type { JournalEntry, JournalPage } from '../../../../generated/nouns.ts';
import { CallError, CLIENT, type Connection } from '../connection.ts';
import { CallList } from './call-list.ts';

/** The state of the page that follows the mock. */
export type Following =
  | { readonly state: 'loading' | 'live' }
  /** The mock does not answer since a time of this machine. */
  | { readonly state: 'gone'; readonly since: Date }
  /** It answers again. */
  | { readonly state: 'back'; readonly since: Date; readonly came: number }
  /** It answers, and its numbers begin anew: it is another process. */
  | { readonly state: 'anew' }
  | { readonly state: 'refused'; readonly error: unknown };

/** The number of calls that a request asks for. */
const PAGE = 1_000;
/** The most calls that the page reads. */
const MAX_CALLS = 60_000;
/** The time for which calls are gathered before they are drawn, in milliseconds: a suite makes hundreds in a second. */
const DRAWN_EVERY_MS = 100;
const TRY_AGAIN_MS = 1_000;

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** The calls of all worlds, loaded from the newest back to the oldest, and followed. */
export class CallStore {
  readonly list = new CallList();
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  readonly #end = new AbortController();
  following: Following = { state: 'loading' };
  isPaused = false;
  /** The number of calls that the journals have dropped. */
  dropped = 0;
  /** True while older calls are being loaded. */
  isLoadingOlder = true;
  #gathered: JournalEntry[] = [];
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #cursor = '0';

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The number of calls that wait for the end of a pause: of a world, or of all. */
  waitingIn(world: string | undefined): number {
    if (!this.isPaused) return 0;
    const waiting = this.#gathered.filter((entry) => entry.client !== CLIENT && (world ?? entry.world) === entry.world);
    return new Set(waiting.map(({ number }) => number)).size;
  }

  /** Calls back after each change; returns the function that ends that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.#draw();
  }

  stop(): void {
    this.#end.abort();
  }

  /** Loads and follows until `stop`. */
  async start(): Promise<void> {
    const { signal } = this.#end;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const isAnew = await this.#catchUp(isFirst);
        if (isAnew) return;
        const older = isFirst ? this.#loadOlder() : undefined;
        const stream = `journal:stream?world=*&brief=true&since=${this.#cursor}`;
        await this.#connection.follow(stream, signal, (data) => this.#gather(JSON.parse(data) as JournalEntry));
        await older;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CallError) return this.#become({ state: 'refused', error });
        if (this.following.state !== 'gone') this.#become({ state: 'gone', since: new Date() });
        await wait(TRY_AGAIN_MS);
      }
    }
  }

  /** Loads the calls since the last one; true if the mock was started anew. */
  async #catchUp(isFirst: boolean): Promise<boolean> {
    // Calls that were open may have ended meanwhile.
    const open = this.list.all.find((call) => call.open);
    const since = Math.min(Number(this.#cursor), (open?.number ?? Number.POSITIVE_INFINITY) - 1);
    const page = await this.#read(`&limit=${PAGE}${isFirst ? '' : `&since=${since}`}`);
    if (Number(page.cursor) < Number(this.#cursor)) {
      this.#become({ state: 'anew' });
      return true;
    }
    const wasGone = this.following.state === 'gone';
    const known = this.list.all.length;
    this.list.take(page.entries);
    this.#cursor = page.cursor;
    const came = this.list.all.length - known;
    this.#become(wasGone ? { state: 'back', since: new Date(), came } : { state: 'live' });
    return false;
  }

  async #loadOlder(): Promise<void> {
    for (let oldest = this.list.all[0]?.number; oldest !== undefined && !this.#end.signal.aborted; ) {
      const { entries } = await this.#read(`&limit=${PAGE}&before=${oldest}`);
      this.list.take(entries);
      this.#notify();
      if (entries.length < PAGE || this.list.all.length >= MAX_CALLS) break;
      oldest = this.list.all[0]?.number;
    }
    this.isLoadingOlder = false;
    this.#notify();
  }

  async #read(query: string): Promise<JournalPage> {
    const page = await this.#connection.steer<JournalPage>('GET', `journal?world=*&brief=true${query}`);
    this.dropped = page.dropped;
    return page;
  }

  #gather(entry: JournalEntry): void {
    if (Number(entry.number) > Number(this.#cursor)) this.#cursor = entry.number ?? this.#cursor;
    this.#gathered.push(entry);
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.#draw();
    }, DRAWN_EVERY_MS);
  }

  #draw(): void {
    if (!this.isPaused) {
      this.list.take(this.#gathered);
      this.#gathered = [];
    }
    this.#notify();
  }

  #become(following: Following): void {
    this.following = following;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
