import { readdirSync, readFileSync } from 'node:fs';
import { SPEC_SECTIONS } from './spec-sections.ts';

/** A name that the rule book has an anchor for. */
export interface Anchor {
  readonly id: string;
  /** The subject of the rule or the section, in a few words. */
  readonly title: string;
  /** True for a heading whose part has anchors of its own: it may be cited, but states no rule. */
  readonly isSection: boolean;
}

/** A place where a rule is named. */
export interface Citation {
  /** The id of the anchor that it should have. */
  readonly id: string;
  readonly line: number;
}

const ANCHOR = /<a id="([^"]+)"><\/a>/g;
const HEADING = /^#+(?= )/;

/** The name of an anchor as it is written: `9.9 A` for `9.9.A`, `clients 2.4` for `clients-2.4`. */
const written = (id: string): string => id.replace('clients-', 'clients ').replace(/\.(?=[A-Z]$)/, ' ');

/** The words behind an anchor: a cell, a heading, or what is in bold at the beginning of an item. */
const titleBehind = (id: string, rest: string): string => {
  const name = written(id);
  const [, bold = '', behind = ''] = /^\*\*(.+?)\*\*(.*)$/.exec(rest) ?? [];
  const label = bold === name ? bold + behind : bold || (rest.split(' |')[0] ?? '');
  return (label.startsWith(name) ? label.slice(name.length) : label).replace(/^[.:]? |\.$/g, '');
};

/** Every anchor of a Markdown page, in its order. */
export const anchorsOf = (markdown: string): readonly Anchor[] => {
  const found: { id: string; title: string; isSection: boolean; readonly depth: number }[] = [];
  let open: (typeof found)[number][] = [];
  for (const line of markdown.split('\n')) {
    const depth = HEADING.exec(line)?.[0].length ?? 0;
    if (depth > 0) open = open.filter((heading) => heading.depth < depth);
    for (const { 0: anchor, 1: id = '', index } of line.matchAll(ANCHOR)) {
      for (const heading of open) heading.isSection = true;
      found.push({ id, title: titleBehind(id, line.slice(index + anchor.length)), isSection: false, depth });
    }
    const last = found.at(-1);
    if (depth > 0 && last && line.includes(`"${last.id}"`)) open.push(last);
  }
  return found.map(({ id, title, isSection }) => ({ id, title, isSection }));
};

/** The ids that the links of a Markdown page lead to within the page. */
export const linksOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id);

// `9.7`, `12.4`, `4L.2`, `V10`, and `9.9 A` for one of the canonical bodies.
const NAME = String.raw`(?:9\.9 [A-H]\b|\d{1,2}[A-Z]?(?:\.\d{1,2}){0,2}|[A-Z]\d{1,2})(?![\w.]*\w)`;
// A comment may continue in the next line.
const GAP = String.raw`(?: |\n[ \t]*(?:\/\/|\*)[ \t]+)`;
// `§12.4 V10` names the section and the rule.
const AND = String.raw`(?:,${GAP}|${GAP}and${GAP}|${GAP}to${GAP}|${GAP}(?=[A-Z]\d))`;
const IN_TEXT = new RegExp(String.raw`\b(?:behaviour${GAP}§?|(?:spec|clients)${GAP}§)${NAME}(?:${AND}§?${NAME})*`, 'g');
const BOOK = '(?:behaviour|spec|clients)';
const IN_TITLE = new RegExp(
  String.raw`\b(?:test|test\.describe|onEachFace|onBoth)\(\s*['"\x60]` +
    `((?:${BOOK} §?)?${NAME}(?:${AND}(?:${BOOK} )?§?${NAME})*)(?=:)`,
  'g',
);
const ITEM = new RegExp(`(?:(${BOOK})${GAP})?§?(${NAME})`, 'g');
// Standards have sections, too.
const ELSEWHERE = /(?:RFC \d+|OpenID Connect Discovery 1\.0) §[\d.]+/g;

const idOf = (book: string, name: string): string =>
  `${book === 'behaviour' ? '' : `${book}-`}${name.replace(' ', '.')}`;

/** The ids that a list of names cites; a book applies to the names after it, and the rule book is the default. */
const idsIn = (list: string): readonly string[] => {
  let book = 'behaviour';
  return [...list.matchAll(ITEM)].map(([, given, name = '']) => {
    book = given ?? book;
    return idOf(book, name);
  });
};

/** Every citation of a source file or a page: those with the name of a book, and those that begin a test's title. */
export const citationsOf = (text: string): readonly Citation[] => {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const withoutTitles = text.replace(IN_TITLE, (title) => ' '.repeat(title.length));
  const inText = [...withoutTitles.matchAll(IN_TEXT)].map(({ 0: list, index }) => ({ list, index }));
  const inTitles = [...text.matchAll(IN_TITLE)].map(({ 1: list = '', index }) => ({ list, index }));
  return [...inText, ...inTitles].flatMap(({ list, index }) => idsIn(list).map((id) => ({ id, line: lineOf(index) })));
};

