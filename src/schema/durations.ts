import { canonicalDuration, durationMillis } from './scalars.ts';

const UNIT_MILLIS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|[dhms]))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|[dhms])/g;

/** Milliseconds of a duration such as `72h1s`, `90s` or `1.5h`; undefined when the text is not one. */
export const durationFrom = (text: string): number | undefined => {
  const seconds = canonicalDuration(text);
  if (seconds !== undefined) return durationMillis(seconds);
  if (!WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(PART)) total += Number(amount) * (UNIT_MILLIS[unit] ?? 0);
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : undefined;
};

/** A duration in any spelling as its canonical form, seconds; undefined when the text is none, or lasts too long. */
export const canonicalFromSpelling = (text: string): string | undefined => {
  const millis = durationFrom(text);
  return (
    canonicalDuration(text) ?? (millis === undefined ? undefined : canonicalDuration(`${(millis / 1000).toFixed(3)}s`))
  );
};
