import { isObject } from '../json.ts';
import { describeUnknownKey, describeUnknownValue } from '../schema/nearest-name.ts';
import { FINDINGS } from './judge.ts';
import type { Accepted } from './report.ts';
import { wrongWord } from './selection.ts';

const KEYS = ['what', 'verdict', 'reason'];

/** Reads one accepted finding. @throws Error with what is wrong with it */
const readFinding = (value: unknown): Accepted => {
  if (!isObject(value)) throw new Error('must be a map of what, verdict and reason');
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new Error(describeUnknownKey(unknown, KEYS));
  const { what, verdict, reason } = value;
  if (typeof what !== 'string') throw new Error('what must be a trial, a call, an operation or a surprise');
  const wrong = wrongWord(what);
  if (wrong !== undefined) throw new Error(`what: ${wrong}`);
  const known = FINDINGS.find((name) => name === verdict);
  if (verdict !== undefined && known === undefined) {
    throw new Error(`verdict: ${describeUnknownValue(String(verdict), FINDINGS)}`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') throw new Error('reason must say why');
  return { what, ...(known && { verdict: known }), reason };
};

/** Reads a list of accepted findings. @throws Error with the first that is wrong */
export const readAccepted = (value: unknown): readonly Accepted[] => {
  const list = isObject(value) ? value.accepted : value;
  if (!Array.isArray(list)) throw new Error('it must be a list of accepted findings, or have one as "accepted"');
  return list.map((item: unknown, at) => {
    try {
      return readFinding(item);
    } catch (error) {
      throw new Error(`[${at}]: ${(error as Error).message}`);
    }
  });
};
