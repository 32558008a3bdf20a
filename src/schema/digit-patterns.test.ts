import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digitsOf64Bits, naturalDigitsOf64Bits } from '../../scripts/openapi/digits-of-64-bits.ts';
import { digitsUpTo } from './digit-patterns.ts';
import { canonicalInt64 } from './scalars.ts';

test('a pattern matches the digits of the numbers up to the largest', () => {
  for (const largest of ['0', '7', '10', '255', '1000', '65535', '90909']) {
    const pattern = new RegExp(`^${digitsUpTo(largest)}$`);
    for (let number = 0; number <= Number(largest) * 2 + 20; number += 1) {
      assert.equal(pattern.test(String(number)), number <= Number(largest), `${number} up to ${largest}`);
    }
  }
});

test('zeros may lead, in no more digits than the largest has', () => {
  assert.match('007', new RegExp(`^${digitsUpTo('255')}$`));
  assert.doesNotMatch('0007', new RegExp(`^${digitsUpTo('255')}$`));
});

test('1.2: the pattern of 64 bits matches the texts that are read as such', () => {
  const edges = [
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '-9223372036854775809',
    '-0',
    '',
  ];
  const texts = fc.oneof(fc.constantFrom(...edges), fc.stringMatching(/^-?[0-9]{1,20}$/));
  fc.assert(
    fc.property(texts, (text) => {
      const isRead = canonicalInt64(text) !== undefined;
      assert.equal(new RegExp(digitsOf64Bits).test(text), isRead);
      assert.equal(new RegExp(naturalDigitsOf64Bits).test(text), isRead && !text.startsWith('-'));
    }),
  );
});
