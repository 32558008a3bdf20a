import { InvalidArgumentError } from 'commander';

/** The number of bytes of each unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1_000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 1_024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
};

/** Reads a size such as `50MB`, in bytes. @throws InvalidArgumentError */
export const parseBytes = (text: string): number => {
  const [, digits = '', unit = ''] = /^([1-9]\d{0,9})(B|[KMG]i?B)?$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('It must be a size such as "64MiB" or "50MB", or bytes.');
  return Number(digits) * (UNITS[unit] ?? 1);
};
