import { groupBy } from '../schema/group-by.ts';
import { hasFailed, type SeenCall } from './seen-call.ts';

/** Behaviour of a client that a service under load cannot stand. */
export type Storm =
  | { readonly how: 'early'; readonly call: SeenCall; readonly afterMillis: number; readonly askedMillis: number }
  | { readonly how: 'pauseless'; readonly call: SeenCall; readonly tries: number }
  | { readonly how: 'many'; readonly call: SeenCall; readonly tries: number };

/** The maximum number of tries. */
const MAX_TRIES = 10;
/** The maximum number of tries without a pause between them. */
const MAX_PAUSELESS = 2;
/** The longest gap, in milliseconds, that is no pause for a client that never waits for the processor. */
const PAUSE_MILLIS = 20;
/** The factor by which a gap that is no pause may be longer, since the client may have waited for the processor. */
const HURRY_FACTOR = 5;
/** A try is not early after this share of the wait that an answer asked for. */
const EARLY = 0.9;

/** The facts that calls for the same thing share. */
const purposeOf = ({ operation, caller, resource, question }: SeenCall): string =>
  JSON.stringify([operation, caller, resource, question]);

/**
 * Counts the calls for the same thing that a client makes directly after a call in a run without a surprise, each after
 * a success: it makes them in any case, so they are no tries of that call.
 */
export const countRepeats = (calls: readonly SeenCall[], index: number): number => {
  const call = calls[index];
  if (!call) return 0;
  const own = calls.slice(index).filter(({ caller, client }) => caller === call.caller && client === call.client);
  const end = own.findIndex(
    (next, at) => at > 0 && (purposeOf(next) !== purposeOf(call) || hasFailed(own[at - 1] ?? next)),
  );
  return (end < 0 ? own.length : end) - 1;
};

/** Groups calls into tries: a call that failed is followed by its retries; a success, or an open call, ends them. */
const triesOf = (chain: readonly SeenCall[]): readonly (readonly SeenCall[])[] => {
  const found: SeenCall[][] = [];
  let tries: SeenCall[] = [];
  for (const call of chain) {
    const before = tries.at(-1);
    if (before && before.code !== undefined && hasFailed(before)) tries.push(call);
    else {
      tries = [call];
      found.push(tries);
    }
  }
  return found;
};

/** The time that a client has waited after a call, in milliseconds; a test that moves the clock of the world adds to it. */
const pauseBefore = (call: SeenCall, before: SeenCall): number => {
  const moved = call.clockMillis - before.clockMillis - (call.beganMillis - before.beganMillis);
  return call.beganMillis - before.endedMillis + Math.max(0, moved);
};

/** The tries without those that a client makes by itself at once after a broken connection, as Go and gRPC do. */
const withoutRedials = (tries: readonly SeenCall[]): readonly SeenCall[] => {
  const [first, second] = tries;
  return first?.isBroken && second && second.beganMillis - first.endedMillis < PAUSE_MILLIS ? tries.slice(1) : tries;
};

/** The number of tries that follow each other within a time, at most. */
const countWithin = (tries: readonly SeenCall[], millis: number): number => {
  let [most, run] = [1, 1];
  for (const [at, call] of tries.slice(1).entries()) {
    run = pauseBefore(call, tries[at] ?? call) < millis ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
};

const stormIn = (tries: readonly SeenCall[], load: number): Storm | undefined => {
  const early = tries.slice(1).flatMap((call, at): readonly Storm[] => {
    const before = tries[at];
    const askedMillis = before?.retryAfterMillis;
    if (!before || askedMillis === undefined) return [];
    const afterMillis = pauseBefore(call, before);
    return afterMillis < askedMillis * EARLY ? [{ how: 'early', call, afterMillis, askedMillis }] : [];
  })[0];
  if (early) return early;
  const [call] = tries;
  if (!call) return undefined;
  const counted = withoutRedials(tries);
  const pauseless = countWithin(counted, PAUSE_MILLIS * load);
  if (pauseless > MAX_PAUSELESS) return { how: 'pauseless', call, tries: pauseless };
  return counted.length > MAX_TRIES ? { how: 'many', call, tries: counted.length } : undefined;
};

/**
 * The tries of each call that the surprise has met, from that call on. The calls before it are none, and neither are
 * those that its client makes in any case.
 */
const surprisedTries = (calls: readonly SeenCall[], repeats: number): readonly (readonly SeenCall[])[] =>
  [...groupBy(calls, purposeOf).values()].flatMap(triesOf).flatMap((tries) => {
    const from = tries.findIndex(({ isSurprised }) => isSurprised);
    return from < 0 ? [] : [tries.slice(from + repeats)];
  });

/**
 * The storm among the calls of a world; undefined if there is none. `load` is the number of programs that wait for each
 * processor: it lengthens the gap that is no pause. `repeats` is the number of calls for the same thing that follow the
 * surprised call in any case.
 */
export const findStorm = (calls: readonly SeenCall[], load: number, repeats: number): Storm | undefined =>
  surprisedTries(calls, repeats).flatMap((tries) => stormIn(tries, load) ?? [])[0];

/** True if tries followed each other so fast that what seem pauses may be none. */
export const isHurried = (calls: readonly SeenCall[], load: number, repeats: number): boolean =>
  surprisedTries(calls, repeats).some(
    (tries) => countWithin(withoutRedials(tries), PAUSE_MILLIS * HURRY_FACTOR * load) > MAX_PAUSELESS,
  );
