import { type Command, InvalidArgumentError, Option } from 'commander';
import { PROFILE_NAMES } from '../schema/profile-differences.ts';
import { parseUrl } from './flag-values.ts';

const parseRate = (text: string): number => {
  const value = Number(text);
  if (!/^\d{1,4}(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number of calls a second, or 0.');
  return value;
};

/** The flag for the profile of the mock that a service is compared with. */
export const profileToFollowOption = (): Option =>
  new Option('--profile <profile>', 'what to follow if specification and published service differ')
    .choices(PROFILE_NAMES)
    .default(PROFILE_NAMES[0]);

/** The flags of every command that calls a service: its URL, the caller, and the rate. */
export const serviceOptions = (command: Command, name: '--target' | '--from'): Command =>
  command
    .option(`${name} <url>`, 'the URL of the service', parseUrl)
    .addOption(new Option('--token <token>', 'the bearer token to call it with').env('PLATFORM_VERIFY_TOKEN'))
    .option('--rps <count>', 'how many calls a second are sent at most; 0 for no bound', parseRate, 5);
