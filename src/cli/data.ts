import { readlink, realpath } from 'node:fs/promises';
import { Exit } from '../command/exit.ts';
import type { Family, Surroundings } from '../command/family.ts';
import type { Findings } from '../store/json-file-repair.ts';

/** The file behind a link, as a server opens it; any other as it was named. */
const fileOf = (path: string): Promise<string> =>
  readlink(path).then(
    () => realpath(path),
    () => path,
  );

const loadRepair = () => import('../store/json-file-repair.ts');

const sizeOf = async ({ rows, sequence }: Findings): Promise<string> => {
  const { FORMAT } = await import('../store/json-file-snapshot.ts');
  return `${rows} rows after ${sequence} writes, format ${FORMAT}`;
};

/** Reads a data file, its logs and its snapshots to the end, and lists what is damaged. Returns 1 if anything is. */
const checkData = async (path: string, { out, err }: Surroundings): Promise<number> => {
  const file = await fileOf(path);
  const found = await (await loadRepair()).checkDataFile(file);
  if (found.torn !== undefined) out(`${found.torn}; a start drops them\n`);
  for (const flaw of found.snapshotFlaws) err(`${flaw}\n`);
  if (found.flaws.length === 0) {
    out(`${file}: ok, ${await sizeOf(found)}\n`);
    return found.snapshotFlaws.length === 0 ? Exit.ok : Exit.failure;
  }
  err(`${found.flaws.join('\n')}\n`);
  err(`"platform-mock data repair ${file}" writes what is intact into a new file\n`);
  return Exit.failure;
};

/** Writes the intact parts of a data file and its snapshots into new files, and lists what these lack. */
const repairData = async (
  path: string,
  { out: to }: { readonly out?: string },
  { out }: Surroundings,
): Promise<number> => {
  const file = await fileOf(path);
  const target = to ?? `${file}.repaired`;
  const { flaws, torn, dropped, rows, snapshots, snapshotFlaws } = await (await loadRepair()).repairDataFile(
    file,
    target,
  );
  for (const flaw of [...flaws, ...snapshotFlaws]) out(`${flaw}\n`);
  if (torn !== undefined) out(`${torn}; they are dropped\n`);
  for (const loss of dropped) out(`dropped: ${loss}\n`);
  if (snapshotFlaws.length > 0)
    out(`dropped: ${snapshotFlaws.length} of ${snapshotFlaws.length + snapshots.length} snapshots\n`);
  if (flaws.length === 0 && torn === undefined) out(`nothing in ${file} is damaged\n`);
  out(`wrote ${target}: ${rows} rows\n`);
  for (const path of snapshots) out(`wrote ${path}\n`);
  return Exit.ok;
};

/** Registers `data` with its subcommands. */
export const data: Family = (program, { here, action }) => {
  const family = program.command('data').description('look after the file of --data');

  family
    .command('check <file>')
    .description('list what is damaged in a data file and its log')
    .action(action((file: string) => checkData(file, here)));

  family
    .command('repair <file>')
    .description('write what is intact of a data file into a new one, and list what is not')
    .option('--out <new>', 'the new file (default: FILE.repaired)')
    .action(action((file: string, flags: { out?: string }) => repairData(file, flags, here)));
};
