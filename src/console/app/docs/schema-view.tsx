import { TextBlock } from '../detail/json-view.tsx';
import { type Schema, schemaNameOf } from './document.ts';
import { LateDetails, Prose } from './prose.tsx';
import { choicesOf, innerOf, propertiesOf, rulesOf } from './schema-words.ts';

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

/** The properties of a schema, and of those that it is made of. */
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
