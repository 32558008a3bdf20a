import type { Command } from 'commander';
import { type Family, variablesOf, wordsBehind } from '../../command/family.ts';
import { demandNoLoneFlag } from '../../command/lone-flags.ts';
import { demandKnownVariables } from '../environment.ts';
import { type ProbeFlags, probeOptions } from './probe-options.ts';

/** Registers `probe`. */
export const probing: Family = (program, { here, action }) => {
  probeOptions(program.command('probe <command...>'))
    .description('run a command once for each thing that can go wrong, and say which it does not survive')
    .passThroughOptions()
    .action(
      action(async (words: readonly string[], flags: ProbeFlags, command: Command) => {
        demandKnownVariables(here.env, variablesOf(program));
        demandNoLoneFlag(command);
        return (await import('./probe.ts')).probe(words, flags, here, wordsBehind(program, 'probe'));
      }),
    );
};
