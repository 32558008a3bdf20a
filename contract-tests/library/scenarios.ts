import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type {
  AuthzMode,
  AuthzQuestion,
  EventMatch,
  EventToEmit,
  Fault,
  FaultEffect,
  FaultPhase,
  JournalMatch,
  Lag,
  Mock,
  OperationId,
  Quota,
  SetClock,
  SetDeliveryPlan,
  SinkAnswer,
  Snapshot,
  TokenOptions,
  World,
  WorldOptions,
} from 'platform-mock';
import table from '../../clients/scenarios.json' with { type: 'json' };
import { isObject } from '../support/json-object.ts';
import type { Library } from './library.ts';

type Values = Readonly<Record<string, unknown>>;

interface Step {
  readonly do?: string;
  readonly send?: string;
  readonly with?: Values;
  readonly body?: unknown;
  readonly token?: string;
  readonly status?: number;
  readonly see?: unknown;
  readonly refused?: string;
  readonly keep?: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly in?: string;
}

interface Scenario {
  readonly name: string;
  readonly world?: Values;
  readonly steps: readonly Step[];
}

/** The value with a stored value in the place of each `${name}`: a text that is only a name becomes that value itself. */
const filled = (value: unknown, values: ReadonlyMap<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, values)]));
  if (typeof value !== 'string') return value;
  const [, whole] = /^\$\{(\w+)\}$/.exec(value) ?? [];
  return whole === undefined
    ? value.replace(/\$\{(\w+)\}/g, (_, name: string) => String(values.get(name)))
    : values.get(whole);
};

/** A value in a message. */
const textOf = (value: unknown): string => String(JSON.stringify(value)).slice(0, 300);

/** The place at which a value is not the expected one, with both; undefined if there is none. */
const difference = (seen: unknown, wanted: unknown, place = ''): string | undefined => {
  if (isObject(wanted)) {
    if ('any' in wanted) return seen === undefined ? `${place} is missing` : undefined;
    if ('match' in wanted && typeof wanted.match === 'string') {
      return new RegExp(wanted.match).test(String(seen))
        ? undefined
        : `${place} is ${String(seen)}, not ${wanted.match}`;
    }
    if ('has' in wanted) {
      const isThere = Array.isArray(seen) && seen.some((item) => difference(item, wanted.has) === undefined);
      return isThere ? undefined : `${place} has no ${textOf(wanted.has)}: ${textOf(seen)}`;
    }
    return Object.entries(wanted)
      .map(([key, each]) => difference(isObject(seen) ? seen[key] : undefined, each, `${place}.${key}`))
      .find((found) => found !== undefined);
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(seen) || seen.length !== wanted.length) {
      return `${place} is ${textOf(seen)}, and not ${wanted.length} items`;
    }
    return wanted.map((each, at) => difference(seen[at], each, `${place}[${at}]`)).find((found) => found !== undefined);
  }
  return seen === wanted ? undefined : `${place} is ${textOf(seen)}, and not ${textOf(wanted)}`;
};

const partAt = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce<unknown>((at, key) => (at as Values | undefined)?.[key], value);

const taken = async (items: AsyncIterable<unknown>, count: number): Promise<readonly unknown[]> => {
  const all: unknown[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length === count) break;
  }
  return all;
};

const snapshotOf = async (world: World, given: Given): Promise<Snapshot> => {
  const found = (await world.snapshots()).find(({ name }) => name === given.name);
  assert.ok(found, `there is no snapshot ${given.name}`);
  return found;
};

/** The arguments of methods in the steps. */
interface Given {
  readonly answers: readonly SinkAnswer[];
  readonly audience: string;
  readonly body: string;
  readonly by: string;
  readonly caller: string;
  readonly clock: SetClock;
  readonly count: number;
  readonly effect: FaultEffect;
  readonly event: EventToEmit;
  readonly faults: readonly Fault[];
  readonly fixture: string;
  readonly group: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly identity: string;
  readonly items: number;
  readonly limit: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly lag: Lag;
  readonly match: JournalMatch & EventMatch;
  readonly mode: 'merge' & AuthzMode;
  readonly name: string;
  readonly note: string;
  readonly operation: OperationId;
  readonly options: WorldOptions & TokenOptions;
  readonly overlap: string;
  readonly overrides: Values;
  readonly phase: FaultPhase;
  readonly plan: SetDeliveryPlan;
  readonly preset: string;
  readonly query: Parameters<World['journal']['list']>[0] & Parameters<World['events']['list']>[0];
  readonly question: AuthzQuestion;
  readonly quotas: readonly Quota[];
  readonly since: string;
  readonly file: string;
  readonly timeoutMs: number;
  readonly to: string & { readonly url: string };
  readonly token: string & Parameters<World['tokens']['upstream']>[0];
  readonly until: 'delivered';
}

