import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call on its way to the server. */
export interface PassingCall {
  method: string;
  /** The path with its query. */
  target: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** An answer on its way back, with its body as JSON if it is some. */
export interface PassingAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: a defect changes any part of any answer
  json: any;
}

/** The changes that a proxy makes to calls and answers. */
export interface Alteration {
  readonly call?: (call: PassingCall) => void;
  readonly answer?: (answer: PassingAnswer, call: PassingCall) => void;
}

/** A proxy in front of a server, whose alteration can be another for each test. */
export interface AlteringProxy {
  readonly url: string;
  /** The calls that have passed. */
  readonly calls: PassingCall[];
  alter: Alteration;
  readonly close: () => Promise<void>;
}

/** Passes calls on to a server over HTTP/1.1, and alters them and their answers. */
export const openAlteringProxy = async (baseUrl: string): Promise<AlteringProxy> => {
  const to = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  const forward = async ({ method, target, headers, body }: PassingCall): Promise<[IncomingMessage, Buffer]> => {
    const { 'transfer-encoding': _, ...rest } = headers;
    const length = body.length > 0 || method !== 'GET' ? { 'content-length': String(body.length) } : {};
    const call = send({
      hostname: to.hostname,
      port: to.port,
      method,
      path: target,
      agent,
      headers: { ...rest, ...length },
    });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return [answer, await buffer(answer)];
  };
  const proxy: { calls: PassingCall[]; alter: Alteration } = { calls: [], alter: {} };
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const { alter } = proxy;
    const call: PassingCall = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      headers: { ...request.headers },
      body: await buffer(request),
    };
    proxy.calls.push({ ...call });
    alter.call?.(call);
    const [arrived, bytes] = await forward(call);
    const text = bytes.toString();
    const isJson = /json/.test(arrived.headers['content-type'] ?? '') && text !== '';
    const answer: PassingAnswer = {
      status: arrived.statusCode ?? 0,
      headers: { ...arrived.headers },
      json: isJson ? JSON.parse(text) : undefined,
    };
    alter.answer?.(answer, call);
    const sent = answer.json === undefined ? bytes : Buffer.from(JSON.stringify(answer.json));
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    response.writeHead(answer.status, { ...headers, 'content-length': String(sent.length) });
    response.end(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
