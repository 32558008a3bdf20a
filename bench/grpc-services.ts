import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const FILE = 'chainguard/platform/registry/v2/registry.proto';
const SERVICE = 'chainguard.platform.registry.v2.ReposService';

/** The service that is measured, from the emitted files, as a user of grpc-js has it. */
export const serviceOf = (): ServiceDefinition => {
  const loaded = loadSync(FILE, { includeDirs: ['proto', 'node_modules/google-proto-files'] });
  return loaded[SERVICE] as ServiceDefinition;
};
