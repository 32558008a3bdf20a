import { type BoundHttpOperation, selectOverHttp, selectUnversioned } from '../kernel/over-http.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import { type Edition, V2 } from '../schema/edition.ts';
import { makeReadable, shareParameters } from './compact.ts';
import { type DocumentForm, type FormSettings, formOf } from './form.ts';
import { openApiRoutes, tagOf } from './routes.ts';
import { type Described, joinDocuments } from './unversioned.ts';

const tagsOf = (operations: readonly BoundHttpOperation[]): Described['tags'] => {
  const tags = new Map<string, string>();
  const resources = new Map(operations.map((bound) => [bound.resource, tagOf(bound)]));
  for (const [{ description }, name] of resources) {
    if (tags.has(name)) throw new Error(`two resources are called ${name}`);
    tags.set(name, description);
  }
  return [...tags].map(([name, description]) => ({ name, description }));
};

const describe = (
  operations: readonly BoundHttpOperation[],
  form: DocumentForm,
  neighbours = operations,
): Described => {
  const document = openApiRoutes(operations, form, neighbours);
  const { paths: own, schemas, responses } = makeReadable(document) as typeof document;
  const { paths, parameters } = shareParameters(own);
  return { tags: tagsOf(operations), paths, components: { parameters, responses, schemas } };
};

/** An operation without a version under the name by which an older edition publishes it: with its service. */
const withService = (bound: BoundHttpOperation): BoundHttpOperation => {
  const { operation } = bound;
  return { ...bound, operation: { ...operation, id: `${operation.service.split('.').at(-1)}.${operation.id}` } };
};

/**
 * The description of an edition: each operation under its documented path. It takes about 60 milliseconds.
 * @throws Error when two schemas or two tags have one name
 */
export const describeEdition = (
  described: readonly BoundOperation[],
  edition: Edition,
  settings: FormSettings,
): Described => {
  const own = describe(selectOverHttp(described, edition), formOf(edition, settings));
  const unversioned = selectUnversioned(described, edition).map(withService);
  if (unversioned.length === 0) return own;
  // Those without a version are described as those of v2 are.
  const beside = describe(
    unversioned,
    formOf(V2, omitUndefined({ profile: settings.profile })),
    selectOverHttp(described, V2),
  );
  return joinDocuments(own, beside);
};
