import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figure, isWithin, measureHouse, namesToLearn, wordsOf } from './house-figures.ts';

/** The way back within the bound of a figure. */
const remedyOf = ({ bound, target }: Figure): string =>
  bound === target
    ? 'which is also its target: take away elsewhere what you add, as CONTRIBUTING.md says'
    : 'raise it in scripts/house-figures.ts, and say in the commit what for';

test('the house has not grown beyond its bounds', () => {
  assert.deepEqual(
    measureHouse()
      .filter((figure) => !isWithin(figure))
      .map((figure) => `${figure.name}: ${figure.value}, and the bound is ${figure.bound}; ${remedyOf(figure)}`),
    [],
  );
});

test('a figure is within its bound at it, and the median of lines above it', () => {
  const at = (name: string, value: number) => isWithin({ name, value, bound: 70, target: 70 });
  assert.deepEqual(
    [69, 70, 71].map((value) => [at('names to learn', value), at('median lines of a file', value)]),
    [
      [true, false],
      [true, true],
      [false, true],
    ],
  );
});

for (const [what, text, count] of [
  ['types, interfaces, classes and enums', 'type A = 1; export interface B {} class C {} export enum D {}', 4],
  ['functions, those of a constant too', 'function a() {} export const b = () => 1, c = async () => 2;', 3],
  ['no other constants', 'const a = 1; export const b = [() => 1]; export const c = make(() => 1);', 0],
  ['nothing within a function', 'export const a = () => { const b = () => 1; return b; };', 1],
  ['nothing that is only exported again', "export { a } from './a.ts'; export * from './b.ts';", 0],
  ['a default export', 'export default class A {}', 1],
] as const) {
  test(`names to learn: ${what}`, () => {
    assert.equal(namesToLearn('a.ts', text), count);
  });
}

for (const [line, count] of [
  ['', 0],
  ['| <a id="L2"></a>L2 `page_size` above 200 | 200 rows, no error |', 8],
  ['As [section 4](#4) says, [it](other.md#x) is so.', 7],
  ['|---|---|', 0],
] as const) {
  test(`words of a line: ${JSON.stringify(line)}`, () => {
    assert.equal(wordsOf(line), count);
  });
}
