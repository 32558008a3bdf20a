import type { NamedField } from '../../src/schema/field-types.ts';
import type { HttpOperation } from '../../src/schema/operation.ts';
import type { DocumentForm } from './form.ts';

/** A variable of a documented path. */
export interface PathVariable {
  /** Its name in the document. */
  readonly name: string;
  /** The request field that it sets. */
  readonly field: NamedField;
  /** The name of the field of the request itself on the path to that field. */
  readonly root: string;
  /** True when it matches several segments. */
  readonly many: boolean;
}

/** The path of an operation in the document. */
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

const variablesOf = (operation: HttpOperation, form: DocumentForm): readonly PathVariable[] => {
  const found = [...operation.http.path.matchAll(VARIABLE)];
  return found.map(([, path = '', pattern]) => {
    const { root, field } = fieldAt(operation, path);
    const many = pattern === '=**';
    if (form.pathSpelling === 'proto') return { name: field.proto, field, root, many };
    // A uid as the only variable is `{uid}`, as in the specification.
    const name = found.length === 1 && /uid$/i.test(field.name) ? 'uid' : field.name;
    return { name, field, root, many };
  });
};

/**
 * The documented path of each operation, by its id. OpenAPI regards two paths that differ only in the name of a
 * variable as the same, so `POST /iam/v2/identities/{parent}` shares `/iam/v2/identities/{uid}` with the operations on
 * one identity: there the variable has the name of the edition's identifier, and its description has the other name.
 */
export const documentPaths = (
  operations: readonly HttpOperation[],
  form: DocumentForm,
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
      const variables = isShared ? given.map((variable) => ({ ...variable, name: form.identifier })) : given;
      let at = 0;
      const path = operation.http.path.replaceAll(VARIABLE, () => `{${variables[at++]?.name}}`);
      return [operation.id, { path, variables }];
    }),
  );
};
