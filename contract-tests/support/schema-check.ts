import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { type Answer, describe } from './answer.ts';
import { closed } from './closed-schema.ts';
import { type DocumentedOperation, documents, operationOf } from './openapi.ts';
import { servedMethod } from './served-method.ts';

const API_PATH = /^\/(iam|registry|vulnerabilities|libraries|advisory|events|ping|sts|auth)\//;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, code: { optimize: false } });
ajvFormats.default(ajv);
for (const [version, document] of Object.entries(documents)) ajv.addSchema(closed(document), version);

const compiled = new Map<string, ValidateFunction>();

const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const validatorFor = (
  { version, path, method: verb }: DocumentedOperation,
  status: string,
): ValidateFunction | undefined => {
  const document = documents[version];
  const method = verb.toLowerCase();
  const responses = document.paths[path]?.[method]?.responses ?? {};
  const declared = responses[status] ? status : 'default';
  let pointer = ['paths', path, method, 'responses', declared].map(pointerPart).join('/');
  let response = responses[declared];
  if (response?.$ref) {
    pointer = response.$ref.slice(2);
    response = pointer
      .split('/')
      .reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], document) as typeof response;
  }
  if (!response) throw new Error(`${method} ${path} declares no answer ${status}`);
  if (!response.content) return undefined;
  const key = `${version}#/${pointer}/content/application~1json/schema`;
  const known = compiled.get(key);
  if (known) return known;
  const made = ajv.compile({ $ref: key });
  compiled.set(key, made);
  return made;
};

const ERROR_KEYS = ['code', 'details', 'message'];

const checkErrorShape = (answer: Answer): void => {
  const keys = Object.keys(answer.body).sort();
  if (keys.join() !== ERROR_KEYS.join()) throw new Error(`no error body: ${describe(answer)}`);
};

/**
 * Checks an answer of the API against the schema that the document declares for its operation and status.
 * @throws Error that shows the exchange and every violation
 */
export const checkAnswer = (answer: Answer): void => {
  const { request, status } = answer;
  if (!API_PATH.test(request.target) || request.method === 'HEAD' || status === 204) return;
  const failed = status >= 400;
  if (failed) checkErrorShape(answer);
  // 413 and 501 are answered for the method that was sent, and not for the one that it stands for.
  const method = status === 413 || status === 501 ? request.method : servedMethod(request);
  const operation = operationOf(method, request.target);
  if (!operation) {
    if (!failed) throw new Error(`the document has no such operation: ${describe(answer)}`);
    return;
  }
  // A path that names no row, a wrong body and the like are rejected before any operation is found.
  const validate = validatorFor(operation, String(status));
  if (!validate) {
    if (answer.text !== '') throw new Error(`${operation.id} declares an empty body: ${describe(answer)}`);
    return;
  }
  if (validate(answer.body)) return;
  const violations = (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || '/', message, JSON.stringify(params)].join(' '),
  );
  throw new Error(`${operation.id} ${status} breaks its schema:\n${violations.join('\n')}\n${describe(answer)}`);
};
