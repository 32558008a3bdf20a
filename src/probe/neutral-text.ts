/** A uid of the API, within a text. */
export const UID_IN_TEXT = /(?<![0-9A-Za-z/])[0-9a-f]{40}(?:\/[0-9a-f]{16})*(?![0-9A-Za-z])/g;

/** Moments: dates, times of the day, both together, and seconds or milliseconds since the epoch in this century. */
const MOMENTS =
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b|(?<![\d.])1[6-9]\d{8}(?:\d{3})?(?![\d.])/g;

/** Numbers with a unit of time, of size, or of share. */
const MEASURES =
  /(?<![\w.])\d+(?:[.,]\d+)*\s?(?:ns|[u\u00b5\u03bc]s|ms|secs?|seconds?|mins?|minutes?|[smh]|[kKMGT]?i?B|%)(?![\w])/g;

/** A count such as `[3/12]`: steps side by side come in another order each time. */
const PROGRESS = /\[ *\d+\/(\d+)\]/g;

/** Escape sequences that colour a line or move the cursor. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-?]*[ -/]*[@-~]`, 'g');

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

export const withoutMoments = (text: string): string => text.replaceAll(MOMENTS, '<time>');

/** A line of output without the parts that may differ between equal runs: moments, uids, measures, progress. */
export const neutralLine = (line: string): string =>
  withoutMoments(line.replaceAll(ESCAPES, ''))
    .replaceAll(UID_IN_TEXT, '<uid>')
    .replaceAll(UUID, '<uid>')
    .replaceAll(MEASURES, '<measure>')
    .replaceAll(PROGRESS, '[#/$1]')
    .trimEnd();

/** The form that names with a number, a time or chance in them have in common: `probe-7f3a91` and `probe-11c0de`. */
export const templateOf = (name: string): string =>
  withoutMoments(name)
    .replaceAll(UUID, '#')
    .replaceAll(/(?<![0-9A-Za-z])(?=[0-9a-z]*\d)[0-9a-z]{4,}(?![0-9A-Za-z])/gi, '#')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/#(?:[.:]?#)+/g, '#');
