import type { AuthzCheck, JournalEntry } from '../../../generated/nouns.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';

/** The code and the message with which a call over gRPC has ended. */
export interface GrpcEnd {
  readonly code: number;
  readonly message: string;
}

/** The fields of an entry of the journal that a call of a trace has under the same name, behind an underscore. */
export const ENTRY_FIELDS = [
  ...(['id', 'time', 'protocol', 'version', 'operation', 'code', 'caller', 'client', 'changes'] as const),
  ...(['furtherChanges', 'faults', 'handled', 'unread', 'unreadValues', 'reason', 'about', 'tries', 'events'] as const),
  ...(['largeRequest', 'messagesDropped'] as const),
] satisfies readonly (keyof JournalEntry)[];

/** The facts of a call that HAR has no field for: an entry of the journal, but for lists that are empty. */
export type TracedFields = {
  readonly [Field in (typeof ENTRY_FIELDS)[number] as `_${Field}`]?: JournalEntry[Field];
} & {
  /** The status of a call that was not sent over REST. */
  readonly _status?: JournalEntry['status'];
  /** Its place in the order in which all operations ran, and the machine's clock then; missing if it did not run. */
  readonly _place?: number;
  readonly _ran?: string;
  readonly _decision?: JournalEntry['authz'];
  readonly _needs?: readonly unknown[];
  /** True if a fault or a quota asked for its answer, false if a fault acted on it otherwise; missing if none did. */
  readonly _faulted?: boolean;
  /** Why it was refused, by the rights of that moment. */
  readonly _why?: AuthzCheck;
  readonly _requestId?: string;
  readonly _traceparent?: string;
  readonly _grpc?: GrpcEnd;
  readonly _request?: unknown;
  readonly _message?: string;
  readonly _answer?: unknown;
  readonly _open?: true;
};

/** A call of a trace: the members that are read. Some may be missing in a trace of another version. */
export interface TracedCall extends TracedFields {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: unknown;
    readonly postData?: { readonly text?: string; readonly encoding?: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers?: readonly { readonly name: string; readonly value: string }[];
    readonly content?: Readonly<Partial<Record<'text' | 'encoding' | 'comment', string>>> & { readonly size?: number };
  };
  readonly [own: `_${string}`]: unknown;
}

/** A world of a trace, as the page that its calls refer to. */
export interface TracedPage {
  readonly id: string;
  readonly startedDateTime?: string;
  readonly _labels?: Readonly<Record<string, string>>;
}

/** True for an entry of a HAR of any program, by the members that are read. */
export const isHarEntry = (value: unknown): value is Pick<TracedCall, 'request' | 'response'> =>
  isObject(value) &&
  isObject(value.request) &&
  typeof value.request.method === 'string' &&
  typeof value.request.url === 'string' &&
  isObject(value.response) &&
  typeof value.response.status === 'number';

/** True for a call that can be read. */
export const isTracedCall = (value: unknown): value is TracedCall =>
  isHarEntry(value) && 'startedDateTime' in value && typeof value.startedDateTime === 'string';

/** An entry of the journal that was read from a trace. */
export interface TracedEntry extends JournalEntry {
  /** Why its answer is not known. */
  readonly answerNote?: string;
}

const urlOf = (url: string): readonly [path: string, query: string] => {
  if (!URL.canParse(url)) return [url, ''];
  const { pathname, search } = new URL(url);
  return [pathname, search.slice(1)];
};

/** The fields of a call that are lists or objects: one of another version may have written something else. */
const LISTS: ReadonlySet<string> = new Set(['unread', 'faults', 'changes', 'tries', 'events']);
const OBJECTS: ReadonlySet<string> = new Set(['caller', 'about', 'handled']);

const requestOf = (
  { request: { postData }, _protocol = 'rest', _request }: TracedCall,
  query: string,
): Pick<JournalEntry, 'sent' | 'request' | 'body'> => {
  if (_protocol !== 'rest') {
    return isObject(_request) ? { request: _request } : typeof _request === 'string' ? { body: _request } : {};
  }
  const { text = '' } = postData ?? {};
  const json = postData?.encoding === undefined ? parseJson(text) : undefined;
  return { sent: { query, ...(json !== undefined && { body: json }) }, ...(text !== '' && !json && { body: text }) };
};

const answerOf = ({ response: { status, content = {} }, _protocol = 'rest', _answer, _grpc }: TracedCall) => {
  const { text = '', encoding, comment } = content;
  const given = _protocol === 'rest' && encoding === undefined ? parseJson(text) : _answer;
  const answer: JsonObject = isObject(given) ? given : {};
  const isFailure = _protocol === 'rest' ? status >= 400 : (_grpc?.code ?? 0) !== 0;
  const { message = _grpc?.message, details } = answer;
  if (isFailure) {
    return {
      ...(typeof message === 'string' && { message }),
      ...(Array.isArray(details) && { details: details as readonly JsonObject[] }),
    };
  }
  const note = comment !== undefined ? `The answer was ${comment}.` : text === '' ? undefined : `Not JSON: ${text}`;
  return Object.keys(answer).length > 0 || text === '{}' ? { answer } : note === undefined ? {} : { answerNote: note };
};

/** The call at a place of a trace, as the journal of its mock had it. */
export const entryOfTraced = (call: TracedCall, nth: number): TracedEntry => {
  const [path, query] = urlOf(call.request.url);
  const status = call._status ?? call.response.status;
  const known = ENTRY_FIELDS.flatMap((field) => {
    const value: unknown = call[`_${field}`];
    const isRight = LISTS.has(field)
      ? Array.isArray(value)
      : OBJECTS.has(field)
        ? isObject(value)
        : value !== undefined;
    return isRight && field !== 'unreadValues' ? [[field, value] as const] : [];
  });
  return {
    id: String(nth + 1),
    time: call.startedDateTime,
    protocol: 'rest',
    unread: [],
    faults: [],
    changes: [],
    tries: [],
    events: [],
    ...Object.fromEntries(known),
    ...(isObject(call._decision) && { authz: call._decision }),
    ...(status !== 0 && { status }),
    ...(!call._open && { durationMs: call.time }),
    ...requestOf(call, query),
    ...answerOf(call),
    world: call.pageref ?? 'default',
    number: String(nth + 1),
    state: call._open ? 'open' : 'ended',
    machineTime: call.startedDateTime,
    method: call.request.method,
    path,
  };
};
