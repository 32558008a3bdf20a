import type { SourceFile } from './source-file.ts';

/** The beginnings of paths where files, sockets and other processes may be used. */
const TOUCHES_OUTSIDE = [
  'entry.ts',
  'compiled-main.ts',
  'main.ts',
  'package-home.ts',
  'given-file.ts',
  'version.ts',
  'cli/',
  'client/',
  'connection/',
  'command/',
  'server/listen/',
  'store/json-file',
  'store/snapshot-file',
  'seed/load',
  'features/delivery/',
  // Reads what the process takes.
  'features/metrics/process-samples',
  // A trace is a file, and is sent again over sockets.
  'features/trace/read-trace',
  'features/trace/test-trace.client.ts',
  // Fixtures of users.
  'world/fixture-file',
  'features/compare/caller',
  'features/compare/service-command',
  // They call services that are not ours, and read and write files of users.
  'features/import/',
  'features/verify/',
  // Runs what is probed.
  'probe/command-',
  // Reads the assets of its pages.
  'console/',
  // Only tests use it.
  'testing/',
];
const OUTSIDE_MODULES =
  /^(?:node:(?:fs|net|tls|http|https|http2|dgram|dns|child_process|worker_threads|readline)(?:\/.*)?|lowdb\/node)$/;
const OUTSIDE_GLOBALS = /\bprocess\.|(?<!\.)\bfetch\(|\bglobalThis\.fetch\b/;

/** The files that may read arguments, the environment and stdin. */
const READS_ENVIRONMENT = [
  'main.ts',
  // Its `process` is the one that main passes.
  'cli/exec.ts',
  // A test runner passes the mock's URL from its global setup to its workers by the environment.
  'client/connect.ts',
  'client/setup.ts',
  // The variable pauses setup and workers alike.
  'client/paused-run.ts',
  // Whether a proxy is set, which calls to this machine must bypass.
  'connection/local-fetch.ts',
  // The number of the worker, which these runners have nowhere else.
  'client/running-jest-test.ts',
  'client/vitest.ts',
  // A command that is probed has the environment of the process that probes it.
  'client/probe.ts',
  // A process of the checker is given its part.
  'testing/owned-lists/list-process.ts',
];
const ENVIRONMENT = /\bprocess\.(?:env|argv|execArgv|stdin)\b|\bparseArgs\(/;

/** The files that may use real time and chance; all others receive a clock and ids. */
const USES_TIME_AND_CHANCE = [
  'main.ts',
  'cli/',
  'client/connect.ts',
  'client/patient-world.ts',
  'client/probe.ts',
  'client/function-subject.ts',
  // Names of worlds that no other run has.
  'client/test-world.ts',
  'server/mock/start.ts',
  // Commands that wait, or check a file as a start would.
  'world/health.command.ts',
  'world/validate-fixtures.ts',
  // A service lives in the time of the machine, and what is made in it has names that nobody else has.
  'features/compare/service-command.ts',
  'features/compare/target.ts',
  'features/import/',
  'features/verify/',
  // A page shows times by the clock of its reader.
  'console/app/',
  'server/listen/',
  'probe/command-',
  'testing/',
];
const TIME_AND_CHANCE =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.hrtime|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(|\bgetRandomValues\(/;

const RULES: readonly (readonly [found: RegExp, places: readonly string[]])[] = [
  [OUTSIDE_GLOBALS, TOUCHES_OUTSIDE],
  [ENVIRONMENT, READS_ENVIRONMENT],
  [TIME_AND_CHANCE, USES_TIME_AND_CHANCE],
];

const isIn = (path: string, places: readonly string[]): boolean => places.some((place) => path.startsWith(place));

/** The modules and globals that a file may not use: of the machine, of real time and of chance. */
export const wrongTouches = ({ path, code, imports }: SourceFile): readonly string[] => [
  ...imports
    .filter(({ from, typeOnly }) => OUTSIDE_MODULES.test(from) && !typeOnly && !isIn(path, TOUCHES_OUTSIDE))
    .map(({ from }) => `may not import ${from}, but as a type`),
  ...RULES.flatMap(([pattern, places]) => {
    const found = isIn(path, places) ? undefined : pattern.exec(code)?.[0];
    return found === undefined ? [] : [`may not use ${found}`];
  }),
];
