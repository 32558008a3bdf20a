import { type Command, InvalidArgumentError } from 'commander';
import { addFlags, defineFlag, wordsIn } from '../command/flag-values.ts';
import { CI_SUBJECT_FORM } from '../schema/token-words.ts';
import { parseBoolean, type ServeFlags, serveOptions } from './options.ts';
import { type TraceFlags, traceOptions } from './trace/trace-options.ts';

/** A name as it is in a certificate: labels of letters, digits and dashes (RFC 1123 §2.1). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const MAX_NAME_LENGTH = 253;

const faultOf = (name: string): string | undefined => {
  if (/^https?:\/\//.test(name)) return 'is a URL, and must be a host name only';
  if (/^\[.*\]$|^[\da-f]*:[\da-f:.]*$|^[\d.]+$/.test(name)) return 'is an address, and must be a host name';
  if (/:\d*$/.test(name)) return 'must be without its port: every port is taken';
  if (name === 'localhost' || name.endsWith('.localhost')) return 'is this machine, which is reached without a proxy';
  const isName = NAME.test(name) && name.length <= MAX_NAME_LENGTH;
  // A last label of digits makes an address of the whole.
  const isSame = isName && URL.canParse(`https://${name}`) && new URL(`https://${name}`).hostname === name;
  return isSame ? undefined : 'must be a host name such as "api.example.com"';
};

/**
 * Reads the hosts of `--as`: names in lower case, each once, the API's first.
 * @throws InvalidArgumentError for anything but names
 */
export const hostsIn = (text: string, before: readonly string[] = []): readonly string[] => {
  const names = wordsIn(text.toLowerCase());
  if (names.length === 0) throw new InvalidArgumentError('It must be a host name such as "api.example.com".');
  for (const name of names) {
    const fault = faultOf(name);
    if (fault !== undefined)
      throw new InvalidArgumentError(`${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} ${fault}.`);
  }
  return [...new Set([...before, ...names])];
};

/** The flags of the mock of a command. */
export interface CommandFlags extends ServeFlags {
  /** The names by which the command calls the mock, the API's first. */
  readonly as?: readonly string[];
  /** The subject of the workflow that the command runs in, or true for any. */
  readonly githubActions?: string | boolean;
}

/** The flags of `exec`, as commander has read and checked them. */
export interface ExecFlags extends CommandFlags, TraceFlags {
  /** Leaves the mock running after a command that failed. */
  readonly hold?: boolean;
}

const parseWorkflow = (text: string): string | boolean => {
  if (CI_SUBJECT_FORM.test(text)) return text;
  try {
    return parseBoolean(text);
  } catch {
    throw new InvalidArgumentError(
      'It must be true or false, or a subject such as "repo:acme/app:ref:refs/heads/main".',
    );
  }
};

/** The flags of a command's own server. It takes a free port unless one is asked for: several may run beside each other. */
export const commandOptions = (command: Command): Command =>
  addFlags(
    serveOptions(command, 0, 'a free one'),
    defineFlag(
      '--as <host,…>',
      'be the host that the command calls, over TLS: the API first, then its issuer',
      hostsIn,
    ),
    defineFlag(
      '--github-actions [subject]',
      'export the ambient credential of a workflow of GitHub Actions',
      parseWorkflow,
    ),
  );

/** The flags of `exec`. */
export const execOptions = (command: Command): Command =>
  addFlags(
    traceOptions(commandOptions(command)),
    defineFlag('--hold', 'leave the mock running after a command that failed, until Ctrl-C'),
  );
