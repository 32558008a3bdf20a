import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../src/json.ts';
import type { BoundHttpOperation } from '../../src/kernel/over-http.ts';
import type { BoundOperation } from '../../src/kernel/runner.ts';
import type { Edition } from '../../src/schema/edition.ts';
import { type Domain, isOverHttp } from '../../src/schema/operation.ts';

const SUFFIX = 'Unversioned';

type Components = Readonly<Record<string, JsonObject>>;

/** Every text within a part of a document; references are among them, also in discriminators. */
const textsIn = (part: unknown): readonly string[] => {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
};

const renameReferences = (part: unknown, renamed: ReadonlySet<string>): unknown => {
  if (typeof part === 'string') return renamed.has(part) ? `${part}${SUFFIX}` : part;
  if (Array.isArray(part)) return part.map((each) => renameReferences(each, renamed));
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, renameReferences(value, renamed)]));
};

/** References to components that differ from one of the same name in the other document, or that refer to such ones. */
const findClashing = (components: Components, others: Components): ReadonlySet<string> => {
  const renamed = new Set<string>();
  const all = Object.entries(components).flatMap(([kind, parts]) =>
    Object.entries(parts).map(([name, part]) => ({ kind, name, part, reference: `#/components/${kind}/${name}` })),
  );
  for (let before = -1; before < renamed.size; ) {
    before = renamed.size;
    for (const { kind, name, part, reference } of all) {
      const other = others[kind]?.[name];
      if (other === undefined || renamed.has(reference)) continue;
      const refers = textsIn(part).some((each) => renamed.has(each));
      if (refers || !isDeepStrictEqual(part, other)) renamed.add(reference);
    }
  }
  return renamed;
};

/** A part of a document: the additions of operations to it. */
export interface Described {
  readonly tags: readonly JsonObject[];
  readonly paths: JsonObject;
  readonly components: Components;
}

/**
 * A description joined with further operations, which are written in another form. A component of theirs that differs
 * from the one of the same name gets the suffix `Unversioned`.
 */
export const joinDocuments = (own: Described, further: Described): Described => {
  const renamed = findClashing(further.components, own.components);
  const kinds = new Set([...Object.keys(own.components), ...Object.keys(further.components)]);
  const addParts = (kind: string): JsonObject =>
    Object.fromEntries(
      Object.entries(further.components[kind] ?? {}).map(([name, part]) => [
        renamed.has(`#/components/${kind}/${name}`) ? `${name}${SUFFIX}` : name,
        renameReferences(part, renamed),
      ]),
    );
  return {
    tags: [...own.tags, ...further.tags],
    paths: { ...own.paths, ...(renameReferences(further.paths, renamed) as JsonObject) },
    components: Object.fromEntries([...kinds].map((kind) => [kind, { ...own.components[kind], ...addParts(kind) }])),
  };
};

/** The domains whose operations have no version: clients of every edition call the same ones (behaviour §12). */
const UNVERSIONED: ReadonlySet<Domain> = new Set(['oidc', 'auth']);

/** The operations that clients of an edition call beside its own, since they have no version. */
export const selectUnversioned = (
  operations: readonly BoundOperation[],
  { name }: Edition,
): readonly BoundHttpOperation[] =>
  operations
    .filter((bound): bound is BoundHttpOperation => isOverHttp(bound.operation))
    .filter(({ operation: { domain, edition } }) => UNVERSIONED.has(domain) && edition.name !== name);
