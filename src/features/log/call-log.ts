import type { ServerHttp2Stream } from 'node:http2';
import type { Hono } from 'hono';
import type { GrpcFace } from '../../faces/grpc/face.ts';
import type { CallParts } from '../../faces/grpc/unary-call.ts';
import type { RestAnswer } from '../../faces/rest/answer.ts';
import type { RestFace } from '../../faces/rest/face.ts';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import { type CallScope, DEFAULT_WORLD, type WorldOf } from '../../kernel/call-scope.ts';
import { ApiError, Code, type CodeName } from '../../kernel/errors.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { BROKEN_OFF, type BrokenOff, breakOffOf } from '../../kernel/transmission.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { omitUndefined } from '../../schema/defined.ts';

/** The handlers of requests: the API's faces, and the pages and the control plane. */
export interface Answering {
  readonly app: Pick<Hono<HttpEnv>, 'fetch'>;
  readonly rest: Pick<RestFace, 'handle'>;
  readonly grpc: Pick<GrpcFace, 'stream' | 'request'>;
  readonly worldOf: WorldOf;
}

/** One call, as a line of the log has it: without headers and query, since these may have secrets. */
export interface CallLine {
  readonly method: string;
  /** The path of the request target, no longer than 256 characters. */
  readonly path: string;
  /** The HTTP status; absent if the connection ended without an answer. */
  readonly status?: number;
  /** The name of the gRPC code, or how the answer was broken off; absent for pages and the control plane. */
  readonly code?: string;
  /** The identity's uid; absent if none is known. */
  readonly caller?: string;
  /** The name of the world, if that is not `default`. */
  readonly world?: string;
  readonly ms: number;
  /** The reason for the token's refusal. */
  readonly reason?: string;
}

/** The dependencies of a call log. */
export interface CallLogDeps {
  readonly write: (line: CallLine, world: CallScope) => void;
  /** Milliseconds of a clock that is never put back. */
  readonly now: () => number;
}

const MAX_PATH_LENGTH = 256;
/** Paths that monitors of the server ask for again and again. */
const MONITORED: ReadonlySet<string> = new Set(['live', 'ready', 'metrics'].map((name) => `${CONTROL_PREFIX}/${name}`));
const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(Code).map(([name, code]) => [code, name]));

