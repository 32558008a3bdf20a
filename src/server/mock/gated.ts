import type { Mount } from '../../faces/rest/http-app.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { Kernel } from '../../kernel/call.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Gate } from '../../kernel/gate.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { DiskFull } from '../../store/disk-full.ts';

/** A gate of calls, and how many of them are not answered yet. */
export interface CallGate extends Gate {
  underWay: number;
  /** @throws ApiError UNAVAILABLE while no answer could leave: a call is refused before it changes anything */
  readonly demandOpen: () => void;
}

/** True for a refusal that shows nothing of a state, and so need not wait. */
const showsNothing = (error: unknown): boolean =>
  error instanceof DiskFull || (error instanceof ApiError && error.code === 'UNAVAILABLE');

/** A kernel whose answers and refusals leave by a gate. Most may leave at once, so that no call awaits anything here. */
export const gatedKernel = (kernel: Kernel, gate: CallGate): Kernel => {
  const call = kernel.call.bind(kernel);
  const leave = (): void => {
    gate.underWay -= 1;
  };
  const answer = (given: Answer): Answer | Promise<Answer> => {
    const open = gate.pass();
    if (open) return open.then(() => given).finally(leave);
    leave();
    return given;
  };
  const refuse = async (error: unknown): Promise<never> => {
    try {
      if (!showsNothing(error)) await gate.pass();
    } finally {
      leave();
    }
    throw error;
  };
  kernel.call = (bound, asked, world) => {
    try {
      gate.demandOpen();
    } catch (error) {
      return Promise.reject(error);
    }
    gate.underWay += 1;
    return call(bound, asked, world).then(answer, refuse);
  };
  return kernel;
};

/** The calls about the process itself, whoever owns the worlds. */
const ABOUT_PROCESS: ReadonlySet<string> = new Set(['live', 'metrics'].map((name) => `${CONTROL_PREFIX}/${name}`));

/** Lets the answers of an app leave by a gate. */
export const gatedApp =
  (gate: CallGate): Mount =>
  (app) =>
    void app.use(async (context, next) => {
      const { path } = context.req;
      if (ABOUT_PROCESS.has(path)) return next();
      gate.demandOpen();
      // A process that leaves does not wait for calls that await something.
      const counted = path.endsWith(':await') ? 0 : 1;
      gate.underWay += counted;
      try {
        await next();
        if (!showsNothing(context.error)) await gate.pass();
      } finally {
        gate.underWay -= counted;
      }
    });
