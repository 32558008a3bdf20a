import { type Answer, ok } from './answer.ts';
import { Api } from './api.ts';
import { type Face, restFace } from './faces.ts';
import { steer } from './mock.ts';

/** A caller whose calls fail on demand. */
export const faulty = ({ connection, token }: Api): Api => new Api({ ...connection, hasFaults: true }, token);

/** A face of the shared target in a world: its token names the world. */
export const faceIn = (faces: Readonly<Record<Face['name'], Face>>, name: Face['name'], world: Api): Face =>
  name === 'REST' ? restFace(world) : faces.gRPC.as(world.token);

/** The uid of the first organization of a world. */
export const orgOf = async (world: Api): Promise<string> => String(ok(await steer(world, 'GET', 'info')).orgId);

/** The fields that an error names, in its order. */
export const violations = ({ body }: Answer): readonly string[] =>
  (body.details as readonly { readonly fieldViolations?: readonly { readonly field: string }[] }[])
    .flatMap(({ fieldViolations = [] }) => fieldViolations)
    .map(({ field }) => field);

/** The reason of an error, as its ErrorInfo has it. */
export const reasonOf = ({ body }: Pick<Answer, 'body'>): unknown =>
  (body.details as readonly { readonly reason?: string }[])[0]?.reason;

/** Does something that ends a wait until that is over: the first time may come before the wait, which another process passes on. */
export const endedBy = async (waiting: Promise<Answer>, end: () => Promise<unknown>): Promise<Answer> => {
  let isOver = false;
  void waiting.finally(() => {
    isOver = true;
  });
  while (!isOver) await end();
  return waiting;
};