/** The lines with a section sign that belongs to no citation and to no standard. */
export const straySigns = (text: string): readonly number[] => {
  const blank = (part: string): string => part.replaceAll('§', ' ');
  const rest = [ELSEWHERE, IN_TEXT, IN_TITLE].reduce((so, pattern) => so.replace(pattern, blank), text);
  return rest.split('\n').flatMap((line, index) => (line.includes('§') ? [index + 1] : []));
};

/** A file of the rule book. */
export interface RuleFile {
  readonly path: string;
  readonly text: string;
}

const pathsIn = (folder: string, name: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path}`)
    .sort();

/** The files of the rule book: for the published interface, and beside the source. */
export const ruleFiles = (): readonly RuleFile[] =>
  [...pathsIn('docs/rules', /\.md$/), ...pathsIn('src', /(?:^|\/)RULES\.md$/)].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));

/** The subjects of rules by the first letter of their names. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['A', 'who may do what, explained and set by a test'],
  ['B', 'v2beta1'],
  ['C', 'conflicts between the specification and the published interface'],
  ['D', 'the data file'],
  ['E', 'events and their deliveries'],
  ['F', 'faults: calls that fail on demand'],
  ['G', 'gRPC'],
  ['H', 'the hosts of `exec --as`'],
  ['I', 'the executable, and jobs that run it'],
  ['J', 'the journal: what was called'],
  ['K', 'coverage'],
  ['L', 'every List'],
  ['M', 'the command line and the start of the mock'],
  ['N', 'the clients of the control plane, in Go and Python'],
  ['O', 'the probe: what a command does not survive'],
  ['P', 'profiles'],
  ['Q', 'quota and lag'],
  ['R', 'traces'],
  ['S', 'limits of requests, and fixtures'],
  ['T', 'tags'],
  ['U', 'uidp filters'],
  ['V', 'v1'],
  ['W', 'worlds and snapshots'],
  ['X', 'time travel: worlds from a call of the journal'],
  ['Y', 'the setup of a test run'],
  ['Z', 'the console'],
]);

/** The page that lists each rule with its place. */
export const RULE_INDEX = 'docs/behaviour.md';

const INTRODUCTION = `# The rule book

<!-- emitted by \`npm run emit\` from the files that it names -->

Every rule that \`platform-mock\` follows, by the name under which code and tests cite it, with a link to its text. Rules of the published interface are in \`docs/rules/\`, rules of a feature in the \`RULES.md\` of its folder.

A comment cites a rule as \`behaviour §9.7\` or \`behaviour L22\`, a test by a title that begins with its name: \`7.1, 7.2: a parent that is missing or of another kind\`. \`spec §4L.2\` names a [section of the specification](#spec-1), \`clients §2.4\` a fact about [published clients](rules/clients.md). \`scripts/rule-book.test.ts\` checks that each citation has its rule, and each rule a test.

Each rule says where it comes from:

- specification: the specification of Platform API v2 says so; it wins over any other source;
- published: the published interface of the service shows it (protocol buffer files, OpenAPI documents, SDK, Terraform provider, documentation, gateway); "published, not X" means that X is a decision;
- decision: no source fixes it, so clients should not depend on it. A rule that names no source is one.

\`<sd>\` is the service domain, \`platform.test\` unless \`--service-domain\` sets another. \`ORG\` is the uid of a root group. A face is REST or gRPC; a rule that names no face holds for both. A violation is a field with a description of its fault.

`;

/** The name of the next rule of a letter: one more than the highest that the book has. */
const nextName = (letter: string, anchors: readonly Anchor[]): string => {
  const numbers = anchors
    .filter(({ id }) => /^[A-Z]\d+$/.test(id) && id.startsWith(letter))
    .map(({ id }) => +id.slice(1));
  return `${letter}${Math.max(0, ...numbers) + 1}`;
};

/** The page that lists each rule with its place, made from the files of the rule book. */
export const ruleIndex = (files: readonly RuleFile[]): string => {
  const cell = ({ id, title }: Anchor, page: string): string =>
    `| <a id="${id}"></a>[${written(id)}](${page}#${id}) | ${title} |\n`;
  const anchors = files.flatMap(({ text }) => anchorsOf(text));
  const legend = [...LETTERS]
    .map(([letter, about]) => `| ${letter} | ${about} | ${nextName(letter, anchors)} |\n`)
    .join('');
  const inOrder = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const listed = inOrder.map(({ path, text }) => {
    const page = path.startsWith('docs/') ? path.slice('docs/'.length) : `../${path}`;
    const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
    const rows = anchorsOf(text).map((anchor) => cell(anchor, page));
    return `## ${title}\n\n[${path}](${page})\n\n| rule | about |\n|---|---|\n${rows.join('')}\n`;
  });
  const sections = [...SPEC_SECTIONS].map(([id, text]) => `| <a id="spec-${id}"></a>spec ${id} | ${text} |\n`);
  return [
    INTRODUCTION,
    `| letter | rules about | the next |\n|---|---|---|\n${legend}\n`,
    ...listed,
    `## The specification, by section\n\n| section | what it fixes |\n|---|---|\n${sections.join('')}`,
  ].join('');
};
