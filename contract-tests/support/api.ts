import { Agent, type OutgoingHttpHeaders } from 'node:http';
import { type Answer, answerOf, type Body, ok } from './answer.ts';
import { exchange } from './http.ts';
import { checkAnswer } from './schema-check.ts';
import { inSuiteForm } from './suite-form.ts';

/** The parts of a request besides method and target. */
export interface Extra {
  readonly headers?: OutgoingHttpHeaders;
  /** An object is sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown;
}

const encode = (body: unknown): string | Buffer | undefined =>
  body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);

/** The service domain, as the target's own errors report it. */
export const learnServiceDomain = async (baseUrl: string): Promise<string> => {
  const agent = new Agent();
  const { bytes } = await exchange(agent, baseUrl, { method: 'GET', target: '/iam/v2/groups' });
  agent.destroy();
  const domain = /"domain":\s*"iam\.([^"]+)"/.exec(bytes.toString('utf8'))?.[1];
  if (domain === undefined) throw new Error(`${baseUrl} does not answer as the API: ${bytes.toString('utf8')}`);
  return domain;
};

/** The target of an Api, and its connections. */
export interface Connection {
  readonly baseUrl: string;
  readonly serviceDomain: string;
  readonly agent: Agent;
  /** The world that every request names, if any. */
  readonly world?: string;
  /** True if calls fail on demand, with any status: the documents declare only what the service answers by itself. */
  readonly hasFaults?: boolean;
}

/**
 * A caller of the API. Every answer to an API path is checked against the document of its version before a test sees it.
 */
export class Api {
  readonly connection: Connection;
  readonly token: string | undefined;

  constructor(connection: Connection, token: string | undefined) {
    this.connection = connection;
    this.token = token;
  }

  /** Calls the target as another caller; undefined sends no Authorization. */
  as(token: string | undefined): Api {
    return new Api(this.connection, token);
  }

  async send(method: string, target: string, { headers = {}, body }: Extra = {}): Promise<Answer> {
    const encoded = encode(body);
    const { agent, baseUrl, serviceDomain, world, hasFaults = false } = this.connection;
    const sent = {
      method,
      target,
      headers: {
        ...(world !== undefined && { 'x-mock-world': world }),
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(encoded !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(encoded !== undefined && { body: encoded }),
    };
    const answer = answerOf(sent, await exchange(agent, baseUrl, sent), serviceDomain);
    if (!hasFaults || answer.status < 400) checkAnswer(answer);
    return inSuiteForm(answer);
  }

  get(target: string): Promise<Answer> {
    return this.send('GET', target);
  }

  post(target: string, body?: unknown): Promise<Answer> {
    return this.send('POST', target, { body });
  }

  patch(target: string, body?: unknown): Promise<Answer> {
    return this.send('PATCH', target, { body });
  }

  put(target: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', target, { body });
  }

  delete(target: string): Promise<Answer> {
    return this.send('DELETE', target);
  }

  /** The body of a GET that must be 200. */
  async read(target: string): Promise<Body> {
    return ok(await this.get(target));
  }
}
