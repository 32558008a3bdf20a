import { type AreSame, type Difference, differencesOf } from './compare-values.ts';
import { TextPairs } from './text-pairs.ts';
import { areSameTexts, type PairTexts } from './text-roles.ts';

/** Judges two values by their path, and leaves to `otherwise` what it has no rule for. */
export type Judge = (...of: [...Parameters<AreSame>, otherwise: AreSame]) => boolean;

/**
 * Compares values of two runs one after the other, in which each run has ids, times and cursors of its own. Pairs
 * of these are learned from equal values only: in a list with one row more, all others would have a wrong partner.
 */
export class BoundComparer {
  readonly #pairs = new TextPairs();

  /** The places at which two values differ, in the order of the first. */
  differences(one: unknown, other: unknown, judge?: Judge): readonly Difference[] {
    const learned: (readonly [role: string, text: string])[] = [];
    const pair: PairTexts = (role, text, partner) => {
      const isNew = this.#pairs.partnerOf(role, text) === undefined;
      const isSame = this.#pairs.pair(role, text, partner);
      if (isNew && isSame) learned.push([role, text]);
      return isSame;
    };
    const areSame: AreSame = (left, right, path) =>
      typeof left === 'string' && typeof right === 'string'
        ? areSameTexts(left, right, path, pair)
        : Object.is(left, right);
    const differences = differencesOf(one, other, judge ? (...of) => judge(...of, areSame) : areSame);
    if (differences.length > 0) for (const [role, text] of learned) this.#pairs.unpair(role, text);
    return differences;
  }
}
