import { InvalidArgumentError } from 'commander';
import { wordsIn } from '../command/flag-values.ts';

/** A name as it is in a certificate: labels of letters, digits and dashes (RFC 1123 §2.1). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const MAX_NAME_LENGTH = 253;

const faultOf = (name: string): string | undefined => {
  if (/^https?:\/\//.test(name)) return 'is a URL, and must be a host name only';
  if (/^\[.*\]$|^[\da-f]*:[\da-f:.]*$|^[\d.]+$/.test(name)) return 'is an address, and must be a host name';
  if (/:\d*$/.test(name)) return 'must be without its port: every port is taken';
  if (name === 'localhost' || name.endsWith('.localhost')) return 'is this machine, which is reached without a proxy';
  const isName = NAME.test(name) && name.length <= MAX_NAME_LENGTH;
  // A last label of digits makes an address of the whole.
  const isSame = isName && URL.canParse(`https://${name}`) && new URL(`https://${name}`).hostname === name;
  return isSame ? undefined : 'must be a host name such as "api.example.com"';
};

/**
 * Reads the hosts of `--as`: names in lower case, each once, the API's first.
 * @throws InvalidArgumentError for anything but names
 */
export const hostsIn = (text: string, before: readonly string[] = []): readonly string[] => {
  const names = wordsIn(text.toLowerCase());
  if (names.length === 0) throw new InvalidArgumentError('It must be a host name such as "api.example.com".');
  for (const name of names) {
    const fault = faultOf(name);
    if (fault !== undefined)
      throw new InvalidArgumentError(`${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} ${fault}.`);
  }
  return [...new Set([...before, ...names])];
};
