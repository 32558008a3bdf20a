import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Family } from '../../command/family.ts';
import { collectValue, parsePath, textLike } from '../../command/flag-values.ts';
import { profileToFollowOption, serviceOptions } from '../../command/service-options.ts';
import type { CleanupFlags, VerifyFlags } from './verify-target.ts';

const parseHost = (text: string): string => {
  const url = `http://${text}/`;
  if (!URL.canParse(url) || new URL(url).host !== text.toLowerCase()) {
    throw new InvalidArgumentError('It must be a host such as "api.example.com".');
  }
  return text;
};

const parseRun = textLike(/^v[0-9a-z]{6,40}$/, 'It must be the id of a run, as verify prints it.');

const ownedFlags = (command: Command): Command =>
  serviceOptions(command, '--target')
    .option('--i-own <host>', 'the host of the target, to say that you may test it', parseHost)
    .option(
      '--ledger <folder>',
      'the folder in which runs note the rows that they make',
      parsePath,
      'test-results/verify',
    );

/** Registers `verify` with `verify cleanup`. */
export const verify: Family = (program, { here, action }) => {
  const command = ownedFlags(program.command('verify'))
    .description('compare a service with the mock, by calls that it must answer alike: exit 3 when it does not')
    .addOption(
      new Option('--suite <suite>', 'what is sent; may be given several times (default: refusals)')
        .choices(['read', 'refusals', 'write', 'v1', 'grpc', 'all'])
        .argParser(collectValue),
    )
    .addOption(
      new Option(
        '--har <file>',
        'send the exchanges of this HAR of the service to the mock, and nothing to the service',
      )
        // The token may be in the environment.
        .conflicts(['target', 'iOwn', 'rps', 'suite', 'group', 'ledger'])
        .argParser(parsePath),
    )
    .addOption(profileToFollowOption())
    .option('--group <uid>', 'the group below which it works (default: the one of the token)')
    .option('--report <file>', 'write the report into this file, as JSON', parsePath)
    .option('--junit <file>', 'write it into this file, as JUnit', parsePath)
    .option('--against <file>', 'say what has changed since this report', parsePath)
    .action(action(async (flags: VerifyFlags) => (await import('./verify-target.ts')).verifyTarget(flags, here)));

  ownedFlags(command.command('cleanup'))
    .description('delete what runs have made that were killed: all that are known, or one')
    .option('--run <id>', 'only this run', parseRun)
    .action(action(async (flags: CleanupFlags) => (await import('./verify-target.ts')).cleanTarget(flags, here)));
};
