import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import type { ClockStart } from '../../features/clock/world-clock.ts';
import { createLog } from '../../features/log/log.ts';
import { nameCall } from '../../features/trace/compared-call.ts';
import {
  type ReplayBeginning,
  type ReplayLog,
  type ReplayStep,
  readReplayLog,
} from '../../features/trace/replay-log.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { openListeningPort } from '../../server/listen/listening-port.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import { startMock } from '../../server/mock/start.ts';
import { formatLines } from '../serve.ts';
import { type Replayed, reportOf } from './replay-report.ts';
import { ReplayClock, ReplayRun } from './replay-run.ts';

/** The options of running a trace again. */
export interface ReplayFlags {
  /** The number of the call after which to stop, and to keep the mock running. */
  readonly upto?: string;
  readonly port: number;
}

const JOURNAL_SIZE = 10_000;
/** More than any trace has. */
const MAX_WORLDS = 1_000_000;
const TOKEN_SECONDS = 24 * 60 * 60;

/** Calls `run` with the names of fixtures; those whose text is in the trace are files while it runs. */
const withFixtures = async <T>(
  fixtures: ReplayBeginning['fixtures'] = [{ name: 'default', sha256: '' }],
  run: (names: readonly string[]) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-mock-replay-'));
  try {
    const names: string[] = [];
    for (const [index, each] of fixtures.entries()) {
      const file = join(folder, `${index}.yaml`);
      if ('yaml' in each) await writeFile(file, each.yaml);
      names.push('yaml' in each ? file : each.name);
    }
    return await run(names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The start of the clock of a world. */
const startOf = ({ clock: { mode, scale, begun }, _ran: ran }: ReplayBeginning): ClockStart => {
  const nowMillis = Date.parse(begun);
  return mode === 'real' ? { mode, scale, shiftMillis: nowMillis - ran } : { mode, scale, nowMillis };
};

/** Starts a mock with the options of the recorded one, with its clock at the moment at which that one began. */
const startRecorded = (
  { _mock: { issuer, v1Casing, eventPrefix, trustedAws, ...mock }, _began: began }: ReplayLog,
  { port }: ReplayFlags,
  { err, version, shippedFixtures }: Surroundings,
  clock: ReplayClock,
): Promise<RunningMock> => {
  const first = began.find(({ world }) => world === DEFAULT_WORLD);
  return withFixtures(first?.fixtures, (fixtures) =>
    startMock(
      {
        ...mock,
        seed: first?.seed ?? mock.seed,
        ...omitUndefined({ issuer, v1Casing, eventPrefix }),
        host: '127.0.0.1',
        port,
        fixtures,
        shippedFixtures,
        trustedAws: trustedAws.map(omitUndefined),
        control: { loopback: true },
        version,
        tokenTtlSeconds: TOKEN_SECONDS,
        maxWorlds: MAX_WORLDS,
        journalEntries: JOURNAL_SIZE,
        requireWorld: false,
        log: createLog('error', false, err),
        clock,
        ...(first && { clockStart: startOf(first) }),
        wait: async () => undefined,
        sender: { send: async () => ({ error: 'not sent: the run is one that was recorded' }), close: () => undefined },
      },
      openListeningPort,
    ),
  );
};

/** The worlds that no control call of the trace makes, in the order in which they were made. */
const begunApart = ({ _began: began }: ReplayLog, steps: readonly ReplayStep[]): readonly ReplayBeginning[] => {
  const made = new Set(steps.map(({ answer }) => (answer as { readonly id?: string } | undefined)?.id));
  return began
    .filter(({ world }) => world !== DEFAULT_WORLD && !made.has(world))
    .sort((one, other) => one._ran - other._ran);
};

/** Sends the calls of a trace again, up to the one of a number. */
const sendAll = async (file: string, log: ReplayLog, upto: number, run: ReplayRun): Promise<readonly Replayed[]> => {
  const replayed: Replayed[] = [];
  const steps = log._steps.filter((step): step is ReplayStep => step.kind === 'control');
  const last = log.entries[upto - 1]?._place ?? Number.POSITIVE_INFINITY;
  const all = [
    ...log.entries.map((call, index) => ({ place: call._place ?? 0, ran: call._ran ?? 0, call, number: index + 1 })),
    ...steps.map((step) => ({ place: step._place, ran: step._ran, step })),
  ];
  const beginnings = [...begunApart(log, steps)];
  const beginUntil = async (millis: number): Promise<void> => {
    for (let next = beginnings[0]; next && next._ran <= millis; next = beginnings[0]) {
      beginnings.shift();
      const reason = await run.begin(next);
      if (reason !== undefined) throw new FlagRefusal(`${file}: log._began: the world ${next.world}: ${reason}`);
    }
  };
  for (const each of all.sort((one, other) => one.place - other.place)) {
    if (each.place > last) break;
    await beginUntil(each.ran);
    if ('step' in each) {
      const { method, target } = each.step;
      replayed.push({ name: `${method} ${target}`, outcome: await run.step(each.step) });
    } else {
      const { call, number } = each;
      replayed.push({ name: `call ${number}  ${nameCall(call)}`, call, outcome: await run.call(call) });
    }
  }
  return replayed;
};

const numberOf = (file: string, { upto }: ReplayFlags, { entries }: ReplayLog): number => {
  if (upto === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(upto) && Number(upto) <= entries.length) return Number(upto);
  throw new FlagRefusal(`${file}: log.entries: there is no call ${upto}, it has ${entries.length}`);
};

/**
 * Runs a trace again in a mock of its own, and compares the answers (behaviour R8); 3 if one differs, or none was
 * compared. With `upto` the mock goes on, from the state after that call, until the process is asked to stop.
 */
export const replayTrace = async (file: string, flags: ReplayFlags, here: Surroundings): Promise<number> => {
  const log = await readReplayLog(file, here);
  const upto = numberOf(file, flags, log);
  const first = log._began.find(({ world }) => world === DEFAULT_WORLD) ?? log._began[0];
  const clock = new ReplayClock(first?._ran ?? 0);
  const stopped = flags.upto === undefined ? undefined : here.stopped();
  const mock = await startRecorded(log, flags, here, clock);
  const run = new ReplayRun(mock, clock, log);
  try {
    const { lines, isPassed } = reportOf(log, await sendAll(file, log, upto, run));
    for (const line of lines) here.out(`${line}\n`);
    run.close();
    if (stopped) {
      clock.run();
      here.out(await formatLines({ ...mock, url: mock.localUrl }, undefined));
      await stopped;
    }
    return isPassed ? Exit.ok : Exit.gate;
  } finally {
    run.close();
    await mock.close();
  }
};
