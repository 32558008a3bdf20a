import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RestRequest } from '../../faces/rest/face.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { EarlyCall } from '../../kernel/rows.ts';
import { type Answering, type CallLine, logCalls } from './call-log.ts';

const REQUEST = { method: 'GET', target: '/registry/v2/repos' } as RestRequest;
const WORLD = { id: 'default', tokens: {} } as CallScope;

const earlyRead = (): EarlyCall & { refusal: ApiError | undefined } => ({
  state: '1',
  isCurrent: true,
  refusal: undefined,
  refuse(refusal) {
    this.refusal = refusal;
  },
});

test('31.20: a read that has to run again is logged once, when it does', async () => {
  const lines: CallLine[] = [];
  const rest: Answering['rest'] = {
    handle: async ({ early }) => {
      early?.refuse(new ApiError('ABORTED', 'Aborted: the rows are at another state'));
      return { status: 200, body: '{}' };
    },
  };
  const given = { rest, grpc: {}, app: {}, worldOf: () => WORLD } as unknown as Answering;
  const { rest: logged } = logCalls(given, { write: (line) => lines.push(line), now: () => 0 });
  await logged.handle({ ...REQUEST, early: earlyRead() }, WORLD);
  assert.deepEqual(lines, []);
  await logged.handle(REQUEST, WORLD);
  assert.deepEqual(lines, [{ method: 'GET', path: '/registry/v2/repos', status: 200, code: 'OK', ms: 0 }]);
});
