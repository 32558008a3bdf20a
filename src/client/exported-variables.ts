/**
 * Sets variables of an environment, which the workers of a test run inherit.
 * @returns what sets those back that nobody has changed since
 */
export const exportVariables = (env: NodeJS.ProcessEnv, variables: Readonly<Record<string, string>>): (() => void) => {
  const changed = Object.entries(variables).map(([name, value]) => ({ name, value, before: env[name] }));
  Object.assign(env, variables);
  return () => {
    for (const { name, value, before } of changed) {
      if (env[name] !== value) continue;
      if (before === undefined) delete env[name];
      else env[name] = before;
    }
  };
};
