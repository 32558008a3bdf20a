/** A number with its noun: `1 call`, `2 calls`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
