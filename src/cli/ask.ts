import { callControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

const said = (body: unknown): string => String((body as { message?: unknown } | null)?.message ?? 'no reason given');

/** Tells by exit status whether a server is ready: for HEALTHCHECK. */
export const health = async (target: Target, { out, err }: Surroundings): Promise<number> => {
  const { status, body } = await callControl(target, 'GET', 'ready');
  if (status === 200) {
    out('ready\n');
    return Exit.ok;
  }
  err(`not ready: ${said(body)}\n`);
  return Exit.failure;
};

/** Prints a bearer token that a running server mints. */
export const token = async (
  identity: string,
  ttlSeconds: number,
  target: Target,
  { out, err }: Surroundings,
): Promise<number> => {
  const { status, body } = await callControl(target, 'POST', 'tokens', { identity, ttl: `${ttlSeconds}s` });
  if (status === 200) {
    out(`${(body as { token: string }).token}\n`);
    return Exit.ok;
  }
  err(`no token: ${said(body)}\n`);
  return Exit.failure;
};
