import { parse } from 'yaml';
import { FlagRefusal } from '../../command/command-failure.ts';
import { isObject, type JsonObject, textOrNone } from '../../json.ts';
import { decodeText } from '../compare/decode-text.ts';

/** The reason why a document cannot be compared. */
export class DocumentRefusal extends FlagRefusal {}

/** A value of a request or an answer; `schema` is undefined if it has none. */
interface ApiValue {
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly words: string;
}

/** An operation of a document, in the one form that both versions of OpenAPI have here. */
export interface ApiOperation {
  readonly id: string | undefined;
  readonly method: string;
  readonly path: string;
  /** By their location and name, such as `query name`; parameters of the path by their number, such as `path 1`. */
  readonly parameters: ReadonlyMap<string, ApiValue>;
  readonly body: ApiValue | undefined;
  /** By their status. */
  readonly answers: ReadonlyMap<string, ApiValue>;
  readonly words: string;
}

/** A document: its operations, and what its references name. */
export interface ApiDocument {
  /** By the method and the form of the path, whatever the names of its variables. */
  readonly operations: ReadonlyMap<string, ApiOperation>;
  /** The target of a value that may be a reference. */
  readonly resolve: (value: unknown) => JsonObject;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/;
/** The maximum number of references that lead to each other. */
const MAX_STEPS = 50;

/** A value of a document as an object; an empty one if it is none. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
/** A value of a document as a list; an empty one if it is none. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const resolverOf =
  (root: JsonObject): ApiDocument['resolve'] =>
  (value) => {
    let found: unknown = value;
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const { $ref: reference } = objectIn(found);
      if (typeof reference !== 'string') return objectIn(found);
      if (!reference.startsWith('#/'))
        throw new DocumentRefusal(`${reference}: only references within the document are read`);
      const steps = reference.slice(2).split('/').map(decodeText);
      found = steps.reduce<unknown>((at, step) => objectIn(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')], root);
      if (found === undefined) throw new DocumentRefusal(`${reference}: the document has no such thing`);
    }
    throw new DocumentRefusal(`${textOrNone(objectIn(value).$ref)}: the reference leads back to itself`);
  };

/** The summary and the description of a part, which change nothing that a client sends or reads. */
const wordsOf = ({ summary, description }: JsonObject): string =>
  [summary, description].map(textOrNone).join('\n').trim();

/** A value whose schema stands beside it, as in version 2, or in its content, as in version 3. */
const valueIn = (given: JsonObject): ApiValue => {
  const [, content] = Object.entries(objectIn(given.content)).find(([type]) => JSON_TYPE.test(type)) ?? [];
  return {
    isRequired: given.required === true,
    schema: given.schema ?? objectIn(content).schema,
    words: wordsOf(given),
  };
};

const readOperation = (
  [path, method, shared]: readonly [string, string, readonly unknown[]],
  given: JsonObject,
  resolve: ApiDocument['resolve'],
): ApiOperation => {
  const parameters = new Map<string, ApiValue>();
  let ofPath = 0;
  // The body of OpenAPI 2 is a parameter.
  let body = given.requestBody === undefined ? undefined : valueIn(resolve(given.requestBody));
  for (const each of [...shared, ...listIn(given.parameters)].map(resolve)) {
    const { in: place } = each;
    if (place === 'body') body = valueIn(each);
    if (place === 'path') parameters.set(`path ${++ofPath}`, valueIn({ schema: each, ...each }));
    if (place === 'query') parameters.set(`query ${textOrNone(each.name)}`, valueIn({ schema: each, ...each }));
  }
  const answers = new Map(
    Object.entries(objectIn(given.responses)).map(([status, value]) => [status, valueIn(resolve(value))]),
  );
  return {
    id: textOrNone(given.operationId) || undefined,
    method,
    path,
    parameters,
    body,
    answers,
    words: wordsOf(given),
  };
};

/**
 * Reads an OpenAPI document of version 2 or 3, in YAML or JSON.
 * @throws DocumentRefusal for any other text, and for references that lead nowhere or in a circle
 */
export const readApiDocument = (text: string, name: string): ApiDocument => {
  let root: unknown;
  try {
    // JSON is YAML, too, but is read a hundred times as fast by itself.
    root = text.trimStart().startsWith('{')
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 1000, logLevel: 'silent' });
  } catch (error) {
    throw new DocumentRefusal(`${name}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  if (!isObject(root) || (root.openapi === undefined && root.swagger === undefined) || !isObject(root.paths)) {
    throw new DocumentRefusal(`${name}: it is no OpenAPI document`);
  }
  const resolve = resolverOf(root);
  const operations = new Map<string, ApiOperation>();
  const base = root.swagger === undefined ? '' : textOrNone(root.basePath).replace(/\/$/, '');
  for (const [path, item] of Object.entries(root.paths)) {
    const given = resolve(item);
    for (const method of METHODS) {
      if (!isObject(given[method])) continue;
      const whole = `${base}${path}`;
      const read = readOperation([whole, method.toUpperCase(), listIn(given.parameters)], given[method], resolve);
      // In the form of a path `{uid}` and `{uid=**}` are the same variable.
      operations.set(`${read.method} ${whole.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')}`, read);
    }
  }
  return { operations, resolve };
};
