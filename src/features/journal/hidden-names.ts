import { DEEPEST, type Hide, isNever, redactText, TOO_DEEP } from './redacted.ts';

/** Names of parameters, keys and headers whose values are secrets. Cursors of pages are none. */
const SECRET_NAME =
  /^(?:code|authorization|cookie|set-cookie|password|jwk|x-mock-control-token)$|(?<!page_?)token$|secret$|token_?hash$/i;

/** A scheme in front of a credential, which is no secret. */
const SCHEME = /^(Bearer|Basic)\s+(?=\S)/i;

/** A query or a form without the values of parameters such as `code`. */
export const hideInQuery = (query: string, hide: Hide): string =>
  query
    .split('&')
    .map((pair) => {
      const cut = pair.indexOf('=');
      const [parameter = ['', '']] = new URLSearchParams(pair);
      const [name, value] = parameter;
      if (cut < 0 || value === '' || !SECRET_NAME.test(name)) return redactText(pair, hide);
      return `${pair.slice(0, cut)}=${encodeURIComponent(hide(value))}`;
    })
    .join('&');

/** A request target without the values of secret parameters. */
export const hideInTarget = (target: string, hide: Hide): string => {
  const cut = target.indexOf('?');
  if (cut < 0) return redactText(target, hide);
  return `${redactText(target.slice(0, cut), hide)}?${hideInQuery(target.slice(cut + 1), hide)}`;
};

/** A JSON value without the texts under keys such as `token`, and without tokens in any text. */
export const hideInValue = (value: unknown, hide: Hide, isPublic = isNever, isSecret = false, depth = 0): unknown => {
  if (typeof value === 'string') {
    const [scheme = ''] = SCHEME.exec(value) ?? [];
    return isSecret && value !== '' ? `${scheme}${hide(value.slice(scheme.length))}` : redactText(value, hide);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => hideInValue(item, hide, isPublic, isSecret, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      // A code in a body of the control plane is the code of an answer.
      const isNamed = SECRET_NAME.test(key) && key.toLowerCase() !== 'code' && !isPublic(key);
      return [key, hideInValue(item, hide, isPublic, isSecret || isNamed, depth + 1)];
    }),
  );
};
