import { CommandFailure, FlagRefusal } from '../command/command-failure.ts';
import { Exit } from '../command/exit.ts';
import type { Surroundings } from '../command/family.ts';
import { createLog, type Log } from '../features/log/log.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';
import { omitUndefined } from '../schema/defined.ts';
import { fixtureNames } from '../seed/load.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import type { RunningMock, StartOptions } from '../server/mock/running-mock.ts';
import { startMock } from '../server/mock/start.ts';
import { fixturesIn, isFolder } from '../world/fixture-files.ts';
import { databaseOf } from './database-flag.ts';
import { certificatesOf, signingKeyOf, trustedIssuerOf } from './key-files.ts';
import { controlPolicyOf, type ServeFlags } from './options.ts';
import { traceFolderOf } from './trace/trace-folder.ts';
import type { TraceFolderFlags } from './trace/trace-options.ts';

const PRINCIPAL = /^(\d{12})(?:=(arn:aws[\w-]*:(?:iam|sts)::(\d{12}):[^#\s]+)(?:#([^#\s]+))?)?$/;

/**
 * Reads an AWS principal whose signed requests are trusted, from `ACCOUNT[=ARN[#USER_ID]]|any`.
 * @throws FlagRefusal when it is not that
 */
export const trustedPrincipalOf = (text: string): TrustedPrincipal => {
  if (text === 'any') return {};
  const [, account, arn, accountOfArn, userId] = PRINCIPAL.exec(text) ?? [];
  if (account === undefined) {
    throw new FlagRefusal(
      `--trust-aws ${text}: it must be an account of 12 digits, optionally "=", an ARN of iam or sts, "#" and a user id; or "any"`,
    );
  }
  if (accountOfArn !== undefined && accountOfArn !== account) {
    throw new FlagRefusal(`--trust-aws ${text}: the ARN is of the account ${accountOfArn}`);
  }
  return { account, ...(arn !== undefined && { arn }), ...(userId !== undefined && { userId }) };
};

/** Fixtures of the flags, then of the init folder, or else the default one. @throws CommandFailure for a folder */
const fixturesOf = async (
  { fixture = [], initDir, snapshot }: ServeFlags,
  shipped: Surroundings['shippedFixtures'],
): Promise<readonly string[]> => {
  for (const each of fixture) {
    if ((await isFolder(each)) && !fixtureNames(shipped).includes(each))
      throw new CommandFailure(`--fixture ${each}: is a folder: --init-dir takes one`, Exit.fixture);
  }
  const all = [...fixture, ...(initDir === undefined ? [] : fixturesIn(initDir))];
  return all.length > 0 || snapshot !== undefined ? all : ['default'];
};

/** The level at which calls are logged: `debug` if that is asked for, `info` at a terminal; otherwise they are not. */
const callLevelOf = ({ logLevel }: ServeFlags, terminal: boolean): Pick<StartOptions, 'callLevel'> => {
  if (logLevel === 'debug') return { callLevel: 'debug' };
  return terminal && logLevel === 'info' ? { callLevel: 'info' } : {};
};

/** The options of a start, with its log, by the flags. @throws FlagRefusal for flags that cannot be used */
export const startOptionsOf = async (
  flags: ServeFlags,
  { err, terminal, version, shippedFixtures }: Surroundings,
): Promise<StartOptions> => {
  const log = createLog(flags.logLevel, terminal, err);
  const { host, port, data, snapshot, seed, serviceDomain, profile, v1Casing, publicUrl, tls, tlsCaFile } = flags;
  const { eventPrefix, deliverySchedule, allowEgress, journalBytes, sinkCa, signingKey } = flags;
  return {
    host,
    port,
    fixtures: await fixturesOf(flags, shippedFixtures),
    shippedFixtures,
    seed,
    serviceDomain,
    profile,
    audiences: flags.audience ?? [],
    trusted: await Promise.all((flags.trust ?? []).map(trustedIssuerOf)),
    trustedAws: (flags.trustAws ?? []).map(trustedPrincipalOf),
    control: controlPolicyOf(flags),
    version,
    tokenTtlSeconds: flags.tokenTtl,
    maxWorlds: flags.maxWorlds,
    requireWorld: flags.requireWorld ?? false,
    ...(flags.journal === 'on' && { journalEntries: flags.journalEntries }),
    ...(await databaseOf(flags)),
    log,
    ...callLevelOf(flags, terminal),
    ...omitUndefined({
      v1Casing,
      publicUrl,
      tls,
      tlsCaFile,
      data,
      snapshot,
      eventPrefix,
      deliverySchedule,
      allowEgress,
      journalBytes,
      origins: flags.cors,
      sinkCa: sinkCa === undefined ? undefined : await certificatesOf(sinkCa),
      signingKey: signingKey === undefined ? undefined : await signingKeyOf(signingKey),
    }),
  };
};

/** The line of JSON for test harnesses. */
export const formatReadyLine = (
  { url, localUrl, orgId, issuer, caFile }: Pick<RunningMock, 'url' | 'localUrl' | 'orgId' | 'issuer' | 'caFile'>,
  {
    token,
    controlToken,
    pid,
  }: { readonly token: string; readonly controlToken: string | undefined; readonly pid: number },
): string =>
  `${JSON.stringify({ url, localUrl, token, orgId, issuer, controlToken: controlToken ?? null, pid, caFile })}\n`;

/** The lines for people who start a mock at a terminal. */
export const formatLines = async (
  { url, token, namedToken, caFile }: Pick<RunningMock, 'url' | 'token' | 'namedToken' | 'caFile'>,
  controlToken: string | undefined,
): Promise<string> => {
  const control = controlToken === undefined ? '' : `\nControl token: ${controlToken}`;
  const trust = caFile === undefined ? '' : ` --cacert '${caFile}'`;
  const bearer = namedToken ?? (await token());
  return [
    `platform-mock ready on ${url}`,
    '',
    'Try it:',
    `  curl -s${trust} -H 'Authorization: Bearer ${bearer}' '${url}/registry/v2/repos?page_size=3&order_by=name'`,
    `Console: ${url}/`,
    `Documents: ${url}/docs${control}`,
    ...(caFile === undefined ? [] : [`CA certificate: ${caFile}`]),
    '',
  ].join('\n');
};

/** The default of `--drain` with a database, in milliseconds: other replicas may take its calls. */
const SHARED_DRAIN_MILLIS = 25_000;

/** Lets calls go elsewhere, for so many milliseconds at most, or until the next signal, and says so (behaviour M19). */
const drain = async (mock: RunningMock, millis: number, log: Log, around: Surroundings): Promise<void> => {
  const interrupted = new AbortController();
  void around.stopped().then(() => interrupted.abort());
  log.info({ seconds: millis / 1_000 }, 'drains: ends once no more calls come, at the latest after that time');
  await mock.drain(millis, interrupted.signal);
};

/** Runs a server until the process is asked to stop; rejects when it cannot be started. */
export const serve = async (flags: ServeFlags & TraceFolderFlags, around: Surroundings): Promise<number> => {
  const options = await startOptionsOf(flags, around);
  const folder = traceFolderOf(flags, around);
  const stopped = around.stopped(flags.untilEof);
  const mock = await startMock(folder ? { ...options, takeRun: folder.take } : options, openListeningPort);
  try {
    const { token: controlToken } = options.control;
    const { pid } = around;
    around.out(
      flags.json
        ? formatReadyLine(mock, { token: await mock.token(), controlToken, pid })
        : // A token that was set is not printed: others read logs.
          await formatLines(mock, flags.controlToken === undefined ? controlToken : undefined),
    );
    const drainMillis = flags.drain ?? (flags.database === undefined ? 0 : SHARED_DRAIN_MILLIS);
    if ((await stopped) === 'SIGTERM' && drainMillis > 0) await drain(mock, drainMillis, options.log, around);
    return (await folder?.finish(mock)) ?? Exit.ok;
  } finally {
    await mock.close();
  }
};
