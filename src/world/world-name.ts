import type { IncomingHttpHeaders } from 'node:http';
import { parseJson, textOrNone, valueAt } from '../json.ts';
import { WORLD_HEADER } from '../kernel/call-scope.ts';
import { ApiError } from '../kernel/errors.ts';
import { attachRefusal } from '../kernel/token-refusal.ts';
import { BoundedCache } from '../schema/bounded-cache.ts';

/** The claim by which a token names the world that made it. */
export const WORLD_CLAIM = 'mock_world';
/** The member of W3C baggage that names a world. */
const BAGGAGE_KEY = 'mock-world';

/** One way in which a request names its world. */
interface Naming {
  /** The part of the request that holds the name, in words. */
  readonly by: string;
  readonly name: string;
}

const IN_LOCALHOST = /\.localhost/i;

/** The maximum number of cached tokens with the worlds that they name. */
const CACHED_TOKENS = 1_000;
/** The length above which values are not cached. */
const MAX_CACHED_LENGTH = 4_096;

/** The world that a token names: an access token in its claims, a refresh token beside the token that it wraps. */
const claimOf = (authorization: string): string | undefined => {
  const token = authorization.slice(authorization.lastIndexOf(' ') + 1);
  const parts = token.split('.', 3);
  const text = Buffer.from(parts.length === 3 ? (parts[1] as string) : token, 'base64').toString('utf8');
  return textOrNone(valueAt(parseJson(text), WORLD_CLAIM)) || undefined;
};

/** The world that baggage names (W3C Baggage, section 3.3); malformed members are ignored, as the recommendation says. */
const baggageName = (baggage: string): string | undefined => {
  for (const member of baggage.split(',')) {
    const [pair = ''] = member.split(';', 1);
    const cut = pair.indexOf('=');
    if (cut < 0 || pair.slice(0, cut).trim() !== BAGGAGE_KEY) continue;
    const value = pair.slice(cut + 1).trim();
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return undefined;
};

const conflict = (one: Naming, other: Naming): ApiError => {
  const words = `the request names two worlds: ${JSON.stringify(one.name)} by ${one.by} and ${JSON.stringify(other.name)} by ${other.by}`;
  const error = new ApiError('INVALID_ARGUMENT', `Invalid argument: ${words}`, { reason: 'MOCK_WORLD_CONFLICT' });
  return attachRefusal(error, { check: 'world', reason: words, wanted: [one.name], found: [other.name] });
};

/** Reads which world a request names. */
export class WorldNames {
  readonly #claims = new BoundedCache<string, string | undefined>(CACHED_TOKENS);
  /** The last value and the world that it names: most requests repeat it, and comparing is cheaper than looking it up. */
  #last: { readonly authorization: string; readonly claim: string | undefined } | undefined;

  /**
   * The name of the world of a request; undefined for a request that names none.
   * @throws ApiError INVALID_ARGUMENT, MOCK_WORLD_CONFLICT, when it names two (rule W2)
   */
  of(headers: IncomingHttpHeaders): string | undefined {
    const { authorization, baggage } = headers;
    const header = headers[WORLD_HEADER];
    const host = headers[':authority'] ?? headers.host;
    // Most requests name no world, so each test that can say so is a cheap one.
    const claim =
      authorization !== undefined && authorization.length > 40 ? this.#readLastClaim(authorization) : undefined;
    const isNamedByHost = typeof host === 'string' && IN_LOCALHOST.test(host);
    if (header === undefined && baggage === undefined && claim === undefined && !isNamedByHost) return undefined;
    const named: Naming[] = [];
    const add = (by: string, name: string | undefined): void => {
      if (name !== undefined && name !== '') named.push({ by, name });
    };
    for (const name of String(header ?? '').split(',')) add(`the header ${WORLD_HEADER}`, name.trim());
    add('baggage', baggageName(String(baggage ?? '')));
    add(`the claim ${WORLD_CLAIM} of its token`, claim);
    if (isNamedByHost) add('its host', /^([^:]+)\.localhost\.?(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase());
    const [first] = named;
    const other = named.find(({ name }) => name !== first?.name);
    if (first && other) throw conflict(first, other);
    return first?.name;
  }

  #readLastClaim(authorization: string): string | undefined {
    if (this.#last?.authorization !== authorization) this.#last = { authorization, claim: this.#claim(authorization) };
    return this.#last.claim;
  }

  #claim(authorization: string): string | undefined {
    if (this.#claims.has(authorization)) return this.#claims.get(authorization);
    const name = claimOf(authorization);
    if (authorization.length > MAX_CACHED_LENGTH) return name;
    this.#claims.set(authorization, name);
    return name;
  }
}
