import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Row } from '../../kernel/rows.ts';

const OWNER_ONLY = 0o600;

/** A row with the name of its collection. */
export type SpooledRow = readonly [of: string, row: Row];

/** Rows on the disk while an organization is read: in memory there is one page of them. */
export class RowSpool {
  readonly #folder: string;
  readonly #file: string;
  readonly #stream: WriteStream;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'rows.jsonl');
    this.#stream = createWriteStream(this.#file, { mode: OWNER_ONLY });
  }

  /** Makes one in a folder of its own. */
  static async open(): Promise<RowSpool> {
    return new RowSpool(await mkdtemp(join(tmpdir(), 'platform-mock-import-')));
  }

  async add(rows: Iterable<SpooledRow>): Promise<void> {
    const text = [...rows].map((row) => `${JSON.stringify(row)}\n`).join('');
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

  /** Ends writing. */
  async end(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }

  async *rows(): AsyncGenerator<SpooledRow> {
    for await (const line of createInterface({ input: createReadStream(this.#file) })) {
      yield JSON.parse(line) as SpooledRow;
    }
  }

  /** Removes it from the disk. */
  async remove(): Promise<void> {
    this.#stream.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
