import { createFileRegistry, type DescService, type FileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { BoundOperation } from '../../kernel/runner.ts';
import { packageFiles } from '../../package-home.ts';
import { groupBy } from '../../schema/group-by.ts';
import { betaOf, type Operation } from '../../schema/operation.ts';
import type { Profile } from '../../schema/profile.ts';

/** A service that is made of operations, under one of its names. */
export interface ServedService {
  readonly desc: DescService;
  /** The operation of each method, by the method's name. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Everything that is served over gRPC, described. */
export interface Served {
  readonly registry: FileRegistry;
  /** The services made of operations, v2's under their v2beta1 names too; not health and reflection. */
  readonly services: readonly ServedService[];
}

/** Operations with the services that a registry describes them by. */
export const servedIn = (registry: FileRegistry, operations: readonly Operation[]): Served => {
  const services = [...groupBy(operations, ({ service }) => service)].flatMap(([name, of]) => {
    const methods = new Map(of.map((operation) => [operation.method ?? operation.id, operation]));
    return [name, betaOf(name)].flatMap((alias) => {
      const desc = alias === undefined ? undefined : registry.getService(alias);
      return desc ? [{ desc, operations: methods }] : [];
    });
  });
  return { registry, services };
};

/**
 * Reads the descriptors that `npm run emit` has written for a profile: of its operations, also under the names of
 * v2beta1 (behaviour B5), of health and reflection, and of the messages of errors. Takes tens of milliseconds, so call
 * it once, at the first use.
 */
export const readServed = ({ name }: Profile, bounds: readonly BoundOperation[]): Served => {
  const described = fromBinary(FileDescriptorSetSchema, packageFiles.read(`generated/descriptors/${name}.binpb`));
  return servedIn(
    createFileRegistry(described),
    bounds.map(({ operation }) => operation),
  );
};
