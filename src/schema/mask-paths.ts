/** One step of a path: the name of a field, or the key of a map, which may be in backticks. */
export interface MaskStep {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Splits at a separator that is in no backticks. */
const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '`') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === separator) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)];
};

/** The paths of a mask. */
export const pathsIn = (mask: string): readonly string[] => splitOutside(mask, ',').map((path) => path.trim());

/**
 * The steps of a path: a key with other characters than letters, digits and `_` stands in backticks, and a backtick in it
 * twice (AIP-161). Undefined for a path in which backticks do not match.
 */
export const stepsIn = (path: string): readonly MaskStep[] | undefined => {
  const steps = splitOutside(path, '.').map((text): MaskStep | undefined => {
    if (!text.includes('`')) return { text, isQuoted: false };
    const inner = /^`((?:[^`]|``)*)`$/.exec(text)?.[1];
    return inner === undefined ? undefined : { text: inner.replaceAll('``', '`'), isQuoted: true };
  });
  return steps.includes(undefined) ? undefined : (steps as readonly MaskStep[]);
};
