import { digitsUpTo } from '../../src/schema/digit-patterns.ts';

/** A regular expression for whole numbers of 64 bits with a sign. */
export const digitsOf64Bits = `^(?:-?${digitsUpTo('9223372036854775807')}|-9223372036854775808)$`;

/** A regular expression for whole numbers of 64 bits that are not negative. */
export const naturalDigitsOf64Bits = `^${digitsUpTo('9223372036854775807')}$`;
