import type { DescService } from '@bufbuild/protobuf';
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { type DescribedSymbols, indexSymbols } from './described-symbols.ts';
import type { Served } from './descriptors.ts';
import { healthMethods } from './health.ts';
import { healthTable } from './health-table.ts';
import { type ReflectionRequest, reflect } from './reflection.ts';
import { reflectionTables } from './reflection-tables.ts';
import type { Serving } from './serving.ts';

/**
 * The largest question, in bytes: one is a name. The library makes an object of each unknown field, and reflection
 * sends it back, so 4 MB of two bytes each would hold up every other call for seconds.
 */
const MAX_QUESTION = 64 * 1024;

/** Adds health and reflection to a router: every described service is reported as serving until the mock drains. */
export const standardServices =
  ({ registry }: Pick<Served, 'registry'>, serving: Serving) =>
  (router: ConnectRouter): void => {
    const implement = (name: string, methods: object): void => {
      const service = registry.getService(name);
      if (!service) throw new Error(`${name} is not described`);
      // A service that is described at run time has no static types.
      router.service(service, methods as Partial<ServiceImpl<DescService>>, { readMaxBytes: MAX_QUESTION });
    };
    const names = [...registry].filter(({ kind }) => kind === 'service').map(({ typeName }) => typeName);
    implement(healthTable.name, healthMethods(names, serving));

    let symbols: DescribedSymbols | undefined;
    const serverReflectionInfo = (requests: AsyncIterable<ReflectionRequest>) => {
      symbols ??= indexSymbols({ registry });
      return reflect(requests, symbols);
    };
    for (const { name } of reflectionTables) implement(name, { serverReflectionInfo });
  };
