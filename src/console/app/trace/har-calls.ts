import type { CallFacts, Sent } from '../../../features/evidence/call-facts.ts';
import { isObject, type JsonObject, parseJson } from '../../../features/evidence/json-value.ts';
import type { HarCall } from './har-log.ts';

const urlOf = (url: string): readonly [path: string, query: string] => {
  if (!URL.canParse(url)) return [url, ''];
  const { pathname, search } = new URL(url);
  return [pathname, search.slice(1)];
};

/** A list of a call; empty for what is none, as another version may have written it. */
const list = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);

const objectOf = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);

const sentOf = (
  { request: { postData }, _protocol = 'rest', _request }: HarCall,
  query: string,
): { readonly sent?: Sent; readonly request?: JsonObject; readonly body?: string } => {
  if (_protocol !== 'rest') {
    const request = objectOf(_request);
    return request ? { request } : typeof _request === 'string' ? { body: _request } : {};
  }
  const { text = '' } = postData ?? {};
  const json = postData?.encoding === undefined ? parseJson(text) : undefined;
  return { sent: { query, ...(json !== undefined && { body: json }) }, ...(text !== '' && !json && { body: text }) };
};

const answerOf = ({ response: { status, content = {} }, _protocol = 'rest', _answer, _grpc }: HarCall) => {
  const { text = '', encoding, comment } = content;
  const answer = objectOf(_protocol === 'rest' && encoding === undefined ? parseJson(text) : _answer) ?? {};
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

/** The call at a place of a trace, with the facts that the journal of its mock had. */
export const factsOf = (call: HarCall, nth: number): CallFacts => {
  const [path, query] = urlOf(call.request.url);
  const optional = {
    version: call._version,
    operation: call._operation,
    caller: objectOf(call._caller),
    client: call._client,
    authz: objectOf(call._decision),
    reason: call._reason,
    about: objectOf(call._about),
    handled: objectOf(call._handled),
    largeRequest: call._largeRequest,
    messagesDropped: call._messagesDropped,
    furtherChanges: call._furtherChanges,
    code: call._code,
    durationMs: call._open ? undefined : call.time,
    status: call._status ?? call.response.status,
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    ...known,
    ...sentOf(call, query),
    ...answerOf(call),
    world: call.pageref ?? 'default',
    number: String(nth + 1),
    id: call._id ?? String(nth + 1),
    state: call._open ? 'open' : 'ended',
    time: call._time ?? call.startedDateTime,
    machineTime: call.startedDateTime,
    protocol: call._protocol ?? 'rest',
    method: call.request.method,
    path,
    unread: list(call._unread),
    faults: list(call._faults),
    changes: list(call._changes),
    tries: list(call._tries),
    events: list(call._events),
  };
};
