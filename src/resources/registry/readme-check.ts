import { isAllowedInline, type Target } from './readme-inline.ts';
import { isAllowedAttribute, isAllowedHtml } from './readme-policy.ts';

const HTML_BLOCKS: ReadonlySet<string> = new Set(
  (
    'blockquote div dl fieldset form h1 h2 h3 h4 h5 h6 iframe math noscript ol pre p script style table ul address ' +
    'article aside canvas figcaption figure footer header hgroup main nav output progress section video'
  ).split(' '),
);

const FENCE = /^ {0,3}(`{3,}|~{3,}) *(?:\{([^}]*)\} *|([^{`~].*)?)$/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})$/;
const QUOTE = /^(?: {0,3}> ?)+/;
const ITEM = /^(?: {0,3}(?:[-*+]|\d+\.)[ \t]+)+/;
const HEADING = /^#{1,6} +(.*)$/;
/** A rule across the page without its blanks: three or more of one mark. */
const RULE = /^(?:\*{3,}|-{3,}|_{3,})$/;
const COLUMN = /^:?-+:?$/;
const REFERENCE = /^ {0,3}\[([^\]]+)\]: *(\S+)(?:\s+(?:"(.*)"|'(.*)'|\((.*)\)))? *$/;

/** True for the line below the head of a table, which has a run of dashes for each column. */
const isColumns = (line: string): boolean => {
  if (!line.includes('|')) return false;
  const cells = line.replaceAll(/[ \t]/g, '').split('|');
  return cells.every((cell, at) => COLUMN.test(cell) || (cell === '' && (at === 0 || at === cells.length - 1)));
};

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

const COMMENT_END = '-->';

/** Line numbers by key, looked up in ascending order. */
class LineIndex {
  readonly #lines = new Map<string, { readonly at: number[]; next: number }>();

  add(key: string, line: number): void {
    const entry = this.#lines.get(key);
    if (entry) entry.at.push(line);
    else this.#lines.set(key, { at: [line], next: 0 });
  }

  /** The first line after `line` that was added under the key. */
  findAfter(key: string, line: number): number | undefined {
    const entry = this.#lines.get(key);
    if (!entry) return undefined;
    while ((entry.at[entry.next] ?? Number.POSITIVE_INFINITY) <= line) entry.next += 1;
    return entry.at[entry.next];
  }
}

/**
 * The blocks of a Markdown text by how they become HTML, read line by line. Quotes and lists are read as if they were
 * not nested.
 */
class BlockReader {
  /** Texts that are passed on as they are. */
  readonly html: string[] = [];
  /** Texts that are read for links, images and tags. */
  readonly texts: string[] = [];
  /** The languages of code blocks. */
  readonly languages: string[] = [];
  /** The ids of headings. */
  readonly ids: string[] = [];
  readonly targets = new Map<string, Target>();
  readonly #lines: readonly string[];
  /** The lines that end a code block, by their mark. */
  readonly #fences = new LineIndex();
  /** The lines that end a block of HTML, by its element, and those where a comment ends. */
  readonly #ends = new LineIndex();
  #paragraph: string[] = [];
  #isInList = false;
  #isInQuote = false;

