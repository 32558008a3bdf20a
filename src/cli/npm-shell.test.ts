import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findParentId, isStartedByNpm } from './npm-shell.ts';

for (const [script, expected] of [
  ['platform-mock', true],
  ['platform-mock serve --port 0', true],
  ['"platform-mock" "serve" "--fixture" "a b.yaml"', true],
  ['./node_modules/.bin/platform-mock', true],
  ['platform-mock serve &', false],
  ['platform-mock serve & wait-on http://localhost:8484', false],
  ['platform-mock serve > mock.log', false],
  ['playwright test', false],
  ['node start-platform-mock.js', false],
  ['platform-mocker', false],
  [undefined, false],
] as const) {
  test(`a command that npm runs as ${script} is ${expected ? 'to end with' : 'not tied to'} its shell`, () => {
    assert.equal(isStartedByNpm({ npm_lifecycle_script: script }), expected);
  });
}

test('a command is tied to its shell, or to the npm that its script names, which may be gone already', () => {
  const script = { npm_lifecycle_script: 'platform-mock' };
  assert.equal(findParentId({ env: script, ppid: 7 }), 7);
  assert.equal(findParentId({ env: { npm_lifecycle_script: 'exec node x.ts', NPM_PID: '8' }, ppid: 1 }), 8);
  assert.equal(findParentId({ env: {}, ppid: 7 }), undefined);
});
