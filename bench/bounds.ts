const exceeded: string[] = [];

/** The lines of what was measured beyond its bound; a run that has any fails. */
export const linesBeyondBounds = (): readonly string[] => exceeded;

/** A line on what was measured, which is remembered where it does not keep its bound. */
export const boundedLine = (text: string, isWithin: boolean, bound: string): string => {
  const line = `${text} (bound: ${bound}${isWithin ? '' : ', EXCEEDED'})`;
  if (!isWithin) exceeded.push(line);
  return line;
};
