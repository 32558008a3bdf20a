import type { MintedToken, WorldEnvironment } from '../../../generated/nouns.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';

/** The header that names the world of a request. */
const WORLD_HEADER = 'x-mock-world';
const DEFAULT_WORLD = 'default';
const TOKEN_KEY = 'platform-mock control token';

/** The name of the console's calls in the journal. */
export const CLIENT = 'platform-mock-console';
/** The client of a call that a person sends again, so that it is no try of the first one. */
const SENT_AGAIN = 'sent-again';

/** An answer that is an error, with the status and the body in the shape of the service. */
export class CallError extends Error {
  readonly status: number;
  readonly body: JsonObject;

  constructor(status: number, body: JsonObject) {
    super(typeof body.message === 'string' ? body.message : `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** A request: the body is sent as JSON, or as YAML if it is text. */
interface Sent {
  readonly method: string;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The calls of the console to one world of the mock. */
export interface Connection {
  readonly world: string;
  /** Calls the control plane; rejects with CallError, and asks for the control token if it is missing. */
  readonly steer: <T = JsonObject>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Calls the control plane for an answer other than JSON. */
  readonly steerText: (path: string) => Promise<string>;
  /** Follows server-sent events until the signal ends it. */
  readonly follow: (path: string, signal: AbortSignal, onEvent: (data: string) => void) => Promise<void>;
  /** Calls the API as an identity, by its uid; as the one that may do everything if it is empty. */
  readonly call: <T = JsonObject>(identity: string, method: string, path: string, body?: unknown) => Promise<T>;
  /** Sends a call once more as a client has sent it, under a name of its own; resolves with the status. */
  readonly again: (sent: {
    /** The uid of the identity; empty for a call without a token. */
    readonly identity: string;
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
  }) => Promise<number>;
}

/** Stores the control token until the browser's tab is closed. */
export const storeControlToken = (token: string): void => sessionStorage.setItem(TOKEN_KEY, token);

/** The control token of the browser's tab. */
export const controlToken = (): string | undefined => sessionStorage.getItem(TOKEN_KEY) ?? undefined;

const send = (path: string, world: string, { method, body, token, signal }: Sent, client = CLIENT): Promise<Response> =>
  fetch(path, {
    method,
    cache: 'no-store',
    credentials: 'omit',
    headers: {
      ...(world !== DEFAULT_WORLD && { [WORLD_HEADER]: world }),
      ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!path.startsWith('/_mock/') && { cgclientid: client }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });

const failureOf = async (response: Response): Promise<CallError> => {
  const text = await response.text();
  const body = parseJson(text);
  return new CallError(response.status, isObject(body) ? body : { message: text || `HTTP ${response.status}` });
};

/** The data of server-sent events, one after the other. */
async function* dataOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('event: over\n')) return;
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}

/** Connects to a world; `onRefused` is called when the control plane asks for its token. */
export const connect = (world: string, onRefused: () => void): Connection => {
  const tokens = new Map<string, Promise<string>>();
  const control = async (method: string, path: string, rest: Partial<Sent> = {}): Promise<Response> => {
    const token = controlToken();
    const response = await send(`/_mock/v1/${path}`, world, { ...rest, method, token });
    // A token that was given while the request was under way is not refused by its answer.
    if (response.status === 401 && token === controlToken()) onRefused();
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  const steer = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await control(method, path, { body })).json() as Promise<T>;
  const mint = async (identity: string): Promise<string> => {
    if (identity !== '') return (await steer<MintedToken>('POST', 'tokens', { identity })).token;
    const { env } = await steer<WorldEnvironment>('GET', `worlds/${world}:variables`);
    return env.PLATFORM_TOKEN ?? '';
  };
  const tokenOf = (identity: string): Promise<string> => {
    const known = tokens.get(identity) ?? mint(identity);
    tokens.set(identity, known);
    known.catch(() => tokens.delete(identity));
    return known;
  };
  return {
    world,
    steer,
    steerText: async (path) => (await control('GET', path)).text(),
    follow: async (path, signal, onEvent) => {
      const { body } = await control('GET', path, { signal });
      if (body) for await (const data of dataOf(body)) onEvent(data);
    },
    call: async <T>(identity: string, method: string, path: string, body?: unknown) => {
      const isCached = tokens.has(identity);
      const first = await send(path, world, { method, body, token: await tokenOf(identity) });
      // A cached token may have expired since, by a clock that was moved.
      const isOver = isCached && first.status === 401;
      if (isOver) tokens.delete(identity);
      const response = isOver ? await send(path, world, { method, body, token: await tokenOf(identity) }) : first;
      if (!response.ok) throw await failureOf(response);
      // A delete of v2 answers nothing.
      return JSON.parse((await response.text()) || '{}') as T;
    },
    again: async ({ identity, method, path, body }) => {
      const token = identity === '' ? undefined : (await steer<MintedToken>('POST', 'tokens', { identity })).token;
      return (await send(path, world, { method, body, token }, SENT_AGAIN)).status;
    },
  };
};
