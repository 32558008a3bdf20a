import { type Block, blocksOf, commentsOf, documentFiles, exampleFiles, read } from './document-blocks.ts';

/** A runner whose tests the pages show. */
export type Runner = 'vitest' | 'playwright';

/** The test of a block of code. */
export type Way =
  /** A test of a runner. */
  | { readonly kind: 'test'; readonly runner: Runner }
  /** A file that the further blocks of its page use by its name. */
  | { readonly kind: 'file'; readonly name: string }
  /** A module that ends without an error, beside a mock that its environment names. */
  | { readonly kind: 'program' }
  /** A part of a file that a test runs. */
  | { readonly kind: 'excerpt'; readonly from: string }
  /** The test of another file that takes the block from the page. */
  | { readonly kind: 'run elsewhere'; readonly by: string }
  | { readonly kind: 'not run'; readonly reason: string };

/** A block of code of a page. */
export interface CodeBlock {
  readonly file: string;
  /** Of its fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly way: Way;
}

/** The names by which the runners find their configuration. */
export const CONFIG_NAMES: Readonly<Record<Runner, string>> = {
  vitest: 'vitest.config.ts',
  playwright: 'playwright.config.ts',
};

/** True for the name of a configuration. */
export const isConfig = (name: string): boolean => Object.values(CONFIG_NAMES).includes(name);

const LANGUAGES = ['ts', 'js', 'python', 'go'];
/** The first line of a block that is a file with a name, unless that is the name of a test. */
const NAME = /^\/\/ ([\w./-]+(?<!\.test|\.spec)\.ts)$/;
const IMPORTS: Readonly<Record<Runner, RegExp>> = {
  vitest: /from '(?:platform-mock\/)?vitest'/,
  playwright: /from '(?:platform-mock\/playwright|@playwright\/test)'/,
};

/** The place of a block, in the form that editors and terminals follow. */
export const placeOf = ({ file, line }: Pick<CodeBlock, 'file' | 'line'>): string => `${file}:${line}`;

const wayOf = ({ language, lines, reason, from, runBy }: Block): Way => {
  if (reason !== undefined) return { kind: 'not run', reason };
  if (from !== undefined) return { kind: 'excerpt', from };
  if (runBy !== undefined) return { kind: 'run elsewhere', by: runBy };
  if (language !== 'ts') {
    throw new Error(`a block of "${language}" is an excerpt of a sample (<!-- from: FILE -->), or marked as not run`);
  }
  const [, name] = NAME.exec(lines[0] ?? '') ?? [];
  if (name !== undefined) return { kind: 'file', name };
  for (const runner of ['vitest', 'playwright'] as const) {
    if (lines.some((line) => IMPORTS[runner].test(line))) return { kind: 'test', runner };
  }
  return { kind: 'program' };
};

/** True for a file that another block of its page names, or a runner finds. */
const isUsed = (name: string, others: readonly CodeBlock[]): boolean =>
  isConfig(name) || others.some(({ text }) => text.includes(`./${name.replace(/\.ts$/, '')}`));

/**
 * Reads the blocks of code of a page: TypeScript, Python and Go.
 * @throws Error for a block that is neither run nor marked, or a file that no block uses, with its line
 */
export const codeOf = (file: string, markdown: string): readonly CodeBlock[] => {
  const code = blocksOf(markdown)
    .filter(({ language }) => LANGUAGES.includes(language))
    .map((block): CodeBlock => {
      const { language, line, lines } = block;
      try {
        return { file, line, language, text: `${lines.join('\n')}\n`, way: wayOf(block) };
      } catch (error) {
        throw new Error(`${placeOf({ file, line })}: ${(error as Error).message}`, { cause: error });
      }
    });
  for (const block of code) {
    if (block.way.kind === 'file' && !isUsed(block.way.name, code)) {
      throw new Error(`${placeOf(block)}: no other block of the page uses ./${block.way.name}`);
    }
  }
  return code;
};

/** The blocks of code of all pages, and the examples of the source. */
export const documentedCode = (): readonly CodeBlock[] => [
  ...documentFiles.flatMap((file) => codeOf(file, read(file))),
  ...exampleFiles.flatMap((file) => codeOf(file, commentsOf(read(file)))),
];

/** The excerpts of a file that the pages show. */
export const excerptsOf = (from: string): readonly CodeBlock[] =>
  documentedCode().filter(({ way }) => way.kind === 'excerpt' && way.from === from);
