import type { MintedToken, TokenExplanation, TokenRefusal } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import type { Family } from '../../command/family.ts';
import { parseTtl } from '../../command/flag-values.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { tokensOf } from './tokens.client.ts';

/** The flags of minting a token, or of explaining one. */
export interface TokenFlags {
  readonly identity?: string;
  /** In seconds. */
  readonly ttl?: number;
  readonly explain?: string;
}

/** The life of a token unless another is asked for, in seconds. */
const DEFAULT_TTL_SECONDS = 3_600;

/** The compared values at a check that refused a token. */
const comparedIn = ({ wanted, found, time, now }: TokenRefusal): readonly string[] => [
  ...(found === undefined ? [] : [`has ${found.join(', ') || 'nothing'}`]),
  ...(wanted === undefined ? [] : [`wanted ${wanted.join(' or ')}`]),
  ...(time === undefined ? [] : [`time ${time}, now ${now}`]),
];

/** An explanation of a token as lines for people. */
const explanationText = ({ caller, claims, message, refusal }: TokenExplanation): string => {
  if (caller) {
    const limits = caller.token?.expires === undefined ? '' : ` until ${caller.token.expires}`;
    const audience = claims?.aud === undefined ? '' : `, for ${[claims.aud].flat().join(', ')}`;
    return `accepted as ${caller.name || caller.identity} (${caller.identity})${limits}${audience}\n`;
  }
  const near = refusal?.near?.map(
    ({ name, identity, claim, wanted, pattern, found }) =>
      `near ${name || identity}: ${claim} is ${found.join(', ') || 'missing'}, wanted ${wanted ?? pattern}`,
  );
  const lines = refusal ? [`${refusal.check}: ${refusal.reason}`, ...comparedIn(refusal), ...(near ?? [])] : [];
  return `refused: ${message}\n${lines.map((line) => `  ${line}\n`).join('')}`;
};

/**
 * Returns a bearer token that a server mints, or with `explain` whether calls with a given one are accepted.
 * @throws FlagRefusal if neither or both are asked for
 */
const mintOrExplain = async (
  { connection, world }: Steered,
  { identity, ttl, explain }: TokenFlags,
): Promise<Outcome> => {
  if (explain !== undefined) {
    if (identity !== undefined || ttl !== undefined)
      throw new FlagRefusal('--explain does not go with --identity and --ttl');
    const explained = await tokensOf(connection, world).explain(explain);
    const status = explained.decision === 'accepted' ? Exit.ok : Exit.failure;
    return { value: explained, text: explanationText(explained), status };
  }
  if (identity === undefined)
    throw new FlagRefusal('give --identity for a new token, or --explain with one that there is');
  const json = { identity, ttl: `${ttl ?? DEFAULT_TTL_SECONDS}s` };
  const minted = await connection.control<MintedToken>('/tokens', { method: 'POST', json, world });
  return { value: minted, text: `${minted.token}\n` };
};

/** Registers `token`. */
export const token: Family = (program, line) => {
  steeringOptions(program.command('token'))
    .description('print a bearer token that a running mock mints, or explain one')
    .option('--identity <identity>', 'a uid, an alias of a fixture, or a name')
    .option('--ttl <duration>', 'how long it is good for (default: 1h)', parseTtl)
    .option(
      '--explain <token>',
      'say whether calls with this token are accepted, and as whom: exit 1 when they are not',
    )
    .action(steering<[TokenFlags]>(line, mintOrExplain));
};
