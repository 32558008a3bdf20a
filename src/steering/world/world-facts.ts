import { type Clock, instant } from '../../kernel/clock.ts';
import { viewOfClock } from '../clock/clock-view.ts';
import { type ClockState, runOn } from '../clock/world-clock.ts';
import type { World as WorldView } from '../contract/nouns.ts';
import type { WorldRecord } from './registered-world.ts';
import type { World } from './world.ts';

/** What a list shows of a world beside its record and its calls, as text can have it. */
interface WorldFacts extends Pick<WorldView, 'rows'> {
  /** The clock, and the time of the machine when it was read. */
  readonly clock: ClockState & { readonly realMillis: number };
}

/** What a list shows of a world, as text. */
export const factsOf = ({ scope: { store, clock } }: World): string => {
  const facts: WorldFacts = {
    rows: store.rows.counts(),
    clock: { ...clock.read(), realMillis: clock.realMillis },
  };
  return JSON.stringify(facts);
};

/** The same as it is shown now. */
export const viewOfFacts = (text: string, machine: Clock): Pick<WorldView, 'rows' | 'clock'> => {
  const { rows, clock }: WorldFacts = JSON.parse(text);
  return { rows, clock: viewOfClock(runOn(clock, machine.now())) };
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
