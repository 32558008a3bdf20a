import { setTimeout as pause } from 'node:timers/promises';
import { type ControlReply, callControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

/** The server's reason for a failed call. */
export const reasonOf = (body: unknown): string =>
  String((body as { message?: unknown } | null)?.message ?? 'no reason given');

/**
 * The body of a control call that must succeed.
 * @throws Error with the reason of a call that was refused, or got no answer
 */
export const bodyOf = async <T>(call: Promise<ControlReply>): Promise<T> => {
  const { status, body } = await call.catch((error: unknown) => {
    throw new Error((error as Error).message || 'nothing answers');
  });
  if (status !== 200) throw new Error(reasonOf(body));
  return body as T;
};

const ASK_AGAIN_MILLIS = 100;

/** The reason why a server is not ready; undefined when it is. */
const checkReadiness = async (target: Target): Promise<string | undefined> => {
  try {
    const { status, body } = await callControl(target, 'GET', 'ready');
    return status === 200 ? undefined : reasonOf(body);
  } catch (error) {
    return (error as Error).message || 'nothing answers';
  }
};

/**
 * Returns by exit status whether a server is ready: for HEALTHCHECK. With a time to wait it asks until it is, and
 * returns the status of a timeout when it is not by then.
 */
export const health = async (
  target: Target & { readonly wait?: number },
  { out, err }: Surroundings,
): Promise<number> => {
  const { wait } = target;
  const end = performance.now() + (wait ?? 0) * 1_000;
  for (;;) {
    const reason = await checkReadiness(target);
    if (reason === undefined) {
      out('ready\n');
      return Exit.ok;
    }
    if (performance.now() >= end) {
      err(`not ready${wait === undefined ? '' : ` after ${wait} s`}: ${reason}\n`);
      return wait === undefined ? Exit.failure : Exit.timeout;
    }
    await pause(ASK_AGAIN_MILLIS);
  }
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
  err(`no token: ${reasonOf(body)}\n`);
  return Exit.failure;
};
