import type { FaultEffect, FaultPhase } from '../../../generated/nouns.ts';
import { Code, type CodeName, invalidField } from '../../kernel/errors.ts';
import { FAULT_HEADER } from '../../kernel/faults.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { effectViolations } from './check-effect.ts';
import { MAX_BYTES, MAX_LATENCY_MS, MAX_RETRY_SECONDS, MAX_ROWS } from './fault-bounds.contract.ts';
import { type FaultRule, SURPRISES, type SurpriseName } from './fault-presets.contract.ts';
import { ADDITIONS } from './fault-rules.contract.ts';
import { expandFault } from './presets.ts';

const refuse = (reason: string): never => {
  throw invalidField(FAULT_HEADER, reason);
};

const numberIn = (key: string, text: string, least: number, most: number): number => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) refuse(`${key} must be a whole number from ${least} to ${most}`);
  return value;
};

const wordIn = <Word extends string>(key: string, text: string, words: readonly Word[]): Word =>
  words.find((word) => word === text) ?? refuse(`${key} must be one of ${words.join(', ')}`);

const codeIn = (text: string): CodeName =>
  text in Code
    ? (text as CodeName)
    : refuse(`${JSON.stringify(text.slice(0, 100))} names neither a code nor a surprise`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text that a client has sent as UTF-8; node shows each byte of a header as a character. */
const asSent = (text: string): string => {
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};

/** The name of an effect in the header, such as `retry-after`. */
const headerName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The effects of parameters that have no value, or need none. */
const FLAGS: Readonly<Record<string, FaultEffect>> = Object.fromEntries(
  (['drop', 'reset', 'truncate', 'hang', 'html', 'expireCursor', 'refusePings'] as const).map((key) => [
    headerName(key),
    { [key]: true },
  ]),
);

const READERS: Readonly<Record<string, (text: string) => FaultEffect>> = {
  'retry-after': (text) => ({ retryAfter: numberIn('retry-after', text, 0, MAX_RETRY_SECONDS) }),
  latency: (text) => ({ latency: numberIn('latency', text, 0, MAX_LATENCY_MS) }),
  http: (text) => ({ http: numberIn('http', text, 400, 599) }),
  message: (text) => ({ message: asSent(text) }),
  truncate: (text) => ({ truncate: numberIn('truncate', text, 0, MAX_BYTES) }),
  slow: (text) => ({ slow: numberIn('slow', text, 1, MAX_BYTES) }),
  rows: (text) => ({ rows: numberIn('rows', text, 0, MAX_ROWS) }),
  add: (text) => ({ add: wordIn('add', text, ADDITIONS) }),
  other: (text) => ({ other: wordIn('other', text, ['delete', 'create']) }),
};

/** The parameters of the header. */
const PARAMETERS = [...new Set([...Object.keys(READERS), ...Object.keys(FLAGS)])];

/** The surprises that depend on earlier calls: a header comes with the call itself, when it is too late for them. */
const OF_EARLIER: readonly SurpriseName[] = ['changed_between', 'late_read'];

/**
 * The rule that a request asks for with its header, such as `UNAVAILABLE; phase=after_commit; retry-after=2`, or the name of a surprise
 * (behaviour F5).
 * @throws ApiError INVALID_ARGUMENT that names the header
 */
export const ruleOfHeader = (text: string): FaultRule => {
  const preset = SURPRISES.find((name) => name === text.trim());
  if (preset && OF_EARLIER.includes(preset)) refuse(`${preset} is about earlier calls, so it needs a rule`);
  const [surprise] = preset ? expandFault({ preset, match: {} }) : [];
  if (surprise) return surprise;
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
    else if (key === 'phase') phase = wordIn('phase', value, FAULT_PHASES);
    else if (Object.hasOwn(READERS, key)) effect = { ...effect, ...READERS[key]?.(value) };
    else refuse(`has no parameter ${JSON.stringify(key.slice(0, 100))}; it has phase, ${PARAMETERS.join(', ')}`);
  }
  const [wrong] = effectViolations(effect, phase);
  if (wrong) refuse(wrong.key === undefined ? wrong.description : `${headerName(wrong.key)} ${wrong.description}`);
  return { match: {}, phase, do: effect };
};
