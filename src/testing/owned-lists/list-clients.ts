import { setTimeout as pause } from 'node:timers/promises';
import { ListConnection, type ListProcess } from './list-cluster.ts';
import type { ListJudge } from './list-judge.ts';
import type { ListAnswer } from './list-words.ts';

/** The number of lists, and the maximum number of calls of a client on one connection. */
const LISTS = 8;
const CALLS = 20;
/** The wait of an impatient client, and the pause between two calls, in milliseconds. */
const IMPATIENT_MILLIS = 500;
const BETWEEN_MILLIS = 10;

const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

/** Clients that append and read at any process until they are stopped; the answers to them are judged. */
export class ListClients {
  readonly #processes: readonly ListProcess[];
  readonly #judge: ListJudge;
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(processes: readonly ListProcess[], judge: ListJudge, count: number) {
    this.#processes = processes;
    this.#judge = judge;
    this.#running = Array.from({ length: count }, (_, nth) => this.#run(nth));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #run(client: number): Promise<void> {
    const isPatient = client % 2 === 0;
    let calls = 0;
    while (!this.#isOver) {
      const port = oneOf(this.#processes)?.port ?? 0;
      await pause(BETWEEN_MILLIS);
      if (port === 0) continue;
      const connection = new ListConnection(port);
      for (let left = 1 + Math.random() * CALLS; left > 0 && !this.#isOver && !connection.isBroken; left -= 1) {
        calls += 1;
        const list = String(1 + Math.floor(Math.random() * LISTS));
        const value = Math.random() < 0.5 ? `${client}.${calls}` : undefined;
        const floor = this.#judge.floorOf(list);
        const asked = connection.ask(value === undefined ? { list } : { list, value });
        const answer = await (isPatient ? asked : Promise.race([asked, pause(IMPATIENT_MILLIS, undefined)]));
        this.#note(list, floor, value, answer);
        if (!answer) break;
        await pause(BETWEEN_MILLIS);
      }
      connection.end();
    }
  }

  /** A missing answer, or an error, does not say whether the value was appended. */
  #note(list: string, floor: number, value: string | undefined, answer: ListAnswer | undefined): void {
    if (answer && 'hash' in answer) this.#judge.note(list, floor, answer.length, answer.hash, value);
  }
}
