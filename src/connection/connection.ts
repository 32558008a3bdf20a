import { parseJson } from '../json.ts';
import { MockError } from './mock-error.ts';

/** The prefix of the control plane. */
const CONTROL = '/_mock/v1';
/** The host by which the control plane of a mock in this process is called, whatever its public URL. */
export const CONTROL_URL = 'http://localhost';

/** A call of the control plane as it is sent. */
export interface ControlCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The answer to a call of the control plane. */
export interface ControlAnswer {
  readonly status: number;
  readonly text: () => Promise<string>;
}

/** The options of a connection to a mock. */
export interface ConnectionOptions {
  /** The URL by which clients call it, without a slash at its end. */
  readonly url: string;
  /** Answers a request to `url`, or to `controlUrl`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends the calls of the control plane; `fetch` does unless given. */
  readonly send?: (call: ControlCall) => Promise<ControlAnswer>;
  /** The origin by which the control plane is called; `url` unless given. */
  readonly controlUrl?: string;
  readonly controlToken?: string | undefined;
}

/** The body of a control call: a value as JSON, a text in YAML, or lines of JSON. */
export interface ControlRequest {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  readonly yaml?: string;
  readonly lines?: string | Uint8Array;
  /** The world that it is about; `default` unless given. */
  readonly world?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends an answer that is followed. */
  readonly signal?: AbortSignal;
}

/** A mock that answers, and its control plane. */
export class Connection {
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.url = options.url;
    this.fetch = options.fetch;
  }

  /** The headers that the control plane asks for. */
  controlHeaders(): Record<string, string> {
    const { controlToken } = this.#options;
    return controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  }

  /** True for a path of the control plane. */
  isControl(path: string): boolean {
    return path.startsWith(`${CONTROL}/`);
  }

  /**
   * Calls the control plane and returns the body of its answer, which is JSON.
   * @throws MockError for an answer other than 200
   */
  async control<T>(path: string, request: ControlRequest = {}): Promise<T> {
    return JSON.parse(await this.controlText(path, request)) as T;
  }

  /**
   * Calls the control plane and returns the body of its answer as it is.
   * @throws MockError for an answer other than 200
   */
  async controlText(path: string, request: ControlRequest = {}): Promise<string> {
    const call = this.#callOf(path, request);
    const { send = (asked) => this.fetch(new Request(asked.url, asked)) } = this.#options;
    const answer = await send(call);
    const text = await answer.text();
    if (answer.status === 200) return text;
    throw new MockError(`${call.method} ${CONTROL}${path}`, answer.status, parseJson(text));
  }

  /** Calls the control plane and returns its answer, of any status. */
  controlAnswer(path: string, request: ControlRequest = {}): Promise<Response> {
    const call = this.#callOf(path, request);
    const { signal = null } = request;
    return this.fetch(new Request(call.url, { ...call, signal }));
  }

  #callOf(path: string, { method = 'GET', world, headers: more, ...given }: ControlRequest): ControlCall {
    const [type, body] = bodyOf(given);
    const headers = {
      ...more,
      ...this.controlHeaders(),
      ...(world !== undefined && { 'x-mock-world': world }),
      ...(type !== undefined && { 'content-type': type }),
    };
    const { controlUrl = this.url } = this.#options;
    return { url: `${controlUrl}${CONTROL}${path}`, method, headers, ...(body !== undefined && { body }) };
  }
}

/** The media type of a body and the body itself; neither if nothing is sent. */
const bodyOf = ({ json, yaml, lines }: ControlRequest): readonly [string, string | Uint8Array] | readonly [] => {
  if (yaml !== undefined) return ['application/yaml', yaml];
  if (lines !== undefined) return ['application/x-ndjson', lines];
  return json === undefined ? [] : ['application/json', JSON.stringify(json)];
};
