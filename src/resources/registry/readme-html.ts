/** Elements that run, embed or submit something, or change how the page around them looks. */
const FORBIDDEN: ReadonlySet<string> = new Set(
  (
    'script style iframe frame frameset object embed applet form input button select textarea ' +
    'link meta base svg math template portal'
  ).split(' '),
);

const MARK = /\\[\s\S]|<!--(?:-?>)?|--!?>|`+|~{3,}/g;
const TAG = /<\/?([a-z][^\s/<>]*)/gi;
/** An attribute as a browser reads it, and as a Markdown reader does that does not close a quotation after a `<`. */
const ATTRIBUTES = [
  /[\s/]*([^\s/<>][^\s/<>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s<>]*))?/y,
  /[\s/]*([^\s/<>][^\s/<>=]*)(?:\s*=\s*("[^"<]*"|'[^'<]*'|[^\s<>]*))?/y,
];
const LINK_TARGET = /\](?:\(|:)\s*<?([^)\s>]*)/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(colon|tab|newline));?/gi;
const NAMED: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n' };

/** The mark that ends a range that this mark begins; undefined for a mark that begins none. */
const closerOf = (mark: string): string | undefined =>
  mark === '<!--' ? '-->' : mark.startsWith('`') || mark.startsWith('~') ? mark : undefined;

/** The text without comments and code, which are shown as text or not at all. */
const withoutInert = (markdown: string): string => {
  const marks = [...markdown.matchAll(MARK)].map(({ 0: mark, index }) => ({
    mark: mark.startsWith('--') ? '-->' : mark,
    from: index,
    to: index + mark.length,
  }));
  const ahead = new Map<string, number>();
  const closing = new Map<number, number>();
  for (const [index, { mark }] of [...marks.entries()].reverse()) {
    const end = ahead.get(closerOf(mark) ?? '');
    if (end !== undefined) closing.set(index, end);
    ahead.set(mark, index);
  }
  let live = '';
  let from = 0;
  let next = 0;
  for (const [index, opening] of marks.entries()) {
    const end = marks[closing.get(index) ?? -1];
    if (index < next || !end) continue;
    // A code span ends with its paragraph; a block, with three marks or more, does not.
    const isSpan = opening.mark === '`' || opening.mark === '``';
    if (isSpan && /\n[ \t]*\r?\n/.test(markdown.slice(opening.to, end.from))) continue;
    live += `${markdown.slice(from, opening.from)} `;
    from = end.to;
    next = (closing.get(index) ?? 0) + 1;
  }
  return live + markdown.slice(from);
};

const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (_, decimal?: string, hex?: string, named?: string) => {
    if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });

/** True for a URL whose content is executed; readers drop blanks and control characters in it. */
const isActiveUrl = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
  /^["']?(?:javascript|vbscript|data):/i.test(decodeEntities(text).replace(/[\u0000-\u0020\\]/g, ''));

/** Reads each tag once, and continues where its attributes end: the time is linear in the text. */
const hasUnsafeTag = (text: string, attributes: RegExp): boolean => {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (let tag = next(TAG); tag; tag = next(TAG)) {
    const [, element = ''] = tag;
    if (FORBIDDEN.has(element.toLowerCase()) || isActiveUrl(element)) return true;
    for (let found = next(attributes); found; found = next(attributes)) {
      const [, name = '', value = ''] = found;
      if (/^on/i.test(name) || isActiveUrl(value)) return true;
    }
  }
  return false;
};

/**
 * True when a Markdown text, shown as a page, runs and embeds nothing. Comments and code are not part of that page.
 * This rule decides what may be stored; it does not sanitize anything.
 */
export const isSafeReadme = (markdown: string): boolean => {
  const live = withoutInert(markdown);
  if (ATTRIBUTES.some((attributes) => hasUnsafeTag(live, attributes))) return false;
  for (const [, target = ''] of live.matchAll(LINK_TARGET)) if (isActiveUrl(target)) return false;
  return true;
};
