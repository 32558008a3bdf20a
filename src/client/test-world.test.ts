import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { optionsOfTest } from './test-world.ts';

const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

const worldOf = (titles: readonly string[], file = 'a.spec.ts', project = '') =>
  optionsOfTest({ titles, file, project, retry: 1, worker: '3' }, {});

for (const [what, titles, title, name] of [
  ['a title', ['A name is taken once!'], 'A-name-is-taken-once', /^a-name-is-taken-once-[0-9a-f]{8}$/],
  ['a title in blocks', ['Repos', 'v1.2_x'], 'Repos-v1.2_x', /^v1-2-x-[0-9a-f]{8}$/],
  ['a title in blocks that are too long', ['x'.repeat(60), 'in', 'short'], 'in-short', /^short-[0-9a-f]{8}$/],
  ['a title that is too long', ['y'.repeat(99)], 'y'.repeat(63), /^y{54}-[0-9a-f]{8}$/],
  ['a title that is cut at a blank', [`${'z'.repeat(62)} z`], 'z'.repeat(62), /^z{54}-[0-9a-f]{8}$/],
  ['a title without a letter of a name', ['名前'], undefined, /^test-[0-9a-f]{8}$/],
] as const) {
  test(`Y7, Y19: ${what} names and labels the world of its test`, () => {
    const made = worldOf(titles);
    assert.match(made.name ?? '', name);
    assert.match(made.name ?? '', HOST_LABEL);
    assert.equal(made.labels?.title, title);
    for (const value of Object.values(made.labels ?? {})) assert.match(value, LABEL);
    assert.notEqual(worldOf(titles).name, made.name);
  });
}

test('Y19: file, project and worker are labels, and what is given takes precedence', () => {
  const file = `${'folder/'.repeat(12)}repos.spec.ts`;
  const { labels = {} } = worldOf(['t'], file, 'Mobile Safari');
  assert.equal(labels.project, 'Mobile-Safari');
  assert.match(labels.file ?? '', /^[a-z].{40,61}-repos\.spec\.ts$/);
  assert.match(labels.file ?? '', LABEL);
  assert.deepEqual([labels.retry, labels.worker], ['1', '3']);
  const given = { name: 'own', labels: { title: 'other', ticket: 'a' } };
  const own = optionsOfTest({ titles: ['t'], file: 'a.ts', project: '', retry: 0, worker: '' }, given);
  assert.deepEqual(own, { name: 'own', labels: { title: 'other', ticket: 'a', file: 'a.ts', retry: '0' } });
});

test('Y19: a path of a file is from the working directory, and what is not known of a test is no label', () => {
  const { labels } = optionsOfTest({ titles: ['t'], file: resolve('test/a.test.ts') }, {});
  assert.deepEqual(labels, { title: 't', file: 'test-a.test.ts', retry: '0' });
  assert.deepEqual(optionsOfTest({ titles: ['t'] }, {}).labels, { title: 't', retry: '0' });
});
