import { isObject, type JsonObject } from '../json.ts';

/** Text that means itself without quotes. It begins with a letter, so that it is neither a number nor a sign of YAML. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9 ._/@+-]*[A-Za-z0-9._/@+-])?$/;
/** Words that some reader of YAML takes for something else than text. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n', 'nan', 'inf']);
/** The characters that a reader may change, or may not accept, unless they are escaped. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const text = (value: string): string =>
  PLAIN.test(value) && !WORDS.has(value.toLowerCase())
    ? value
    : // JSON escapes halves of surrogate pairs, and YAML reads the texts of JSON.
      JSON.stringify(value).replaceAll(UNSAFE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Text of several lines that can be written as it is: no line ends in a blank, or has anything that is not seen. */
const BLOCK = /^(?! )(?:(?:[\x20-\x7e\u00a0-\u2027\u202a-\ud7ff]*[\x21-\x7e\u00a1-\u2027\u202a-\ud7ff])?\n)+$/;

const isBlock = (value: string): boolean =>
  value.length > 1 && BLOCK.test(value) && !value.startsWith('\n') && !value.endsWith('\n\n');

const scalar = (value: unknown): string => (typeof value === 'string' ? text(value) : JSON.stringify(value));

/** Lines of an item of a list: the first begins with a dash, which takes the place of two blanks. */
export function* itemOf(lines: Iterable<string>, indent: number): Generator<string> {
  let isFirst = true;
  for (const line of lines) {
    yield isFirst ? `${' '.repeat(indent)}- ${line.slice(indent + 2)}` : line;
    isFirst = false;
  }
}

function* listLines(items: readonly unknown[], indent: number): Generator<string> {
  for (const item of items) {
    if (isObject(item) && Object.keys(item).length > 0) yield* itemOf(mapLines(item, indent + 2), indent);
    else if (Array.isArray(item) && item.length > 0) yield* itemOf(listLines(item, indent + 2), indent);
    else yield `${' '.repeat(indent)}- ${scalar(item)}`;
  }
}

function* mapLines(map: JsonObject, indent: number): Generator<string> {
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, value] of entries) yield* pairLines(key, value, indent);
}

/** The lines of a key with its value in YAML, at an indentation; keys inside the value are sorted. */
export function* pairLines(key: string, value: unknown, indent: number): Generator<string> {
  const start = `${' '.repeat(indent)}${text(key)}:`;
  if (isObject(value) && Object.keys(value).length > 0) {
    yield start;
    yield* mapLines(value, indent + 2);
  } else if (Array.isArray(value) && value.length > 0) {
    yield start;
    yield* listLines(value, indent + 2);
  } else if (typeof value === 'string' && isBlock(value)) {
    yield `${start} |`;
    for (const line of value.slice(0, -1).split('\n')) yield line === '' ? '' : `${' '.repeat(indent + 2)}${line}`;
  } else yield `${start} ${scalar(value)}`;
}
