type Environment = Readonly<Record<string, string | undefined>>;

/** The names of this machine for NO_PROXY: some clients match no names below another, or know no brackets. */
const HERE = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * The variables by which clients call this machine, and the host of a URL, without the proxy of an environment. Hosts
 * that it lists stay. Clients differ in the spelling that they read first: if one is set, both have its hosts.
 */
export const directVariables = (env: Environment, url: string): Readonly<Record<'NO_PROXY' | 'no_proxy', string>> => {
  const withHere = (hosts: string): string => {
    // Beside others, an asterisk is no longer all hosts.
    if (hosts.trim() === '*') return hosts;
    const given = hosts.split(',').map((host) => host.trim());
    return [...new Set([...given, ...HERE, new URL(url).hostname])].filter((host) => host !== '').join(',');
  };
  const { NO_PROXY, no_proxy } = env;
  return { NO_PROXY: withHere(NO_PROXY || no_proxy || ''), no_proxy: withHere(no_proxy || NO_PROXY || '') };
};
