import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { userEnvironment } from '../documents/user-environment.ts';

type Values = Readonly<Record<string, string>>;

/** A job on a runner of GitHub: its folders, its environment, and the effects of its steps. */
export interface RunnerJob {
  readonly folder: string;
  readonly workspace: string;
  /** The variables of the next step, beside the variables of this process. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** The exports of earlier steps. */
  readonly exported: () => Values;
  /** Takes over what a step has written into the files of the runner, and returns its outputs. */
  readonly takeFiles: () => Promise<ReadonlyMap<string, string>>;
  readonly summary: () => Promise<string>;
  /** The names of the files of each artifact. */
  readonly artifacts: Map<string, readonly string[]>;
  /** Ends the mock of the job, if there is one. */
  readonly end: () => Promise<void>;
}

const FILES = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const;

const linesIn = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');

const pairOf = (line: string): readonly [string, string] => {
  const at = line.indexOf('=');
  if (at < 1) throw new Error(`this line is not of the form NAME=VALUE: ${line}`);
  return [line.slice(0, at), line.slice(at + 1)];
};

/** Begins a job in an empty folder, with the machine that the runner says it is. */
export const beginJob = async (folder: string, machine: Values = {}): Promise<RunnerJob> => {
  const [workspace, temporary, tools] = ['workspace', 'temp', 'tools'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [workspace, temporary, tools]) await mkdir(each);
  const files = Object.fromEntries(FILES.map((name) => [name, join(folder, name)])) as Record<
    (typeof FILES)[number],
    string
  >;
  for (const file of Object.values(files)) await writeFile(file, '');
  let exported: Values = {};
  let paths: readonly string[] = [];
  const state = join(temporary, 'platform-mock');
  return {
    folder,
    workspace,
    environment: () => ({
      ...userEnvironment(),
      ...{ CI: 'true', GITHUB_JOB: 'test', RUNNER_TEMP: temporary, RUNNER_TOOL_CACHE: tools },
      ...{ RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', NODE_EXTRA_CA_CERTS: undefined },
      ...machine,
      ...files,
      PATH: [...paths, process.env.PATH].join(delimiter),
      ...exported,
    }),
    exported: () => exported,
    takeFiles: async () => {
      exported = { ...exported, ...Object.fromEntries((await linesIn(files.GITHUB_ENV)).map(pairOf)) };
      paths = [...(await linesIn(files.GITHUB_PATH)), ...paths];
      const outputs = new Map((await linesIn(files.GITHUB_OUTPUT)).map(pairOf));
      for (const name of ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT'] as const) await writeFile(files[name], '');
      return outputs;
    },
    summary: () => readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    artifacts: new Map(),
    end: async () => {
      if (!existsSync(join(state, 'environment'))) return;
      await writeFile(join(state, 'stop'), '');
      while (!existsSync(join(state, 'status'))) await pause(50);
    },
  };
};