  constructor(markdown: string) {
    this.#lines = markdown.split('\n');
    for (const [at, line] of this.#lines.entries()) {
      const [, fence] = FENCE_END.exec(line.replace(/^[ \t>]+/, '')) ?? [];
      if (fence !== undefined) this.#fences.add(fence, at);
      if (line.includes(COMMENT_END)) this.#ends.add(COMMENT_END, at);
      const [, element] = /<\/([a-z0-9]+)>[ \t]*$/.exec(line) ?? [];
      if (element === undefined || at + 1 === this.#lines.length) continue;
      if (isBlank(this.#lines[at + 1] ?? '')) this.#ends.add(element, at);
    }
    for (let at = 0; at < this.#lines.length; ) at = this.#readNext(at);
    this.#endParagraph();
  }

  /** Reads the block that begins at a line, and returns the line that follows it. */
  #readNext(at: number): number {
    const isFirst = this.#paragraph.length === 0;
    const line = this.#unquote(this.#lines[at] ?? '', isFirst);
    if (isBlank(line)) return this.#readBlank(at);
    const content = this.#isInList ? line.trimStart() : line;
    const code = isFirst && /^(?: {4}|\t)/.test(line) && (!this.#isInList || /^(?: {8}|\t\t)/.test(line));
    if (code) return at + 1;
    const after = this.#readFenced(content, at) ?? (isFirst ? this.#htmlBlock(content, at) : undefined);
    if (after !== undefined) return after;
    if (ITEM.test(content)) return this.#item(content, at);
    const [, heading] = HEADING.exec(content) ?? [];
    if (heading !== undefined) this.#heading(heading);
    else if (/^ {0,3}\S/.test(content) && RULE.test(content.replaceAll(' ', ''))) this.#endParagraph();
    else if (!this.#reference(content)) this.#paragraph.push(content);
    return at + 1;
  }

  /** A line without its quote marks; within a paragraph outside a quote, such a mark is text. */
  #unquote(line: string, isFirst: boolean): string {
    if (isFirst) this.#isInQuote = QUOTE.test(line);
    return this.#isInQuote ? line.replace(QUOTE, '') : line;
  }

  #readBlank(at: number): number {
    this.#endParagraph();
    const following = this.#lines[at + 1] ?? '';
    if (!isBlank(following) && !/^[ \t]/.test(following) && !ITEM.test(following)) this.#isInList = false;
    return at + 1;
  }

  #readFenced(line: string, at: number): number | undefined {
    const [, mark, braced, info = ''] = FENCE.exec(line) ?? [];
    const end = mark === undefined ? undefined : this.#fences.findAfter(mark, at);
    if (end === undefined) return undefined;
    this.#endParagraph();
    const [language = ''] = (braced ?? info).trim().split(/[ \t]/);
    if (language !== '') this.languages.push(language);
    return end + 1;
  }

  #htmlBlock(line: string, at: number): number | undefined {
    const isComment = line.startsWith('<!--');
    const [, element = ''] = /^<([a-zA-Z0-9]+)/.exec(line) ?? [];
    if (!isComment && !HTML_BLOCKS.has(element)) return undefined;
    const end = this.#ends.findAfter(isComment ? COMMENT_END : element, at - 1);
    if (end === undefined) return undefined;
    // A comment that text follows is part of a paragraph.
    const last = this.#lines[end] ?? '';
    const close = last.indexOf(COMMENT_END, end === at ? '<!--'.length : 0);
    if (isComment && (close < 0 || !isBlank(last.slice(close + COMMENT_END.length)))) return undefined;
    this.html.push(this.#lines.slice(at, end + 1).join('\n'));
    return end + 1;
  }

  #item(line: string, at: number): number {
    this.#endParagraph();
    this.#isInList = true;
    this.#paragraph.push(line.replace(ITEM, ''));
    return at + 1;
  }

  #heading(text: string): void {
    this.#endParagraph();
    const from = text.indexOf('{#');
    const to = from < 0 ? -1 : text.indexOf('}', from);
    if (to >= 0) this.ids.push(text.slice(from + 2, to));
    this.texts.push(to < 0 ? text : text.slice(0, from));
  }

  #reference(line: string): boolean {
    const [, id, url = '', ...titles] = REFERENCE.exec(line) ?? [];
    if (id === undefined) return false;
    const title = titles.find((each) => each !== undefined) ?? '';
    this.targets.set(id.toLowerCase(), { url: url.replace(/^</, ''), title });
    return true;
  }

  #endParagraph(): void {
    const lines = this.#paragraph;
    this.#paragraph = [];
    const cells = lines.findIndex((line, at) => at > 0 && isColumns(line));
    if (cells < 0) this.texts.push(lines.join('\n'));
    else for (const row of lines) for (const cell of row.split(/(?<!\\)\|/)) this.texts.push(cell);
  }
}

/**
 * True if the published sanitizer of user content would not change the page that a Markdown text becomes; it also
 * rewrites tags in its own form and knows only line feeds (behaviour §5.0). This only accepts or rejects, and sanitizes
 * nothing.
 */
export const isSafeReadme = (markdown: string): boolean => {
  if (markdown.includes('\r')) return false;
  const { html, texts, languages, ids, targets } = new BlockReader(markdown);
  return (
    languages.every((language) => isAllowedAttribute('code', 'class', `language-${language}`)) &&
    ids.every((id) => isAllowedAttribute('h1', 'id', id)) &&
    html.every(isAllowedHtml) &&
    texts.every((text) => isAllowedInline(text, targets))
  );
};
