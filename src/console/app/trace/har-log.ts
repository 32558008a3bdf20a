import type { Delivery, WorldEvent } from '../../../../generated/nouns.ts';
import { isTracedCall, type TracedCall, type TracedPage } from '../../../features/evidence/traced-call.ts';
import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import type { BegunWorlds } from '../../begun-worlds.ts';
import type { DeclaredOperations } from '../../declared-operations.ts';
import type { Facts } from '../frame/console-context.ts';

/** A control call of a trace, an event, or a delivery of one. */
export interface HarStep {
  readonly world?: string;
  readonly _place?: number;
  readonly time?: string;
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly event?: WorldEvent;
  readonly delivery?: Delivery;
}

/** A trace, as far as the page reads it. */
export interface HarLog {
  readonly _format?: unknown;
  readonly creator?: { readonly version?: string };
  readonly pages: readonly TracedPage[];
  readonly entries: readonly TracedCall[];
  readonly _began: readonly {
    readonly world?: string;
    readonly from?: string;
    readonly profile?: string;
    readonly clock?: { readonly begun?: string };
  }[];
  readonly _steps: readonly HarStep[];
  readonly _mock?: { readonly publicUrl?: string; readonly profile?: string };
  readonly _cut: readonly { readonly world?: string; readonly calls?: number; readonly steps?: number }[];
}

/** The facts of the file beside its trace. */
export interface TraceFile {
  readonly name: string;
  /** The version of the mock that made the page. */
  readonly version: string;
  readonly fields: Facts['fields'];
  readonly kinds: Facts['kinds'];
  /** The rows with which its worlds began. */
  readonly begun: BegunWorlds;
  /** The operations of its profiles with their declared answers. */
  readonly declared: DeclaredOperations;
}

/** The line before the first call. */
const CALLS = '\n"entries":[\n';

/** The objects in a list; none in anything else. */
export const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The calls in a list. One of another version, whose answer may lack its status, is one without an answer. */
const callsIn = (entries: unknown): readonly TracedCall[] => {
  const calls = objectsIn(entries).map((call) =>
    isObject(call.response) ? { ...call, response: { status: 0, ...call.response } } : call,
  );
  return calls.filter(isTracedCall) as unknown as readonly TracedCall[];
};

const logOf = (har: unknown): HarLog | undefined => {
  const log = isObject(har) ? har.log : undefined;
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined;
  const lists = ['pages', '_began', '_steps', '_cut'].map((name) => [name, objectsIn(log[name])]);
  // The items of the lists are checked when they are drawn.
  return { ...log, ...Object.fromEntries(lists), entries: callsIn(log.entries) } as unknown as HarLog;
};

/** Reads a trace; of a file that is cut off, the calls that are whole. @throws Error if the text is no trace */
export const readTrace = (text: string): { readonly log: HarLog; readonly isCutOff: boolean } => {
  const whole = logOf(parseJson(text));
  if (whole) return { log: whole, isCutOff: false };
  const at = text.indexOf(CALLS);
  const head = at < 0 ? undefined : logOf(parseJson(`${text.slice(0, at)}${CALLS}]}}`));
  if (!head) throw new Error('It ends before its first call.');
  // Each call has a line.
  const lines = text.slice(at + CALLS.length).split('\n');
  const end = lines.indexOf(']');
  const calls = lines.slice(0, end < 0 ? lines.length : end).map((line) => parseJson(line.replace(/,$/, '')));
  return { log: { ...head, entries: callsIn(calls) }, isCutOff: true };
};

export type ReadTrace = ReturnType<typeof readTrace>;
