import { demandKnownVariables } from '../environment.ts';
import { type ProbeFlags, probeOptions } from '../probe/probe-options.ts';
import { type Family, variablesOf, wordsBehind } from './family.ts';

/** Registers `probe`. */
export const probing: Family = (program, { here, action }) => {
  probeOptions(program.command('probe <command...>'))
    .description('run a command once for each thing that can go wrong, and say which it does not survive')
    .passThroughOptions()
    .action(
      action(async (command: readonly string[], flags: ProbeFlags) => {
        demandKnownVariables(here.env, variablesOf(program));
        return (await import('../probe/probe.ts')).probe(command, flags, here, wordsBehind(program, 'probe'));
      }),
    );
};
