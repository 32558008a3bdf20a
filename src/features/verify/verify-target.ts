import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { isObject, parseJson } from '../../json.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { demand, demandNew, machinePauses } from '../compare/service-command.ts';
import { demandOwned, Target } from '../compare/target.ts';
import { SUITES } from './case.ts';
import { cleanKnownRuns } from './cleanup.ts';
import { compareHar } from './har-suite.ts';
import { type ConformanceReport, outcomeOf, reportJunit, reportLines, reportOf } from './report.ts';
import { type Verified, verify } from './verify.ts';

export interface CleanupFlags {
  readonly target?: string;
  readonly token?: string;
  readonly iOwn?: string;
  readonly rps: number;
  readonly ledger: string;
  readonly run?: string;
}

export interface VerifyFlags extends Omit<CleanupFlags, 'run'> {
  readonly suite?: readonly string[];
  readonly har?: string;
  readonly profile: ProfileName;
  readonly group?: string;
  readonly report?: string;
  readonly junit?: string;
  readonly against?: string;
}

/** The service that flags name. @throws FlagRefusal if one of them is missing */
const serviceIn = ({ target, token, iOwn, rps }: CleanupFlags) => ({
  url: demand(target, '--target'),
  token: demand(token, '--token'),
  owned: demand(iOwn, '--i-own HOST, by which you say that you may test that host,'),
  rps,
});

/** An earlier report. @throws FlagRefusal for a file that has none */
const readReport = async (file: string): Promise<ConformanceReport> => {
  const value = parseJson(await readText(file, (reason) => new FlagRefusal(`${file}: ${reason}`)));
  if (!isObject(value) || value.kind !== 'ConformanceReport' || !Array.isArray(value.failures)) {
    throw new FlagRefusal(`${file}: it is no report of verify`);
  }
  return value as unknown as ConformanceReport;
};

const STATUS = { passed: Exit.ok, failed: Exit.gate, nothing: Exit.usage } as const;

/** Runs what is asked for; the id of the run is printed before anything is sent. */
const runAsked = async (
  flags: VerifyFlags,
  run: string,
  here: Surroundings,
): Promise<Verified & { target: string }> => {
  const { har, profile, ledger, group, suite = ['refusals'] } = flags;
  const process = { ...here, ...machinePauses, interrupted: here.signalled };
  if (har !== undefined) {
    here.out(`run ${run}\n`);
    return { target: har, suites: new Map([['har', await compareHar(har, { ...process, profile })]]) };
  }
  const service = serviceIn(flags);
  here.out(`run ${run}\n`);
  const suites = SUITES.filter((name) => suite.includes('all') || suite.includes(name));
  const options = { ...service, suites, profile, run, ledger };
  return { target: service.url, ...(await verify({ ...options, ...omitUndefined({ group }) }, process)) };
};

/** Compares a service with the mock, and writes the reports that are asked for. */
export const verifyTarget = async (flags: VerifyFlags, here: Surroundings): Promise<number> => {
  const { against, profile, report: file, junit } = flags;
  demandNew(file, junit);
  const before = against === undefined ? undefined : await readReport(against);
  const now = Date.now();
  // By time, and by chance.
  const run = `v${now.toString(36)}${randomBytes(3).toString('hex')}`;
  const { target, suites, stopped } = await runAsked(flags, run, here);
  const suite = { version: here.version, document: profile };
  const report = reportOf({ run, date: new Date(now).toISOString(), target, suite }, suites, before);
  for (const line of reportLines(report)) here.out(`${line}\n`);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx' });
  if (junit !== undefined) writeFileSync(junit, reportJunit(suites, now), { flag: 'wx' });
  if (stopped !== undefined) here.err(`platform-mock: ${stopped}\n`);
  const status = STATUS[outcomeOf(report)];
  return stopped !== undefined && status === Exit.ok ? Exit.usage : status;
};

/** Deletes the rows that runs against a target have made and not deleted. Returns `Exit.gate` if some remain. */
export const cleanTarget = async (flags: CleanupFlags, { out, err }: Surroundings): Promise<number> => {
  const service = serviceIn(flags);
  demandOwned(service.url, service.owned);
  const target = new Target(service, machinePauses);
  try {
    const cleaned = await cleanKnownRuns(target, flags.ledger, flags.run);
    for (const { run, deleted, remaining } of cleaned) {
      out(`run ${run}: ${deleted} deleted\n`);
      for (const each of remaining) err(`platform-mock: run ${run}: ${each}\n`);
    }
    if (cleaned.length === 0) out('no run has anything to delete\n');
    return cleaned.every(({ remaining }) => remaining.length === 0) ? Exit.ok : Exit.gate;
  } finally {
    target.close();
  }
};
