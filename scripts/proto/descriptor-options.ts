import { create, createFileRegistry, type DescExtension, type MessageShape, setExtension } from '@bufbuild/protobuf';
import {
  type FieldOptions,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
  type FileOptions,
  FileOptionsSchema,
  type MethodOptions,
  MethodOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { makeAtFirstUse } from '../../src/schema/at-first-use.ts';
import type { NamedField } from '../../src/schema/field-types.ts';
import type { HttpRule } from '../../src/schema/operation.ts';
import { behaviourNames, codePackages } from './names.ts';
import { compileGoogle } from './workspace.ts';

/** Makes the options of files, methods and fields, and lists the files that declare them. */
export interface Options {
  readonly files: readonly FileDescriptorProto[];
  /** The file to import when `http` was used, and when `behaviour` was. */
  readonly httpFile: string;
  readonly behaviourFile: string;
  /** The options of a file of a package, without which generators of Go and Java refuse or misplace it. */
  readonly ofFile: (file: string, pkg: string) => FileOptions;
  readonly http: (rules: readonly HttpRule[]) => MethodOptions;
  /** The options of a field; undefined for none. Fields with the same options share one object. */
  readonly ofField: (field: NamedField) => FieldOptions | undefined;
}

const ruleShape = ({ method, path, body }: HttpRule): Readonly<Record<string, unknown>> => ({
  pattern: { case: method.toLowerCase(), value: path },
  ...(body === undefined ? {} : { body }),
});

/** The files that declare the options, and the files of errors, as buf reads what Google publishes. */
const published = makeAtFirstUse(() =>
  compileGoogle(
    ['api/annotations', 'api/field_behavior', 'rpc/status', 'rpc/error_details'].map((file) => `google/${file}.proto`),
  ),
);

const optionsOfFile = (file: string, pkg: string): FileOptions =>
  published().find(({ name }) => name === file)?.options ??
  create(FileOptionsSchema, { javaMultipleFiles: true, ...codePackages(pkg) });

/** Loads the options that google.api declares for methods and fields. */
export const loadOptions = (): Options => {
  // Each file is behind the files that it imports. The descriptor.proto of the library has no options.
  const files = published().filter(({ name }) => /^google\/(?:api\/|protobuf\/descriptor)/.test(name));
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  const extension = (name: string): DescExtension => {
    const found = registry.getExtension(name);
    if (!found) throw new Error(`${name} is not declared`);
    return found;
  };
  const http = extension('google.api.http');
  const behaviour = extension('google.api.field_behavior');
  const numbers = new Map(behaviour.enum?.values.map(({ name, number }) => [name, number]));
  const cached = new Map<string, FieldOptions | undefined>();

  const optionsOf = (behaviours: readonly number[], deprecated: boolean): FieldOptions | undefined => {
    if (behaviours.length === 0 && !deprecated) return undefined;
    const options = create(FieldOptionsSchema, deprecated ? { deprecated } : {});
    if (behaviours.length > 0) setExtension(options, behaviour, [...behaviours]);
    return options;
  };

  return {
    files,
    ofFile: optionsOfFile,
    httpFile: 'google/api/annotations.proto',
    behaviourFile: 'google/api/field_behavior.proto',
    http: ([rule, ...additional]) => {
      const options = create(MethodOptionsSchema);
      if (!rule || !http.message) return options;
      const shape = { ...ruleShape(rule), additionalBindings: additional.map(ruleShape) };
      setExtension(options, http, create(http.message, shape) as MessageShape<typeof http.message>);
      return options;
    },
    ofField: (field) => {
      const { deprecated } = field;
      const names = behaviourNames(field);
      const key = `${names} ${deprecated}`;
      if (cached.has(key)) return cached.get(key);
      const options = optionsOf(
        names.map((name) => numbers.get(name) ?? 0),
        deprecated,
      );
      cached.set(key, options);
      return options;
    },
  };
};
