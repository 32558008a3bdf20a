import { parse } from 'yaml';
import { isJsonObject } from '../../schema/json-object.ts';
import { DocumentRefusal } from './api-document.ts';
import type { Drift } from './compare-schemas.ts';

/** A difference that somebody has decided to live with. */
export interface AcceptedDrift {
  /** The place and what is there, as it is printed; with `*` at its end all that begins so. */
  readonly difference: string;
  readonly reason: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Reads a list of accepted differences, each with its reason.
 * @throws DocumentRefusal with the first that is wrong
 */
export const readAcceptedDrifts = (text: string, file: string): readonly AcceptedDrift[] => {
  let value: unknown;
  try {
    value = parse(text, { logLevel: 'silent' });
  } catch (error) {
    throw new DocumentRefusal(`${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const list = isJsonObject(value) ? value.accepted : value;
  if (!Array.isArray(list)) throw new DocumentRefusal(`${file}: it must be a list of accepted differences`);
  return list.map((each: unknown, at) => {
    if (!isJsonObject(each) || !isText(each.difference))
      throw new DocumentRefusal(`${file}: [${at}]: difference is missing`);
    if (!isText(each.reason)) throw new DocumentRefusal(`${file}: [${at}]: reason must say why`);
    return { difference: each.difference, reason: each.reason };
  });
};

/** A difference as it is printed. */
export const driftText = ({ place, what }: Drift): string => `${place}: ${what}`;

/** True if a difference is accepted by an entry. */
export const accepts = ({ difference }: AcceptedDrift, drift: Drift): boolean => {
  const text = driftText(drift);
  return difference.endsWith('*') ? text.startsWith(difference.slice(0, -1)) : text === difference;
};
