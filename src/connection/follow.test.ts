import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, type StreamQuery } from './follow.ts';

const BEGIN = ': following\nid: 0\n\n';
const eventOf = (id: string): string => `event: ended\nid: ${id}\ndata: "${id}"\n\n`;
const OVER = 'event: over\ndata: {}\n\n';

/** A body that is cut behind its text. */
async function* cutBehind(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
  throw new Error('it was cut');
}

const refusal = (status: number, reason: string) => ({
  status,
  body: cutBehind(''),
  text: async () => JSON.stringify({ message: 'no', details: [{ '@type': 'google.rpc.ErrorInfo', reason }] }),
});

const stream = (text: string) => ({ status: 200, body: cutBehind(text), text: async () => text });

/** Follows what answers one after the other, and returns the items with the cursors that were asked for. */
const follow = async (...answers: readonly (ReturnType<typeof stream> | Error)[]) => {
  const asked: (string | undefined)[] = [];
  const ask = async ({ headers }: StreamQuery) => {
    const answer = answers[asked.length] ?? assert.fail('it was asked for too often');
    asked.push(headers['last-event-id']);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const items: unknown[] = [];
  let failure: unknown;
  try {
    for await (const { data } of followEvents('/stream', ask)) items.push(JSON.parse(data));
  } catch (error) {
    failure = error instanceof Error ? error.message : error;
  }
  return { items, asked, failure };
};

test('J21: a stream that was cut is asked for behind its cursor, until it is over', async () => {
  const first = stream(`${BEGIN}${eventOf('1')}:\n\n${eventOf('2~1')}event: ended\nid: 3\ndata: "3"`);
  const found = await follow(first, new Error('refused'), refusal(503, ''), stream(`${BEGIN}${OVER}`));
  assert.deepEqual(found, { items: ['1', '2~1'], asked: [undefined, '2~1', '2~1', '2~1'], failure: undefined });
});

test('J21: a stream that was cut before its first event is asked for behind its beginning', async () => {
  const found = await follow(stream(BEGIN), stream(`${eventOf('1')}${OVER}`));
  assert.deepEqual(found, { items: ['1'], asked: [undefined, '0'], failure: undefined });
});

test('J21: it ends with a world that ended meanwhile, and fails for any other refusal', async () => {
  const gone = await follow(stream(BEGIN), refusal(404, 'MOCK_WORLD_NOT_FOUND'));
  assert.deepEqual([gone.items, gone.failure], [[], undefined]);
  const refused = await follow(stream(BEGIN), refusal(401, ''));
  assert.deepEqual(refused.failure, 'GET /stream: 401 no');
});

test('J21: a stream that does not answer at the beginning is not asked for again', async () => {
  for (const answer of [refusal(404, 'MOCK_WORLD_NOT_FOUND'), refusal(503, ''), new Error('refused'), stream('')]) {
    const { asked, failure } = await follow(answer);
    assert.deepEqual([asked.length, failure !== undefined], [1, true]);
  }
});
