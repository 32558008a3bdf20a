import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { errorAnswer, type RestAnswer } from '../../faces/rest/answer.ts';
import { addFields } from '../../features/log/log.ts';
import { CallCounts } from '../../features/metrics/call-counts.ts';
import { type DatabaseUse, metricsText } from '../../features/metrics/prometheus-text.ts';
import { StoredKeys, type StoredMeta } from '../../identity/stored-keys.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { ApiError } from '../../kernel/errors.ts';
import { guardControl } from '../../plane/guard.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { loadFixture } from '../../seed/load.ts';
import { reasonOf } from '../../store/data-file-error.ts';
import { DatabaseError } from '../../store/postgres/database-error.ts';
import { type Ownership, openOwnership } from '../../store/postgres/ownership.ts';
import type { Options } from './assemble.ts';
import { OwnedMock, type Setting } from './owned-mock.ts';
import type { CallOfProcess, OpenPort, Peers, Port } from './port.ts';
import type { RunningMock } from './running-mock.ts';

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * The digests of the options that change how calls are answered, by flag. An option that is not set has none: another
 * release may not know it, and answers the same without it. @throws FixtureError
 */
const digestOptions = async (
  options: Options,
  url: string,
  snapshot: string | undefined,
): Promise<Readonly<Record<string, string>>> => {
  const { fixtures, shippedFixtures: shipped, signingKey, control } = options;
  const contents = await Promise.all(fixtures.map(async (name) => (await loadFixture(name, { shipped })).contents));
  const values: Readonly<Record<string, unknown>> = {
    '--public-url': url,
    '--fixture': contents,
    '--snapshot': snapshot,
    '--service-domain': options.serviceDomain,
    '--profile': options.profile,
    '--v1-casing': options.v1Casing,
    '--audience': options.audiences,
    '--signing-key': typeof signingKey === 'object' ? signingKey.kid : signingKey,
    '--trust': options.trusted,
    '--trust-aws': options.trustedAws,
    '--control-token': control.token,
    '--max-worlds': options.maxWorlds,
    '--require-world': options.requireWorld,
    '--journal': options.journalEntries !== undefined,
    '--event-prefix': options.eventPrefix,
    '--delivery-schedule': options.deliverySchedule,
    '--allow-egress': options.allowEgress,
  };
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(set.map(([name, value]) => [name, digestOf(value)]));
};

/** The parts that answer calls. */
interface ProcessParts {
  readonly options: Pick<Options, 'version' | 'serviceDomain' | 'control' | 'machineNow'>;
  readonly peers: Pick<Peers, 'ask'>;
  readonly use: () => DatabaseUse;
}

const LIVE: RestAnswer = { status: 200, body: '{"status":"live"}' };

/** Answers a call about this process while it owns nothing: it is ready if the owner is. */
const answerOfProcess = async (
  path: CallOfProcess,
  headers: IncomingHttpHeaders,
  { options, peers, use }: ProcessParts,
): Promise<RestAnswer> => {
  if (path === 'live') return LIVE;
  try {
    if (path === 'ready') return await peers.ask(`${CONTROL_PREFIX}/ready`, { host: headers.host ?? '' });
    guardControl(options.control, { headers });
    // The metrics of a process that has no worlds.
    const { version, machineNow } = options;
    const nothing = { worlds: () => 0, deliveries: () => ({}), journalBytes: () => 0, controlCalls: () => ({}) };
    const { type, read } = metricsText({ ...nothing, calls: new CallCounts(machineNow), version, use });
    return { status: 200, body: await read(), type };
  } catch (error) {
    const away = new ApiError('UNAVAILABLE', 'no process that owns the worlds can be reached', { retryAfter: 1 });
    return errorAnswer(error instanceof ApiError ? error : away, 'api', options);
  }
};

