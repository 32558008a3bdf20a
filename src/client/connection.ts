import { MockError } from './mock-error.ts';

/** The prefix of the control plane. */
const CONTROL = '/_mock/v1';

/** The parts of a connection to a mock. */
export interface ConnectionOptions {
  /** The URL by which clients call it, without a slash at its end. */
  readonly url: string;
  /** Answers a request to `url`, or to `controlUrl`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The origin by which the control plane is called; `url` unless given. */
  readonly controlUrl?: string;
  readonly controlToken?: string | undefined;
}

/** The body of a control call: a value as JSON, a text in YAML, or lines of JSON. */
export interface ControlRequest {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly json?: unknown;
  readonly yaml?: string;
  readonly lines?: string;
  /** The world that it is about; `default` unless given. */
  readonly world?: string;
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
    const answer = await this.controlAnswer(path, request);
    const text = await answer.text();
    if (answer.status === 200) return text;
    throw new MockError(`${request.method ?? 'GET'} ${CONTROL}${path}`, answer.status, parseJson(text));
  }

  /** Calls the control plane and returns its answer, whatever it is. */
  controlAnswer(path: string, { method = 'GET', json, yaml, lines, world }: ControlRequest = {}): Promise<Response> {
    const body = yaml ?? lines ?? (json === undefined ? undefined : JSON.stringify(json));
    const [type] = [yaml && 'application/yaml', lines && 'application/x-ndjson', 'application/json'].filter(Boolean);
    const headers = {
      ...this.controlHeaders(),
      ...(world !== undefined && { 'x-mock-world': world }),
      ...(body !== undefined && { 'content-type': String(type) }),
    };
    const { controlUrl = this.url } = this.#options;
    return this.fetch(
      new Request(`${controlUrl}${CONTROL}${path}`, { method, headers, ...(body !== undefined && { body }) }),
    );
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
