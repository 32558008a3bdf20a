import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../kernel/rows.ts';

const OWNER_ONLY = 0o600;

export type SpooledRow = readonly [of: string, row: Row];

/** Rows on the disk while an organization is read: in memory there is one page of them. */
export class RowSpool {
  readonly #folder: string;
  readonly #file: FileHandle;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async create(): Promise<RowSpool> {
    const folder = await mkdtemp(join(tmpdir(), 'platform-mock-import-'));
    return new RowSpool(folder, await open(join(folder, 'rows.jsonl'), 'wx+', OWNER_ONLY));
  }

  async add(rows: Iterable<SpooledRow>): Promise<void> {
    await this.#file.appendFile([...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));
  }

  async *rows(): AsyncGenerator<SpooledRow> {
    for await (const line of this.#file.readLines({ start: 0, autoClose: false })) yield JSON.parse(line) as SpooledRow;
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