/** The method of the library for each operation of the control plane, by the id of the operation, and some conveniences. */
const METHODS: Readonly<Record<string, (world: World, given: Given, mock: Mock) => unknown>> = {
  'mock.live': (_, __, mock) => mock.live(),
  'mock.ready': (_, __, mock) => mock.ready(),
  'mock.metrics': (_, __, mock) => mock.metrics(),
  'mock.world': (_, { options }, mock) => mock.world(options),
  'mock.worlds': (_, { labels }, mock) => mock.worlds(labels),
  'mock.endWorlds': (_, { labels }, mock) => mock.endWorlds(labels),
  'world.info': (world) => world.info(),
  'world.inspect': (world) => world.inspect(),
  'world.variables': (world) => world.variables(),
  'world.label': (world, { labels }) => world.label(labels),
  'world.diff': (world) => world.diff(),
  'world.evidence': (world) => world.evidence(),
  'world.trace': (world) => world.trace(),
  'world.coverage': (world) => world.coverage(),
  'world.clearCoverage': (world) => world.clearCoverage(),
  'world.reset': (world) => world.reset(),
  'world.apply': (world, { fixture, mode }) => world.apply(fixture, mode),
  'world.token': (world, { identity, options }) => world.token(identity, options),
  'world.end': (world) => world.end(),
  'world.at': (world, { id }) => world.at(id),
  'world.snapshot': (world, { name, note }) => world.snapshot(name, note === undefined ? {} : { note }),
  'world.snapshots': (world) => world.snapshots(),
  'world.restore': (world, { file }) => world.restore(file),
  'snapshot.restore': async (world, given) => (await snapshotOf(world, given)).restore(),
  'snapshot.fork': async (world, given) => (await snapshotOf(world, given)).fork(),
  'snapshot.diff': async (world, given) => (await snapshotOf(world, given)).diff(given.to),
  'snapshot.export': async (world, given) => (await snapshotOf(world, given)).export(),
  'snapshot.file': async (world, given) => (await snapshotOf(world, given)).file(),
  'snapshot.delete': async (world, given) => (await snapshotOf(world, given)).delete(),
  'clock.read': ({ clock }) => clock.read(),
  'clock.set': ({ clock }, given) => clock.set(given.clock),
  'clock.advance': ({ clock }, { by }) => clock.advance(by),
  'clock.timers': ({ clock }) => clock.timers(),
  'faults.set': ({ faults }, given) => faults.set(...given.faults),
  'faults.add': ({ faults }, given) => faults.add(...given.faults),
  'faults.once': ({ faults }, { operation, effect, phase }) => faults.once(operation, effect, { phase }),
  'faults.delete': ({ faults }, given) => faults.delete(given.id),
  'faults.list': ({ faults }) => faults.list(),
  'faults.report': ({ faults }) => faults.report(),
  'faults.clear': ({ faults }) => faults.clear(),
  'authz.check': ({ authz }, { question }) => authz.check(question),
  'authz.matrix': ({ authz }, { group }) => authz.matrix(group),
  'authz.mode': ({ authz }) => authz.mode(),
  'authz.setMode': ({ authz }, { mode }) => authz.setMode(mode),
  'authz.denied': ({ authz }) => authz.denied(),
  'authz.used': ({ authz }, { caller }) => authz.used(caller),
  'journal.list': ({ journal }, { query }) => journal.list(query),
  'journal.entry': ({ journal }, { id }) => journal.entry(id),
  'journal.expect': ({ journal }, { match, count, ...more }) => journal.expect(match, { count, ...more }),
  'journal.explain': ({ journal }, { id }) => journal.explain(id),
  'journal.follow': ({ journal }, { since, items }) => taken(journal.follow({ since }), items),
  'journal.clear': ({ journal }) => journal.clear(),
  'events.list': ({ events }, { query }) => events.list(query),
  'events.event': ({ events }, { id }) => events.event(id),
  'events.types': ({ events }) => events.types(),
  'events.emit': ({ events }, { event }) => events.emit(event),
  'events.trigger': ({ events }, { preset, overrides }) => events.trigger(preset, overrides),
  'events.expect': ({ events }, { match, ...options }) => events.expect(match, options),
  'events.follow': ({ events }, { since, items }) => taken(events.follow({ since }), items),
  'events.plan': ({ events }) => events.plan(),
  'events.setPlan': ({ events }, { plan }) => events.setPlan(plan),
  'events.verify': ({ events }, { headers, body }) => events.verify(headers, body),
  'events.deliveries': ({ events }, { id }) => events.deliveries(id),
  'events.latestDeliveries': ({ events }, { limit }) => events.latestDeliveries({ limit }),
  'events.redeliver': ({ events }, { id, to }) => events.redeliver(id, to),
  'quota.set': ({ quota }, { quotas }) => quota.set(...quotas),
  'quota.list': ({ quota }) => quota.list(),
  'quota.clear': ({ quota }) => quota.clear(),
  'consistency.set': ({ consistency }, { lag }) => consistency.set(lag),
  'consistency.read': ({ consistency }) => consistency.read(),
  'consistency.clear': ({ consistency }) => consistency.clear(),
  'tokens.explain': ({ tokens }, { token }) => tokens.explain(token),
  'tokens.upstream': ({ tokens }, { token }) => tokens.upstream(token),
  'tokens.githubActions': ({ tokens }, { audience }) => tokens.githubActions({ audience }),
  'tokens.rotateKeys': ({ tokens }, { overlap }) => tokens.rotateKeys({ overlap }),
  'sink.answer': (world, { name, answers }) => world.sink(name).answer(...answers),
  'sink.received': (world, { name }) => world.sink(name).received(),
  'sink.deliver': (world, { name, headers, body }) => world.sink(name).deliver(headers, body),
  'sink.clear': (world, { name }) => world.sink(name).clear(),
};

