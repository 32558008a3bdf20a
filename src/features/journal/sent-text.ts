import { isObject, parseJson } from '../../json.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { Operation } from '../../schema/operation.ts';
import { isTooDeep } from '../../schema/read-json.ts';
import { hideInQuery } from './hidden-names.ts';
import type { PackedEntry } from './packed-entry.ts';
import { conceal, type Hide, redactBody, redactMessage } from './redacted.ts';

export const bodyMessage = ({ request, http }: Operation): AnyMessage =>
  request.fields.get(http?.body ?? '')?.type.message?.() ?? request;

/** The JSON of a message as it was sent; one with secrets in its fields is written anew. */
export const hideInJson = (text: string, of: AnyMessage, hide: Hide): string => {
  // A body that no face reads is text here, too.
  const value = isTooDeep(text) ? undefined : parseJson(text);
  if (!isObject(value)) return redactBody(text, hide);
  const hidden = JSON.stringify(redactMessage(of, value, hide));
  return hidden === JSON.stringify(value) ? text : hidden;
};

/** The query and the JSON body of a call over REST as they were sent, without their secrets; undefined for another. */
export const sentOf = (
  { protocol, operation, incoming, target, body, rare }: PackedEntry,
  hide: Hide = conceal,
): { readonly query: string; readonly body?: unknown } | undefined => {
  if (protocol !== 'rest' || !operation || !incoming) return undefined;
  const cut = target.indexOf('?');
  const query = cut < 0 ? '' : hideInQuery(target.slice(cut + 1), hide);
  if (rare.largeRequest || !body || body.length === 0) return { query };
  const value = parseJson(hideInJson(Buffer.from(body).toString(), bodyMessage(operation), hide));
  // Else a form, as token endpoints take it.
  return value === undefined ? undefined : { query, body: value };
};

/**
 * The JSON of a failure over Connect without the secrets in its texts, which `hideIn` replaces: a detail that has one is
 * replaced as a whole by `hide`.
 */
export const hideInFailure = (
  text: string,
  hideIn: (text: string) => string,
  hide: (secret: string) => string,
): string => {
  const { details, ...failure } = JSON.parse(text) as {
    readonly message?: string;
    readonly details?: readonly { readonly type: string; readonly value: string }[];
  };
  const isClean = (value: string): boolean => {
    const bytes = Buffer.from(value, 'base64').toString('latin1');
    return hideIn(bytes) === bytes;
  };
  const cleaned = details?.map(({ type, value, ...more }) =>
    isClean(value) ? { type, value, ...more } : { type, value: hide(value) },
  );
  return hideIn(JSON.stringify({ ...failure, ...(cleaned && { details: cleaned }) }));
};
