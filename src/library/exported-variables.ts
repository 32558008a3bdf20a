/**
 * Sets variables of the environment, which the workers of a test run inherit.
 * @returns what sets those back that nobody has changed since
 */
export const exportVariables = (variables: Readonly<Record<string, string>>): (() => void) => {
  const changed = Object.entries(variables).map(([name, value]) => ({ name, value, before: process.env[name] }));
  Object.assign(process.env, variables);
  return () => {
    for (const { name, value, before } of changed) {
      if (process.env[name] !== value) continue;
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    }
  };
};
