import type { Answer, Body } from './answer.ts';
import { type Document, documents, load, operationOf, resolve, type Schema } from './openapi.ts';
import { seen } from './profile.ts';
import { camelName } from './spelling.ts';

// The suite is written in the names of the default profile. Answers of another one are checked against its own
// document first, and then spelled as the suite reads them; what differs beyond names is in profile.ts.

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

const inSnakeCase = (answer: Answer): Answer => {
  const { request, status, body } = answer;
  const operation = status === 200 ? operationOf(request.method, request.target) : undefined;
  if (operation?.version !== 'v1') return answer;
  const of = documents.v1.paths[operation.path]?.[operation.method.toLowerCase()]?.responses['200'];
  const spelled = respelled(body, of?.content?.['application/json']?.schema) as Body;
  return { ...answer, body: spelled, text: answer.text === '' ? '' : JSON.stringify(spelled) };
};

/** An answer with the names of the suite: those of v1 in snake case, whatever the profile. */
export const inSuiteForm = (answer: Answer): Answer => (seen.camelV1 ? inSnakeCase(answer) : answer);
