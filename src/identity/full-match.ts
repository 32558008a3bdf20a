import { BoundedCache } from '../schema/bounded-cache.ts';
import { compileRe2 } from '../schema/re2.ts';

const KEPT_PATTERNS = 256;
/** Steps that one match may take: a tenth of a second. A claim of a kilobyte has some thousand for each character. */
const MAX_STEPS = 4_000_000;

const compiled = new BoundedCache<string, ReturnType<typeof compileRe2>>(KEPT_PATTERNS);

/**
 * True when an RE2 expression matches the whole text (behaviour §10.3). An invalid expression matches nothing, and
 * neither does one that would take too long: the time is linear in the expression and in the text.
 */
export const matchesWhole = (pattern: string, text: string): boolean => {
  if (!compiled.has(pattern)) compiled.set(pattern, compileRe2(pattern));
  const known = compiled.get(pattern);
  return known !== undefined && known.programSize() * text.length <= MAX_STEPS && known.matches(text);
};
