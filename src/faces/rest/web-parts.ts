import { type BreakOff, breakOffOf, type Transmission } from '../../kernel/transmission.ts';

/** The reasons that fetch names when its connection ends, or is reset. */
const CAUSES = {
  closed: ['UND_ERR_SOCKET', 'other side closed'],
  reset: ['ECONNRESET', 'read ECONNRESET'],
} as const;

const breakOffError = (how: BreakOff, message: string): TypeError => {
  const [code, said] = CAUSES[how === 'reset' ? 'reset' : 'closed'];
  return new TypeError(message, { cause: Object.assign(new Error(said), { code }) });
};

/** The error with which fetch rejects if an answer is lost (behaviour F13); undefined for one that has a beginning. */
export const findFetchError = (transmission: Transmission): TypeError | undefined => {
  const how = breakOffOf(transmission);
  return transmission.parts || how === undefined ? undefined : breakOffError(how, 'fetch failed');
};

async function* pieces(body: Uint8Array, transmission: Transmission, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const end of transmission.parts?.(body.length, gone) ?? []) {
    yield body.subarray(sent, end);
    sent = end;
  }
  const how = breakOffOf(transmission);
  if (how !== undefined) throw breakOffError(how, 'terminated');
  if (sent < body.length) yield body.subarray(sent);
}

/** The body of a Response as a fault wants it to be sent: a broken one fails as that of fetch does (behaviour F13). */
export const bodyInParts = (body: Uint8Array, transmission: Transmission): ReadableStream<Uint8Array> => {
  const gone = new AbortController();
  const left = pieces(body, transmission, gone.signal);
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => gone.abort(),
  });
};
