import type { Command } from 'commander';

/** True for a list that begins with all values of the one before, as a flag that collects its values makes it. */
const hasCollected = (before: unknown, values: unknown): boolean =>
  Array.isArray(before) &&
  Array.isArray(values) &&
  values.length > before.length &&
  before.every((value, at) => typeof value !== 'number' && values[at] === value);

/** Refuses a flag whose value is given twice, in each command: only the last one would count, without a word. */
export const refuseRepeats = (command: Command): void => {
  for (const option of command.options.filter((each) => !each.isBoolean())) {
    const name = option.attributeName();
    let given: { readonly value: unknown } | undefined;
    command.on(`option:${option.name()}`, () => {
      const value: unknown = command.getOptionValue(name);
      if (given && !hasCollected(given.value, value)) command.error(`option '${option.flags}' is given twice`);
      given = { value };
    });
  }
  for (const each of command.commands) refuseRepeats(each);
};
