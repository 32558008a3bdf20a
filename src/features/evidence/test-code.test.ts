import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../../../generated/nouns.ts';
import { createdCall, ORG } from '../../testing/created-call.ts';
import { toTest } from './test-code.ts';

const created: JournalEntry = {
  ...createdCall,
  request: { repo: { name: "o'neil `x`" }, parent: ORG },
  changes: [],
};
const listed: JournalEntry = {
  ...created,
  method: 'GET',
  path: '/registry/v2/repos',
  operation: 'ListRepos',
  request: { uidp: { childrenOf: ORG }, pageSize: 2 },
};

test('a call is a test in a world of its own, with its organization, its caller and its answer', () => {
  const { caller: _, ...anonymous } = listed;
  assert.equal(
    toTest({ runner: 'playwright', calls: [anonymous], orgId: ORG }),
    `import { expect, test } from 'platform-mock/playwright';

test('ListRepos is answered with 200', async ({ world }) => {
  const answer = await world.fetch(\`/registry/v2/repos?uidp.childrenOf=\${world.orgId}&pageSize=2\`, {
    headers: { authorization: \`Bearer none\` },
  });
  expect(answer.status).toBe(200);
});
`,
  );
});

test('faults come before the calls, and the changes that they leave come behind them', () => {
  const text = toTest({
    runner: 'vitest',
    title: "a create that isn't answered",
    remarks: ['It was found by chance.'],
    faults: [{ operation: 'CreateRepo', effect: { code: 'UNAVAILABLE' }, phase: 'after_commit' }],
    calls: [{ ...created, status: 503 }, created],
    orgId: ORG,
    changes: { added: [{ type: 'repos', uid: `${ORG}/c`, name: "o'neil" }], removed: [] },
  });
  assert.equal(
    text,
    `import { test } from 'platform-mock/vitest';

// It was found by chance.
test('a create that isn\\'t answered', async ({ world, expect }) => {
  await world.faults.once('CreateRepo', {"code":"UNAVAILABLE"}, {"phase":"after_commit"});
  const answer = await world.fetch(\`/registry/v2/repos/\${world.orgId}\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${await world.token('viewer')}\`, 'content-type': 'application/json' },
    body: '{"name":"o\\'neil \`x\`"}',
  });
  expect(answer.status).toBe(503);
  const answer2 = await world.fetch(\`/registry/v2/repos/\${world.orgId}\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${await world.token('viewer')}\`, 'content-type': 'application/json' },
    body: '{"name":"o\\'neil \`x\`"}',
  });
  expect(answer2.status).toBe(200);
  const changes = await world.diff();
  expect(changes.added).toMatchObject([{"type":"repos","name":"o'neil"}]);
  expect(changes.removed).toMatchObject([]);
});
`,
  );
});

test('a walk goes on by the cursors of its own answers', () => {
  const first = { ...listed, id: '1', answer: { repos: [], nextPageToken: 'abc[redacted]' } };
  const second = {
    ...listed,
    id: '2',
    request: { ...listed.request, pageToken: 'abc[redacted]' },
    answer: { repos: [] },
  };
  const text = toTest({ runner: 'vitest', calls: [first, second], met: new Set(['1']), orgId: ORG });
  const lines = text.split('\n').map((line) => line.trim());
  assert.ok(lines.includes('const { nextPageToken: cursor } = (await answer.json()) as { nextPageToken: string };'));
  assert.match(text, /answer2 = await world\.fetch\(`.*pageToken=\$\{cursor\}`/);
});
