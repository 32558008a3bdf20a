import { type JsonObject, withMember } from '../../json.ts';
import type { Incoming } from '../../kernel/answer.ts';
import { invalidField } from '../../kernel/errors.ts';
import { cachesByOwner } from '../../schema/bounded-cache.ts';
import { decodeJson } from '../../schema/decode-json.ts';
import { type DecodedQuery, decodeQuery } from '../../schema/decode-query.ts';
import { jsonNames } from '../../schema/field-path.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { addViolation } from '../../schema/field-violation.ts';
import type { HttpRule } from '../../schema/operation.ts';
import { type Profile, SPECIFICATION } from '../../schema/profile.ts';
import { readJson } from '../../schema/read-json.ts';
import type { Match } from './matcher.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const jsonOf = (bytes: Uint8Array): unknown => {
  const read = readJson(bytes);
  if ('wrong' in read) throw invalidField('body', read.wrong);
  return read.value;
};

/** The JSON object of a body; an empty body is an empty object (behaviour §1.7, §1.8). */
const parseBody = (bytes: Uint8Array): JsonObject => {
  if (bytes.length === 0) return {};
  const parsed = jsonOf(bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalidField('body', 'must be a JSON object');
  }
  return parsed as JsonObject;
};

/** The places in a request for the values in the path of a rule: the same for each request. */
interface PathPlaces {
  /** The names along the field of each variable. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The fields of the request that the path sets. */
  readonly fields: ReadonlySet<string>;
}

const placesByRule = new WeakMap<HttpRule, PathPlaces>();

const placesOf = ({ bound: { operation }, http, values }: Match): PathPlaces => {
  let places = placesByRule.get(http);
  if (!places) {
    const names = new Map(Object.keys(values).map((path) => [path, jsonNames(operation.request, path)] as const));
    places = { names, fields: new Set([...names].map(([path, [first = path]]) => first)) };
    placesByRule.set(http, places);
  }
  return places;
};

const withPathValues = (request: JsonObject, values: Match['values'], { names }: PathPlaces): JsonObject => {
  let result = request;
  for (const path in values) {
    const [first = path, second] = names.get(path) ?? [];
    const value = values[path];
    result = withMember(
      result,
      first,
      second === undefined ? value : withMember((result[first] ?? {}) as JsonObject, second, value),
    );
  }
  return result;
};

const NO_PATHS: readonly string[] = [];
const NOTHING_ASKED: DecodedQuery = { value: {}, violations: [] };

const CACHED_QUERIES = 512;
/** A longer query, in characters, is not cached: it is rarely repeated. */
const MAX_CACHED_LENGTH = 256;
const cacheOf = cachesByOwner<AnyMessage, DecodedQuery>(CACHED_QUERIES);

/** The text before the cursor in a query that ends with it, as most queries with a cursor do. */
const BEFORE_CURSOR = '&page_token=';
const CURSOR = 'pageToken';
const WITHOUT_ESCAPES = /^[\w-]+$/;

/** Reads a query, and caches the result. The pages of a walk differ in the cursor only, so the rest is read once. */
const decodeQueryOnce = (of: AnyMessage, query: string, except: ReadonlySet<string>): DecodedQuery => {
  const cut = query.lastIndexOf(BEFORE_CURSOR);
  if (cut < 0 || cut > MAX_CACHED_LENGTH || !of.fields.has(CURSOR)) return decodeOnce(of, query, except);
  const pageToken = query.slice(cut + BEFORE_CURSOR.length);
  const { value, violations } = decodeOnce(of, query.slice(0, cut), except);
  const isOnly = violations.length === 0 && !(CURSOR in value) && WITHOUT_ESCAPES.test(pageToken);
  return isOnly ? { value: withMember(value, CURSOR, pageToken), violations } : decodeOnce(of, query, except);
};

const decodeOnce = (of: AnyMessage, query: string, except: ReadonlySet<string>): DecodedQuery => {
  if (query.length > MAX_CACHED_LENGTH) return decodeQuery(of, query, except);
  const cache = cacheOf(of);
  let known = cache.get(query);
  if (!known) {
    known = decodeQuery(of, query, except);
    cache.set(query, known);
  }
  return known;
};

