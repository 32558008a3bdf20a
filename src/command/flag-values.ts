import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationFrom } from '../schema/durations.ts';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';

/** Reads a host; an address of IPv6 may be in brackets, as a URL has it. */
export const parseHost = (text: string): string =>
  textLike(/[^[\]]/, 'It must be a name or an address.')(text).replace(/^\[(.*)\]$/, '$1');

/** Reads text of a form, which the message of the error describes. */
export const textLike =
  (form: RegExp, message: string) =>
  (text: string): string => {
    if (!form.test(text)) throw new InvalidArgumentError(message);
    return text;
  };

/** Reads a whole number within bounds. */
export const numberFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const isNumber = /^\d+$/.test(text) && text.length <= String(max).length;
    if (isNumber && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
  };

/** Reads a duration within bounds, in milliseconds. */
export const durationWithin =
  (min: number, max: number, message: string) =>
  (text: string): number => {
    const millis = durationFrom(text);
    if (millis === undefined || millis < min || millis > max) throw new InvalidArgumentError(message);
    return millis;
  };

/** Reads a port number. */
export const parsePort = numberFrom(0, 65_535);

/** Reads the URL of a server, without a slash at its end. @throws InvalidArgumentError */
export const parseUrl = (text: string): string => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new InvalidArgumentError('It must be an http or https URL without a query.');
  }
  return text.replace(/\/+$/, '');
};

/** The TLS of a server: with a certificate that it makes, or with one of files. */
export type TlsFlag = 'auto' | { readonly certFile: string; readonly keyFile: string };

/** Reads whether and how a server speaks TLS. @throws InvalidArgumentError */
export const parseTls = (text: string): TlsFlag => {
  if (text === 'auto') return 'auto';
  const [certFile = '', keyFile = '', ...rest] = text.split(',').map((file) => file.trim());
  if (certFile === '' || keyFile === '' || rest.length > 0) {
    throw new InvalidArgumentError('It must be "auto", or the files of a certificate and of its key as CERT,KEY.');
  }
  return { certFile, keyFile };
};

const parseLife = durationWithin(1_000, Number.POSITIVE_INFINITY, 'It must be a duration such as "1h".');

/** Reads a duration of at least a second, in seconds. */
export const parseTtl = (text: string): number => Math.floor(parseLife(text) / 1_000);

/** Reads a number of 1 or more. */
export const parsePositive = numberFrom(1, 9_999_999);

/** Reads a number above 0. @throws InvalidArgumentError */
export const parseFactor = (text: string): number => {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || value === 0) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
};

/** The words of a text with commas between them. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Reads the name of a file or folder. */
export const parsePath = textLike(/./s, 'It must be the name of a file or a folder.');

/** Collects the values of a flag that may be given several times. */
export const collectValue = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/**
 * Defines a flag that a variable of the environment sets, too: `--init-dir` is PLATFORM_MOCK_INIT_DIR. `read` is the list
 * of its words, or makes its value of the text and the value before; `initial` is its default, and how help shows that.
 */
export const defineFlag = (
  flags: string,
  description: string,
  read?: readonly string[] | ((text: string, before: never) => unknown),
  ...initial: [value?: unknown, defaultText?: string]
): Option => {
  const option = new Option(flags, description);
  if (initial[0] !== undefined) option.default(...initial);
  if (typeof read === 'function') option.argParser(read as (text: string, before: unknown) => unknown);
  else if (read) option.choices(read);
  return option.env(`PLATFORM_MOCK_${option.name().toUpperCase().replaceAll('-', '_')}`);
};

/** Adds flags to a command, in the order in which help lists them. */
export const addFlags = (command: Command, ...flags: readonly Option[]): Command => {
  for (const flag of flags) command.addOption(flag);
  return command;
};

/** The port on which a server listens unless given. */
export const DEFAULT_PORT = 8484;

/** The flag for the version of the API that a document describes. */
export const apiOption = (): Option =>
  new Option('--api <version>', 'the version of the API to describe').choices(['v1', 'v2']).default('v2');

/** The flag for the profile that a document describes. */
export const profileToDescribeOption = (): Option =>
  new Option('--profile <profile>', 'the profile to describe').choices(PROFILE_NAMES).default(PROFILE_NAMES[0]);
