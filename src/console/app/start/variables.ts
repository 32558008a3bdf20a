import type { WorldEnvironment } from '../../../../generated/nouns.ts';
import { useConsole } from '../frame/console-context.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';

/** The variables by which a client is in the world of the page. */
export const useVariables = (): Loaded<Readonly<Record<string, string>> | undefined> => {
  const { connection, facts, isReadOnly } = useConsole();
  return useLoaded(async () => {
    if (isReadOnly) return undefined;
    const { env } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}:variables`);
    // The browser may have reached the mock by another address than the mock has itself.
    return { ...env, PLATFORM_API_URL: facts.url };
  }, [connection]);
};

/** A token with its middle left out: it is copied whole, and not read by whoever looks on. */
export const maskedToken = (token: string): string =>
  token.length < 20 ? token : `${token.slice(0, 6)} ········ ${token.slice(-6)}`;
