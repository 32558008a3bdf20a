import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delivery, WorldEvent } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { World, WorldDeps } from '../../world/world.ts';
import type { RegisteredWorld, WorldRecord } from '../../world/worlds.ts';
import { hideInValue } from '../journal/hidden-names.ts';
import { demandJournal } from '../journal/journal-control.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { secretsIn } from '../journal/row-secrets.ts';
import type { Step } from '../journal/step-log.ts';
import { differenceOf } from '../snapshots/state-difference.ts';
import { beginningOf, isBegunLarge, originOf } from './capture-world.ts';
import { type HarWriting, harEntryOf, type TracedWorld } from './har-entry.ts';
import { hasApplied, redactedBody } from './note-step.ts';
import { type Run, SLICE } from './run.ts';

const controlStep = (
  world: string,
  { begunMillis, ranRealMillis, order, largeBody, ...step }: Step,
  { epochMillis, readingEpoch, hide }: HarWriting,
): { readonly [name: string]: unknown; readonly _place: number } => ({
  kind: 'control',
  world,
  startedDateTime: new Date(epochMillis + begunMillis).toISOString(),
  _place: order,
  _ran: instant(readingEpoch + ranRealMillis),
  ...step,
  ...(largeBody !== undefined && { body: redactedBody(largeBody, hide, hasApplied(step)) }),
});

/** The control calls of a world and its events, each with its deliveries, in the order of their places. */
const stepsOf = (
  id: string,
  steps: readonly Step[],
  events: readonly {
    readonly event: WorldEvent;
    readonly order: number;
    readonly deliveries: readonly Delivery[];
  }[],
  writing: HarWriting,
): readonly object[] =>
  [
    ...steps.map((step) => controlStep(id, step, writing)),
    ...events.flatMap(({ event, order, deliveries }) => [
      { kind: 'event', world: id, _place: order, time: event.time, event: hideInValue(event, writing.hide) },
      ...deliveries.map((delivery) => ({
        kind: 'delivery',
        world: id,
        _place: order,
        time: delivery.attempts[0]?.time ?? delivery.nextTime ?? event.time,
        delivery: hideInValue(delivery, writing.hide),
      })),
    ]),
  ].sort((one, other) => one._place - other._place);

/** The maximum number of refused calls listed. */
const MAX_REFUSED = 1_000;

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const listRefused = (entries: readonly PackedEntry[]): readonly object[] =>
  entries
    .flatMap(({ id, operation, delivered }) =>
      delivered instanceof ApiError
        ? [omitUndefined({ call: String(id), operation: operation?.id, code: delivered.code })]
        : [],
    )
    .slice(0, MAX_REFUSED);

/** A world as a page of HAR, with the title of its test if a label has one. */
export const pageOf = ({ id, labels, createdMillis }: Omit<WorldRecord, 'from'>): object => ({
  id,
  startedDateTime: new Date(createdMillis).toISOString(),
  title: labels.title ?? id,
  pageTimings: {},
  _labels: labels,
});

/**
 * The run of a world that is in memory: each call is rendered when it is asked for. Everything that the end of the world
 * drops is taken at once; its rows are read later.
 * @throws ApiError FAILED_PRECONDITION without a journal
 */
export const liveRun = (
  entered: RegisteredWorld<World>,
  deps: WorldDeps,
  hasEnded: boolean,
  { why, ...writing }: HarWriting & Pick<TracedWorld, 'why'>,
): Run => {
  const { id, createdMillis, labels, world } = entered;
  const { scope, events: emitted, outbox, faults } = world;
  const { store, clock, settings } = scope;
  const journal = demandJournal(world.journal);
  const entries = [...journal.ring.listRetained()];
  const { steps, dropped: droppedSteps, droppedBodies } = journal.steps;
  const events = [...emitted.log.listRetained()].map((event) => ({
    event: event.render(),
    order: event.order,
    // An event from before a reset has no deliveries any more, and another may have its id.
    deliveries: emitted.log.isListed(event.place) ? outbox.deliveries(event.id) : [],
  }));
  const isOmitted = hasEnded && isBegunLarge(entered, deps);
  const { neverFired } = faults.report();
  const largeBodies = entries.filter(({ rare }) => rare.largeRequest ?? rare.messagesDropped).length;
  const traced = { id, settings, view: journal.view, why };
  const call: Run['call'] = (at) => harEntryOf(entries[at] as PackedEntry, traced, writing);
  let [began, end, written]: [object, object, readonly object[]] = [{}, {}, []];
  return {
    id,
    createdMillis,
    hasFailed: labels.result === 'failed' || entries.some(({ delivered }) => delivered instanceof ApiError),
    calls: entries.map(({ begunMillis, id, operation, method }) => {
      return { begunMillis, id, isRead: READING.has(operation?.http?.method ?? method) };
    }),
    cut: {
      calls: journal.ring.droppedInAll,
      steps: droppedSteps,
      events: emitted.log.droppedInAll,
      fixtures: isOmitted ? 1 : 0,
      bodies: largeBodies + droppedBodies,
      answers: 0,
    },
    meet: async () => {
      const origin = await originOf(world);
      for (const rows of origin ? [store.rows, origin] : [store.rows])
        for (const secret of secretsIn(rows)) writing.hide(secret);
      began = { world: id, ...(await beginningOf(entered, isOmitted ? undefined : origin, deps)) };
      const difference = origin && differenceOf(origin, store.rows, [clock.begunMillis, clock.now()]);
      end = { world: id, ...omitUndefined({ difference }), neverFired, refused: listRefused(entries) };
      written = stepsOf(id, steps, events, writing);
      for (let at = 0; at < entries.length; at += 1) {
        call(at);
        if (at % SLICE === SLICE - 1) await nextTurn();
      }
    },
    page: () => pageOf(entered),
    began: () => began,
    end: () => end,
    steps: () => written,
    call,
  };
};
