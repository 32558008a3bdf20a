import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { kindOfLine, type RenderedRun, renderedRun } from '../../steering/trace/rendered-run.ts';
import { TRACE_FORMAT } from '../../steering/trace/trace-format.ts';

/** Keeps runs in a file of JSON lines, in the order in which they are added, so that they need little memory. */
export class Spool {
  readonly #descriptor: number;
  readonly #runs: RenderedRun[] = [];
  #bytes = 0;

  /** Begins the file anew, readable by its owner only. @throws what the system says where that cannot be done */
  constructor(file: string, version: string) {
    this.#descriptor = openSync(file, 'w+', 0o600);
    const log = { version: '1.2', creator: { name: 'platform-mock', version }, _format: TRACE_FORMAT };
    this.#append(`${JSON.stringify({ log })}\n`);
  }

  /** The runs that were added, as they are read from the file. */
  get runs(): readonly RenderedRun[] {
    return this.#runs;
  }

  /** Adds a run. @throws what the system says where the disk is full */
  add({ line: lineOf, lineCount, meet, page, began, end, steps, call, isRead, ...facts }: RenderedRun): void {
    /** The place of each line, and of what follows the last. */
    const places = new Float64Array(lineCount + 1);
    const lines: string[] = [];
    let next = this.#bytes;
    for (let at = 0; at < lineCount; at += 1) {
      const line = `{"${kindOfLine(facts, at)}":${lineOf(at)}}\n`;
      places[at] = next;
      next += Buffer.byteLength(line);
      lines.push(line);
    }
    places[lineCount] = next;
    this.#append(lines.join(''));
    const read = (at: number): string => this.#read(places[at] ?? 0, places[at + 1] ?? 0);
    // Without its name, and the brace behind it.
    this.#runs.push(renderedRun(facts, (at) => read(at).slice(`{"${kindOfLine(facts, at)}":`.length, -2)));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #append(text: string): void {
    appendFileSync(this.#descriptor, text);
    this.#bytes += Buffer.byteLength(text);
  }

  #read(from: number, to: number): string {
    const bytes = Buffer.alloc(to - from);
    readSync(this.#descriptor, bytes, 0, bytes.length, from);
    return bytes.toString('utf8');
  }
}
