import { writeFile } from 'node:fs/promises';
import { reasonOf } from '../ask.ts';
import { callControl, type Target } from '../client.ts';
import type { Surroundings } from '../serve.ts';
import { refuseFile, runOnTrace, TraceRefusal } from './read-trace.ts';

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
  runOnTrace(async () => {
    const target = url === undefined ? flags : { ...flags, ...targetAt(url) };
    const at = world === undefined || world === '*' ? target : { ...target, world };
    const { status, body } = await callControl(at, 'GET', `trace${world === '*' ? '?world=*' : ''}`);
    if (status !== 200) throw new Error(reasonOf(body));
    await writeFile(file, `${JSON.stringify(body)}\n`).catch((error: unknown) => refuseFile(file, error));
    here.out(`wrote ${file}\n`);
  }, here);
