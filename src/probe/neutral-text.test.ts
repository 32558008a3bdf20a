import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neutralLine, templateOf } from './neutral-text.ts';

const UID = 'a'.repeat(40);

for (const [line, neutral] of [
  ['ok 3 repos in 12.5 ms', 'ok 3 repos in <measure>'],
  ['took 0.25s, 3 MiB, 40%', 'took <measure>, <measure>, <measure>'],
  ['3 stores, 12 apples', '3 stores, 12 apples'],
  ['at 2026-11-24T15:05:00.115Z it ended', 'at <time> it ended'],
  ['at 15:05:00 it ended, on 2026-11-24', 'at <time> it ended, on <time>'],
  ['epoch 1795532400 and 1795532400123, but 1234567890', 'epoch <time> and <time>, but 1234567890'],
  [`made ${UID}/0123456789abcdef below ${UID}`, 'made <uid> below <uid>'],
  ['id 123e4567-e89b-12d3-a456-426614174000', 'id <uid>'],
  ['[ 3/12] repos.test.ts', '[#/12] repos.test.ts'],
  ['\u001b[32mgreen\u001b[0m  ', 'green'],
] as const) {
  test(`O8: of the line ${JSON.stringify(line)} is compared ${JSON.stringify(neutral)}`, () => {
    assert.equal(neutralLine(line), neutral);
  });
}

for (const [name, template] of [
  ['probe-7f3a91', 'probe-#'],
  ['probe-1', 'probe-#'],
  ['run-2026-11-24T15:05:00Z', 'run-<time>'],
  ['http://127.0.0.1:41233/hook', 'http://#/hook'],
  ['checkout', 'checkout'],
  ['TestRepos-Create', 'TestRepos-Create'],
] as const) {
  test(`O4: the name ${name} has the form ${template}`, () => assert.equal(templateOf(name), template));
}
