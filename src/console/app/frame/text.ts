const HIDDEN = /(?!\n|\t)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The largest number of characters of a text in a line of a list. */
const MAX_LINE = 200;

/** A text in which characters that would hide, or turn others around, are written out. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of others in one line, of a bounded length. */
export const plainLine = (text: string): string =>
  showHidden(text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text);

/** A token without its middle: a button copies the whole, and nobody who looks on can read it. */
export const maskedToken = (token: string): string =>
  token.length < 20 ? token : `${token.slice(0, 6)} ········ ${token.slice(-6)}`;

/** A number with its noun, of which the plural ends in `s` unless it is given. */
export const count = (number: number, noun: string, several = `${noun}s`): string =>
  `${group(number)} ${number === 1 ? noun : several}`;

/** The verb behind so many. */
export const isOrAre = (number: number): string => (number === 1 ? 'is' : 'are');

/** The verb of what is over behind so many. */
export const wasOrWere = (number: number): string => (number === 1 ? 'was' : 'were');

/** A number with commas between its thousands. */
export const group = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** A moment in its parts: `14:32:`, and `07.118`. */
export const timeParts = (millis: number): readonly [head: string, tail: string] => {
  if (Number.isNaN(millis)) return ['', ''];
  const time = new Date(millis).toISOString();
  return [time.slice(11, 17), time.slice(17, 23)];
};

/** A moment with its day: `28 Jan 14:32:41`. */
export const dayText = (time: string | number): string => {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  return `${date.getUTCDate()} ${month} ${date.toISOString().slice(11, 19)}`;
};

/** A duration in milliseconds: two decimals under 100, none above. */
export const millisText = (millis: number | undefined): string =>
  millis === undefined ? '' : millis < 100 ? millis.toFixed(2) : String(Math.round(millis));

/** A time from the beginning of a run, with three digits: `12.5 s`, below a second `30.5 ms`. */
export const spanText = (seconds: number): string =>
  seconds > 0 && seconds < 1 ? `${Number((seconds * 1_000).toPrecision(3))} ms` : `${Number(seconds.toPrecision(3))} s`;

/** The time since a moment, by the clock of the browser: `41 s`, `3 min`. */
export const ageText = (time: string, now: number): string => {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};

/** True if a text has each word of a search, in any case. */
export const hasWords = (text: string, search: string): boolean => {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
};
