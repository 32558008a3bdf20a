import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Listener } from './followers.ts';
import { streamAnswer } from './stream-answer.ts';

const BEGIN = ': following\nid: 7\n\n';

/** A stream of numbers: what follows it, and its answer to a method. */
const streamOf = (quietMillis?: number) => {
  const followers = new Set<Listener<number>>();
  const app = new OpenAPIHono();
  const follow = (listener: Listener<number>) => {
    followers.add(listener);
    return { cursor: '7', stop: () => void followers.delete(listener) };
  };
  const messageOf = (item: number) => ({ event: 'counted', id: String(item), data: String(item) });
  app.get('/', (context) => streamAnswer(context, follow, messageOf, quietMillis));
  return { followers, ask: (method: string) => app.request('/', { method }) };
};

const read = async ({ body }: Response, isEnough: (text: string) => boolean): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (isEnough(text)) break;
  }
  return text;
};

test('J10: a comment is sent in each period without an item, and a reader who leaves ends the stream', async (t) => {
  // The timer of a stream keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(alive));
  const { followers, ask } = streamOf(5);
  const answer = await ask('GET');
  assert.equal(await read(answer, (text) => text.endsWith(':\n\n:\n\n')), `${BEGIN}:\n\n:\n\n`);
  assert.equal(followers.size, 0);
});

test('J10: the items before the end are sent before it, and it says that it is over', async () => {
  const { followers, ask } = streamOf();
  const answer = await ask('GET');
  const [listener] = followers;
  listener?.take(1);
  listener?.take(2);
  listener?.ended(true);
  const items = 'event: counted\nid: 1\ndata: 1\n\nevent: counted\nid: 2\ndata: 2\n\n';
  assert.equal(await read(answer, () => false), `${BEGIN}${items}event: over\ndata: {}\n\n`);
});

test('J10: nothing is stored for a reader that is 10,000 items behind: its stream ends', async () => {
  const { followers, ask } = streamOf();
  const answer = await ask('GET');
  const [listener] = followers;
  for (let item = 0; item < 10_000; item += 1) listener?.take(item);
  assert.equal(followers.size, 1);
  listener?.take(10_000);
  assert.equal(followers.size, 0);
  assert.equal(await read(answer, () => false), BEGIN);
});

test('J10: HEAD follows nothing', async () => {
  const { followers, ask } = streamOf();
  const answer = await ask('HEAD');
  assert.deepEqual([answer.headers.get('content-type'), answer.body, followers.size], ['text/event-stream', null, 0]);
});
