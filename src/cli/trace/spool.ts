import { appendFileSync, closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutRun } from '../../features/trace/cut-plan.ts';
import { kindOfLine, type RenderedFacts, type RenderedRun, renderedRun } from '../../features/trace/rendered-run.ts';
import { TRACE_FORMAT } from '../../features/trace/run.ts';
import type { OpenWorld } from '../../features/trace/world-runs.ts';

/** A run without its calls, its steps, and the fixture that it began with, which are counted as cut. */
const bareRun = (whole: RenderedRun): RenderedRun => {
  const run = cutRun(whole, { answers: new Set(), bodies: new Set(), calls: whole.calls.length, isBare: true });
  const head = [run.page(), run.began(), run.end()].map((each) => JSON.stringify(each));
  const { id, createdMillis, hasFailed, cut } = run;
  const bytes = whole.bytes - whole.fixtureBytes;
  const nothing = { calls: [], fixtureBytes: 0, stepCount: 0, stepBytes: 0, largeSteps: [] };
  return renderedRun({ id, createdMillis, hasFailed, cut, bytes, ...nothing }, (at) => head[at] ?? 'null');
};

/** The maximum numbers of bytes of a spool. */
export interface SpoolBounds {
  /** The bytes of ended worlds, up to half of it of those without a failure. Their pages and ends come on top. */
  readonly ended: number;
  /** The bytes of the calls of open worlds. */
  readonly open: number;
}

/** A part of the file. */
interface Range {
  start: number;
  readonly length: number;
}

/** The number of bytes that are copied between two turns of the event loop. */
const CHUNK = 1024 * 1024;

const keyOf = ({ id, createdMillis }: Pick<OpenWorld, 'id' | 'createdMillis'>): string =>
  `${id} ${new Date(createdMillis).toISOString()}`;

/**
 * Stores runs in a file of JSON lines, so that they need little memory, and the calls of open worlds, for the case that
 * the process is killed. Over a bound, runs are stored without their calls, and old calls of open worlds are dropped.
 */
export class Spool {
  readonly #file: string;
  readonly #bounds: SpoolBounds;
  readonly #head: Range;
  #descriptor: number;
  #bytes = 0;
  readonly #runs: RenderedRun[] = [];
  /** The parts of the file with the runs, and how many bytes of these are bounded. */
  readonly #ended: Range[] = [];
  #endedBytes = 0;
  /** The bytes of these and of the head: all that a compaction does not drop. */
  #neededBytes: number;
  #cutCalls = 0;
  /** The lines of open worlds by their keys: the page, and the calls. */
  readonly #open = new Map<string, Range[]>();
  #openBytes = 0;

  /** Begins the file anew, readable by its owner only. @throws the error of the system if that cannot be done */
  constructor(file: string, version: string, bounds: SpoolBounds) {
    this.#file = file;
    this.#bounds = bounds;
    this.#descriptor = openSync(file, 'w+', 0o600);
    const log = { version: '1.2', creator: { name: 'platform-mock', version }, _format: TRACE_FORMAT };
    this.#head = this.#append(`${JSON.stringify({ log })}\n`);
    this.#neededBytes = this.#head.length;
  }

  /** The runs that were added, as they are read from the file. */
  get runs(): readonly RenderedRun[] {
    return this.#runs;
  }

  /** The number of dropped calls. */
  get cutCalls(): number {
    return this.#cutCalls;
  }

  /** Adds the run of a world that has ended. @throws the error of the system if the disk is full */
  async add(run: RenderedRun): Promise<void> {
    this.#forgetOpen(keyOf(run));
    const bytes = run.calls.reduce((sum, call) => sum + call.bytes, run.stepBytes + run.fixtureBytes);
    const most = run.hasFailed ? this.#bounds.ended : this.#bounds.ended / 2;
    const isWhole = this.#endedBytes + bytes <= most;
    if (isWhole) this.#endedBytes += bytes;
    else this.#cutCalls += run.calls.length;
    this.#addRun(isWhole ? run : bareRun(run));
  }

