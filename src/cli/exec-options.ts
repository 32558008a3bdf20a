import { type Command, InvalidArgumentError, Option } from 'commander';
import { CI_SUBJECT_FORM } from '../schema/token-words.ts';
import { hostsIn } from './host-names.ts';
import { parseBoolean, type ServeFlags, serveOptions } from './options.ts';
import { type TraceFlags, traceOptions } from './trace/trace-options.ts';

/** The flags of a mock that is there for a command. */
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
  serveOptions(command, [0, 'a free one'])
    .addOption(
      new Option('--as <host,…>', 'be the host that the command calls, over TLS: the API first, then its issuer')
        .env('PLATFORM_MOCK_AS')
        .argParser(hostsIn),
    )
    .addOption(
      new Option('--github-actions [subject]', 'export the ambient credential of a workflow of GitHub Actions')
        .env('PLATFORM_MOCK_GITHUB_ACTIONS')
        .argParser(parseWorkflow),
    );

/** The flags of `exec`. */
export const execOptions = (command: Command): Command =>
  traceOptions(commandOptions(command)).addOption(
    new Option('--hold', 'leave the mock running after a command that failed, until Ctrl-C').env('PLATFORM_MOCK_HOLD'),
  );
