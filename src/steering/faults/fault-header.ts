import { Code, type CodeName, invalidField } from '../../kernel/errors.ts';
import { FAULT_HEADER } from '../../kernel/faults.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { MAX_BYTES, MAX_LATENCY_MS, MAX_RETRY_SECONDS } from '../contract/fault-bounds.ts';
import type { FaultEffect, FaultPhase } from '../contract/nouns.ts';
import { effectViolations } from './check-effect.ts';
import type { FaultRule } from './fault-control.ts';

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

/** The effects that have no value, or need none. */
const FLAGS: Readonly<Record<string, FaultEffect>> = {
  drop: { drop: true },
  reset: { reset: true },
  truncate: { truncate: true },
};

const READERS: Readonly<Record<string, (text: string) => FaultEffect>> = {
  'retry-after': (text) => ({ retryAfter: numberIn('retry-after', text, 0, MAX_RETRY_SECONDS) }),
  latency: (text) => ({ latency: numberIn('latency', text, 0, MAX_LATENCY_MS) }),
  http: (text) => ({ http: numberIn('http', text, 400, 599) }),
  message: (text) => ({ message: text }),
  truncate: (text) => ({ truncate: numberIn('truncate', text, 0, MAX_BYTES) }),
  slow: (text) => ({ slow: numberIn('slow', text, 1, MAX_BYTES) }),
};

/** The parameters of the header, and the names of effects that are called otherwise there. */
const PARAMETERS = [...new Set([...Object.keys(READERS), ...Object.keys(FLAGS)])];
const NAMES: Readonly<Record<string, string>> = { retryAfter: 'retry-after' };

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
    const isFlag = cut < 0 && Object.hasOwn(FLAGS, part);
    if (cut < 0 && index === 0 && !isFlag) {
      effect = { code: codeIn(part) };
      continue;
    }
    const [key, value] = isFlag ? [part, ''] : [part.slice(0, cut).trim(), part.slice(cut + 1).trim()];
    if ((cut < 0 && !isFlag) || seen.has(key))
      refuse(`${JSON.stringify(part.slice(0, 100))} is not a parameter, or is one twice`);
    seen.add(key);
    if (isFlag) effect = { ...effect, ...FLAGS[key] };
    else if (Object.hasOwn(FLAGS, key) && !Object.hasOwn(READERS, key)) refuse(`${key} takes no value`);
    else if (key === 'phase') phase = phaseIn(value);
    else if (Object.hasOwn(READERS, key)) effect = { ...effect, ...READERS[key]?.(value) };
    else refuse(`has no parameter ${JSON.stringify(key.slice(0, 100))}; it has phase, ${PARAMETERS.join(', ')}`);
  }
  const [wrong] = effectViolations(effect, phase);
  if (wrong)
    refuse(wrong.key === undefined ? wrong.description : `${NAMES[wrong.key] ?? wrong.key} ${wrong.description}`);
  return { match: {}, phase, do: effect };
};
