import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FlagRefusal } from '../../command/command-failure.ts';
import type { Pauses } from './target.ts';

/** The time of this process. */
export const machinePauses: Pauses = { now: () => performance.now(), wait: (millis) => setTimeout(millis) };

/** The value of a required flag. @throws FlagRefusal if it is missing or empty */
export const demand = (value: string | undefined, flag: string): string => {
  if (value === undefined || value === '') throw new FlagRefusal(`${flag} is needed`);
  return value;
};

/** Refuses files that exist already. @throws FlagRefusal */
export const demandNew = (...files: readonly (string | undefined)[]): void => {
  for (const file of files)
    if (file !== undefined && existsSync(file)) throw new FlagRefusal(`${file}: it exists already`);
};
