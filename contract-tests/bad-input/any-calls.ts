import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { protoMethods } from '../support/proto-files.ts';
import { everyCall } from '../transport/every-path.ts';

/** A number below a bound. */
type Random = (bound: number) => number;

/** Calls that take long by themselves, or whose rows stay: the table of paths has each of them. */
const COSTLY =
  /keys|world|reset|snapshot|fixture|await|stream|trace|openapi|docs|token|evidence|faults|quota|clock|lag/;

const PATHS = [...new Set(everyCall().map(({ path }) => path))].filter((path) => !COSTLY.test(path));
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'FOO'];
const TYPES = [
  ...['application/json', 'application/proto', 'application/grpc', 'application/grpc+json', 'application/grpc-web'],
  ...['application/grpc-web-text', 'application/grpc+thrift', 'application/x-www-form-urlencoded', 'text/plain', ''],
];
const BODIES = [
  '',
  '{}',
  '{',
  '[]',
  'null',
  '{"name":1}',
  '\0\0\0\0\0',
  '\0\0\0\0\x05ab',
  '\x01\0\0\0\x02{}',
  'AAAAAAA=',
  'a=b',
  '\xff\xfe',
];

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

/** One call: any method and path, in any protocol, with any body. */
const drawCall = (random: Random, token: string) => {
  const isMethod = random(2) === 0;
  const path = isMethod ? `/${pick(random, protoMethods).name}` : pick(random, PATHS);
  const query = pick(random, ['', '', '', '?page_size=1', '?%', '?a=b&a=c', '?connect=v1&encoding=json&message={}']);
  const noise = random(4) === 0 ? String.fromCharCode(...Array.from({ length: random(40) }, () => random(256))) : '';
  return {
    method: isMethod && random(4) > 0 ? 'POST' : pick(random, METHODS),
    path: path + query,
    type: pick(random, TYPES),
    body: Buffer.from(pick(random, BODIES) + noise, 'latin1'),
    authorization: pick(random, [`Bearer ${token}`, `Bearer ${token}`, 'Bearer x', '']),
    timeout: pick(random, ['', '', '1n', '1S', 'x', '100H']),
  };
};

type Call = ReturnType<typeof drawCall>;

const fieldsOf = ({ type, authorization, timeout }: Call): Readonly<Record<string, string>> => ({
  ...(type !== '' && { 'content-type': type }),
  ...(authorization !== '' && { authorization }),
  ...(timeout !== '' && { 'grpc-timeout': timeout }),
});

const overHttp1 = (url: string, calls: readonly Call[], cutAt: number): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port, host } = new URL(url);
    const texts = calls.map((call, nth) => {
      const fields = Object.entries({ ...fieldsOf(call), 'content-length': String(call.body.length) });
      const last = nth === calls.length - 1 ? 'connection: close\r\n' : '';
      const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      return Buffer.concat([
        Buffer.from(`${call.method} ${call.path} HTTP/1.1\r\nhost: ${host}\r\n${last}${head}\r\n`),
        call.body,
      ]);
    });
    const bytes = Buffer.concat(texts);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
    if (cutAt === 0) socket.write(bytes);
    else socket.write(bytes.subarray(0, bytes.length - cutAt), () => setImmediate(() => socket.destroy()));
  });

const overHttp2 = (session: ClientHttp2Session, call: Call, cut: number): Promise<void> =>
  new Promise((resolve) => {
    const { method, path } = call;
    const stream = session.request({ ':method': method, ':path': path, ...fieldsOf(call) }, { endStream: false });
    stream.on('error', () => {}).on('close', () => resolve());
    stream.resume();
    stream.write(call.body);
    if (cut === 0) stream.end();
    else stream.write(Buffer.from('x'), () => stream.close(cut));
  });

/** The number of calls that are sent together. */
export const BATCH = 200;

/** Sends a batch of calls, half over HTTP/1.1 and half over HTTP/2; some of them are cut. Resolves when all have ended. */
export const sendBatch = async (url: string, token: string, random: Random): Promise<void> => {
  const calls = Array.from({ length: BATCH }, () => drawCall(random, token));
  const session = connectHttp2(url);
  session.on('error', () => {});
  const overOne = calls.slice(BATCH / 2).map((call) => overHttp2(session, call, pick(random, [0, 0, 0, 2, 8])));
  const overMany = [0, 1, 2, 3, 4].map((nth) => {
    const some = calls.slice(nth * (BATCH / 10), (nth + 1) * (BATCH / 10));
    return overHttp1(url, some, random(3) === 0 ? 1 + random(200) : 0);
  });
  await Promise.all([...overOne, ...overMany]);
  session.destroy();
};
