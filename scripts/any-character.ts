import fc from 'fast-check';

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }));

/**
 * Any character of Unicode, as the `unit` of a text. The arbitraries of fast-check list all of a million characters at first use,
 * which takes a process two seconds.
 */
export const anyCharacter: fc.Arbitrary<string> = codePoint.map(
  (point) => String.fromCodePoint(point),
  (text) => {
    const [first = '', ...others] = typeof text === 'string' ? text : '';
    if (first === '' || others.length > 0) throw new Error('not one character');
    return first.codePointAt(0) ?? 0;
  },
);
