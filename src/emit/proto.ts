import type { BoundOperation } from '../kernel/standard-operations.ts';
import { domainOf, fileOfPackage, packageOf, versionOf } from '../schema/proto-names.ts';
import { bufYaml } from './proto-buf.ts';
import { type Definition, definitionsOf } from './proto-definitions.ts';
import { definitionLines } from './proto-messages.ts';
import { References } from './proto-references.ts';
import { serviceLines } from './proto-services.ts';

const HEADER = '// Made by platform-mock from the descriptions of its resources: change those, not this file.';

/** Where generated code goes unless the one who generates it says otherwise. */
const fileOptions = (pkg: string): readonly string[] => [
  `option go_package = "platform-mock/gen/${pkg.replaceAll('.', '/')};${domainOf(pkg)}${versionOf(pkg)}";`,
  'option java_multiple_files = true;',
  `option java_package = "platformmock.gen.${pkg}";`,
];

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const fileText = (
  pkg: string,
  operations: readonly BoundOperation[],
  definitions: readonly Definition[],
  declared: ReadonlySet<string>,
): string => {
  const references = new References(pkg, declared);
  const services = groupBy(operations, ({ operation }) => operation.service);
  const blocks = [
    ...[...services].map(([service, bound]) => serviceLines(service, bound, references)),
    ...definitions.map((definition) => definitionLines(definition, references)),
  ];
  const imports = references.imports.map((file) => `import "${file}";`);
  const head = [[HEADER], ['syntax = "proto3";'], [`package ${pkg};`], imports, fileOptions(pkg)];
  return `${[...head, ...blocks]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
};

/**
 * The interface as proto files, by path from the folder that imports start from, sorted: one file for each package
 * that the operations or their messages belong to. The same text for the same operations, as `buf format` leaves it.
 */
export const protoFiles = (operations: readonly BoundOperation[]): ReadonlyMap<string, string> => {
  const { names, byPackage } = definitionsOf(operations.map(({ operation }) => operation));
  const served = groupBy(operations, ({ operation }) => packageOf(operation.service));
  const packages = new Set([...served.keys(), ...byPackage.keys()]);
  const files = [...packages].map((pkg): [string, string] => [
    fileOfPackage(pkg),
    fileText(pkg, served.get(pkg) ?? [], byPackage.get(pkg) ?? [], names),
  ]);
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** The proto files with the `buf.yaml` that makes a module of them: all that is in `proto/`. */
export const protoTree = (operations: readonly BoundOperation[]): ReadonlyMap<string, string> => {
  const files = protoFiles(operations);
  return new Map([['buf.yaml', bufYaml(files.keys())], ...files]);
};
