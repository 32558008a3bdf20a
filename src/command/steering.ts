import type { Command } from 'commander';
import { type CommandLine, STDOUT } from './family.ts';
import type { Outcome } from './outcome.ts';
import type { Steered } from './steered.ts';
import { type TargetFlags, targetOf } from './target.ts';

/**
 * Makes the action of a command that steers a running mock. It prints the outcome: lines of text, or with `--json` one
 * document, also for a failure; nothing if the command has printed everything itself. Only with `isForEveryWorld` may
 * `--world` be `*`, which means all worlds.
 */
export const steering = <A extends readonly unknown[]>(
  { here, action }: CommandLine,
  run: (mock: Steered, ...args: A) => Promise<Outcome | undefined>,
  { isForEveryWorld = false }: { readonly isForEveryWorld?: boolean } = {},
): ((...given: [...A, Command]) => Promise<void>) =>
  action(async (...given: [...A, Command]): Promise<number> => {
    const args = given.slice(0, -1) as unknown as A;
    const command = given.at(-1) as Command;
    const { json = false } = command.opts<TargetFlags>();
    const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
    try {
      const { steer } = await import('./steered.ts');
      const outcome = await run(steer(await targetOf(command, isForEveryWorld), here), ...args);
      if (outcome === undefined) return 0;
      const say = STDOUT.test(String(Object(outcome.value).file)) ? here.err : here.out;
      say(json ? textOf(outcome.value) : outcome.text);
      return outcome.status ?? 0;
    } catch (error) {
      if (json) here.out(textOf((await import('./outcome.ts')).failureValue(error)));
      throw error;
    }
  });
