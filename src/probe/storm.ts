import { hasFailed, type SeenCall } from './seen-call.ts';

/** What a client did that a service under load cannot stand. */
export type Storm =
  | { readonly how: 'early'; readonly call: SeenCall; readonly afterMillis: number; readonly askedMillis: number }
  | { readonly how: 'pauseless'; readonly call: SeenCall; readonly tries: number }
  | { readonly how: 'many'; readonly call: SeenCall; readonly tries: number };

/** How many tries there may be. */
const MAX_TRIES = 10;
/** How many tries may follow each other without a pause. */
const MAX_PAUSELESS = 2;
/** What is no pause, in milliseconds. */
const PAUSE_MILLIS = 20;
/** The share of the time that an answer asked for after which a try is not early. */
const EARLY = 0.9;

/** The calls that are for the same, in the order in which they began: one operation, caller, resource and question. */
const chainsOf = (calls: readonly SeenCall[]): readonly (readonly SeenCall[])[] => {
  const byCall = new Map<string, SeenCall[]>();
  for (const call of calls) {
    const key = JSON.stringify([call.operation, call.caller, call.resource, call.question]);
    const known = byCall.get(key);
    if (known) known.push(call);
    else byCall.set(key, [call]);
  }
  return [...byCall.values()];
};

/** Each call that is repeated after it failed, with its tries; a success, or one that goes on, ends them. */
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

const gapsOf = (tries: readonly SeenCall[]): readonly number[] =>
  tries.slice(1).map((call, at) => call.beganMillis - (tries[at]?.endedMillis ?? call.beganMillis));

/** The tries without those that a client makes by itself at once after a broken connection, as Go and gRPC do. */
const withoutRedials = (tries: readonly SeenCall[]): readonly SeenCall[] => {
  const [first, second] = tries;
  return first?.isBroken && second && second.beganMillis - first.endedMillis < PAUSE_MILLIS ? tries.slice(1) : tries;
};

/** The number of tries that follow each other without a pause, at most. */
const countPauseless = (tries: readonly SeenCall[]): number => {
  let [most, run] = [1, 1];
  for (const gap of gapsOf(tries)) {
    run = gap < PAUSE_MILLIS ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
};

const stormIn = (tries: readonly SeenCall[]): Storm | undefined => {
  const early = tries.slice(1).flatMap((call, at): readonly Storm[] => {
    const before = tries[at];
    const askedMillis = before?.retryAfterMillis;
    if (!before || askedMillis === undefined) return [];
    const afterMillis = call.beganMillis - before.endedMillis;
    return afterMillis < askedMillis * EARLY ? [{ how: 'early', call, afterMillis, askedMillis }] : [];
  })[0];
  if (early) return early;
  const [call] = tries;
  if (!call) return undefined;
  const counted = withoutRedials(tries);
  const pauseless = countPauseless(counted);
  if (pauseless > MAX_PAUSELESS) return { how: 'pauseless', call, tries: pauseless };
  return counted.length > MAX_TRIES ? { how: 'many', call, tries: counted.length } : undefined;
};

/** The storm among the calls of a world; undefined where there is none. Calls before the surprise are no tries of it. */
export const findStorm = (calls: readonly SeenCall[]): Storm | undefined => {
  for (const chain of chainsOf(calls)) {
    for (const tries of triesOf(chain)) {
      const from = tries.findIndex(({ isSurprised }) => isSurprised);
      const storm = from < 0 ? undefined : stormIn(tries.slice(from));
      if (storm) return storm;
    }
  }
  return undefined;
};
