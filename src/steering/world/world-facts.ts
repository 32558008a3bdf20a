import { type Clock, instant } from '../../kernel/clock.ts';
import { viewOfClock } from '../clock/clock-view.ts';
import { type ClockState, runOn } from '../clock/world-clock.ts';
import type { World as WorldView } from '../contract/nouns.ts';
import type { WorldRecord } from './registered-world.ts';
import type { World } from './world.ts';
import type { Stamp } from './world-home.ts';

/** What a list shows of a world beside its record, as text can have it. */
interface WorldFacts extends Pick<WorldView, 'rows' | 'journal'> {
  /** The clock, and the time of the machine when it was read. */
  readonly clock: ClockState & { readonly realMillis: number };
}

/** The state of a world in this process; undefined where it is nowhere else. */
export const stampOf = ({ scope: { store }, notes }: World): Stamp | undefined => {
  const { footprint } = store;
  const last = notes?.footprint?.last;
  return footprint && last !== undefined ? { tag: footprint.state, last } : undefined;
};

/** True for the same state. */
export const isSameStamp = (one: Stamp | undefined, other: Stamp): boolean =>
  one?.tag === other.tag && one.last === other.last;

/** What a list shows of a world, as text. */
export const factsOf = ({ scope: { store, clock }, journal }: World): string => {
  const facts: WorldFacts = {
    rows: store.rows.counts(),
    journal: journal?.size ?? 0,
    clock: { ...clock.read(), realMillis: clock.realMillis },
  };
  return JSON.stringify(facts);
};

/** The same as it is shown now. */
export const viewOfFacts = (text: string, machine: Clock): Pick<WorldView, 'rows' | 'journal' | 'clock'> => {
  const { rows, journal, clock }: WorldFacts = JSON.parse(text);
  return { rows, journal, clock: viewOfClock(runOn(clock, machine.now())) };
};

/** The record of a world as the control plane shows it. */
export const viewOfRecord = (
  record: WorldRecord,
): Pick<WorldView, 'id' | 'labels' | 'from' | 'createTime' | 'expireTime'> => {
  const { id, labels, from, createdMillis, expiresMillis } = record;
  return {
    id,
    labels,
    from,
    createTime: instant(createdMillis),
    ...(expiresMillis !== undefined && { expireTime: instant(expiresMillis) }),
  };
};
