import type { Clock } from '../kernel/clock.ts';

/** The drift of the two clocks of a machine above which times are computed anew, in milliseconds. */
const MAX_DRIFT = 50;

/**
 * Makes a function that returns what a clock shows, in milliseconds since the epoch, when the steady clock of the
 * machine shows zero: the same, so that one moment has one time, until the clock is set or the machine has slept.
 */
export const makeMachineEpoch = (clock: Clock, machineNow: () => number): (() => number) => {
  let last = clock.now() - Math.round(machineNow());
  return () => {
    const epoch = clock.now() - Math.round(machineNow());
    if (Math.abs(epoch - last) > MAX_DRIFT) last = epoch;
    return last;
  };
};
