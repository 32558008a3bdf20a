import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../support/own-server.ts';
import { PROBED_CLIENT } from './probed-client.ts';

/** A trial as the report has it. */
export interface Trial {
  readonly id: string;
  readonly verdict: string;
  readonly why: string;
  readonly call: { readonly world: string };
  readonly folded: number;
  readonly [name: string]: unknown;
}

/** The report of a probe, as far as tests read it. */
export interface Report {
  readonly kind: string;
  readonly baseline: { readonly jobs: number; readonly runs: number; readonly noise: readonly string[] };
  readonly trials: readonly Trial[];
  readonly summary: Readonly<Record<string, unknown>> & { readonly verdicts: Readonly<Record<string, number>> };
}

/** A probe takes a start, and as many runs of a client as it has trials; this is only to end one that hangs. */
export const LIMIT_MS = 120_000;

/** The client in a folder of its own, and what runs it there, with the flags that each probe has unless it is given them. */
export const clientIn = (folder: string, env: NodeJS.ProcessEnv = {}) => {
  const file = join(folder, 'client.mjs');
  writeFileSync(file, PROBED_CLIENT);
  const report = join(folder, 'report.json');
  const flags = { '--jobs': '1', '--out': join(folder, 'found'), '--report': report };
  const words = (mode: string, given: readonly string[]): readonly string[] => [
    ...[
      'probe',
      ...Object.entries(flags)
        .filter(([flag]) => !given.includes(flag))
        .flat(),
      ...given,
      '--',
    ],
    ...['sh', '-c', `cd '${folder}' && exec '${process.execPath}' client.mjs ${mode}`],
  ];
  const read = (): Report => JSON.parse(readFileSync(report, 'utf8')) as Report;
  return {
    words,
    read,
    report,
    probe: async (mode: string, ...given: readonly string[]) => {
      const ended = await runCommand(words(mode, given), env, LIMIT_MS);
      return { ...ended, report: existsSync(report) ? read() : undefined };
    },
  };
};
