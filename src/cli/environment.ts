import type { Option } from 'commander';
import { FlagRefusal } from '../command/command-failure.ts';
import { booleanFrom } from '../schema/boolean-words.ts';
import { brief } from '../schema/field-violation.ts';
import { findNearestName } from '../schema/nearest-name.ts';

/** The environment of a process, or of a command. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'PLATFORM_MOCK_';

/** The prefix of all variables that a flag can be set by. */
const PREFIX_OF_FLAGS = 'PLATFORM_';

/** True if an environment has a variable that may set a flag. */
export const hasVariable = (env: Environment): boolean =>
  Object.keys(env).some((name) => name.startsWith(PREFIX_OF_FLAGS));

/** The variables that only clients read: the path by which they find the program. */
const OF_CLIENTS = ['PLATFORM_MOCK_BINARY'];

/** The number of characters of an unknown variable's name that are repeated. */
const MAX_PRINTED_NAME = 256;

/**
 * The variables that Kubernetes and links of Docker set for a service or a container whose name is platform-mock, or
 * begins with platform-mock-, by the part of the name behind the prefix, and the value.
 */
const LINKS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)$/, /^/],
  [/^(?:\w+_)?PORT$/, /^(?:tcp|udp|sctp):\/\//],
  [/^(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/, /^/],
  [/^(?:\w+_)?NAME$/, /^\/.+\/./],
  [/^(?:\w+_)?ENV_\w+$/, /^/],
];

/** The variables for a service or container of this program's name: they are not meant for it (behaviour M9). */
export const linkVariables = (env: Environment): readonly string[] =>
  Object.entries(env).flatMap(([name, value = '']) => {
    if (!name.startsWith(PREFIX)) return [];
    const rest = name.slice(PREFIX.length);
    return LINKS.some(([names, values]) => names.test(rest) && values.test(value)) ? [name] : [];
  });

/**
 * Demands that the program reads each variable of an environment that has its prefix.
 * @throws FlagRefusal with a line for each that is unknown
 */
export const demandKnownVariables = (env: Environment, known: readonly string[]): void => {
  const passed = new Set([...known, ...OF_CLIENTS, ...linkVariables(env)]);
  const unknown = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !passed.has(name));
  if (unknown.length === 0) return;
  // All names begin alike, which would make each near to every other.
  const stems = new Map(known.map((name) => [name.replace(/^PLATFORM_(?:MOCK_)?/, ''), name]));
  const lines = unknown.map((name) => {
    const nearest = findNearestName(name.slice(PREFIX.length), [...stems.keys()]);
    const hint = nearest === undefined ? '--help lists those there are' : `did you mean "${stems.get(nearest)}"?`;
    return `there is no variable ${JSON.stringify(brief(name, MAX_PRINTED_NAME))}, ${hint}`;
  });
  throw new FlagRefusal(lines.join('\n'));
};

/**
 * Deletes from an environment the variables that say false to flags without a value: Commander would set such a flag by
 * any text.
 * @returns the reason why one is refused; undefined if none is
 */
export const dropFalseVariables = (
  flags: readonly Pick<Option, 'envVar' | 'isBoolean'>[],
  env: Record<string, string | undefined>,
): string | undefined => {
  for (const flag of flags) {
    const name = flag.isBoolean() ? (flag.envVar ?? '') : '';
    const given = env[name];
    if (given === undefined) continue;
    const isOn = booleanFrom(given);
    if (isOn === undefined) return `${name} must be true or false`;
    if (!isOn) delete env[name];
  }
  return undefined;
};
