import type { FaultEffect, FaultPhase } from '../../../generated/nouns.ts';
import { ENDS, OF_ERROR, ON_ANSWER } from './fault-rules.contract.ts';

type Key = keyof FaultEffect;

/** The violations of an effect in a phase: keys that exclude each other, or lack what they need (behaviour F6). */
export const effectViolations = (
  effect: FaultEffect,
  phase: FaultPhase,
): readonly { readonly key: Key | undefined; readonly description: string }[] => {
  const { code, http, html, latency, slow, add } = effect;
  const has = (key: Key): boolean => effect[key] !== undefined;
  const fails = has('code') || has('http');
  const [first, ...others] = ENDS.filter(has);
  const found: { readonly key: Key | undefined; readonly description: string }[] = [];
  const report = (key: Key | undefined, description: string): void => void found.push({ key, description });
  if (first === undefined && latency === undefined && slow === undefined) {
    report(undefined, `must have code, http, latency, ${ENDS.slice(0, -2).join(', ')} or slow`);
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
  if (html && http === undefined) report('html', 'needs http, the status of the page');
  for (const key of ['message', 'details'] as const) {
    if (html && has(key)) report(key, 'excludes html, which has neither message nor details');
  }
  for (const key of ON_ANSWER) {
    if (has(key) && phase !== 'after_commit') {
      report(key, 'acts on the whole answer, so its phase must be after_commit');
    }
  }
  if (add !== undefined && add !== 'detail' && phase !== 'after_commit') {
    report('add', `must be "detail", or the phase after_commit: ${add} is added to an answer`);
  }
  if (add === 'detail' && phase !== 'after_refusal') {
    report('add', 'is added to an error of the call itself, so the phase must be after_refusal');
  }
  if (phase === 'after_refusal' && add === undefined) {
    report(undefined, 'must have add in the phase after_refusal, in which a call has failed by itself');
  }
  for (const key of ['other', 'refusePings'] as const) {
    if (has(key) && phase !== 'before') report(key, 'acts an instant before the call, so its phase must be before');
  }
  if (effect.hang && phase === 'mid_stream') report('hang', 'excludes the phase mid_stream');
  if (http !== undefined && phase === 'mid_stream') {
    report('http', 'excludes the phase mid_stream, in which the status has been sent');
  }
  return found;
};
