import { InvalidArgumentError } from 'commander';

/** How many bytes a unit of memory has. */
const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1_024, MiB: 1_048_576, GiB: 1_073_741_824 };

/** Reads an amount of memory such as "64MiB", in bytes. @throws InvalidArgumentError */
export const parseBytes = (text: string): number => {
  const [, digits = '', unit = ''] = /^([1-9]\d{0,9})(B|[KMG]iB)?$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('It must be a size such as "64MiB", in B, KiB, MiB or GiB.');
  return Number(digits) * (UNITS[unit] ?? 1);
};
