import { readFile, writeFile } from 'node:fs/promises';
import { TRACE_FORMAT } from '../steering/trace/trace-format.ts';
import { reasonOf } from './ask.ts';
import { callControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

/** A call of a trace, as far as it is printed. */
interface TracedCall {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number };
  readonly _protocol?: string;
  readonly _operation?: string;
  readonly _caller?: { readonly identity: string; readonly name: string };
  readonly _grpc?: { readonly code: number };
  readonly _faults?: readonly { readonly rule: string }[];
  readonly _unread?: readonly string[];
}

/** A file that cannot be used as a trace, or not written, with the place where that was seen. */
class TraceRefusal extends Error {}

const CODES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'is a folder'],
  ['EACCES', 'may not be used'],
]);

const refuse = (file: string, error: unknown): never => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  throw new TraceRefusal(`${file}: ${CODES.get(code) ?? message}`);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseTrace = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const lines = text.split('\n').length;
    const isBegun = /^\s*\{\s*"log"/.test(text);
    throw new TraceRefusal(`${file}:${lines}: ${isBegun ? 'it is cut off' : 'it is no HAR: it is not JSON'}`);
  }
};

/** The calls of a trace in a file. @throws TraceRefusal that names the file and the place */
const readCalls = async (file: string): Promise<readonly TracedCall[]> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => refuse(file, error));
  const har = parseTrace(text, file);
  const log = isRecord(har) ? har.log : undefined;
  if (!isRecord(log) || !Array.isArray(log.entries)) throw new TraceRefusal(`${file}: log.entries: it is no HAR`);
  const { _format: format } = log;
  if (format === undefined) throw new TraceRefusal(`${file}: log._format: it is a HAR, but no trace of a mock`);
  if (format !== TRACE_FORMAT) {
    throw new TraceRefusal(`${file}: log._format: it is ${JSON.stringify(format)}, this mock reads ${TRACE_FORMAT}`);
  }
  return log.entries as readonly TracedCall[];
};

const CONTROL_CHARACTERS = /\p{Cc}/gu;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

const lineOf = (call: TracedCall, index: number): string => {
  const { request, response, _protocol: protocol = '', _operation: operation, _caller: caller, _grpc: grpc } = call;
  const words = [
    String(index + 1).padStart(4),
    call.startedDateTime.slice(11, 23),
    `${call.pageref ?? ''}`,
    protocol,
    operation ?? `${request.method} ${pathOf(request.url)}`,
    ...(caller ? [`by ${caller.name || caller.identity}`] : []),
    grpc ? `grpc ${grpc.code}` : String(response.status),
    `${call.time} ms`,
    ...(call._faults ? [`[fault: ${call._faults.map(({ rule }) => rule).join(', ')}]`] : []),
    ...(call._unread ? [`[unread: ${call._unread.join(', ')}]`] : []),
  ];
  return words.join('  ').replace(CONTROL_CHARACTERS, '?');
};

/** Runs a command on a trace; a file that cannot be used ends it with one line. */
const runOn = async (run: () => Promise<void>, { err }: Surroundings): Promise<number> => {
  try {
    await run();
    return Exit.ok;
  } catch (error) {
    if (!(error instanceof TraceRefusal)) throw error;
    err(`platform-mock: ${error.message}\n`);
    return Exit.usage;
  }
};

/** The options of printing a trace. */
export interface ShowFlags {
  readonly call?: string;
  readonly json?: boolean;
}

/** Prints the calls of a trace, a line each; with `call`, all that is known of one, by its number. */
export const showTrace = (file: string, { call, json }: ShowFlags, here: Surroundings): Promise<number> =>
  runOn(async () => {
    const calls = await readCalls(file);
    if (call === undefined) {
      for (const [index, each] of calls.entries()) here.out(`${json ? JSON.stringify(each) : lineOf(each, index)}\n`);
      return;
    }
    const found = /^[1-9]\d{0,8}$/.test(call) ? calls[Number(call) - 1] : undefined;
    if (!found) throw new TraceRefusal(`${file}: log.entries: there is no call ${call}, it has ${calls.length}`);
    here.out(`${JSON.stringify(found, null, 2)}\n`);
  }, here);

/** The options of saving a trace. */
export interface SaveTraceFlags extends Target {
  readonly out: string;
  /** The URL of the server, instead of host, port and TLS. */
  readonly url?: string;
}

/** The server of a URL. @throws TraceRefusal for a text that is none */
const targetAt = (url: string): Pick<Target, 'host' | 'port' | 'tls'> => {
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new TraceRefusal(`--url ${url}: it is no URL of http or https`);
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || (isSecure ? 443 : 80)), ...(isSecure && { tls: 'auto' as const }) };
};

/** Writes the trace of a world of a running server into a file; `*` is all worlds. */
export const saveTrace = ({ out: file, world, url, ...flags }: SaveTraceFlags, here: Surroundings): Promise<number> =>
  runOn(async () => {
    const target = url === undefined ? flags : { ...flags, ...targetAt(url) };
    const at = world === undefined || world === '*' ? target : { ...target, world };
    const { status, body } = await callControl(at, 'GET', `trace${world === '*' ? '?world=*' : ''}`);
    if (status !== 200) throw new Error(reasonOf(body));
    await writeFile(file, `${JSON.stringify(body)}\n`).catch((error: unknown) => refuse(file, error));
    here.out(`wrote ${file}\n`);
  }, here);
