import type { Command, Option } from 'commander';
import type { ShippedFixtures } from '../seed/load.ts';

/** The names of standard output as a file, in which anything else that is printed would stand. */
export const STDOUT = /^\/(?:dev|proc\/self)\/(?:stdout|fd\/1)$/;

/** The process in which a command runs. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly terminal: boolean;
  readonly pid: number;
  readonly version: string;
  readonly shippedFixtures: ShippedFixtures;
  /** The pages of the documentation and what is emitted from the source, by their paths in the package. */
  readonly packageFiles: {
    readonly pathsIn: (folder: string) => readonly string[];
    readonly read: (path: string) => Buffer;
  };
  /** Reads the module that brings the proxy of `exec --as` to the Node of a command. */
  readonly readNodePreload: () => Uint8Array;
  /**
   * Resolves when the process is asked to stop, with the signal if it is one, or when its input ends if that is asked
   * for. Before this is called, a signal ends the process at once.
   */
  readonly stopped: (untilEof?: boolean) => Promise<NodeJS.Signals | undefined>;
  /** Ends the process as soon as nothing reads its output any more: for output without an end. */
  readonly endWithReader: () => void;
  /** Calls `heard` with each signal that asks the process to stop, none of which ends it from then on. */
  readonly signalled: (heard: (signal: NodeJS.Signals) => void) => void;
  /** True while Ctrl-C at the terminal is sent to the commands of the process, too. */
  readonly inForeground: () => boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The process whose command line is read. */
export interface CommandLine {
  readonly here: Surroundings;
  /** Makes an action of a command: it sets the exit status that the command returns. */
  readonly action: <A extends readonly unknown[]>(
    command: (...args: A) => Promise<number>,
  ) => (...args: A) => Promise<void>;
}

/**
 * Registers the commands of one family. Their modules are imported with the command that is run, so that help, a wrong
 * flag and the commands that only ask answer at once.
 */
export type Family = (program: Command, line: CommandLine) => void;

/** The flags of a command and of those below it. */
export const optionsOf = ({ options, commands }: Command): readonly Option[] => [
  ...options,
  ...commands.flatMap(optionsOf),
];

/** The variables by which the flags of all commands can be set. */
export const variablesOf = (program: Command): readonly string[] =>
  optionsOf(program).flatMap(({ envVar = [] }) => envVar);

/** The words of the command line behind the name of a command, as they were given. */
export const wordsBehind = (
  program: Command & { readonly rawArgs?: readonly string[] },
  name: string,
): readonly string[] => {
  const { rawArgs = [] } = program;
  return rawArgs.slice(rawArgs.indexOf(name) + 1);
};
