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

/** A text with its character references replaced; of the named ones only those that matter in an attribute. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (_, decimal?: string, hex?: string, named?: string) => {
    if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);
const AUTHORITY = /^(?:[\w.~!$&'()*+,;=:%-]*@)?(?:[\w.~!$&'()*+,;="<>-]*|\[[0-9a-f:.]+\])(?::\d*)?$/i;
const PATH = /^(?:[\w.~!$&'()*+,;=:@[\]/-]|%[0-9a-f]{2})*$/i;

/** The parts of a URL behind its scheme: of a URL without `//` there is only a path, or anything with a scheme. */
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
 * True for a URL that a readme may link to: relative, or of the schemes http, https and mailto, in the form in which a
 * parser of URLs writes it: anything that it would escape or lower is refused (behaviour §5.0).
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
