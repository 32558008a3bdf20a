import type { Settings } from './context.ts';
import { type ApiError, notFound } from './errors.ts';
import type { Directory, Resource } from './resource.ts';
import type { Row, Rows } from './rows.ts';
import { parentOf, TOP } from './uid.ts';

/** The type of a resource in error details, without the service domain. */
export const typeOf = (resource: Pick<Resource, 'domain' | 'type'>): string => `${resource.domain}/${resource.type}`;

/** NOT_FOUND for a uid that no row of the resource has. */
export const rowNotFound = (resource: Resource, uid: string): ApiError =>
  notFound({ type: typeOf(resource), name: uid }, resource.words.singular);

/** The directory of a fixed list of resources. */
export class ResourceDirectory implements Directory {
  readonly resources: readonly Resource[];
  readonly #bySingular: ReadonlyMap<string, Resource>;
  readonly #nodes: readonly Resource[];

  constructor(resources: readonly Resource[]) {
    this.resources = resources;
    this.#bySingular = new Map(resources.map((resource) => [resource.singular, resource]));
    this.#nodes = resources.filter(({ sharesParentUid, verbs }) => !sharesParentUid && !verbs.list?.outsideTree);
  }

  getResource(singular: string): Resource {
    const resource = this.#bySingular.get(singular);
    if (!resource) throw new Error(`no resource is named ${singular}`);
    return resource;
  }

  find(rows: Rows, uid: string): { readonly resource: Resource; readonly row: Row } | undefined {
    for (const resource of this.#nodes) {
      const row = rows.get(resource, uid);
      if (row) return { resource, row };
    }
    return undefined;
  }

  findNearest(rows: Rows, uid: string): string | undefined {
    for (let at = uid; at !== TOP && at !== ''; at = parentOf(at)) if (this.find(rows, at)) return at;
    return undefined;
  }

  groupOf(rows: Rows, uid: string): string {
    const group = this.getResource('group');
    for (let at = uid; at !== TOP; at = parentOf(at)) if (rows.get(group, at)) return at;
    return uid;
  }
}

/** A resource type with the service domain in it, as error details have it: `iam.platform.test/Group`. */
export const qualifyType = (type: string, settings: Pick<Settings, 'serviceDomain'>): string => {
  const cut = type.indexOf('/');
  return `${type.slice(0, cut)}.${settings.serviceDomain}${type.slice(cut)}`;
};
