import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Declaration, parseSync, type Statement } from 'oxc-parser';
import type { Walk, Walks } from './house-walk.ts';

/** One figure of the size of the house. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** What it must not exceed; `median lines of a file` must not be below. */
  readonly bound: number;
  /** What it should become. */
  readonly target: number;
}

type FigureName = keyof typeof BOUNDS;

/**
 * The bound of each figure, and its target. A change that makes the house larger raises the bound in the same commit, and
 * says why; one that makes it smaller lowers it.
 */
const BOUNDS = {
  'files that a list runs': [42, 45],
  'functions that a list runs': [154, 165],
  'files that a create with a delivery runs': [78, 80],
  'functions that a create with a delivery runs': [329, 330],
  'lines of production code': [89_466, 90_000],
  'names to learn': [4_631, 4_700],
  'files above 400 lines': [0, 0],
  'median lines of a file': [85, 70],
  'features in more than three folders': [0, 0],
  'rules above 80 words': [0, 0],
  'words of the rule book': [28_000, 28_000],
} as const satisfies Readonly<Record<string, readonly [bound: number, target: number]>>;

/** The one figure that should grow. */
const GROWS: FigureName = 'median lines of a file';

/** True if a figure has not become worse than its bound. */
export const isWithin = ({ name, value, bound }: Figure): boolean => (name === GROWS ? value >= bound : value <= bound);

interface Source {
  /** The path from `src/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const EMITTED = /^\/\/ Emitted /;

/** The files of `src/` that people write and that ship. */
const productionFiles = (): readonly Source[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|cjs)$/.test(path) && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }))
    .filter(({ text }) => !EMITTED.test(text))
    .map((file) => ({ ...file, lines: file.text.split('\n').length - 1 }));

const namesDeclared = (declaration: Declaration): number => {
  switch (declaration.type) {
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSEnumDeclaration':
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
      return 1;
    case 'VariableDeclaration':
      return declaration.declarations.filter(({ init }) => init?.type === 'ArrowFunctionExpression').length;
    default:
      return 0;
  }
};

const namesIn = (statement: Statement): number => {
  const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
  const declared = isExport ? statement.declaration : statement;
  return declared ? namesDeclared(declared as Declaration) : 0;
};

/** How many types, interfaces, classes, enums and functions stand at the top level of a file. */
export const namesToLearn = (path: string, text: string): number =>
  parseSync(path, text).program.body.reduce((sum, statement) => sum + namesIn(statement), 0);

/** The features, each with the words by which the names of its files and folders are known. */
const FEATURES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    clock: /clocks?|timers?/,
    faults: /faults?|faulted/,
    quota: /quotas?/,
    lag: /lag|consistency/,
    journal: /journal/,
    events: /events?/,
    delivery: /delivery|deliveries|sinks?|outbox/,
    access: /access/,
    snapshots: /snapshots?/,
    tokens: /tokens?/,
    coverage: /coverage/,
    trace: /traces?/,
    evidence: /evidence/,
    metrics: /metrics?/,
  }).map(([name, { source }]) => [name, new RegExp(`(?:^|[/-])(?:${source})(?=[/.-])`)]),
);

/** The rooms that serve no feature: what the API itself has of events, tokens and access is theirs. */
const API = /^(?:schema|kernel|v1|resources|faces|openapi|proto|editions|identity|seed|store)\//;

/** The folders of `src/` in which a feature has files. */
const foldersOf = (feature: RegExp, files: readonly Source[]): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ path }) => !API.test(path) && feature.test(path))
      .map(({ path }) => path.slice(0, path.lastIndexOf('/'))),
  );

const LINK_OR_ANCHOR = /<a id="[^"]*"><\/a>|(?<=\])\([^)]*\)/g;

/** The words of a line of Markdown, without the targets of its links. */
export const wordsOf = (line: string): number =>
  line
    .replaceAll(LINK_OR_ANCHOR, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length;

/** The lines of the rule book, of which each rule is one. */
const bookLines = (): readonly string[] => {
  const rules = existsSync('docs/rules') ? readdirSync('docs/rules').map((name) => join('docs/rules', name)) : [];
  const ofFeatures = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'RULES.md')
    .map((path) => join('src', path));
  return ['docs/behaviour.md', ...rules, ...ofFeatures]
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => !/<!-- emitted by/i.test(text))
    .flatMap((text) => text.split('\n'));
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The functions of `src/` that a list and a create run, in a process that does nothing else. */
const measureWalks = (): Walks =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/house-walk.ts'], { encoding: 'utf8' }),
  ) as Walks;

const sizeOf = (walk: Walk) => ({ files: Object.keys(walk).length, functions: sum(Object.values(walk)) });

/** Measures the house. It starts a mock in a process of its own. */
export const measureHouse = (): readonly Figure[] => {
  const files = productionFiles();
  const lines = files.map((file) => file.lines);
  const words = bookLines().map(wordsOf);
  const walks = measureWalks();
  const [list, create] = [sizeOf(walks.list), sizeOf(walks.create)];
  const values: Readonly<Record<FigureName, number>> = {
    'files that a list runs': list.files,
    'functions that a list runs': list.functions,
    'files that a create with a delivery runs': create.files,
    'functions that a create with a delivery runs': create.functions,
    'lines of production code': sum(lines),
    'names to learn': sum(
      files.filter(({ path }) => !path.endsWith('.cjs')).map(({ path, text }) => namesToLearn(path, text)),
    ),
    'files above 400 lines': lines.filter((count) => count > 400).length,
    'median lines of a file': median(lines),
    'features in more than three folders': [...FEATURES.values()].filter(
      (feature) => foldersOf(feature, files).size > 3,
    ).length,
    'rules above 80 words': words.filter((count) => count > 80).length,
    'words of the rule book': sum(words),
  };
  return Object.entries(BOUNDS).map(([name, [bound, target]]) => ({
    name,
    value: values[name as FigureName],
    bound,
    target,
  }));
};
