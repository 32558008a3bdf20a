import { CommandFailure } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { findScene } from '../compare/scene.ts';
import { demand, demandNew, machinePauses } from '../compare/service-command.ts';
import { Target, TargetRefusal } from '../compare/target.ts';
import { importOrganization, wordsOf } from './import-organization.ts';
import type { Read } from './read-rows.ts';

export interface ImportFlags {
  readonly from?: string;
  readonly token?: string;
  readonly rps: number;
  readonly group?: string;
  readonly out: string;
  readonly keepNames?: boolean;
  readonly profile: ProfileName;
}

/** Reads an organization of a service, writes it as a fixture, and prints what was read. */
export const importFrom = async (
  flags: ImportFlags,
  { out: print, shippedFixtures }: Surroundings,
): Promise<number> => {
  const { rps, out, keepNames = false, profile } = flags;
  const url = demand(flags.from, '--from');
  const token = demand(flags.token, '--token');
  demandNew(out);
  const target = new Target({ url, token, rps }, machinePauses);
  try {
    const { group } = await findScene(target, flags.group);
    if (group === '') throw new CommandFailure('the caller can see no group: --group names one', Exit.usage);
    const read: Read = async (path) => {
      const answer = await target.read(path);
      if (answer.failure !== undefined) throw new TargetRefusal(`the service stopped answering: ${answer.failure}`);
      return answer;
    };
    const options = { group, profile, out, keepNames, nowMillis: Date.now(), shippedFixtures };
    const { counts, missing } = await importOrganization(read, options);
    for (const [name, count] of counts) print(`${count} ${wordsOf(name)}\n`);
    for (const [name, reason] of missing) print(`not read: ${name}: ${reason}\n`);
    print(`wrote ${out}: it loads to the same rows\n`);
    return Exit.ok;
  } finally {
    target.close();
  }
};
