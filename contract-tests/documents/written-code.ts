import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { literally } from '../support/literally.ts';
import type { CodeBlock } from './documented-code.ts';

/** The path of a page as one name. */
export const flat = (file: string): string => file.replaceAll('/', '.');

/** The name of the file that a block is written into. */
export const fileName = ({ file, line, way }: CodeBlock): string => {
  if (way.kind === 'file') return way.name;
  return `${flat(file)}-${line}${way.kind === 'test' ? '.test' : ''}.ts`;
};

/** Code that was written into a folder, so that what is said about its files can be said about the pages. */
export class WrittenCode {
  readonly #folder: string;
  readonly #pages = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a block with the lines that it has on its page. */
  async write(below: string, block: CodeBlock, text = block.text): Promise<void> {
    const path = join(below, fileName(block));
    await this.writeText(path, '\n'.repeat(block.line) + text);
    this.#pages.set(path, block.file);
  }

  async writeText(path: string, text: string): Promise<void> {
    const whole = join(this.#folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
  }

  /** A text in which the places in files are those on the pages. */
  inPages(text: string): string {
    let said = text.replaceAll(`file://${this.#folder}/`, '').replaceAll(`${this.#folder}/`, '');
    for (const [path, page] of this.#pages) {
      // A runner names a file from its own folder on; a compiler writes `file(line,column)`.
      const name = literally(path.slice(path.indexOf('/') + 1));
      said = said.replace(new RegExp(`(?:[\\w.-]+/)?\\b${name}[:(](\\d+)[:,](\\d+)\\)?`, 'g'), `${page}:$1:$2`);
    }
    return said;
  }
}
