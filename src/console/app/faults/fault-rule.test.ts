import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleFrom } from './fault-rule.ts';

const RULES = [
  [{}, { match: {}, phase: 'before', do: { code: 'UNAVAILABLE' } }],
  [
    { operation: 'CreateRepo', attempt: '1', phase: 'after_commit', failure: 'drop', times: '2' },
    { match: { operation: 'CreateRepo', attempt: 1 }, phase: 'after_commit', do: { drop: true }, times: 2 },
  ],
  [
    { times: 'often', latency: '250', retryAfter: '0' },
    { match: {}, phase: 'before', do: { code: 'UNAVAILABLE', latency: 250, retryAfter: 0 }, times: 'often' },
  ],
  [
    { operation: 'ListRepos', caller: 'ci-bot', phase: 'after_commit', failure: 'preset:short_page', times: '1' },
    { preset: 'short_page', match: { operation: 'ListRepos', caller: 'ci-bot' } },
  ],
] as const;

for (const [fields, rule] of RULES) {
  test(`the fields ${JSON.stringify(fields)} are a rule as the control plane takes it, or refuses it`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(ruleFrom(fields))), rule);
  });
}
