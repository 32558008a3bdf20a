import type { Connection } from './connection.ts';
import { MockError } from './mock-error.ts';

/** The items of a stream of server-sent events that have come whole, and the rest of its text. */
const splitItems = (text: string): readonly [items: readonly string[], rest: string] => {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  return [lines.flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : [])), rest];
};

/**
 * Follows a stream of the control plane about a world. It ends with the world, and when nobody asks for the next item.
 * @throws MockError where the control plane refuses
 */
export async function* followItems<T>(connection: Connection, path: string, world: string): AsyncGenerator<T, void> {
  const answer = await connection.controlAnswer(path, { world });
  if (answer.status !== 200 || !answer.body) {
    throw new MockError(`GET ${path}`, answer.status, await answer.json().catch(() => undefined));
  }
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop cancels the body, which ends the stream.
  for await (const bytes of answer.body) {
    const [items, rest] = splitItems(text + decoder.decode(bytes, { stream: true }));
    text = rest;
    for (const item of items) yield JSON.parse(item) as T;
  }
}
