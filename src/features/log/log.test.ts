import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALL, createLog } from './log.ts';

const logged = (terminal: boolean, line: object): string => {
  let text = '';
  const log = createLog('info', terminal, (written) => {
    text += written;
  });
  log.info(line, CALL);
  return text;
};

const LINE = { method: 'GET', path: '/registry/v2/repos', status: 200, code: 'OK', ms: 1.5 };

for (const [what, line, text] of [
  ['of somebody', { ...LINE, caller: 'a/b', callerName: 'ci-bot' }, 'GET /registry/v2/repos 200 OK ci-bot 1.5 ms\n'],
  ['of somebody without a name', { ...LINE, caller: 'a/b' }, 'GET /registry/v2/repos 200 OK a/b 1.5 ms\n'],
  ['of nobody', LINE, 'GET /registry/v2/repos 200 OK - 1.5 ms\n'],
  [
    'with a refused token',
    { ...LINE, status: 401, code: 'UNAUTHENTICATED', reason: 'aud: it is for "x"' },
    'GET /registry/v2/repos 401 UNAUTHENTICATED - 1.5 ms (aud: it is for "x")\n',
  ],
  ['of a page', { method: 'GET', path: '/docs', status: 200, ms: 3 }, 'GET /docs 200 - 3 ms\n'],
] as const) {
  test(`on a terminal a call ${what} is one plain line`, () => {
    assert.equal(logged(true, line), text);
  });
}

test('elsewhere a call is one line of JSON', () => {
  const { time: _, ...line } = JSON.parse(logged(false, LINE)) as Record<string, unknown>;
  assert.deepEqual(line, { level: 30, ...LINE, msg: CALL });
});
