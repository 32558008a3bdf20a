import assert from 'node:assert/strict';
import { test } from 'node:test';
import { means, selectTrials, wrongWord } from './selection.ts';

const trial = (operation: string, surprise: string, number = 1) => {
  const call = { id: `${operation}#${number}`, seen: { operation } };
  return { id: `${call.id}/${surprise}`, call, surprise };
};

for (const [word, isMeant] of [
  ['ListRepos', true],
  ['short_page', true],
  ['ListRepos#1', true],
  ['ListRepos/short_page', true],
  ['ListRepos#1/short_page', true],
  ['ListRepos#2', false],
  ['ListRepos#1/empty_page', false],
  ['GetRepo/short_page', false],
] as const) {
  test(`O3: ${word} means ${isMeant ? '' : 'not '}ListRepos#1/short_page`, () => {
    assert.equal(means(word, trial('ListRepos', 'short_page')), isMeant);
    assert.equal(wrongWord(word), undefined);
  });
}

test('O3: an operation of v1 is meant by each of its names', () => {
  for (const word of ['v1.Registry.ListRepos', 'Registry_ListRepos', 'Registry_ListRepos/reset']) {
    assert.equal(wrongWord(word), undefined);
    assert.equal(means(word, trial('v1.Registry.ListRepos', 'reset')), true);
  }
});

test('O3: a trial that is skipped is skipped even if it is asked for', () => {
  const { admits } = selectTrials(['ListRepos'], ['short_page']);
  const asked = ['short_page', 'reset'].map((surprise) => admits(trial('ListRepos', surprise)));
  assert.deepEqual([...asked, admits(trial('GetRepo', 'reset'))], [false, true, false]);
});

for (const [word, reason] of [
  ['ListRepo', /^unknown value "ListRepo", did you mean "ListRepos"\?/],
  ['ListRepos/shrt_page', /^unknown value "shrt_page", did you mean "short_page"\?/],
  ['short_pages', /^unknown value "short_pages", did you mean "short_page"\?/],
  ['a/b/c', /^"a\/b\/c" is no trial/],
  ['', /^unknown value ""/],
] as const) {
  test(`O11: ${JSON.stringify(word)} means nothing`, () => assert.match(wrongWord(word) ?? '', reason));
}
