import { ENDS, OF_ERROR, ON_ANSWER } from '../contract/fault-rules.ts';
import type { FaultEffect, FaultPhase } from '../contract/nouns.ts';

type Key = keyof FaultEffect;

/** The violations of an effect in a phase: keys that exclude each other, or lack what they need (behaviour F6). */
export const effectViolations = (
  effect: FaultEffect,
  phase: FaultPhase,
): readonly { readonly key: Key | undefined; readonly description: string }[] => {
  const { code, http, latency, slow } = effect;
  const has = (key: Key): boolean => effect[key] !== undefined;
  const fails = has('code') || has('http');
  const [first, ...others] = ENDS.filter(has);
  const found: { readonly key: Key | undefined; readonly description: string }[] = [];
  const report = (key: Key | undefined, description: string): void => void found.push({ key, description });
  if (first === undefined && latency === undefined && slow === undefined) {
    report(undefined, 'must have code, http, latency, drop, reset, truncate or slow');
  }
  for (const key of OF_ERROR) {
    if (!fails && has(key)) report(key, 'needs code or http, since nothing fails without');
  }
  for (const key of others) {
    if (!(code !== undefined && key === 'http')) report(key, `excludes ${first}`);
  }
  if (slow !== undefined && first !== undefined && first !== 'truncate') {
    report('slow', `excludes ${first}, after which no body is sent`);
  }
  for (const key of ON_ANSWER) {
    if (has(key) && phase !== 'after_commit') {
      report(key, 'acts on the whole answer, so its phase must be after_commit');
    }
  }
  if (http !== undefined && phase === 'mid_stream') {
    report('http', 'excludes the phase mid_stream, in which the status has been sent');
  }
  return found;
};
