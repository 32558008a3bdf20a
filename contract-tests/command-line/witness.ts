import { setTimeout as pause } from 'node:timers/promises';
import { statusOf } from '../support/database.ts';
import type { OwnServer } from '../support/own-server.ts';

/** The number of callers of each server, and the pause of each between two calls. */
const CALLERS = 2;
const BETWEEN_MILLIS = 15;

const REPOS = '/registry/v2/repos';
/** The number of repos of the default fixture. */
const FIXTURE_REPOS = 12;
/** The status of a call that has ended without an answer. */
const BROKEN = 0;

/**
 * Makes repos at several servers of one mock and counts them there, at once and until it is ended, and notes each answer
 * that contradicts one that was there before. Nobody else may write.
 */
export class Witness {
  readonly faults: string[] = [];
  /** The paths of the repos whose making was answered. */
  readonly made: string[] = [];
  readonly #servers: readonly OwnServer[];
  readonly #callers: readonly Promise<void>[];
  #highest = 0;
  #isOver = false;

  constructor(servers: readonly OwnServer[]) {
    this.#servers = servers;
    this.#callers = servers.flatMap((server, at) =>
      Array.from({ length: CALLERS }, (_, nth) => this.#call(server, `${at}-${nth}`)),
    );
  }

  /** Resolves once so many more repos were made. */
  async seeMore(count: number): Promise<void> {
    const enough = this.made.length + count;
    while (this.made.length < enough) await pause(BETWEEN_MILLIS);
  }

  /** Ends the calls, and checks that a server has everything that was answered or read. */
  async end(server: OwnServer): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    await this.#count(server, true);
    for (const path of this.made) {
      const status = await statusOf(server, path);
      if (status !== 200) this.faults.push(`${path} was made, and is ${status}`);
    }
  }

  async #call(server: OwnServer, name: string): Promise<void> {
    for (let nth = 0; !this.#isOver; nth += 1) {
      await this.#make(server, `${name}-${nth}`);
      // A row that one server has made is counted at another.
      const other = this.#servers[(this.#servers.indexOf(server) + nth) % this.#servers.length] ?? server;
      await this.#count(other);
      await pause(BETWEEN_MILLIS);
    }
  }

  async #make(server: OwnServer, name: string): Promise<void> {
    const { status, body } = await this.#ask(server, `${REPOS}/${server.ready.orgId}`, { name });
    if (status === 200) this.made.push(`${REPOS}/${body.uid}`);
  }

  async #count(server: OwnServer, isLast = false): Promise<void> {
    // Nobody takes a repo away, so that the last count is the highest.
    const least = Math.max(FIXTURE_REPOS + this.made.length, isLast ? this.#highest : 0);
    const { status, body } = await this.#ask(server, `${REPOS}?page_size=1`);
    if (isLast && status !== 200) this.faults.push(`the last count is ${status}`);
    if (status !== 200) return;
    const count = Number(body.totalCount);
    if (count < least) this.faults.push(`${count} repos at ${server.ready.localUrl} after ${least}`);
    this.#highest = Math.max(this.#highest, count);
  }

  async #ask({ ready }: OwnServer, path: string, sent?: object) {
    try {
      const answer = await fetch(ready.localUrl + path, {
        headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(20_000),
        ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
      });
      const body = (await answer.json()) as Readonly<Record<string, unknown>>;
      const isExpected = answer.status === 200 || answer.status === 503;
      if (!isExpected) this.faults.push(`${path}: ${answer.status} ${JSON.stringify(body)}`);
      return { status: answer.status, body };
    } catch {
      return { status: BROKEN, body: {} };
    }
  }
}
