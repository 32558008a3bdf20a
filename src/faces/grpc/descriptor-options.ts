import { create, createFileRegistry, type DescExtension, type MessageShape, setExtension } from '@bufbuild/protobuf';
import {
  type FieldOptions,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_descriptor,
  FieldDescriptorProto_Label as Label,
  type MethodOptions,
  MethodOptionsSchema,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';
import { behaviourNames, enumType, type NamedField, repeated, string } from '../../schema/field-types.ts';
import { type Message, message, of, plain } from '../../schema/message.ts';
import type { HttpRule } from '../../schema/operation.ts';
import { fileOf } from '../../schema/proto-names.ts';
import { describeTypes } from './descriptor-messages.ts';

const CustomHttpPattern = message('google.api.CustomHttpPattern', 'A pattern of another verb.', {
  kind: plain(1, string(), 'The verb.'),
  path: plain(2, string(), 'The path.'),
});

const pattern = (number: number) => plain(number, string(), 'The path under this verb.', { oneof: 'pattern' });

const HttpRuleMessage: Message = message('google.api.HttpRule', 'How a method is reached over HTTP.', {
  selector: plain(1, string(), 'The method.'),
  get: pattern(2),
  put: pattern(3),
  post: pattern(4),
  delete: pattern(5),
  patch: pattern(6),
  custom: plain(8, of(CustomHttpPattern), 'Another verb.', { oneof: 'pattern' }),
  body: plain(7, string(), 'The request field that is the body.'),
  responseBody: plain(12, string(), 'The field of the answer that is the body.'),
  additionalBindings: plain(11, repeated(of((): Message => HttpRuleMessage)), 'Further rules.'),
});

const FieldBehavior = enumType('google.api.FieldBehavior', 'Who may set a field (AIP-203).', {
  FIELD_BEHAVIOR_UNSPECIFIED: 0,
  OPTIONAL: 1,
  REQUIRED: 2,
  OUTPUT_ONLY: 3,
  INPUT_ONLY: 4,
  IMMUTABLE: 5,
  UNORDERED_LIST: 6,
  NON_EMPTY_DEFAULT: 7,
  IDENTIFIER: 8,
});

const DESCRIPTOR = 'google/protobuf/descriptor.proto';
const HTTP = fileOf(HttpRuleMessage.name);
const API = { package: 'google.api', syntax: 'proto3' };

const filesOfOptions = (): readonly FileDescriptorProto[] => {
  const describing = { refer: (name: string) => name, fieldOptions: () => undefined };
  const messages = [HttpRuleMessage, CustomHttpPattern];
  return [
    file_google_protobuf_descriptor.proto,
    create(FileDescriptorProtoSchema, { ...API, name: HTTP, ...describeTypes(messages, [], describing) }),
    create(FileDescriptorProtoSchema, {
      ...API,
      name: 'google/api/annotations.proto',
      dependency: [HTTP, DESCRIPTOR],
      extension: [
        {
          name: 'http',
          number: 72295728,
          label: Label.OPTIONAL,
          type: Type.MESSAGE,
          typeName: `.${HttpRuleMessage.name}`,
          extendee: '.google.protobuf.MethodOptions',
          jsonName: 'http',
        },
      ],
    }),
    create(FileDescriptorProtoSchema, {
      ...API,
      name: fileOf(FieldBehavior.name),
      dependency: [DESCRIPTOR],
      ...describeTypes([], [FieldBehavior], describing),
      extension: [
        {
          name: 'field_behavior',
          number: 1052,
          label: Label.REPEATED,
          type: Type.ENUM,
          typeName: `.${FieldBehavior.name}`,
          extendee: '.google.protobuf.FieldOptions',
          jsonName: 'fieldBehavior',
          options: { packed: false },
        },
      ],
    }),
  ];
};

/** Makes the options of methods and fields, and lists the files that declare them. */
export interface Options {
  readonly files: readonly FileDescriptorProto[];
  /** The file to import when `http` was used, and when `behaviour` was. */
  readonly httpFile: string;
  readonly behaviourFile: string;
  readonly http: (rules: readonly HttpRule[]) => MethodOptions;
  /** The options of a field; undefined for none. Fields with the same options share one object. */
  readonly ofField: (field: NamedField) => FieldOptions | undefined;
}

const ruleShape = ({ method, path, body }: HttpRule): Readonly<Record<string, unknown>> => ({
  pattern: { case: method.toLowerCase(), value: path },
  ...(body === undefined ? {} : { body }),
});

/** Loads the options that google.api declares for methods and fields. */
export const loadOptions = (): Options => {
  const files = filesOfOptions();
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  const extension = (name: string): DescExtension => {
    const found = registry.getExtension(name);
    if (!found) throw new Error(`${name} is not declared`);
    return found;
  };
  const http = extension('google.api.http');
  const behaviour = extension('google.api.field_behavior');
  const cached = new Map<string, FieldOptions | undefined>();

  const optionsOf = (behaviours: readonly number[], deprecated: boolean): FieldOptions | undefined => {
    if (behaviours.length === 0 && !deprecated) return undefined;
    const options = create(FieldOptionsSchema, deprecated ? { deprecated } : {});
    if (behaviours.length > 0) setExtension(options, behaviour, [...behaviours]);
    return options;
  };

  return {
    files,
    httpFile: 'google/api/annotations.proto',
    behaviourFile: fileOf(FieldBehavior.name),
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
        names.map((name) => FieldBehavior.values[name]),
        deprecated,
      );
      cached.set(key, options);
      return options;
    },
  };
};
