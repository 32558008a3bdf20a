const two = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in its parts: `14:32:`, and `07.118`. */
export const timeParts = (millis: number): readonly [head: string, tail: string] => {
  if (Number.isNaN(millis)) return ['', ''];
  const date = new Date(millis);
  const tail = `${two(date.getUTCSeconds())}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`;
  return [`${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:`, tail];
};

/** A moment with its day: `28 Jan 14:32:41`. */
export const dayText = (time: string | number): string => {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${clock}`;
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
