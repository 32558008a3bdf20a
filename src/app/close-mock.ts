import type { Serving } from '../faces/grpc/serving.ts';
import type { callWaitsBy } from '../steering/faults/call-waits.ts';
import { endAll } from '../steering/world/end-all.ts';
import type { Port } from './port.ts';
import type { State } from './state.ts';

/** What a mock consists of that ends with it. */
interface Ending {
  readonly worlds: Parameters<typeof endAll>[0];
  readonly ended: Parameters<typeof endAll>[1];
  readonly parts: Parameters<typeof endAll>[2];
  readonly port: Pick<Port, 'close'>;
  readonly serving: Serving;
  readonly waits: Pick<ReturnType<typeof callWaitsBy>, 'end'>;
  readonly state: Pick<State, 'close'>;
}

/** Ends a mock: its worlds with its port, then what still waits, and its state. */
export const closeMock = async ({ worlds, ended, parts, port, serving, waits, state }: Ending): Promise<void> => {
  serving.become('stopped');
  // The port closes once those have ended that wait for a world.
  await Promise.all([endAll(worlds, ended, parts), port.close()]);
  waits.end();
  await state.close();
};
