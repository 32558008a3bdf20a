import type { Answer, Body } from './answer.ts';
import {
  type Document,
  type DocumentedOperation,
  documents,
  load,
  operationOf,
  resolve,
  type Schema,
} from './openapi.ts';
import { profile, seen } from './profile.ts';
import { camelName } from './spelling.ts';

// The suite is written in the form of the default profile. Answers of another one are checked against its own document
// first, and then brought into this form: names of v1, and the body of a delete. All else that differs stays.

type Names = ReadonlyMap<string, string>;

const propertiesOf = ({ components }: Document, name: string): readonly string[] =>
  Object.keys((components?.schemas?.[name] as Schema | undefined)?.properties ?? {});

/** For each component of the default document of v1, its names by their spelling in camel case. */
const readNames = async (): Promise<ReadonlyMap<string, Names>> => {
  if (!seen.camelV1) return new Map();
  const written = await load('openapi-v1');
  const components = Object.keys(written.components?.schemas ?? {});
  return new Map(
    components.map((name) => [name, new Map(propertiesOf(written, name).map((own) => [camelName(own), own]))]),
  );
};

const namesOf = await readNames();
const NONE: Names = new Map();

const respelled = (value: unknown, given: Schema | undefined): unknown => {
  if (!given || typeof value !== 'object' || value === null) return value;
  const schema = resolve(given, 'v1');
  const [part] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (!given.$ref && part) return respelled(value, part);
  if (Array.isArray(value)) return value.map((item) => respelled(item, schema.items));
  const names = (given.$ref && namesOf.get(given.$ref.split('/').at(-1) ?? '')) || NONE;
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      names.get(key) ?? key,
      respelled(item, schema.properties?.[key] ?? others),
    ]),
  );
};

const inSnakeCase = (answer: Answer, { path, method }: DocumentedOperation): Answer => {
  const of = documents.v1.paths[path]?.[method.toLowerCase()]?.responses['200'];
  const spelled = respelled(answer.body, of?.content?.['application/json']?.schema) as Body;
  return { ...answer, body: spelled, text: answer.text === '' ? '' : JSON.stringify(spelled) };
};

/** An answer as the default profile would give it, as far as it is the same but for its form. */
export const inSuiteForm = (answer: Answer): Answer => {
  if (profile === 'specification' || answer.status !== 200) return answer;
  const { method, target } = answer.request;
  const operation = operationOf(method, target);
  if (operation?.method === 'DELETE') return { ...answer, text: answer.text === seen.emptyBody ? '' : answer.text };
  return operation?.version === 'v1' && seen.camelV1 ? inSnakeCase(answer, operation) : answer;
};
