import type { Mount } from '../faces/rest/http-app.ts';
import type { Kernel } from '../kernel/call.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Gate } from '../kernel/gate.ts';
import { CONTROL_PREFIX } from '../steering/plane/prefix.ts';
import { DiskFull } from '../store/disk-full.ts';

/** True for a refusal that shows nothing of a state, and so need not wait. */
const showsNothing = (error: unknown): boolean =>
  error instanceof DiskFull || (error instanceof ApiError && error.code === 'UNAVAILABLE');

/** A kernel whose answers and refusals leave by a gate. */
export const gatedKernel = (kernel: Kernel, gate: Gate): Kernel => {
  const call = kernel.call.bind(kernel);
  kernel.call = async (...asked) => {
    try {
      const answer = await call(...asked);
      await gate.pass();
      return answer;
    } catch (error) {
      if (!showsNothing(error)) await gate.pass();
      throw error;
    }
  };
  return kernel;
};

/** The answers that say how the process is, whoever owns the worlds. */
const ABOUT_PROCESS: ReadonlySet<string> = new Set(['live', 'metrics'].map((name) => `${CONTROL_PREFIX}/${name}`));

/** Lets the answers of an app leave by a gate. */
export const gatedApp =
  (gate: Gate): Mount =>
  (app) =>
    void app.use(async (context, next) => {
      await next();
      if (!ABOUT_PROCESS.has(context.req.path) && !showsNothing(context.error)) await gate.pass();
    });
