import type { CreateWorld, MadeWorld } from '../steering/contract/nouns.ts';
import { environmentText } from '../steering/world/environment-text.ts';
import { bodyOf } from './ask.ts';
import { callControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

/** The options of a world from a call. */
export interface FromCallFlags extends Target {
  readonly at: NonNullable<CreateWorld['at']>;
  readonly name?: string;
  readonly json?: boolean;
}

/** How a shell that has the variables of a world calls it. */
const SHELL_CALL = 'curl -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_API_URL/iam/v2/groups"';

/** Makes a world from a call of the journal of a running server, and prints its variables as a shell reads them. */
export const makeWorldFromCall = async (
  call: string,
  { at, name, json, ...target }: FromCallFlags,
  { out }: Surroundings,
): Promise<number> => {
  const wanted: CreateWorld = { from: `journal:${call}`, at, ...(name !== undefined && { name }) };
  const made = await bodyOf<MadeWorld>(callControl(target, 'POST', 'worlds', wanted));
  const lines = `# world ${made.id}, as it was ${at} call ${call}; ${SHELL_CALL}\n${environmentText(made.env, 'sh')}`;
  out(json ? `${JSON.stringify(made)}\n` : lines);
  return Exit.ok;
};