/** Asks the owner for the variables of `default`. @throws Error if it cannot be asked */
const askOwner = async (
  { token }: Options['control'],
  host: string,
  peers: Peers,
): Promise<Readonly<Record<string, string>>> => {
  const headers = { host, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const { status, body } = await peers.ask(`${CONTROL_PREFIX}/worlds/${DEFAULT_WORLD}:variables`, headers);
  if (status !== 200) throw new Error(`the owner of the worlds answered ${status}: ${body}`);
  return (JSON.parse(body) as { readonly env: Readonly<Record<string, string>> }).env;
};

/** The number of times, and the milliseconds between them, that a start asks an owner that may just be changing. */
const ASKED = 40;
const ASKED_EACH_MILLIS = 250;

/** The token and the organization of `default`, as the owner has them. */
const readFirst = async (owned: OwnedMock, ask: () => ReturnType<typeof askOwner>) => {
  for (let asked = 1; ; asked += 1) {
    if (owned.isOwner) return { token: await owned.mock.token(), orgId: owned.mock.orgId };
    try {
      const { PLATFORM_TOKEN: token = '', PLATFORM_ORG_ID: orgId = '' } = await ask();
      return { token, orgId };
    } catch (error) {
      if (asked === ASKED) {
        throw new DatabaseError(`the owner of the worlds cannot be asked: ${reasonOf(error)}`, error);
      }
      await pause(ASKED_EACH_MILLIS);
    }
  }
};

/** A mock that answers, whoever owns its worlds. */
const runningOf = async (owned: OwnedMock, options: Options, port: Port, peers: Peers): Promise<RunningMock> => {
  const url = options.publicUrl ?? port.url;
  const { token, orgId } = await readFirst(owned, () => askOwner(options.control, new URL(port.url).host, peers));
  if (!owned.isOwner && options.takeRun) {
    throw new DatabaseError(
      'a process that writes traces must own the worlds, and another one does: calls are seen there only',
    );
  }
  return {
    url,
    localUrl: port.url,
    token: async () => token,
    namedToken: owned.isOwner ? owned.mock.namedToken : undefined,
    orgId,
    issuer: options.issuer ?? url,
    caFile: port.caFile,
    mintToken: (...asked) => owned.mock.mintToken(...asked),
    fetch: (request) => owned.mock.fetch(request),
    runs: () => owned.mock.runs(),
    get worlds() {
      return owned.mock.worlds;
    },
    beginAnew: () => owned.mock.beginAnew(),
    drain: (...limits) => owned.drain(...limits),
    close: () => owned.close(),
  };
};

/** The milliseconds without a reachable owner until that is said: longer than it takes to replace one. */
const UNREACHED_MILLIS = 4_000;

/** Reports once for each owner that it cannot be reached, if that lasts. */
const unreachableBy = ({ machineNow }: Options, say: (reason: string) => void) => {
  let last: { readonly term: number; readonly since: number; isSaid: boolean } | undefined;
  return (term: number, { message }: Error): void => {
    if (last?.term !== term) last = { term, since: machineNow(), isSaid: false };
    if (last.isSaid || machineNow() - last.since <= UNREACHED_MILLIS) return;
    last.isSaid = true;
    say(message);
  };
};

/** Makes a function that returns the address for other processes; its first call opens the peer port. */
const peerAddressOf = ({ peer }: Options, peers: Peers): ((host: string) => Promise<string>) => {
  let opened: Promise<number> | undefined;
  return async (host) => {
    // A name that is given may be one of another machine, which passes connections on.
    opened ??= peers.listen(peer ? undefined : host, peer?.port ?? 0);
    const name = peer?.host ?? host;
    return `${name.includes(':') ? `[${name}]` : name}:${await opened}`;
  };
};

/** Finds out who owns the worlds of the database. @throws FixtureError, DatabaseError */
const joinOwners = async (
  url: string,
  { options, base, report }: Pick<Setting, 'options' | 'base' | 'report'>,
  id: string,
  port: Port,
  peers: Peers,
) => {
  const { clock, machineNow, random } = options;
  const digests = await digestOptions(options, options.publicUrl ?? port.url, base?.head.sha256);
  const keys = new StoredKeys(options.seed, options.signingKey);
  const ownership = await openOwnership({
    url,
    schema: options.databaseSchema ?? 'platform_mock',
    peer: peerAddressOf(options, peers),
    isSilent: (owner) => peers.isSilent(owner),
    id,
    options: digests,
    meta: async () => ({ ...(await keys.make()) }),
    now: machineNow,
    wall: () => clock.now(),
    random,
    report,
    notice: (text) => options.log.warn({}, text),
  });
  return { digests, ownership, keys: await keys.read(ownership.meta as Partial<StoredMeta>) };
};

/**
 * Opens the port, and answers once this process owns the worlds in the database, or passes its connections on to
 * the process that does.
 * @throws FixtureError; DatabaseError with one line if the database cannot be used, or others run with other options
 */
export const startOwned = async (
  { database: url, ...given }: Options & { readonly database: string },
  open: OpenPort,
  { base, report }: Pick<Setting, 'base' | 'report'>,
): Promise<RunningMock> => {
  const id = given.random(6).toString('hex');
  let ownership: Ownership | undefined;
  let owned: OwnedMock | undefined;
  const use = (): DatabaseUse => {
    const { answers = false, role, term = '0', changes = 0, waiting = 0 } = ownership?.use ?? {};
    const spliced = port.peers?.spliced() ?? 0;
    return { isUp: answers, isOwner: role === 'here', term: Number(term), changes, waiting, spliced };
  };
  const noteUnreached = unreachableBy(given, (reason) =>
    options.log.warn({ reason }, 'the owner of the worlds cannot be reached'),
  );
  const port: Port = await open({
    ...given,
    peering: {
      id,
      secret: () => ownership?.secret ?? '',
      term: () => owned?.term,
      answer: (path, headers) => answerOfProcess(path, headers, { options, peers: port.peers as Peers, use }),
      unreachable: (reason) => {
        noteUnreached(use().term, reason);
        ownership?.lookNow();
      },
    },
  });
  const options: Options = { ...given, log: addFields(given.log, { replica: port.url }) };
  const { peers } = port;
  try {
    if (!peers) throw new DatabaseError('--database needs a port: a mock without one shares nothing');
    const joined = await joinOwners(url, { options, base, report }, id, port, peers);
    ownership = joined.ownership;
    const setting = { options, base, digests: joined.digests, report, use };
    owned = new OwnedMock(setting, ownership, port, peers, joined.keys);
    await owned.begin();
    return await runningOf(owned, options, port, peers);
  } catch (error) {
    if (owned) await owned.close();
    else {
      await port.close();
      ownership?.close();
    }
    throw error;
  }
};
