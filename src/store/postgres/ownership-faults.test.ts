import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bySize } from '../../../scripts/test-size.ts';
import { ListClients } from '../../testing/owned-lists/list-clients.ts';
import { type ListCluster, type ListProcess, startCluster } from '../../testing/owned-lists/list-cluster.ts';
import { ListJudge } from '../../testing/owned-lists/list-judge.ts';
import { startPostgres } from '../../testing/postgres.ts';

const FAULTS = bySize({ small: 5, usual: 20, whole: 200 });
const CLIENTS = bySize({ small: 8, usual: 8, whole: 24 });
/** The percentage of faults that meet the owner. */
const AIMED = 60;

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** Undoes something later, unless the faults are over before. */
type Later = (millis: number, undo: () => void) => void;

type Fault = (cluster: ListCluster, met: ListProcess, later: Later) => void;

const FAULTS_OF: Readonly<Record<string, Fault>> = {
  'kill -9': (_cluster, met) => met.signal('SIGKILL'),
  pause: (_cluster, met, later) => {
    met.signal('SIGSTOP');
    // Others wait for it: for ten seconds.
    later(between(1_000, 14_000), () => met.signal('SIGCONT'));
  },
  'held connections': (_cluster, { way }, later) => {
    way.hold();
    later(between(1_000, 5_000), () => way.open());
  },
  'cut connections': (_cluster, { way }, later) => {
    way.cut();
    later(between(0, 3_000), () => way.open());
  },
  SIGTERM: (_cluster, met) => met.signal('SIGTERM'),
};

/** The database restarts in the place of one fault in six. */
const RESTARTS = 6;

const restart = async ({ postgres }: ListCluster): Promise<void> => {
  await postgres.stopServer();
  await pause(between(0, 1_500));
  await postgres.startServer();
};

const meet = async (cluster: ListCluster, count: number): Promise<ReadonlyMap<string, number>> => {
  const undos = new Set<() => void>();
  const later: Later = (millis, undo) => {
    const once = (): void => {
      clearTimeout(timer);
      if (undos.delete(once)) undo();
    };
    const timer = setTimeout(once, millis);
    undos.add(once);
  };
  const met = new Map<string, number>();
  const names = Object.keys(FAULTS_OF);
  for (let nth = 0; nth < count; nth += 1) {
    await pause(between(350, 1_050));
    const kind = Math.floor(Math.random() * RESTARTS);
    const name = names[kind] ?? 'restart';
    const { owner, processes } = cluster;
    const isAimed = owner !== undefined && Math.random() * 100 < AIMED;
    const target = isAimed ? owner : processes[Math.floor(Math.random() * processes.length)];
    const what = name === 'restart' ? name : `${name}${target === owner ? ' of the owner' : ''}`;
    met.set(what, (met.get(what) ?? 0) + 1);
    if (name === 'restart') await restart(cluster);
    else if (target) FAULTS_OF[name]?.(cluster, target, later);
  }
  for (const undo of [...undos]) undo();
  return met;
};

const termsOf = ({ words }: ListCluster): ReadonlySet<string> => new Set(words.flatMap(({ term }) => term ?? []));

/** Kills whoever owns the database until another term has begun: by chance, all faults may have met the others. */
const endTerm = async (cluster: ListCluster): Promise<void> => {
  const { size } = termsOf(cluster);
  await cluster.until(() => {
    if (termsOf(cluster).size > size) return true;
    cluster.owner?.signal('SIGKILL');
    return false;
  });
};

test(`31.2: no answer is lost, moved or stale over ${FAULTS} kills, pauses, cuts and changes of the owner`, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const cluster = await startCluster(postgres);
  const judge = new ListJudge();
  try {
    const clients = new ListClients(cluster.processes, judge, CLIENTS);
    const met = await meet(cluster, FAULTS);
    await endTerm(cluster);
    // All is well again: each process answers.
    const before = judge.judged;
    await cluster.until(() => cluster.owner !== undefined && judge.judged > before + CLIENTS);
    await clients.stop();
    judge.end(await cluster.readStored());
    const all = [...met].map(([what, times]) => `${times} ${what}`).sort();
    t.diagnostic(`${judge.judged} answers, ${termsOf(cluster).size} terms; ${all.join(', ')}`);
    assert.deepEqual(judge.wrong, []);
    assert.deepEqual(
      cluster.words.flatMap(({ report }) => report ?? []),
      [],
    );
    assert.ok(judge.judged > FAULTS * CLIENTS);
  } finally {
    await cluster.stop();
  }
});
