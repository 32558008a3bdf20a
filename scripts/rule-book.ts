/** A name that the rule book has an anchor for. */
export interface Anchor {
  readonly id: string;
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

/** Every anchor of a Markdown page, in its order. */
export const anchorsOf = (markdown: string): readonly Anchor[] => {
  const found: { id: string; isSection: boolean; readonly depth: number }[] = [];
  let open: (typeof found)[number][] = [];
  for (const line of markdown.split('\n')) {
    const depth = HEADING.exec(line)?.[0].length ?? 0;
    if (depth > 0) open = open.filter((heading) => heading.depth < depth);
    for (const [, id = ''] of line.matchAll(ANCHOR)) {
      for (const heading of open) heading.isSection = true;
      found.push({ id, isSection: false, depth });
    }
    const last = found.at(-1);
    if (depth > 0 && last && line.includes(`"${last.id}"`)) open.push(last);
  }
  return found.map(({ id, isSection }) => ({ id, isSection }));
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

/** Every citation of a source file or a page: those with the name of a book, and those that begin the title of a test. */
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

/** The cells of the rows of the first table after the anchor of a heading, without its head. */
export const rowsUnder = (markdown: string, id: string): readonly (readonly string[])[] => {
  const lines = markdown
    .slice(markdown.indexOf(`<a id="${id}"></a>`))
    .split('\n')
    .slice(1);
  const table = lines.slice(lines.findIndex((line) => line.startsWith('|')));
  const end = table.findIndex((line) => !line.startsWith('|'));
  return table.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
};

/** The text of a page from the anchor of a heading to the next heading that is as high; empty for other anchors. */
export const partOf = (markdown: string, id: string): string => {
  const lines = markdown.split('\n');
  const from = lines.findIndex((line) => line.startsWith('#') && line.includes(`<a id="${id}"></a>`));
  if (from < 0) return '';
  const depth = HEADING.exec(lines[from] ?? '')?.[0].length ?? 0;
  const length = lines.slice(from + 1).findIndex((line) => (HEADING.exec(line)?.[0].length ?? Infinity) <= depth);
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n');
};

/** The anchors of a text that precede a word, each the nearest one. */
export const anchorsBefore = (text: string, word: string): readonly string[] => {
  let nearest: string | undefined;
  const found = text.split('\n').flatMap((line) => {
    nearest = [...line.matchAll(ANCHOR)].at(-1)?.[1] ?? nearest;
    return nearest !== undefined && line.includes(word) ? [nearest] : [];
  });
  return [...new Set(found)];
};