  /** Adds calls of an open world, each in JSON. @throws the error of the system if the disk is full */
  async addCalls(world: OpenWorld, calls: readonly string[]): Promise<void> {
    const key = keyOf(world);
    const open = JSON.stringify(key);
    const known = this.#open.get(key);
    const lines = [
      ...(known ? [] : [`{"open":${open},"page":${world.page}}\n`]),
      ...calls.map((call) => `{"open":${open},"entry":${call}}\n`),
    ];
    let { start } = this.#append(lines.join(''));
    const ranges = known ?? [];
    for (const line of lines) {
      const length = Buffer.byteLength(line);
      ranges.push({ start, length });
      start += length;
      this.#openBytes += length;
    }
    this.#open.set(key, ranges);
    // Lines of worlds that have ended since are of no use any more, and count.
    if (this.#bytes - this.#neededBytes > this.#bounds.open) await this.#compact();
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #addRun({ line: lineOf, lineCount, meet, page, began, end, steps, call, ...facts }: RenderedRun): void {
    /** The place of each line in the part of the run, and of what follows the last. */
    const places = new Float64Array(lineCount + 1);
    const lines: string[] = [];
    let next = 0;
    for (let at = 0; at < lineCount; at += 1) {
      const line = `{"${kindOfLine(facts, at)}":${lineOf(at)}}\n`;
      places[at] = next;
      next += Buffer.byteLength(line);
      lines.push(line);
    }
    places[lineCount] = next;
    const range = this.#append(lines.join(''));
    this.#ended.push(range);
    this.#neededBytes += range.length;
    this.#runs.push(renderedRun(facts, (at) => this.#readLine(facts, at, range, places)));
  }

  #readLine(facts: RenderedFacts, at: number, { start }: Range, places: Float64Array): string {
    const [from = 0, to = 0] = [places[at], places[at + 1]];
    const line = this.#read(start + from, to - from).toString('utf8');
    // Without its name, and the brace behind it.
    return line.slice(`{"${kindOfLine(facts, at)}":`.length, -2);
  }

  #forgetOpen(key: string): void {
    for (const { length } of this.#open.get(key) ?? []) this.#openBytes -= length;
    this.#open.delete(key);
  }

  /** Drops the oldest calls of open worlds, down to half of their bound. */
  #dropOldCalls(): void {
    const calls = [...this.#open.values()].flatMap(([, ...own]) => own).sort((one, other) => one.start - other.start);
    const gone = new Set<Range>();
    for (const call of calls) {
      if (this.#openBytes <= this.#bounds.open / 2) break;
      gone.add(call);
      this.#openBytes -= call.length;
    }
    for (const [key, ranges] of this.#open)
      this.#open.set(
        key,
        ranges.filter((range) => !gone.has(range)),
      );
  }

  /** Writes the file anew, without the lines that are no longer needed. */
  async #compact(): Promise<void> {
    this.#dropOldCalls();
    const file = `${this.#file}.new`;
    const next = openSync(file, 'w+', 0o600);
    const starts: (readonly [Range, number])[] = [];
    let size = 0;
    try {
      for (const range of [this.#head, ...this.#ended, ...[...this.#open.values()].flat()]) {
        starts.push([range, size]);
        for (let copied = 0; copied < range.length; copied += CHUNK) {
          const chunk = this.#read(range.start + copied, Math.min(CHUNK, range.length - copied));
          appendFileSync(next, chunk);
          if (Math.floor((size + chunk.length) / CHUNK) > Math.floor(size / CHUNK)) await nextTurn();
          size += chunk.length;
        }
      }
      renameSync(file, this.#file);
    } catch (error) {
      closeSync(next);
      rmSync(file, { force: true });
      throw error;
    }
    for (const [range, start] of starts) range.start = start;
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#bytes = size;
  }

  #append(text: string): Range {
    const start = this.#bytes;
    appendFileSync(this.#descriptor, text);
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    return { start, length };
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.#descriptor, bytes, 0, length, from);
    return bytes;
  }
}
