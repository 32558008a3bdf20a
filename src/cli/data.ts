import { readlink, realpath } from 'node:fs/promises';
import { checkDataFile, type Findings, repairDataFile } from '../store/json-file-repair.ts';
import { FORMAT } from '../store/json-file-snapshot.ts';
import { flawsOfSnapshots } from '../store/snapshot-files.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

/** The file behind a link, as a server opens it; any other as it was named. */
const fileOf = (path: string): Promise<string> =>
  readlink(path).then(
    () => realpath(path),
    () => path,
  );

const sizeOf = ({ rows, sequence }: Findings): string => `${rows} rows after ${sequence} writes, format ${FORMAT}`;

/** Reads a data file, its logs and its snapshots to the end and lists what is damaged; exits 1 when a server would not start with it. */
export const checkData = async (path: string, { out, err }: Surroundings): Promise<number> => {
  const file = await fileOf(path);
  const found = await checkDataFile(file);
  if (found.torn !== undefined) out(`${found.torn}; a start drops them\n`);
  const ofSnapshots = await flawsOfSnapshots(file);
  for (const flaw of ofSnapshots) err(`${flaw}\n`);
  if (found.flaws.length === 0) {
    out(`${file}: ok, ${sizeOf(found)}\n`);
    return ofSnapshots.length === 0 ? Exit.ok : Exit.failure;
  }
  err(`${found.flaws.join('\n')}\n`);
  err(`"platform-mock data repair ${file}" writes what is intact into a new file\n`);
  return Exit.failure;
};

/** Writes the intact rows of a data file into a new one, and lists what is missing in it. */
export const repairData = async (
  path: string,
  { out: to }: { readonly out?: string },
  { out }: Surroundings,
): Promise<number> => {
  const file = await fileOf(path);
  const target = to ?? `${file}.repaired`;
  const { flaws, torn, dropped, ...kept } = await repairDataFile(file, target);
  for (const flaw of flaws) out(`${flaw}\n`);
  if (torn !== undefined) out(`${torn}; they are dropped\n`);
  for (const loss of dropped) out(`dropped: ${loss}\n`);
  if (flaws.length === 0 && torn === undefined) out(`nothing in ${file} is damaged\n`);
  out(`wrote ${target}: ${kept.rows} rows\n`);
  return Exit.ok;
};
