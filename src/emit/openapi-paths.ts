import type { NamedField } from '../schema/field-types.ts';
import type { HttpOperation } from '../schema/operation.ts';
import { type DocumentForm, FORM_OF_V2 } from './openapi-form.ts';

/** A variable of a documented path. */
export interface PathVariable {
  /** Its name in the document. */
  readonly name: string;
  /** The request field that it gives. */
  readonly field: NamedField;
  /** The first step to that field: the request's own field. */
  readonly root: string;
  /** True when it takes several segments. */
  readonly many: boolean;
}

/** Where the document says that an operation is. */
export interface DocumentedPath {
  readonly path: string;
  readonly variables: readonly PathVariable[];
}

const VARIABLE = /\{([\w.]+)(=\*\*|=\*)?\}/g;

const shapeOf = ({ http }: HttpOperation): string => http.path.replaceAll(VARIABLE, '{}');

const fieldAt = (
  { id, request }: HttpOperation,
  path: string,
): { readonly root: string; readonly field: NamedField } => {
  const [first = '', second] = path.split('.');
  const root = request.find(first);
  const field = second === undefined ? root : root?.type.message?.().find(second);
  if (!root || !field) throw new Error(`the path of ${id} names ${path}, which its request does not have`);
  return { root: root.name, field };
};

/** What a variable is called where operations on one path have different names for it. */
const sharedName = ({ version }: DocumentForm): string => (version === 'v1' ? 'id' : 'uid');

const variablesOf = (operation: HttpOperation, form: DocumentForm): readonly PathVariable[] => {
  const found = [...operation.http.path.matchAll(VARIABLE)];
  return found.map(([, path = '', pattern]) => {
    const { root, field } = fieldAt(operation, path);
    const many = pattern === '=**';
    if (form.version === 'v1') return { name: field.proto, field, root, many };
    // Where nothing but a uid is asked for, `{uid}` says it as spec.md does.
    const name = found.length === 1 && /uid$/i.test(field.name) ? 'uid' : field.name;
    return { name, field, root, many };
  });
};

/**
 * The documented path of each operation, by its id. OpenAPI takes two paths that differ in the name of a variable
 * alone for the same one, so `POST /iam/v2/identities/{parent}` shares `/iam/v2/identities/{uid}` with the
 * operations on one identity: there the variable is called `uid` (in v1 `id`), and its description tells the rest.
 */
export const documentedPaths = (
  operations: readonly HttpOperation[],
  form: DocumentForm = FORM_OF_V2,
): ReadonlyMap<string, DocumentedPath> => {
  const named = new Map(operations.map((operation) => [operation, variablesOf(operation, form)]));
  const namesByShape = new Map<string, Set<string>>();
  for (const [operation, variables] of named) {
    const shape = shapeOf(operation);
    const names = namesByShape.get(shape) ?? new Set();
    namesByShape.set(shape, names.add(variables.map(({ name }) => name).join()));
  }
  return new Map(
    [...named].map(([operation, given]): [string, DocumentedPath] => {
      const isShared = (namesByShape.get(shapeOf(operation))?.size ?? 0) > 1;
      const variables = isShared ? given.map((variable) => ({ ...variable, name: sharedName(form) })) : given;
      let at = 0;
      const path = operation.http.path.replaceAll(VARIABLE, () => `{${variables[at++]?.name}}`);
      return [operation.id, { path, variables }];
    }),
  );
};
