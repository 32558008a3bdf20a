import type { Settings } from './context.ts';
import { type ApiError, notFound } from './errors.ts';
import type { Resource } from './resource.ts';
import type { Row, Rows } from './rows.ts';
import { parentOf, TOP } from './uid.ts';

/** The type of a resource in error details, without the service domain. */
export const typeOf = (resource: Pick<Resource, 'domain' | 'type'>): string => `${resource.domain}/${resource.type}`;

/** NOT_FOUND for a uid that should be of the resource. */
export const missing = (resource: Resource, uid: string): ApiError =>
  notFound({ type: typeOf(resource), name: uid }, resource.words.singular);

/** Which resources there are, and which of them a uid belongs to. */
export class Directory {
  readonly resources: readonly Resource[];
  readonly #bySingular: ReadonlyMap<string, Resource>;
  readonly #nodes: readonly Resource[];

  constructor(resources: readonly Resource[]) {
    this.resources = resources;
    this.#bySingular = new Map(resources.map((resource) => [resource.singular, resource]));
    this.#nodes = resources.filter(({ sharesParentUid, verbs }) => !sharesParentUid && !verbs.list?.outsideTree);
  }

  /**
   * The resource of a singular name.
   * @throws Error when no resource has it: a mistake in a description.
   */
  named(singular: string): Resource {
    const resource = this.#bySingular.get(singular);
    if (!resource) throw new Error(`no resource is named ${singular}`);
    return resource;
  }

  /** The resource and row of a uid in the tree, whatever its kind. */
  find(rows: Rows, uid: string): { readonly resource: Resource; readonly row: Row } | undefined {
    for (const resource of this.#nodes) {
      const row = rows.get(resource, uid);
      if (row) return { resource, row };
    }
    return undefined;
  }

  /** The nearest uid at or above the given one that exists; undefined when its root is unknown. */
  nearest(rows: Rows, uid: string): string | undefined {
    for (let at = uid; at !== TOP && at !== ''; at = parentOf(at)) if (this.find(rows, at)) return at;
    return undefined;
  }

  /** The nearest group at or above a uid that exists, for messages. */
  groupOf(rows: Rows, uid: string): string {
    const group = this.named('group');
    for (let at = uid; at !== TOP; at = parentOf(at)) if (rows.get(group, at)) return at;
    return uid;
  }
}

/** Resource types with the service domain in them, as error details show them. */
export const qualifiedType = (type: string, settings: Pick<Settings, 'serviceDomain'>): string => {
  const cut = type.indexOf('/');
  return `${type.slice(0, cut)}.${settings.serviceDomain}${type.slice(cut)}`;
};
