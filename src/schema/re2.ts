import { RE2JS } from 're2js';

/** The length above which expressions are refused: matching a claim does not need them. */
export const MAX_PATTERN_LENGTH = 1_024;
/** Limits the compiled program too, which repetitions make long. */
const MAX_PROGRAM_SIZE = 10_000;

/** Compiles an RE2 expression, which matches in linear time; undefined if it is not valid or too large. */
export const compileRe2 = (pattern: string): RE2JS | undefined => {
  if (pattern.length > MAX_PATTERN_LENGTH) return undefined;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > MAX_PROGRAM_SIZE ? undefined : compiled;
  } catch {
    return undefined;
  }
};
