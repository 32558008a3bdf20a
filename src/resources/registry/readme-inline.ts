import {
  isAllowedAttribute,
  isAllowedHtml,
  isAllowedTag,
  isPlainComment,
  isPlainWords,
  isReadmeUrl,
} from './readme-policy.ts';

/** The target and the title of a link. */
export interface Target {
  readonly url: string;
  readonly title: string;
}

/** The targets of reference links, by their ids in lower case. */
export type Targets = ReadonlyMap<string, Target>;

const ESCAPABLE = new Set('\\`*_{}[]()#+-.!:|&<>~');
const MAX_ID_LENGTH = 1_000;
const AUTOLINK = /^<(?:[a-z0-9][a-z0-9.+-]+:(?:[^\s>'"\\]|\\.)+|[a-z0-9][a-z0-9.+-]*@[\w.-]*)>$/i;
const BARE_LINK = /(?:https?|ftp|mailto):\/\/[a-z0-9][^\s<]*/iy;
// Smart punctuation turns these into characters that the alternative text of an image cannot have.
const SMART = /'|--|\.\.\.|\((?:c|r|tm)\)|\b\d+\/\d+\b/i;

const unescapeText = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** A text with the positions that are searched for repeatedly. */
interface Marked {
  readonly text: string;
  /** The closing bracket of each opening one, by their positions. */
  readonly ends: ReadonlyMap<number, number>;
  readonly lastParenthesis: number;
  readonly lastAngle: number;
  readonly lastCommentEnd: number;
  /** The length of the longest run of backticks after each run, by its end. */
  readonly codeMarks: ReadonlyMap<number, number>;
}

const findMarks = (text: string): Marked => {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let lastParenthesis = -1;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '\\') at += 1;
    else if (mark === ')') lastParenthesis = at;
    else if (mark === '[') open.push(at);
    else if (mark === ']') {
      const from = open.pop();
      if (from !== undefined) ends.set(from, at);
    }
  }
  const codeMarks = new Map<number, number>();
  let longest = 0;
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    codeMarks.set(index + run.length, longest);
    longest = Math.max(longest, run.length);
  }
  return {
    text,
    ends,
    lastParenthesis,
    codeMarks,
    lastAngle: text.lastIndexOf('>'),
    lastCommentEnd: text.lastIndexOf('-->'),
  };
};

interface Link extends Target {
  readonly end: number;
}

const TARGET = /[\s]*\(\s*((?:\\.|[^)'"\\])*)(?:(["'])((?:\\.|[^)\\])*))?\)/sy;

