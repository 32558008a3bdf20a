type Environment = Readonly<Record<string, string | undefined>>;

/** This machine, by its names: as clients read NO_PROXY, some of which know no names below another, or no brackets. */
const HERE = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * The variables by which clients call this machine, and the address of a URL, without the proxy of an environment, in both
 * cases of letters: hosts that are there stay. Clients read one of the two before the other, so that both have what one
 * has.
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
