import type { Resource } from '../kernel/resource.ts';
import { capital } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import type { RowKind } from './row-kind.ts';

/** The kinds that are looked at most, in the order of their tabs; all others follow in the order of the resources. */
const FIRST = ['repos', 'tags', 'identities', 'roleBindings', 'roles', 'groups'];

/** The parameters of a list that narrow nothing. */
const PAGING = new Set(['uidp', 'pageSize', 'pageToken', 'orderBy', 'skip', 'offset', 'page', 'limit', 'group']);

const ECOSYSTEMS = ['JAVA', 'PYTHON'].map((name) => `ecosystems=ECOSYSTEM_${name}`);

/** Further parameters that lists of v2 need: a time, or an ecosystem. */
const NEEDED: Readonly<Record<string, string>> = {
  ListArtifacts: ECOSYSTEMS.join('&'),
  ListResolvedVulnsReports: 'start_time=2000-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z',
};

/** The lists that only v1 has, by their operations; with words of their own if the words of their rows would mislead. */
const OLDER_LISTS: Readonly<
  Record<string, { readonly name: string; readonly words?: Resource['words']; readonly query?: string }>
> = {
  'v1.Registry.ListEolTags': {
    name: 'eolTags',
    words: { singular: 'end-of-life tag', plural: 'end-of-life tags' },
  },
  'v1.Registry.ListSyncStatuses': { name: 'syncStatuses' },
  // Otherwise only reports of the last day are listed.
  'v1.Registry.ListBuildReports': { name: 'buildReports', query: 'started_since=2000-01-01T00:00:00Z' },
  'v1.Vulnerabilities.ListVulnCountReports': {
    name: 'vulnCounts',
    words: { singular: 'vulnerability count', plural: 'vulnerability counts' },
  },
  'v1.Malware.ListBlockList': { name: 'malware', words: { singular: 'malware', plural: 'malware' } },
};

const rankOf = ({ name }: RowKind): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const placeIn = ({ operation: { http, request }, resource: { parent } }: BoundOperation): RowKind['place'] => {
  const { fields } = request;
  if (http?.path.endsWith('=**}')) return 'path';
  if (fields.has('registryId')) return 'registry_id';
  if (!fields.has('uidp')) return undefined;
  return parent?.singular === 'group' ? 'uidp.children_of' : 'uidp.descendants_of';
};

const titled = ({ singular, plural }: Resource['words']) => ({ title: capital(plural), one: singular });

/** The facts about a kind whose rows are only looked at. */
const READ_ONLY = {
  can: { read: false, create: false, update: false, delete: false },
  sortable: [],
  parent: '',
  sample: {},
};

/** The facts about a kind from the description of its list, whatever its version. */
const describe = (list: BoundOperation, query: string | undefined) => {
  const { operation, resource } = list;
  return {
    type: resource.type,
    fields: [...resource.message.fields.values()].map(({ name }) => name),
    path: (operation.http?.path ?? '').replace(/\/\{[^}]*\}$/, ''),
    filters: [...operation.request.fields.values()].map(({ name }) => name).filter((name) => !PAGING.has(name)),
    ...omitUndefined({ place: placeIn(list), query }),
  };
};

const kindOf = (
  list: BoundOperation,
  operations: readonly BoundOperation[],
  sampleOf: (resource: Resource) => object,
): RowKind => {
  const { operation, resource } = list;
  const { plural, words, parent, verbs } = resource;
  const above = operations.find(({ resource: { singular } }) => singular === parent?.singular)?.resource;
  const older = operations.find(({ verb, wraps }) => verb === 'list' && wraps?.operation.id === operation.id);
  const sample = sampleOf(resource);
  const name = verbs.list?.key ?? plural;
  const sortable = verbs.list?.sortable ?? [];
  return {
    ...describe(list, NEEDED[operation.id]),
    ...titled(words),
    name,
    key: name,
    ...omitUndefined({ olderPath: older?.operation.http?.path }),
    sortable: sortable.includes('name') ? ['name', ...sortable.filter((field) => field !== 'name')] : sortable,
    can: {
      read: verbs.get !== undefined,
      create: verbs.create !== undefined,
      update: verbs.update !== undefined,
      delete: verbs.delete !== undefined,
    },
    parent: capital(above?.words.singular ?? 'group'),
    // A row with the name of the example mostly exists.
    sample: { ...sample, ...('name' in sample && { name: `new-${words.singular.replaceAll(' ', '-')}` }) },
  };
};

/** A kind of rows that a fixture can have and no operation lists. */
const storedKindOf = ({ type, message, plural, words }: Resource): RowKind => ({
  ...READ_ONLY,
  type,
  fields: [...message.fields.keys()],
  ...titled(words),
  name: plural,
  key: plural,
  path: `/${plural}`,
  isStored: true,
  filters: [],
});

/**
 * The kinds of rows that the page lists, by the operations of the API; `sampleOf` is an example of a new row, and
 * `stored` are the resources whose rows are listed even if no operation lists them.
 */
export const rowKindsOf = (
  operations: readonly BoundOperation[],
  sampleOf: (resource: Resource) => object,
  stored: readonly Resource[] = [],
): readonly RowKind[] => {
  const listed = [
    ...operations
      .filter(({ verb, operation: { edition, http } }) => {
        // A List of v2 that needs no id but a group's; lists of versions do.
        return verb === 'list' && edition === V2 && !/\{(?!group=)/.test(http?.path ?? '{');
      })
      .map((list) => kindOf(list, operations, sampleOf))
      .sort((a, b) => rankOf(a) - rankOf(b)),
    ...operations.flatMap((list) => {
      const known = OLDER_LISTS[list.operation.id];
      if (!known) return [];
      const { name, words = list.resource.words, query } = known;
      const [key = ''] = list.operation.response?.fields.keys() ?? [];
      return [{ ...describe(list, query), ...titled(words), ...READ_ONLY, name, key, isOlder: true as const }];
    }),
  ];
  const types = new Set(listed.map(({ type }) => type));
  return [...listed, ...stored.filter(({ type }) => !types.has(type)).map(storedKindOf)];
};
