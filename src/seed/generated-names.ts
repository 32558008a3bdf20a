import type { Faker } from '@faker-js/faker';

const ADJECTIVES = 400;
const NOUNS = 500;
/** A step with no factor in common with the number of pairs, so that steps of it meet each pair once. */
const STRIDE = 104_729;

const words = (draw: () => string, count: number, faker: Faker): readonly string[] =>
  faker.helpers
    .uniqueArray(draw, count * 2)
    .filter((word) => /^[a-z]{3,10}$/.test(word))
    .slice(0, count);

const sharesFactor = (a: number, b: number): boolean => (b === 0 ? a > 1 : sharesFactor(b, a % b));

/** Makes a different name for each number: two words, and after some 100,000 names also a number. */
export const nameMaker = (faker: Faker): ((index: number) => string) => {
  const adjectives = words(() => faker.word.adjective(), ADJECTIVES, faker);
  const nouns = words(() => faker.word.noun(), NOUNS, faker);
  const pairs = adjectives.length * nouns.length;
  let stride = STRIDE;
  while (sharesFactor(pairs, stride)) stride += 1;
  return (index) => {
    const at = ((index % pairs) * stride) % pairs;
    const lap = Math.floor(index / pairs);
    const name = `${adjectives[at % adjectives.length]}-${nouns[Math.floor(at / adjectives.length)]}`;
    return lap === 0 ? name : `${name}-${lap + 1}`;
  };
};
