import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Surroundings } from '../../command/family.ts';
import { readText } from '../../command/read-text.ts';
import { describedOperations, editionNamed } from '../../editions/editions.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { openApiYaml } from '../../openapi/document.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { Caller } from '../compare/caller.ts';
import { reasonOf } from '../compare/target.ts';
import { readAcceptedDrifts } from './accepted-drifts.ts';
import { DocumentRefusal } from './api-document.ts';
import { driftLines, findDrift, hasDrifted } from './drift.ts';

/** The flags of `drift`. */
export interface DriftFlags {
  readonly document: string;
  readonly api: string;
  readonly profile: ProfileName;
  readonly accept?: string;
  readonly json?: boolean;
}

const LIMITS = { limitMillis: 30_000, maxBytes: 32 * 1024 * 1024 };
const SUCCESS = 200;

/** The text at a URL. @throws FlagRefusal if there is none */
const textAt = async (url: string): Promise<string> => {
  const { pathname, search } = new URL(url);
  const caller = new Caller(url, LIMITS);
  try {
    const headers = [['accept', 'application/yaml, application/json']] as const;
    const answer = await caller.overHttp({
      method: 'GET',
      target: `${pathname}${search}`,
      headers,
      body: new Uint8Array(),
    });
    if (answer.failure !== undefined) throw new FlagRefusal(`${url}: ${reasonOf(answer.failure)}`);
    if (answer.status !== SUCCESS) throw new FlagRefusal(`${url}: it answered ${answer.status}`);
    return answer.body.toString();
  } finally {
    caller.close();
  }
};

const textOf = (named: string): Promise<string> =>
  /^https?:\/\//i.test(named) && URL.canParse(named)
    ? textAt(named)
    : readText(named, (reason) => new FlagRefusal(`${named}: ${reason}`));

/** Prints what the OpenAPI document of a service has that the mock does not do, or does in another way. */
export const driftOfDocument = async (flags: DriftFlags, { out, version }: Surroundings): Promise<number> => {
  const { document, api, accept, json } = flags;
  const profile = profileNamed(flags.profile);
  try {
    const accepted = accept === undefined ? [] : readAcceptedDrifts(await textOf(accept), accept);
    const own = openApiYaml(operationsIn(profile, describedOperations), editionNamed(api), { version, profile });
    const report = findDrift(own, await textOf(document), document, accepted);
    if (json) out(`${JSON.stringify(report, null, 2)}\n`);
    else for (const line of driftLines(report)) out(`${line}\n`);
    return hasDrifted(report) ? Exit.gate : Exit.ok;
  } catch (error) {
    if (error instanceof DocumentRefusal) throw new FlagRefusal(error.message);
    throw error;
  }
};
