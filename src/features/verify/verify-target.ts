import { readFileSync, writeFileSync } from 'node:fs';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { demand, demandNew, machinePauses, orRefuse } from '../compare/service-command.ts';
import { demandOwned, Target } from '../compare/target.ts';
import { isObject, parseJson } from '../evidence/json-value.ts';
import { SUITES, type SuiteName } from './case.ts';
import { cleanKnownRuns } from './cleanup.ts';
import { compareHar } from './har-suite.ts';
import { type ConformanceReport, outcomeOf, reportJunit, reportLines, reportOf } from './report.ts';
import { makeRunId, type Verified, verify } from './verify.ts';

/** The flags of `verify cleanup`. */
export interface CleanupFlags {
  readonly target?: string;
  readonly token?: string;
  readonly iOwn?: string;
  readonly rps: number;
  readonly ledger: string;
  readonly run?: string;
}

/** The flags of `verify`. */
export interface VerifyFlags extends Omit<CleanupFlags, 'run'> {
  readonly suite?: readonly string[];
  readonly har?: string;
  readonly profile: ProfileName;
  readonly group?: string;
  readonly report?: string;
  readonly junit?: string;
  readonly against?: string;
}

const suitesOf = ({ suite = ['refusals'] }: VerifyFlags): readonly SuiteName[] =>
  suite.includes('all') ? SUITES : SUITES.filter((name) => suite.includes(name));

/** An earlier report. @throws FlagRefusal for a file that has none */
const readReport = (file: string): ConformanceReport => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new FlagRefusal(`${file}: it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const value = parseJson(text);
  if (!isObject(value) || value.kind !== 'ConformanceReport' || !Array.isArray(value.failures)) {
    throw new FlagRefusal(`${file}: it is no report of verify`);
  }
  return value as unknown as ConformanceReport;
};

const STATUS = { passed: Exit.ok, failed: Exit.gate, nothing: Exit.usage } as const;

const write = (file: string | undefined, text: string): void => {
  if (file !== undefined) writeFileSync(file, text, { flag: 'wx' });
};

/** Writes what a run has found where it is wanted, and says it; returns the status to end with. */
const tell = (
  { suites, stopped }: Pick<Verified, 'suites' | 'stopped'>,
  head: Parameters<typeof reportOf>[0],
  flags: VerifyFlags,
  { out, err }: Surroundings,
): number => {
  const before = flags.against === undefined ? undefined : readReport(flags.against);
  const report = reportOf(head, suites, before);
  for (const line of reportLines(report)) out(`${line}\n`);
  write(flags.report, `${JSON.stringify(report, null, 2)}\n`);
  write(flags.junit, reportJunit(suites, Date.parse(head.date)));
  if (stopped !== undefined) err(`platform-mock: ${stopped}\n`);
  const status = STATUS[outcomeOf(report)];
  return stopped !== undefined && status === Exit.ok ? Exit.usage : status;
};

/** Compares a service with the mock; the id of the run is printed before anything is sent. */
export const verifyTarget = async (flags: VerifyFlags, here: Surroundings): Promise<number> => {
  demandNew(flags.report, flags.junit);
  if (flags.against !== undefined) readReport(flags.against);
  const run = makeRunId(Date.now());
  const { profile, rps, ledger, group } = flags;
  const suite = { version: here.version, document: profile };
  const date = new Date().toISOString();
  if (flags.har !== undefined) {
    const { har } = flags;
    here.out(`run ${run}\n`);
    const results = await orRefuse(() => compareHar(har, { ...here, ...machinePauses, profile }));
    return tell({ suites: new Map([['har', results]]) }, { run, date, target: har, suite }, flags, here);
  }
  const target = demand(flags.target, '--target');
  const token = demand(flags.token, '--token');
  const owned = demand(flags.iOwn, '--i-own');
  here.out(`run ${run}\n`);
  const options = { target, token, owned, suites: suitesOf(flags), rps, profile, run, ledger };
  const verified = await orRefuse(() =>
    verify(
      { ...options, ...(group !== undefined && { group }) },
      { ...here, ...machinePauses, interrupted: (heard) => here.signalled(heard) },
    ),
  );
  return tell(verified, { run, date, target, suite }, flags, here);
};

/** Deletes what runs against a target have made and not deleted. */
export const cleanTarget = async (flags: CleanupFlags, { out, err }: Surroundings): Promise<number> => {
  const url = demand(flags.target, '--target');
  const token = demand(flags.token, '--token');
  const owned = demand(flags.iOwn, '--i-own');
  return orRefuse(async () => {
    demandOwned(url, owned);
    const target = new Target({ url, token, rps: flags.rps }, machinePauses);
    try {
      const cleaned = await cleanKnownRuns(target, flags.ledger, flags.run);
      for (const { run, deleted, left } of cleaned) {
        out(`run ${run}: ${deleted} deleted\n`);
        for (const each of left) err(`platform-mock: run ${run}: ${each}\n`);
      }
      if (cleaned.length === 0) out('no run has left anything that is known\n');
      return cleaned.every(({ left }) => left.length === 0) ? Exit.ok : Exit.gate;
    } finally {
      target.close();
    }
  });
};