/** The contents of a request beside its path. */
export interface Carried {
  /** The query without its `?`. */
  readonly query: string;
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

const isJson = ({ body, contentType = '' }: Carried): boolean =>
  JSON_TYPE.test(contentType) || /^\s*\{/.test(Buffer.from(body.subarray(0, 16)).toString('latin1'));

/**
 * Reads the parameters of an operation that takes no body but was sent one: a form adds to the query, as in the
 * published gateway, and so does a JSON object (clients §2.3).
 */
const readParameters = (
  message: AnyMessage,
  carried: Carried,
  except: ReadonlySet<string>,
): Pick<DecodedQuery, 'value' | 'violations'> => {
  const { query, body } = carried;
  if (!isJson(carried)) {
    return decodeQuery(message, formAsQuery(carried).query, except);
  }
  const asked = decodeQuery(message, query, except);
  const given = decodeJson(message, parseBody(body));
  const twice = Object.keys(given.value).filter((name) => name in asked.value);
  return {
    value: { ...asked.value, ...given.value },
    violations: [
      ...asked.violations,
      ...given.violations,
      ...twice.map((field) => ({ field, description: 'is given both in the query and in the body' })),
    ],
  };
};

const formOf = (body: Uint8Array): string => {
  try {
    return utf8.decode(body).trim();
  } catch {
    throw invalidField('body', 'malformed form');
  }
};

const NO_BODY = new Uint8Array();

/**
 * The request with the form of its body moved to its query; it has no body then (behaviour §2.8, §2.11).
 * @throws ApiError INVALID_ARGUMENT when the form is not UTF-8
 */
export const formAsQuery = ({ query, body, contentType }: Carried): Carried => {
  const form = formOf(body);
  return { query: query === '' || form === '' ? query + form : `${query}&${form}`, body: NO_BODY, contentType };
};

/** Reads a request whose body is the list of one of its fields; its path is read later. */
const readList = (field: string, of: AnyMessage, asked: DecodedQuery, body: Uint8Array): Incoming => {
  const given = body.length === 0 ? [] : jsonOf(body);
  if (!Array.isArray(given)) throw invalidField('body', 'must be a JSON array');
  const violations = [...asked.violations];
  const items = given.map((item, at) => {
    const read = decodeJson(of, item, { path: `[${at}]` });
    for (const { field: path, description } of read.violations) addViolation(violations, path, description);
    return read.value;
  });
  return { request: withMember(asked.value, field, items), violations, paths: NO_PATHS };
};

/**
 * Reads path, query and body as the operation's request.
 * @throws ApiError INVALID_ARGUMENT when the body is not a JSON object
 */
export const readRequest = (match: Match, carried: Carried, profile?: Pick<Profile, 'otherKeys'>): Incoming => {
  const places = placesOf(match);
  const incoming = readCarried(match, carried, places.fields, profile);
  // Without path values the same object: a List caches its query by it.
  if (places.names.size === 0) return incoming;
  const { request, violations, paths } = incoming;
  return { request: withPathValues(request, match.values, places), violations, paths };
};

/** Reads the contents of a request beside its path. */
const readCarried = (
  { bound: { operation }, http }: Match,
  carried: Carried,
  fromPath: ReadonlySet<string>,
  { otherKeys }: Pick<Profile, 'otherKeys'> = SPECIFICATION,
): Incoming => {
  const { request: message } = operation;
  const { query, body } = carried;
  if (http.body === undefined) {
    // The fields in the path are the same for every request of this message, so a cached query can be used.
    const { value, violations } =
      body.length === 0 ? decodeQueryOnce(message, query, fromPath) : readParameters(message, carried, fromPath);
    return { request: value, violations, paths: NO_PATHS };
  }
  if (http.body === '*') {
    const { value, violations, paths } = decodeJson(message, parseBody(body));
    return { request: value, violations, paths };
  }
  // Most bodies come without a query, for which no set is made.
  const asked = query === '' ? NOTHING_ASKED : decodeQuery(message, query, new Set([...fromPath, http.body]));
  const type = message.fields.get(http.body)?.type;
  if (type?.element?.message) return readList(http.body, type.element.message(), asked, body);
  const bodyMessage = type?.message?.();
  if (!bodyMessage) throw new Error(`${operation.id} has no field ${http.body}`);
  // Without a mask the body's keys are the mask, so each must be a field (behaviour §6.4).
  const strict = http.method === 'PATCH' && (otherKeys === 'refused' || (asked.value.updateMask ?? '') === '');
  const decoded = decodeJson(bodyMessage, parseBody(body), { strict });
  return {
    request: withMember(asked.value, http.body, decoded.value),
    violations: asked.violations.length === 0 ? decoded.violations : [...asked.violations, ...decoded.violations],
    paths: decoded.paths,
  };
};
