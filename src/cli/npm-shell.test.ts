import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStartedByNpm } from './npm-shell.ts';

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
