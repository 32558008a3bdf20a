const exceeded: string[] = [];

/** The measurements beyond their bounds, a line each: a run that has any fails. */
export const linesBeyondBounds = (): readonly string[] => exceeded;

/** Formats a measurement with its bound, and records the line if the bound is exceeded. */
export const boundedLine = (text: string, isWithin: boolean, bound: string): string => {
  const line = `${text} (bound: ${bound}${isWithin ? '' : ', EXCEEDED'})`;
  if (!isWithin) exceeded.push(line);
  return line;
};
