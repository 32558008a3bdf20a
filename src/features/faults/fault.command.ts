import { Option } from 'commander';
import type { Fault, FaultWithHits } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import type { Family } from '../../command/family.ts';
import { collectValue, parsePositive } from '../../command/flag-values.ts';
import type { Outcome } from '../../command/outcome.ts';
import { pairsOf } from '../../command/pairs.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { FAULT_PHASES } from '../../schema/fault-phases.ts';
import { faultLine } from '../evidence/fault-words.ts';
import { faultsOf } from './faults.client.ts';

/** A rule that is written by flags. */
export interface FaultFlags {
  readonly match?: readonly string[];
  readonly do?: readonly string[];
  readonly phase?: Fault['phase'];
  readonly times?: number;
}

const EXAMPLES = { match: 'operation=ListRepos', do: 'code=UNAVAILABLE' };

/** The values of the flags, if there are any. */
const partsOf = ({ match: matched = [], do: done = [], phase, times }: FaultFlags) => ({
  match: matched.length === 0 ? {} : { match: pairsOf('--match', matched, EXAMPLES.match) },
  fault: {
    ...(done.length > 0 && { do: pairsOf('--do', done, EXAMPLES.do) }),
    ...(phase !== undefined && { phase }),
    ...(times !== undefined && { times }),
  },
});

const listOf = (faults: readonly FaultWithHits[]): Outcome => ({
  value: { faults },
  text: faults.map((fault) => `${fault.hits} hits ${faultLine(fault)}\n`).join('') || 'no faults\n',
});

/**
 * Replaces the faults of a world by the ones in files, texts in JSON and presets, and by the one that flags write.
 * @throws FlagRefusal if there is nothing to set, or flags that do not go together
 */
const setFaults = async (
  { connection, world }: Steered,
  words: readonly string[],
  flags: FaultFlags,
): Promise<Outcome> => {
  const { match, fault } = partsOf(flags);
  const isWritten = Object.keys(fault).length > 0;
  if (words.length === 0 && !isWritten)
    throw new FlagRefusal(`give faults, or --do to write one, such as --do ${EXAMPLES.do}`);
  if (words.length > 0 && isWritten && fault.do === undefined)
    throw new FlagRefusal('--phase and --times are for --do: a preset or a file has its own');
  const { isPreset, rulesOf } = await import('./written-rules.ts');
  if (flags.match && !isWritten && !words.some(isPreset))
    throw new FlagRefusal('--match is for --do and for presets: a file has its own');
  const rules = (await Promise.all(words.map((word) => rulesOf(word, match)))).flat();
  // Without an effect it is refused by the mock, which says what it needs.
  if (isWritten) rules.push({ ...match, ...fault } as Fault);
  return listOf(await faultsOf(connection, world).set(...rules));
};

/** Registers `fault` with its subcommands. */
export const fault: Family = (program, line) => {
  const family = program.command('fault').description('let calls of a running mock fail');

  steeringOptions(family.command('set [fault...]'))
    .description('replace the faults, from files, JSON, presets such as flaky, or flags')
    .option(
      '--match <key=value>',
      'the calls of a preset or of --do, such as operation=ListRepos; may be repeated',
      collectValue,
    )
    .option('--do <key=value>', 'what happens to them, such as code=UNAVAILABLE; may be repeated', collectValue)
    .addOption(new Option('--phase <phase>', 'when it happens').choices(FAULT_PHASES))
    .option('--times <count>', 'how often at most', parsePositive)
    .action(steering<[readonly string[], FaultFlags]>(line, setFaults));

  steeringOptions(family.command('list'))
    .description('list the faults, with how often each has acted')
    .action(steering<[]>(line, async ({ connection, world }) => listOf(await faultsOf(connection, world).list())));

  steeringOptions(family.command('clear'))
    .description('remove all faults')
    .action(
      steering<[]>(line, async ({ connection, world }) => {
        await faultsOf(connection, world).clear();
        return { value: { faults: [] }, text: 'no faults\n' };
      }),
    );
};
