import { isObject } from '../../../json.ts';
import { TextBlock } from '../detail/json-view.tsx';
import { type Schema, schemaNameOf } from './document.ts';
import { LateDetails, Prose } from './prose.tsx';

/** The schemas of which one, or all, describe a value, with the words before them. */
const CHOICES = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' } as const;

/** The schemas that a schema is made of, with the words before them; nothing if it is a plain one. */
export const choicesOf = (schema: Schema): readonly [words: string, schemas: readonly Schema[]] | undefined => {
  for (const [key, words] of Object.entries(CHOICES)) {
    const schemas = schema[key];
    if (Array.isArray(schemas)) return [words, schemas as readonly Schema[]];
  }
  return undefined;
};

/** The properties of an object, in order. */
export const propertiesOf = ({ properties }: Schema): readonly (readonly [name: string, schema: Schema])[] =>
  isObject(properties) ? (Object.entries(properties) as [string, Schema][]) : [];

/** The schema of each item of a list, or of each value of a map; undefined for anything else. */
export const innerOf = ({ type, items, additionalProperties }: Schema): readonly [string, Schema] | undefined => {
  if (type === 'array') return ['list of', isObject(items) ? items : {}];
  return isObject(additionalProperties) ? ['map of', additionalProperties] : undefined;
};

/** Bounds and forms with the words before them. */
const RULES: Readonly<Record<string, string>> = {
  const: 'always',
  default: 'by default',
  format: 'format',
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minimum: 'at least',
  maximum: 'at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  minProperties: 'members at least',
  maxProperties: 'members at most',
  pattern: 'pattern',
};

/** The constraints on a value, each as words and a value. */
export const rulesOf = (schema: Schema): readonly (readonly [words: string, value: string])[] => [
  ...Object.entries(RULES).flatMap(([key, words]) =>
    schema[key] === undefined ? [] : [[words, String(schema[key])] as const],
  ),
  ...(Array.isArray(schema.enum) ? [['one of', schema.enum.join(', ')] as const] : []),
  ...(Array.isArray(schema.examples) ? [['such as', JSON.stringify(schema.examples[0])] as const] : []),
  ...(schema.example === undefined ? [] : [['such as', JSON.stringify(schema.example)] as const]),
];

/** The address of a schema on the page. */
export const schemaAddress = (name: string): string => `#schemas/${encodeURIComponent(name)}`;

/** The type of a value, in which the names of schemas are links. */
export const TypeWords = ({ schema }: { schema: Schema }) => {
  const name = schemaNameOf(schema);
  if (name !== undefined) return <a href={schemaAddress(name)}>{name}</a>;
  const inner = innerOf(schema);
  if (inner) {
    return (
      <>
        {inner[0]} <TypeWords schema={inner[1]} />
      </>
    );
  }
  const choices = choicesOf(schema);
  const { type = choices?.[0] ?? (schema.enum || schema.const ? 'string' : 'any') } = schema;
  return <>{[type].flat().join(' or ')}</>;
};

/** A longer rule is closed at first, in characters. */
const MAX_LINE = 80;

/** The constraints on a value, in one line. */
export const Rules = ({ schema }: { schema: Schema }) => {
  const rules = rulesOf(schema);
  return rules.length === 0 ? null : (
    <div class="rules">
      {rules.map(([words, value]) =>
        value.length > MAX_LINE ? (
          <LateDetails key={words} summary={words}>
            {() => <code>{value}</code>}
          </LateDetails>
        ) : (
          <span key={words}>
            {words} <code>{value}</code>
          </span>
        ),
      )}
    </div>
  );
};

/** The properties of a schema, and of the schemas that it is made of. */
const Members = ({ schema }: { schema: Schema }) => {
  const properties = propertiesOf(schema);
  const choices = choicesOf(schema);
  const inner = innerOf(schema);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return (
    <>
      {properties.length > 0 && (
        <dl class="props">
          {properties.map(([name, property]) => (
            <div key={name}>
              <dt>
                <code class="b">{name}</code>{' '}
                <span class="t2">
                  <TypeWords schema={property} />
                </span>
                {required.has(name) && <span class="mark">required</span>}
                {property.readOnly === true && <span class="mark">read only</span>}
              </dt>
              <dd>
                <Prose text={String(property.description ?? '')} />
                <Rules schema={property} />
                <Members schema={property} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {inner && schemaNameOf(inner[1]) === undefined && <Members schema={inner[1]} />}
      {choices && (
        <ul class="choices" aria-label={choices[0]}>
          {choices[1].map((choice, nth) => (
            <li key={nth}>
              <TypeWords schema={choice} />
              <Rules schema={choice} />
              <Members schema={choice} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** A schema with its properties, and as the document has it. */
export const SchemaView = ({ schema }: { schema: Schema }) => (
  <>
    <Prose text={String(schema.description ?? '')} />
    <p class="t2">
      <TypeWords schema={schema} />
    </p>
    <Rules schema={schema} />
    <Members schema={schema} />
    <LateDetails summary="As JSON Schema">
      {() => <TextBlock label="JSON Schema">{JSON.stringify(schema, null, 2)}</TextBlock>}
    </LateDetails>
  </>
);