const send = async (world: World, step: Step): Promise<unknown> => {
  const [method = '', path = ''] = (step.send ?? '').split(' ');
  const answer = await world.fetch(path, {
    method,
    ...(step.body !== undefined && { body: JSON.stringify(step.body) }),
    ...(step.token !== undefined && { headers: { authorization: `Bearer ${step.token}` } }),
  });
  assert.equal(answer.status, step.status, `${step.send}: ${await answer.clone().text()}`);
  return answer.json();
};

const isWorld = (value: unknown): value is World => isObject(value) && 'faults' in value && 'clock' in value;

const runScenario = async (mock: Mock, { name, world: options = {}, steps }: Scenario): Promise<void> => {
  const chance = randomBytes(4).toString('hex');
  const values = new Map<string, unknown>([['chance', chance]]);
  const first = await mock.world(filled(options, values) as object);
  const worlds = new Map([['world', first]]);
  values.set('world', first.id).set('org', first.orgId);
  for (const [at, each] of steps.entries()) {
    const step = filled(each, values) as Step;
    const world = worlds.get(step.in ?? 'world');
    assert.ok(world);
    const where = `${name}, step ${at + 1}, ${step.do ?? step.send}`;
    // The mock says what is wrong with it.
    const given = (step.with ?? {}) as unknown as Given;
    const method = METHODS[step.do ?? ''] ?? (() => send(world, step));
    if (step.refused !== undefined) {
      const refused = step.refused;
      const isSaid = (error: unknown): boolean => String(error).includes(refused);
      await assert.rejects(async () => method(world, given, mock), isSaid, where);
      continue;
    }
    const seen = await method(world, given, mock);
    if (isWorld(seen) && step.as !== undefined) {
      worlds.set(step.as, seen);
      values.set(step.as, seen.id);
    }
    if (step.see !== undefined) assert.equal(difference(JSON.parse(JSON.stringify(seen)), step.see), undefined, where);
    for (const [key, path] of Object.entries(step.keep ?? {})) values.set(key, partAt(seen, path));
  }
  await Promise.all([...worlds.values()].map((world) => world.end()));
};

/** The tests of the scenarios that each client of the control plane runs (behaviour N4). */
export const scenarioTests = ({ startMock }: Library): void => {
  test('N4: the library does what the scenarios have, and calls each control operation', async () => {
    await using mock = await startMock({ port: false, logLevel: 'silent' });
    for (const scenario of table.scenarios as readonly Scenario[]) await runScenario(mock, scenario);
    const document = await (await mock.default.fetch('/_mock/v1/openapi.yaml')).text();
    const operations = [...document.matchAll(/^ +operationId: (\S+)$/gm)].map(([, id]) => id);
    const { controlCalls } = await mock.default.info();
    assert.deepEqual(Object.keys(controlCalls).sort(), operations.sort());
  });
};
