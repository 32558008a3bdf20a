import { allResources, currentOperations, olderOperations } from '../../editions/editions.ts';
import { GrpcFace } from '../../faces/grpc/face.ts';
import { Serving } from '../../faces/grpc/serving.ts';
import { RestFace } from '../../faces/rest/face.ts';
import type { Log } from '../../features/log/log.ts';
import { logUnserved } from '../../features/unserved/unserved-paths.ts';
import { accessEvaluator } from '../../kernel/access.ts';
import { Kernel } from '../../kernel/call.ts';
import type { Report } from '../../kernel/caller-error.ts';
import { grants } from '../../resources/index.ts';
import { type CallGate, gatedKernel } from './gated.ts';

/** The kernel and the faces of all worlds. */
export interface Mock {
  readonly kernel: Kernel;
  readonly rest: RestFace;
  readonly grpc: GrpcFace;
  /** Its health. */
  readonly serving: Serving;
}

/** Composes the resources and their operations with the faces; `report` receives failures that no request is to blame for. */
export const createMock = (report: Report, gate?: CallGate, log?: Pick<Log, 'info'>): Mock => {
  const made = new Kernel(allResources, currentOperations, accessEvaluator(grants), olderOperations);
  const kernel = gate ? gatedKernel(made, gate) : made;
  const serving = new Serving();
  return {
    kernel,
    rest: new RestFace(kernel, report, log && logUnserved(log)),
    grpc: new GrpcFace({ kernel, report, serving }),
    serving,
  };
};
