import { digitsUpTo } from './digit-patterns.ts';
import { addRule, duration, type FieldType, matching, patterned } from './field-types.ts';
import { durationMillis } from './scalars.ts';

/** The name of an identity, group, provider, role, repo or association (behaviour §5.0). */
export const name = (): FieldType<string> =>
  matching(/^[a-z0-9 ._-]{1,}$/, 'name must match "^[a-z0-9 ._-]{1,}$"', 'ci-bot');

const PORT = `(?::${digitsUpTo('65535')})?`;

/** The names by which containers call the machine that they run on, as a pattern; the Internet has no name below `internal`. */
export const HOST_OF_CONTAINERS = 'host[.](?:docker|containers)[.]internal';

/** The part that may follow the host of a URL: port, path, query and fragment, all in ASCII (RFC 3986). */
export const AFTER_HOST = `${PORT}(?:[/?#][!-~]*)?`;

/** User information and a host. */
const HOST = '(?:[!"$-.0->A-~]*@)?(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])';

/** The part of a pattern that matches URLs of the schemes. */
export const urlPattern = (...schemes: readonly string[]): string => `(?:${schemes.join('|')})://${HOST}${AFTER_HOST}`;

/** The part of a pattern that matches URLs of the schemes without a query and a fragment. */
export const plainUrlPattern = (...schemes: readonly string[]): string =>
  `(?:${schemes.join('|')})://${HOST}${PORT}(?:/[!"$->@-~]*)?`;

/** A URL of one of the schemes, with a host. */
export const url = (message: string, ...schemes: readonly string[]): FieldType<string> =>
  patterned(`^${urlPattern(...schemes)}$`, message);

/** An e-mail address without a display name. */
export const emailAddress = (): FieldType<string> =>
  patterned('^[^\\s@<>",;]+@[^\\s@<>",;]+$', 'must be an e-mail address');

/** The number of an AWS account: twelve digits. */
export const awsAccount = (): FieldType<string> =>
  matching(/^[0-9]{12}$/, 'AWS account ID must match "^[0-9]{12}$"', '123456789012');

/** The seconds of the longest duration, and their fraction, as a pattern. */
const SECONDS = `${digitsUpTo('315576000000')}(?:[.][0-9]{1,9})?`;

/** The pattern of every duration (behaviour §1.2). */
export const DURATION = `^-?${SECONDS}s$`;

/** A duration of more than nothing. */
export const positiveDuration = (): FieldType<string> =>
  addRule(duration(), (value) => durationMillis(value) > 0, 'must be positive', {
    pattern: `^${SECONDS}s$`,
    not: { type: 'string', pattern: '^0+(?:[.]0+)?s$' },
  });

/** A duration that is not negative. */
export const nonNegativeDuration = (): FieldType<string> =>
  addRule(duration(), (value) => durationMillis(value) >= 0, 'must not be negative', {
    pattern: `^(?:${SECONDS}|-0+(?:[.]0+)?)s$`,
  });
