import type { Context } from 'hono';
import type { ControlEnv } from './route-parts.ts';

/** An answer whose body is sent as its text is made; a failure of that ends only this answer (behaviour §1.15). */
export const textAnswer = (context: Context<ControlEnv>, text: AsyncIterable<string>, type: string): Response => {
  const { broken } = context.env;
  const encoder = new TextEncoder();
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of text) yield encoder.encode(piece);
    } catch (error) {
      if (!broken) throw error;
      broken(error);
    }
  };
  return context.body(ReadableStream.from(bytes()), 200, { 'Content-Type': type });
};
