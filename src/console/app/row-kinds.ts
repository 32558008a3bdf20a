import type { JsonObject } from './json.ts';

/** A row of the API, in the shape of v2. */
export interface Row extends JsonObject {
  readonly uid: string;
}

/** A kind of row that the tree shows below a group. */
export interface RowKind {
  /** Its key in Lists of v2. */
  readonly name: string;
  readonly title: string;
  /** Its collection in v2, and in v1. */
  readonly path: string;
  readonly v1Path: string;
  readonly orderBy: string;
  /** Which rows belong to a group: those directly below it, or all. */
  readonly place: 'uidp.children_of' | 'uidp.descendants_of';
  /** What a new one is made of. */
  readonly sample: JsonObject;
}

const CHILDREN = 'uidp.children_of';

/** The kinds in the order of their tabs. */
export const ROW_KINDS: readonly RowKind[] = [
  {
    name: 'repos',
    title: 'Repos',
    path: '/registry/v2/repos',
    v1Path: '/registry/v1/repos',
    orderBy: 'name',
    place: CHILDREN,
    sample: { name: 'new-repo', description: '' },
  },
  {
    name: 'tags',
    title: 'Tags',
    path: '/registry/v2/tags',
    v1Path: '/registry/v1/tags',
    orderBy: 'name',
    place: 'uidp.descendants_of',
    sample: { name: 'latest', digest: `sha256:${'0'.repeat(64)}` },
  },
  {
    name: 'identities',
    title: 'Identities',
    path: '/iam/v2/identities',
    v1Path: '/iam/v1/identities',
    orderBy: 'name',
    place: CHILDREN,
    sample: { name: 'new-bot', claimMatch: { issuer: 'https://issuer.example.com', subject: 'new-bot' } },
  },
  {
    name: 'roleBindings',
    title: 'Role bindings',
    path: '/iam/v2/roleBindings',
    v1Path: '/iam/v1/rolebindings',
    orderBy: 'uid',
    place: CHILDREN,
    sample: { identityUid: '', roleUid: '' },
  },
  {
    name: 'roles',
    title: 'Roles',
    path: '/iam/v2/roles',
    v1Path: '/iam/v1/roles',
    orderBy: 'name',
    place: CHILDREN,
    sample: { name: 'new-role', capabilities: ['CAP_REPO_LIST'] },
  },
  {
    name: 'groups',
    title: 'Groups',
    path: '/iam/v2/groups',
    v1Path: '/iam/v1/groups',
    orderBy: 'name',
    place: CHILDREN,
    sample: { name: 'new-group', description: '' },
  },
];

/** The kind of a name; repos for any other. */
export const kindNamed = (name: string | undefined): RowKind =>
  ROW_KINDS.find((kind) => kind.name === name) ?? (ROW_KINDS[0] as RowKind);

const nameIn = (value: unknown): string => String((value as JsonObject | undefined)?.name ?? '?');

/** What a row is called in lists: its name, or of a binding who has which role. */
export const labelOf = ({ uid, name, identity, role }: Row): string =>
  typeof name === 'string' ? name : identity === undefined ? uid : `${nameIn(identity)}: ${nameIn(role)}`;
