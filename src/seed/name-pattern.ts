/** A place in a pattern where the number of a thing is put, padded with zeros to as many digits as it says. */
const PLACE = /\{n(?::(\d{1,2}))?\}/g;
/** The most digits that numbers are padded to. */
const MAX_DIGITS = 20;

/** The mistake in a pattern for the names of `count` things; undefined for one that names each differently. */
export const patternMistake = (pattern: string, count: number): string | undefined => {
  const places = [...pattern.matchAll(PLACE)];
  if (/[{}]/.test(pattern.replaceAll(PLACE, ''))) return 'may have braces only as {n} or, with zeros in front, {n:3}';
  if (places.some(([, digits]) => Number(digits ?? 1) < 1 || Number(digits ?? 1) > MAX_DIGITS)) {
    return `may pad a number to 1 to ${MAX_DIGITS} digits`;
  }
  return places.length === 0 && count > 1
    ? 'must have {n} in it, since every thing needs a name of its own'
    : undefined;
};

/** The name of the nth thing, counted from 1: `app-{n:3}` names the seventh `app-007`. */
export const fillPattern = (pattern: string, nth: number): string =>
  pattern.replaceAll(PLACE, (_, digits?: string) => String(nth).padStart(Number(digits ?? 1), '0'));
