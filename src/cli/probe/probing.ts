import { type Family, variablesOf, wordsBehind } from '../../command/family.ts';
import { demandKnownVariables } from '../environment.ts';
import { type ProbeFlags, probeOptions } from './probe-options.ts';

/** Registers `probe`. */
export const probing: Family = (program, { here, action }) => {
  probeOptions(program.command('probe <command...>'))
    .description('run a command once for each thing that can go wrong, and say which it does not survive')
    .passThroughOptions()
    .action(
      action(async (command: readonly string[], flags: ProbeFlags) => {
        demandKnownVariables(here.env, variablesOf(program));
        return (await import('./probe.ts')).probe(command, flags, here, wordsBehind(program, 'probe'));
      }),
    );
};
