import type { JournalEntry } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import { CENTI } from '../../kernel/hooks.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { ENTRY_FIELDS, type TracedFields } from '../evidence/traced-call.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import type { Hide } from '../journal/redacted.ts';
import type { HarRequest, HarResponse } from './har.ts';
import { type GrpcCall, grpcAnswerOf, grpcBodyOf, grpcEndOf, grpcMessageOf, grpcResponseOf } from './har-grpc.ts';
import { harRequestOf, headOf, urlOf } from './har-request.ts';
import { restResponseOf } from './har-response.ts';
import type { TracedWorld } from './traced-world.ts';

/** One API call in the form of HAR. */
export interface HarEntry extends TracedFields {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

/** The way in which calls are written down. */
export interface HarWriting {
  readonly hide: Hide;
  /** The machine's clock in milliseconds since the epoch, when its steady clock showed zero. */
  readonly epochMillis: number;
  /** The time from which readings of the machine's clock count; unlike that clock it does not change. */
  readonly readingEpoch: number;
}

/** True if a fault or a quota asked for the answer of a call; undefined if neither could have. */
const isFaulted = (entry: PackedEntry): boolean | undefined => {
  const { delivered, faults = [] } = entry;
  if (entry.brokenOff || delivered instanceof InjectedFault) return true;
  return faults.length > 0 ? false : undefined;
};

const isRefused = ({ authz }: JournalEntry): boolean =>
  authz?.decision === 'deny' || authz?.decision === 'unauthenticated';

/** The facts of a call that HAR has no field for: lists that are empty are left out. */
const ownFieldsOf = (entry: PackedEntry, shown: JournalEntry, readingEpoch: number): TracedFields => {
  const { headerOf } = headOf(entry);
  const isRest = entry.protocol === 'rest';
  const isKnown = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const fields = ENTRY_FIELDS.filter((field) => isKnown(shown[field]));
  return {
    ...Object.fromEntries(fields.map((field) => [`_${field}`, shown[field]])),
    ...(entry.ranOrder > 0 && { _place: entry.ranOrder, _ran: instant(readingEpoch + entry.ranRealMillis) }),
    ...omitUndefined({
      _status: isRest ? undefined : shown.status,
      _decision: shown.authz,
      _needs: entry.needs,
      _faulted: isFaulted(entry),
      _requestId: headerOf('x-request-id'),
      _traceparent: headerOf('traceparent'),
      _grpc: isRest ? undefined : grpcEndOf(entry),
      _request: isRest ? undefined : (shown.request ?? shown.body),
      _open: entry.isOpen ? (true as const) : undefined,
    }),
  };
};

/** A call in the form of HAR. */
export const harEntryOf = (entry: PackedEntry, world: TracedWorld, writing: HarWriting): HarEntry => {
  const { settings } = world;
  let hidden = 0;
  const hide: Hide = (secret) => {
    hidden += 1;
    return writing.hide(secret);
  };
  const shown = world.view(entry, hide);
  const head = headOf(entry);
  const time = entry.isOpen ? 0 : entry.machineTime / CENTI;
  const url = urlOf(entry, head, settings.publicUrl, hide);
  const isRest = entry.protocol === 'rest';
  const call: GrpcCall = {
    entry,
    shown,
    settings,
    mimeType: head.headerOf('content-type') ?? '',
    version: head.version,
    isOpen: hidden === 0,
    hide,
  };
  return {
    pageref: world.id,
    startedDateTime: new Date(writing.epochMillis + entry.begunMillis).toISOString(),
    time,
    request: harRequestOf(entry, { head, url, ...(!isRest && { postData: grpcBodyOf(call) }) }, hide),
    response: isRest ? restResponseOf(entry, settings, head.version, hide) : grpcResponseOf(call),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...ownFieldsOf(entry, shown, writing.readingEpoch),
    ...omitUndefined({
      _why: isRefused(shown) ? world.why(entry) : undefined,
      _message: grpcMessageOf(call),
      _answer: isRest ? undefined : grpcAnswerOf(call),
    }),
  };
};
