import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { FlagRefusal } from '../../command/command-failure.ts';
import { readGiven } from '../../given-file.ts';
import { isObject, parseJson } from '../../json.ts';
import { decodeUtf8, NotUtf8, whyUnreadable } from '../../schema/utf8-text.ts';
import { isTracedCall, type TracedCall, type TracedPage } from '../evidence/traced-call.ts';
import { TRACE_FORMAT } from './run.ts';

/** The parts of a trace that are read. */
export interface Trace {
  readonly pages: readonly TracedPage[];
  readonly entries: readonly TracedCall[];
  /** Control calls, events and deliveries, in the order of their places. */
  readonly steps: readonly unknown[];
}

/** The process that reads traces. */
export interface Reader {
  /** Writes to stderr. */
  readonly err: (text: string) => void;
  /** The version of this mock. */
  readonly version: string;
}

/** Refuses a file that cannot be used, with the reason of the system. @throws FlagRefusal */
export const refuseFile = (file: string, error: unknown): never => {
  throw new FlagRefusal(`${file}: ${whyUnreadable(error)}`);
};

const isPage = (value: unknown): value is TracedPage =>
  isObject(value) && typeof value.id === 'string' && (value._labels === undefined || isObject(value._labels));

const parseTrace = (text: string, file: string): unknown => {
  const value = parseJson(text);
  if (value !== undefined) return value;
  const lines = text.split('\n').length;
  const isBegun = /^\s*\{\s*"log"/.test(text);
  throw new FlagRefusal(`${file}:${lines}: ${isBegun ? 'it is cut off' : 'it is no HAR: it is not JSON'}`);
};

/** The complete calls of a run that was cut short, as a trace without anything else. */
const parsePart = (text: string): unknown => {
  const lines = text.split('\n').map(parseJson).filter(isObject);
  const [head] = lines;
  if (!isObject(head?.log)) return undefined;
  // Of a world that has ended since its whole run is there, too. `open` has the id of a world and when it began.
  const ended = new Set(
    lines.flatMap(({ page, open }) =>
      isPage(page) && open === undefined ? [`${page.id} ${page.startedDateTime}`] : [],
    ),
  );
  const own = lines.filter(({ open }) => open === undefined || !ended.has(String(open)));
  const pages = own.flatMap(({ page }) => (isPage(page) ? [page] : []));
  const calls = own.flatMap(({ entry }) => (isTracedCall(entry) ? [entry] : []));
  const order = new Intl.Collator('en');
  const entries = calls.sort((one, other) => order.compare(one.startedDateTime, other.startedDateTime));
  return { log: { ...head.log, pages, entries } };
};

/** The name of the file beside a trace that has the calls of a run while it goes on. */
export const partOf = (file: string): string => `${file}.part`;

/** The text of the trace in a page; any other text as it is. @throws FlagRefusal if the page is cut off */
const unpackPage = async (text: string, file: string): Promise<string> => {
  if (!/^<!doctype html>/i.test(text)) return text;
  const { traceInPage } = await import('./page-text.ts');
  const data = traceInPage(text);
  const json = data && (await promisify(gunzip)(data).catch(() => undefined));
  if (!json) throw new FlagRefusal(`${file}: it is no page of a trace, or it is cut off`);
  return json.toString('utf8');
};

/** The text of a trace file, and its name; or of the part of a run that was cut short, if there is only that. */
const readText = async (file: string): Promise<readonly [text: string, name: string]> => {
  try {
    return [decodeUtf8(await readGiven(file)), file];
  } catch (error) {
    const part = partOf(file);
    // The last write of a run that was cut short may end within a character.
    const text = error instanceof NotUtf8 ? undefined : await readFile(part, 'utf8').catch(() => undefined);
    return text === undefined ? refuseFile(file, error) : [text, part];
  }
};

/** True for a version such as `1.10.0` that is above another. */
const isNewer = (version: string, than: string): boolean => {
  const [one, other] = [version, than].map((text) => text.split(/[.-]/, 3).map(Number)) as [number[], number[]];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

/** The `log` of a trace, of which only the format and that it has entries is checked. */
export interface TraceLog {
  readonly entries: readonly unknown[];
  readonly [name: string]: unknown;
}

/**
 * The log of a trace in a file, or of a run that was cut short, which is reported to `err`.
 * @throws FlagRefusal that names the file and the place
 */
export const readLog = async (asked: string, { err, version }: Reader): Promise<TraceLog> => {
  const [text, file] = await readText(asked);
  const isPart = file.endsWith(partOf(''));
  const har = isPart ? parsePart(text) : parseTrace(await unpackPage(text, file), file);
  const log = isObject(har) ? har.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) throw new FlagRefusal(`${file}: log.entries: it is no HAR`);
  const { _format: format } = log;
  if (format === undefined) throw new FlagRefusal(`${file}: log._format: it is a HAR, but no trace of a mock`);
  if (format !== TRACE_FORMAT) {
    throw new FlagRefusal(`${file}: log._format: it is ${JSON.stringify(format)}, this mock reads ${TRACE_FORMAT}`);
  }
  const written = isObject(log.creator) && typeof log.creator.version === 'string' ? log.creator.version : '';
  if (isNewer(written, version)) {
    throw new FlagRefusal(`${file}: log.creator.version: it is of ${written}, this mock is ${version}`);
  }
  if (isPart) err(`platform-mock: ${file}: the run was cut short; these are the calls that had been written\n`);
  return { ...log, entries: log.entries };
};

/** The items of a list of a trace. @throws FlagRefusal that names the first that is none */
const listIn = (
  log: Readonly<Record<string, unknown>>,
  name: 'pages' | 'entries',
  isItem: (value: unknown) => boolean,
  file: string,
): readonly unknown[] => {
  const list = log[name] ?? [];
  if (!Array.isArray(list)) throw new FlagRefusal(`${file}: log.${name}: it is no list`);
  const wrong = list.findIndex((each) => !isItem(each));
  if (wrong >= 0)
    throw new FlagRefusal(`${file}: log.${name}[${wrong}]: it is no ${name === 'pages' ? 'page' : 'call'}`);
  return list;
};

/** The trace in a file, as `readLog` reads it. @throws FlagRefusal that names the file and the place */
export const readTrace = async (file: string, here: Reader): Promise<Trace> => {
  const log = await readLog(file, here);
  return {
    pages: listIn(log, 'pages', isPage, file) as readonly TracedPage[],
    entries: listIn(log, 'entries', isTracedCall, file) as readonly TracedCall[],
    steps: Array.isArray(log._steps) ? log._steps : [],
  };
};
