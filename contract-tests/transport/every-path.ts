import { readFileSync } from 'node:fs';
import { connect as connectNet } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isObject } from '../support/json-object.ts';
import { parsedYaml } from '../support/parsed-yaml.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

/** The methods that are tried on every path. */
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'];

const PAGES = [
  ...['/', '/docs', '/openapi.yaml', '/openapi-v1.yaml', '/nope', '/_mock/v1/nope', '/_mock/v1/openapi.yaml'],
  ...['/.well-known/openid-configuration', '/.well-known/nope', '/docs/nope'],
];

/** A base URL, with what is needed to be let in. */
export interface Base {
  readonly url: string;
  /** The certificate of the authority of a TLS port. */
  readonly ca?: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request, without a body. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** True if a document has the method on the path. */
  readonly isDocumented: boolean;
}

/** The answer of a call. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A path of a document, with the methods that it has there. */
type DocumentedPath = readonly [path: string, methods: readonly string[]];

const pathsOf = (file: string, prefix = ''): readonly DocumentedPath[] => {
  const document = parsedYaml(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
  const paths = isObject(document) && isObject(document.paths) ? Object.entries(document.paths) : [];
  return paths.map(([path, item]) => [
    `${prefix}${path.replaceAll(/\{\w+\}/g, 'x')}`,
    Object.keys(isObject(item) ? item : {}).map((method) => method.toUpperCase()),
  ]);
};

/** Each method on each path of the documents, and on pages; those that change most come last. */
export const everyCall = (): readonly Call[] => {
  const paths = new Map<string, readonly string[]>([
    ...PAGES.map((path): DocumentedPath => [path, METHODS]),
    ...pathsOf('openapi.yaml'),
    ...pathsOf('openapi-v1.yaml'),
    ...pathsOf('openapi-control.yaml', '/_mock/v1'),
  ]);
  return METHODS.flatMap((method) =>
    [...paths].map(([path, documented]) => ({ method, path, isDocumented: documented.includes(method) })),
  );
};

const unchunked = (body: string): string => {
  let [text, rest] = ['', body];
  for (;;) {
    const cut = rest.indexOf('\r\n');
    const size = cut < 0 ? 0 : Number.parseInt(rest.slice(0, cut), 16);
    if (!(size > 0)) return text;
    text += rest.slice(cut + 2, cut + 2 + size);
    rest = rest.slice(cut + 4 + size);
  }
};

const STREAM = 'text/event-stream';
const LIMIT_MS = 120_000;

/** An event stream does not end: its head is its answer. */
const toAnswered = (status: number, type: string | undefined, body: string): Answered => ({
  status,
  body: type?.startsWith(STREAM) ? STREAM : body,
});

const overHttp1 =
  (version: '1.0' | '1.1') =>
  ({ url, ca, headers }: Base, { method, path }: Call): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { hostname, port, host, protocol } = new URL(url);
      const to = { host: hostname, port: Number(port) };
      const socket = protocol === 'https:' ? connectTls({ ...to, ca }) : connectNet(to);
      let got = '';
      const headOf = () => got.slice(0, got.indexOf('\r\n\r\n'));
      const end = (): void => {
        const head = headOf();
        const body = got.slice(head.length + 4);
        const type = /^content-type: (.*)$/im.exec(head)?.[1];
        const text = /^transfer-encoding: chunked/im.test(head) ? unchunked(body) : body;
        resolve(toAnswered(Number(got.slice(9, 12)), type, text));
      };
      socket.on('data', (chunk: Buffer) => {
        got += chunk.toString('latin1');
        if (got.includes('\r\n\r\n') && headOf().includes(STREAM)) socket.destroy();
      });
      socket.on('error', reject).on('close', end);
      socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error(`${method} ${path}: no answer`)));
      const fields = Object.entries({ host, connection: 'close', ...headers });
      const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`${method} ${path} HTTP/${version}\r\n${head}\r\n`);
    });

const overHttp2Once = ({ url, ca, headers }: Base, { method, path }: Call): Promise<Answered> =>
  overHttp2(
    url,
    async (session) => {
      const isStream = path.endsWith(':stream') && (method === 'GET' || method === 'HEAD');
      if (!isStream) {
        const got = await exchangeOn(session, { method, path, headers });
        const type = got.headers['content-type'];
        return toAnswered(Number(got.status), type, Buffer.from(got.text, 'utf8').toString('latin1'));
      }
      const stream = session.request({ ':method': method, ':path': path, ...headers });
      const head = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
        stream.on('response', resolve).on('error', reject);
      });
      return toAnswered(Number(head[':status']), String(head['content-type']), '');
    },
    ca === undefined ? {} : { ca },
  );

/** The ways of sending a call over HTTP, by their names. */
export const WIRES: Readonly<Record<string, (base: Base, call: Call) => Promise<Answered>>> = {
  'HTTP/1.0': overHttp1('1.0'),
  'HTTP/1.1': overHttp1('1.1'),
  'HTTP/2': overHttp2Once,
};

/** Values that differ by mock: addresses, times, durations, tokens, ids, and counts of one process. */
export const steady = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[\w.[\]:-]+/g, 'URL')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/eyJ[\w.-]+|\b[0-9a-f]{16,}\b|\bw-[0-9a-f]{12}\b/g, 'ID')
    .replaceAll(/HTTP\/[\d.]+/g, 'HTTP')
    .replaceAll(/"controlCalls":\{[^}]*\}/g, '"controlCalls":MEASURED')
    .replaceAll(/\b\d+(?:\.\d+)?(?: |%20)?ms\b|"\w*(?:Millis|Ms|Bytes|time|wait|receive)":[\d.]+/g, 'MEASURED');
