import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** The text of a file of the project. */
export const read = (file: string): string => readFileSync(join(PROJECT, file), 'utf8');

/** The pages of the project, by their paths. */
export const documentFiles: readonly string[] = ['.', '.github', 'docs', 'docs/steering', 'docs/tasks', 'docs/design']
  .flatMap((folder) => readdirSync(join(PROJECT, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md'))
  .sort();

/** The sources of what programs import: their doc comments have examples. */
export const exampleFiles: readonly string[] = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^client\/[\w-]+\.ts$|\.client\.ts$/.test(name))
  .map((name) => join('src', name))
  .sort();

/** The doc comments of a source as a page, with the lines that they have in the source. */
export const commentsOf = (source: string): string =>
  source
    .split('\n')
    .map((line) => /^ *\*(?!\/) ?(.*)/.exec(line)?.[1] ?? '')
    .join('\n');

/** A fenced block of a document, with what the comment on the line above it says. */
export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** Of its fence, counted from 1. */
  readonly line: number;
  /** `not run: REASON`. */
  readonly reason?: string;
  /** `from: FILE`: it is an excerpt of that file. */
  readonly from?: string;
  /** `run by: FILE`: that test takes it from the page. */
  readonly runBy?: string;
}

const FENCE = /^ *```(\w*)/;
const HEADING = /^##? (.+)/;
const MARK = /^<!-- (not run|from|run by): (.+) -->$/;
const MEMBERS = { 'not run': 'reason', from: 'from', 'run by': 'runBy' } as const;

const markOf = (lineBefore: string | undefined): Pick<Block, 'reason' | 'from' | 'runBy'> => {
  const [, mark, text] = MARK.exec(lineBefore ?? '') ?? [];
  return mark === undefined ? {} : { [MEMBERS[mark as keyof typeof MEMBERS]]: text };
};

/**
 * The headings and fenced blocks of a document, in order.
 * @throws Error for a block that is not closed
 */
export const partsOf = function* (markdown: string): Generator<Block | { readonly title: string }> {
  let open: { readonly language: string; readonly lines: string[]; readonly line: number } | undefined;
  let before: string | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const language = FENCE.exec(text)?.[1];
    const title = HEADING.exec(text)?.[1];
    if (open !== undefined && language !== undefined) {
      yield { ...open, ...markOf(before) };
      open = undefined;
      before = undefined;
    } else if (open !== undefined) open.lines.push(text);
    else if (language !== undefined) open = { language, lines: [], line: index + 1 };
    else {
      before = text;
      if (title !== undefined) yield { title };
    }
  }
  if (open !== undefined) throw new Error(`line ${open.line}: the block has no end`);
};

/** The fenced blocks of a document. */
export const blocksOf = (markdown: string): readonly Block[] =>
  [...partsOf(markdown)].filter((part): part is Block => 'lines' in part);
