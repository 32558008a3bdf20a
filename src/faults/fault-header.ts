import { Code, type CodeName, invalidField } from '../kernel/errors.ts';
import { LONGEST_LATENCY, LONGEST_RETRY } from '../kernel/fault-control.ts';
import { FAULT_HEADER, FAULT_PHASES, type FaultEffect, type FaultPhase, type FaultRule } from '../kernel/faults.ts';

const refuse = (reason: string): never => {
  throw invalidField(FAULT_HEADER, reason);
};

const numberIn = (key: string, text: string, least: number, most: number): number => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) refuse(`${key} must be a whole number from ${least} to ${most}`);
  return value;
};

const phaseIn = (text: string): FaultPhase =>
  FAULT_PHASES.find((phase) => phase === text) ?? refuse(`phase must be one of ${FAULT_PHASES.join(', ')}`);

const codeIn = (text: string): CodeName =>
  text in Code ? (text as CodeName) : refuse(`${JSON.stringify(text.slice(0, 100))} is not the name of a code`);

const READERS: Readonly<Record<string, (text: string) => FaultEffect>> = {
  'retry-after': (text) => ({ retryAfter: numberIn('retry-after', text, 0, LONGEST_RETRY) }),
  latency: (text) => ({ latency: numberIn('latency', text, 0, LONGEST_LATENCY) }),
  http: (text) => ({ http: numberIn('http', text, 400, 599) }),
  message: (text) => ({ message: text }),
};

/**
 * The rule that a request asks for with its header, such as `UNAVAILABLE; phase=after_commit; retry-after=2` (behaviour F5).
 * @throws ApiError INVALID_ARGUMENT that names the header
 */
export const ruleOfHeader = (text: string): FaultRule => {
  const parts = text.split(';').map((part) => part.trim());
  let phase: FaultPhase = 'before';
  const seen = new Set<string>();
  let effect: FaultEffect = {};
  for (const [index, part] of parts.entries()) {
    const cut = part.indexOf('=');
    if (cut < 0 && index === 0) {
      effect = { code: codeIn(part) };
      continue;
    }
    const [key, value] = [part.slice(0, cut).trim(), part.slice(cut + 1).trim()];
    if (cut < 0 || seen.has(key)) refuse(`${JSON.stringify(part.slice(0, 100))} is not a parameter, or is one twice`);
    seen.add(key);
    if (key === 'phase') phase = phaseIn(value);
    else if (Object.hasOwn(READERS, key)) effect = { ...effect, ...READERS[key]?.(value) };
    else
      refuse(`has no parameter ${JSON.stringify(key.slice(0, 100))}; it has phase, ${Object.keys(READERS).join(', ')}`);
  }
  const { code, http, latency, message, retryAfter } = effect;
  const fails = code !== undefined || http !== undefined;
  if (!fails && latency === undefined) refuse('must name a code, or have http or latency');
  if (!fails && (message !== undefined || retryAfter !== undefined))
    refuse('message and retry-after need a code or http');
  return { match: {}, phase, do: effect };
};
