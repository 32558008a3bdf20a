const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|colon|tab|newline));?/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  tab: '\t',
  newline: '\n',
};

/** A text with its character references decoded; of the named ones, only those that matter in an attribute. */
const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (_, decimal?: string, hex?: string, named?: string) => {
    if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);
const AUTHORITY = /^(?:[\w.~!$&'()*+,;=:%-]*@)?(?:[\w.~!$&'()*+,;="<>-]*|\[[0-9a-f:.]+\])(?::\d*)?$/i;
const PATH = /^(?:[\w.~!$&'()*+,;=:@[\]/-]|%[0-9a-f]{2})*$/i;

/** Checks the parts of a URL after its scheme: without `//` there is only a path, or anything with a scheme. */
const hasPlainParts = (rest: string, isOpaque: boolean): boolean => {
  const { before: main, after: fragment } = cut(rest, '#');
  if (fragment !== undefined && !PATH.test(fragment.replaceAll('?', ''))) return false;
  if (fragment === '' || isOpaque) return fragment !== '';
  const { before: located } = cut(main, '?');
  const [, authority, path = ''] = /^(?:\/\/([^/]*))?(.*)$/.exec(located) ?? [];
  return (authority === undefined || AUTHORITY.test(authority)) && PATH.test(path);
};

const cut = (text: string, mark: string): { readonly before: string; readonly after: string | undefined } => {
  const at = text.indexOf(mark);
  return at < 0 ? { before: text, after: undefined } : { before: text.slice(0, at), after: text.slice(at + 1) };
};

/**
 * True for a URL that a readme may link to: relative, or with the scheme http, https or mailto, in the form that a URL
 * parser writes: anything that the parser would escape or put in lower case is rejected (behaviour §5.0).
 */
export const isReadmeUrl = (encoded: string): boolean => {
  const url = decodeEntities(encoded);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no URL has them
  if (url === '' || /[\u0000-\u0020\u007f]/.test(url)) return false;
  const [prefix = '', scheme] = SCHEME.exec(url) ?? [];
  const rest = url.slice(prefix.length);
  if (scheme !== undefined) return SCHEMES.has(scheme) && hasPlainParts(rest, !rest.startsWith('/'));
  return !/^[^/?#]*:/.test(url) && hasPlainParts(url, false);
};

/** True when raw HTML, which Markdown passes on as it is, has only tags that a readme may have. */
export const isAllowedHtml = (html: string): boolean => {
  let at = html.indexOf('<');
  while (at >= 0) {
    const next = html[at + 1] ?? '';
    let end = at + 1;
    if (html.startsWith('<!--', at)) {
      const close = html.indexOf('-->', at + 4);
      if (close < 0 || !isPlainComment(html.slice(at, close + 3))) return false;
      end = close + 3;
    } else if (/[a-z]/i.test(next) || next === '/') {
      const close = html.indexOf('>', at);
      if (close < 0 || !isAllowedTag(html.slice(at, close + 1))) return false;
      end = close + 1;
    } else if (next === '!' || next === '?') {
      return false;
    }
    at = html.indexOf('<', end);
  }
  return true;
};

type Test = (value: string) => boolean;
type Attributes = Readonly<Record<string, Test>>;

const matches =
  (pattern: RegExp): Test =>
  (value) =>
    pattern.test(value);

/** Text that cannot close its own element: a title, or the alternative text of an image. */
export const isPlainWords = matches(/^[\p{L}\p{N}\t\n\f\r \-_',[\]!./\\()]*$/u);

const anything: Test = () => true;
const integer = matches(/^\d+$/);
const number = matches(/^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i);
const length = matches(/^\d+%?$/);
const tokens = matches(/^[\t\n\f\r \p{L}\p{N}_-]+$/u);
const direction = matches(/^(?:rtl|ltr)$/i);
const moment = matches(/^\d{4}(?:-\d{2}(?:-\d{2}(?:[ T]\d{2}(?::\d{2}){1,2}(?:.\d{1,6})?Z?(?:[+-]\d{2}:\d{2})?)?)?)?$/);
const align = matches(/^(?:center|justify|left|right|char)$/i);
const valign = matches(/^(?:baseline|bottom|middle|top)$/i);
const listType = matches(/^(?:circle|disc|square|a|i|1)$/i);

const GLOBAL: Attributes = {
  dir: direction,
  lang: matches(/[a-zA-Z]{2,20}/),
  id: matches(/[a-zA-Z0-9:\-_.]/),
  title: isPlainWords,
};

const citing: Attributes = { cite: (value) => isPlainWords(value) && isReadmeUrl(value), datetime: moment };
const sized: Attributes = { height: length, width: length };
const aligned: Attributes = { align, valign };
const cell: Attributes = {
  abbr: isPlainWords,
  colspan: integer,
  rowspan: integer,
  headers: tokens,
  nowrap: anything,
  scope: matches(/row|col/i),
  ...sized,
  ...aligned,
};
const column: Attributes = { ...sized, ...aligned, span: integer };

/** The attributes that an element may have besides the common ones. */
const OF: Readonly<Record<string, Attributes>> = {
  a: { href: isReadmeUrl },
  area: {
    alt: isPlainWords,
    coords: matches(/^(?:\d+,)+\d+$/),
    href: isReadmeUrl,
    rel: tokens,
    shape: matches(/^(?:default|circle|rect|poly)$/i),
  },
  blockquote: { cite: isReadmeUrl },
  q: { cite: isReadmeUrl },
  del: citing,
  ins: citing,
  time: { datetime: moment },
  code: { class: matches(/^language-[a-zA-Z0-9]+$/) },
  details: { open: matches(/^(?:|open)$/i) },
  img: {
    src: isReadmeUrl,
    alt: isPlainWords,
    height: anything,
    width: anything,
    align: matches(/^(?:left|right|top|texttop|middle|absmiddle|baseline|bottom|absbottom)$/i),
    usemap: matches(/^#[\p{L}\p{N}_-]+$/iu),
  },
  map: { name: matches(/^[\p{L}\p{N}_-]+$/u) },
  meter: { value: number, min: number, max: number, low: number, high: number, optimum: number },
  progress: { value: number, max: number },
  ol: { type: listType },
  ul: { type: listType },
  li: { type: listType, value: integer },
  table: { ...sized, summary: isPlainWords },
  td: cell,
  th: cell,
  col: column,
  colgroup: column,
  thead: aligned,
  tbody: aligned,
  tfoot: aligned,
  tr: aligned,
};

/** Elements that are dropped without an attribute. */
const NEVER_BARE: ReadonlySet<string> = new Set(['a', 'area', 'bdo', 'img', 'map', 'meter', 'progress']);

const ELEMENTS: ReadonlySet<string> = new Set([
  ...NEVER_BARE,
  ...(
    'abbr acronym article aside b bdi blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure h1 h2 h3 h4 h5 h6 hgroup hr i ins li mark ol p pre q rp rt ruby s samp section small span ' +
    'strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
]);

const START = /^<([a-z][a-z0-9]*)((?: [^\s"'<>/=]+="[^"]*")*)(?: ?\/)?>$/;
const END = /^<\/([a-z][a-z0-9]*)>$/;
const ATTRIBUTE = / ([^\s"'<>/=]+)="([^"]*)"/g;

/** True for an attribute that an element may have, with this value as it is written. */
export const isAllowedAttribute = (element: string, name: string, written: string): boolean => {
  const test = (Object.hasOwn(OF, element) ? OF[element]?.[name] : undefined) ?? GLOBAL[name];
  return test?.(test === isReadmeUrl ? written : decodeEntities(written)) ?? false;
};

/**
 * True for a tag that the published sanitizer of user content would leave as it is: an element and attributes of its
 * list, written in lower case, with one space before each attribute and double quotes around its value.
 */
export const isAllowedTag = (tag: string): boolean => {
  const [, closed] = END.exec(tag) ?? [];
  if (closed !== undefined) return ELEMENTS.has(closed);
  const [, element = '', attributes = ''] = START.exec(tag) ?? [];
  if (!ELEMENTS.has(element) || (attributes === '' && NEVER_BARE.has(element))) return false;
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', value = '']) =>
    isAllowedAttribute(element, name, value),
  );
};

/** True for a comment that ends for a browser where it ends for Markdown. */
export const isPlainComment = (comment: string): boolean => !/^<!--(?:>|->)|--!>/.test(comment);
