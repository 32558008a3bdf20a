import { RE2JS } from 're2js';

/** Longer expressions are refused: no claim that is matched needs one. */
const MAX_PATTERN_LENGTH = 1_024;
/** RE2 bounds the program that an expression becomes, too; repetitions make it long. */
const MAX_PROGRAM_SIZE = 10_000;

/** An RE2 expression, which is matched in linear time; undefined for what is none, or is too large. */
export const compileRe2 = (pattern: string): RE2JS | undefined => {
  if (pattern.length > MAX_PATTERN_LENGTH) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > MAX_PROGRAM_SIZE ? undefined : compiled;
  } catch {
    return undefined;
  }
};
