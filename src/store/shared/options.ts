import type { Connections } from './connections.ts';

/** A digest of each option by which processes would answer in another way, by its name. */
export type OptionDigests = Readonly<Record<string, string>>;

/** The names of the options that differ, in order. */
export const differingOptions = (own: OptionDigests, others: OptionDigests): readonly string[] =>
  [...new Set([...Object.keys(own), ...Object.keys(others)])].filter((name) => own[name] !== others[name]).sort();

/** Reads how the processes answer that share a database. */
export const readOptions = async (connections: Connections): Promise<OptionDigests> => {
  const [found] = await connections.repeat({ text: 'SELECT options FROM platform_mock.mock' });
  return found?.options === null ? {} : JSON.parse(String(found?.options));
};

/** Notes how they answer from now on. */
export const writeOptions = async (connections: Connections, options: OptionDigests): Promise<void> => {
  await connections.repeat({ text: 'UPDATE platform_mock.mock SET options = $1', values: [JSON.stringify(options)] });
};
