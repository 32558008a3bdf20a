/** A part of a sentence: words, or a name that stands out. */
export type Piece = string | { readonly strong: string; readonly as?: 'code' | 'bad' | 'fault' };

/** A sentence for people, with its names apart, so that a page can show them as such. */
export type Sentence = readonly Piece[];

/** Names in a list, as a sentence has them: `a`, `a and b`, `a, b and c`. */
export const listNames = (names: readonly string[], as?: 'code'): Sentence =>
  names.flatMap((strong, at): Sentence => {
    const piece: Piece = as ? { strong, as } : { strong };
    if (at === 0) return [piece];
    return [at === names.length - 1 ? ' and ' : ', ', piece];
  });