const pathOf = (target = ''): string =>
  target
    .split(/[?#]/, 1)[0]
    ?.slice(0, MAX_PATH_LENGTH)
    .replace(/[^\x21-\x7e]/g, '?') ?? '';

const codeName = (code: unknown): string => (Number(code) === 0 ? 'OK' : (NAMES.get(Number(code)) ?? String(code)));

/** The code of a REST answer, from its body if it failed; a page has none. */
const codeIn = ({ status, body, type }: RestAnswer): string | undefined => {
  if (status < 400 || body === undefined) return 'OK';
  if (type !== undefined) return undefined;
  return codeName((JSON.parse(String(body)) as { readonly code?: unknown }).code);
};

/** The status and code of a REST answer; of one that is broken off how it is (behaviour F10). */
const outcomeOf = (answer: RestAnswer): Pick<CallLine, 'status' | 'code'> => {
  const { status, transmission } = answer;
  const how = transmission && breakOffOf(transmission);
  if (how === undefined) return { status, ...omitUndefined({ code: codeIn(answer) }) };
  return { ...(transmission?.parts && { status }), code: BROKEN_OFF[how] };
};

/** Follows one call from its beginning to its line. */
class Trace {
  readonly world: CallScope;
  #caller = '';
  #reason: string | undefined;
  #code: CodeName | BrokenOff | undefined;
  readonly #begun: number;
  readonly #deps: CallLogDeps;

  constructor(world: CallScope, deps: CallLogDeps) {
    this.#deps = deps;
    this.#begun = deps.now();
    this.world = {
      id: world.id,
      store: world.store,
      clock: world.clock,
      settings: world.settings,
      pageTokenKey: world.pageTokenKey,
      steering: world.steering,
      recorder: world.recorder,
      meter: world.meter,
      events: world.events,
      faults: () => world.faults?.(),
      authenticate: (...credentials) => this.#authenticate(() => world.authenticate(...credentials)),
      tokens: {
        exchange: (presented) => this.#noteFailureOf(world.tokens.exchange(presented)),
        refresh: (presented) => this.#noteFailureOf(world.tokens.refresh(presented)),
      },
    };
  }

  /** The call as it is followed: in the world of this trace, with the code that it fails with. */
  follow(call: CallParts): CallParts {
    const noteCode = (code: CodeName | BrokenOff): void => {
      this.#code = code;
    };
    return { ...call, world: this.world, failed: noteCode };
  }

  /** Writes the line. A code that the call reported itself takes precedence. */
  end(line: Pick<CallLine, 'method' | 'path' | 'status' | 'code'>): void {
    const { write, now } = this.#deps;
    const code = this.#code ?? line.code;
    const entry = {
      ...line,
      ...(code !== undefined && { code }),
      ...(this.#caller !== '' && { caller: this.#caller }),
      ...(this.world.id !== DEFAULT_WORLD && { world: this.world.id }),
      ms: Math.round((now() - this.#begun) * 10) / 10,
      ...(this.#reason !== undefined && { reason: this.#reason }),
    };
    write(entry, this.world);
  }

  #authenticate(authenticate: () => ReturnType<CallScope['authenticate']>): ReturnType<CallScope['authenticate']> {
    const noteCaller = (caller: Awaited<ReturnType<CallScope['authenticate']>>): typeof caller => {
      this.#caller = caller.identity;
      return caller;
    };
    try {
      const caller = authenticate();
      return caller instanceof Promise ? this.#noteFailureOf(caller).then(noteCaller) : noteCaller(caller);
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  async #noteFailureOf<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): void {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      this.#reason = findTokenRefusal(error)?.reason ?? error.message;
  }
}

const grpcCode = ({ sentHeaders, sentTrailers }: ServerHttp2Stream): string => {
  const status = sentTrailers?.['grpc-status'] ?? sentHeaders?.['grpc-status'];
  return status === undefined ? 'CANCELLED' : codeName(status);
};

/** Adds a line to the log for each call once it has ended. */
export const logCalls = ({ app: { fetch: answer }, rest, grpc, worldOf }: Answering, deps: CallLogDeps): Answering => ({
  worldOf,
  rest: {
    handle: async (request, its) => {
      const trace = new Trace(its, deps);
      const answered = await rest.handle(request, trace.world);
      trace.end({ method: request.method, path: pathOf(request.target), ...outcomeOf(answered) });
      return answered;
    },
  },
  grpc: {
    stream: (stream, headers, call): boolean => {
      const trace = new Trace(call.world, deps);
      if (!grpc.stream(stream, headers, trace.follow(call))) return false;
      const path = pathOf(headers[':path']);
      stream.once('close', () =>
        trace.end({
          method: 'gRPC',
          path,
          ...(stream.headersSent && { status: Number(stream.sentHeaders[':status']) }),
          code: grpcCode(stream),
        }),
      );
      return true;
    },
    request: (request, response, call): Promise<void> => {
      const trace = new Trace(call.world, deps);
      const { method = '', url } = request;
      response.once('close', () => {
        const status = response.statusCode;
        // A call whose answer is lost has sent no head.
        const sent = response.headersSent && { status, ...(status === 200 && { code: 'OK' }) };
        trace.end({ method, path: pathOf(url), ...sent });
      });
      return grpc.request(request, response, trace.follow(call));
    },
  },
  app: {
    fetch: async (request, env, context) => {
      const { headers, target } = env as HttpEnv['Bindings'];
      const path = pathOf(target);
      if (MONITORED.has(path)) return answer(request, env, context);
      const trace = new Trace(worldOf(headers), deps);
      const response = await answer(request, env, context);
      trace.end({ method: request.method, path, status: response.status });
      return response;
    },
  },
});