/** The target in parentheses after the text of a link. */
const readInlineTarget = (text: string, from: number): Link | undefined => {
  TARGET.lastIndex = from;
  const [whole, before = '', quote, quoted = ''] = TARGET.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const title = quoted.trimEnd();
  const isTitled = quote !== undefined && /["']$/.test(title);
  const written = isTitled || quote === undefined ? before : `${before}${quote}${quoted}`;
  const url = written.trim().replace(/^<|>$/g, '');
  return { url, title: isTitled ? title.slice(0, -1) : '', end: from + whole.length };
};

/** The target of a link whose text ends before `from`, in parentheses, by an id in brackets, or by its text. */
const targetAt = (
  { text, lastParenthesis }: Marked,
  label: string,
  from: number,
  targets: Targets,
): Link | undefined => {
  const spaces = /^\s*/.exec(text.slice(from, from + 8))?.[0].length ?? 0;
  const mark = text[from + spaces];
  if (mark === '(') return from > lastParenthesis ? undefined : readInlineTarget(text, from);
  let id = label;
  let end = from;
  if (mark === '[' && text[from + spaces + 1] !== '^') {
    const close = text.indexOf(']', from + spaces);
    if (close < 0) return undefined;
    id = text.slice(from + spaces + 1, close) || label;
    end = close + 1;
  }
  if (id.length > MAX_ID_LENGTH) return undefined;
  const target = targets.get(id.replace(/\s+/g, ' ').toLowerCase());
  return target && { ...target, end };
};

const isAllowedTarget = (element: 'a' | 'img', { url, title }: Target): boolean =>
  isReadmeUrl(unescapeText(url)) && (title === '' || isAllowedAttribute(element, 'title', title));

const UNENDED = { end: Number.POSITIVE_INFINITY, isAllowed: false };

/** The tag or comment at a `<`: its end and whether it is allowed; undefined if it is text. */
const angleAt = (
  { text, lastAngle, lastCommentEnd }: Marked,
  at: number,
): { readonly end: number; readonly isAllowed: boolean } | undefined => {
  if (text.startsWith('<!--', at)) {
    if (lastCommentEnd < at) return undefined;
    const close = text.indexOf('-->', at + 4);
    return close < 0 ? undefined : { end: close + 3, isAllowed: isPlainComment(text.slice(at, close + 3)) };
  }
  if (!/^<\/?[a-z0-9]/i.test(text.slice(at, at + 3))) return undefined;
  // To a browser, an unclosed tag of at least two characters is a tag.
  if (lastAngle < at) return /^<(?:\/|[a-z][a-z0-9.+-])/i.test(text.slice(at, at + 3)) ? UNENDED : undefined;
  const close = text.indexOf('>', at);
  if (close < 0) return undefined;
  const tag = text.slice(at, close + 1);
  const end = close + 1;
  if (AUTOLINK.test(tag)) {
    const address = unescapeText(tag.slice(1, -1));
    return { end, isAllowed: isReadmeUrl(/^[^:]+@/.test(address) ? `mailto:${address}` : address) };
  }
  // A number is not an element: the mark before it is text, unlike a later one.
  return { end, isAllowed: /^<\d/.test(tag) ? isAllowedHtml(tag.slice(1)) : isAllowedTag(tag) };
};

/** Finds the end of the code span that opens at a position; undefined if nothing closes it. */
const codeSpans = ({ text, codeMarks }: Marked): ((at: number) => number | undefined) => {
  let end = 0;
  return (at) => {
    if (end <= at) for (end = at; text[end] === '`'; ) end += 1;
    if ((codeMarks.get(end) ?? 0) < end - at) return undefined;
    return text.indexOf(text.slice(at, end), end) + end - at;
  };
};

/** The URL at a position in the text, without the punctuation after it; undefined if there is none. */
const findBareLink = (text: string, at: number): string | undefined => {
  if (/[a-z]/i.test(text[at - 1] ?? '')) return undefined;
  BARE_LINK.lastIndex = at;
  const found = BARE_LINK.exec(text)?.[0].replace(/[.,]$/, '');
  let length = found?.length ?? 0;
  while (`)]}"';`.includes(found?.[length - 1] ?? ' ')) length -= 1;
  return found?.slice(0, length);
};

/** True when the text of one block has only links, images and HTML that a readme may have. */
export const isAllowedInline = (text: string, targets: Targets): boolean => {
  const given = findMarks(text);
  const codeEnd = codeSpans(given);
  /** The index after each link's target, by the end of its text. */
  const jumps = new Map<number, number>();
  let linkEnd = -1;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    if (mark === '\\' && ESCAPABLE.has(text[at + 1] ?? '')) at += 1;
    else if (mark === '`') at = (codeEnd(at) ?? at + 1) - 1;
    else if (mark === '<') {
      const found = angleAt(given, at);
      if (found && !found.isAllowed) return false;
      if (found) at = found.end - 1;
    } else if (mark === '[') {
      const close = given.ends.get(at);
      if (close === undefined) continue;
      const label = text.slice(at + 1, close);
      const isImage = text[at - 1] === '!';
      const link = targetAt(given, label, close + 1, targets);
      if (!link || link.url === '' || (label === '' && !isImage)) continue;
      if (!isAllowedTarget(isImage ? 'img' : 'a', link)) return false;
      if (isImage && (!isPlainWords(label) || SMART.test(label))) return false;
      if (isImage) at = link.end - 1;
      else {
        jumps.set(close, link.end);
        linkEnd = Math.max(linkEnd, close);
      }
    } else if (mark === ']') at = (jumps.get(at) ?? at + 1) - 1;
    else if (at > linkEnd && /[hfm]/i.test(mark)) {
      const url = findBareLink(text, at);
      if (url !== undefined && !isReadmeUrl(unescapeText(url))) return false;
      if (url !== undefined) at += url.length - 1;
    }
  }
  return true;
};
