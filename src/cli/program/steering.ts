import type { Command } from 'commander';
import type { Outcome } from '../steering/outcome.ts';
import type { Steered } from '../steering/steered.ts';
import type { TargetFlags } from '../steering/target.ts';
import { targetOf } from '../steering/target.ts';
import type { CommandLine } from './family.ts';

/** A command that steers a running mock; its outcome is missing where it has printed all that it has to say. */
export type SteeringCommand<A extends readonly unknown[]> = (mock: Steered, ...args: A) => Promise<Outcome | undefined>;

/** The limits of a command. */
export interface SteeringOptions {
  /** True where `*` may be its world, which is all of them. */
  readonly isForEveryWorld?: boolean;
}

/**
 * Makes the action of a command that steers a running mock, which prints its outcome: lines of text, or with `--json`
 * one document, which a failure is, too.
 */
export const steering = <A extends readonly unknown[]>(
  { here, action }: CommandLine,
  load: () => Promise<SteeringCommand<A>>,
  { isForEveryWorld = false }: SteeringOptions = {},
): ((...given: [...A, Command]) => Promise<void>) =>
  action(async (...given: [...A, Command]): Promise<number> => {
    const args = given.slice(0, -1) as unknown as A;
    const command = given.at(-1) as Command;
    const { json = false } = command.opts<TargetFlags>();
    const print = (value: unknown): void => here.out(`${JSON.stringify(value, null, 2)}\n`);
    try {
      const run = await load();
      const { steer } = await import('../steering/steered.ts');
      const outcome = await run(steer(targetOf(command, isForEveryWorld), here), ...args);
      if (outcome === undefined) return 0;
      if (json) print(outcome.value);
      else here.out(outcome.text);
      return outcome.status ?? 0;
    } catch (error) {
      if (json) print((await import('../steering/outcome.ts')).failureValue(error));
      throw error;
    }
  });
