/** A kind of row that the page lists. */
export interface RowKind {
  /** Its name in the address: its key in Lists of v2, or what only v1 lists. */
  readonly name: string;
  readonly title: string;
  /** The words for one of them, such as `repo`. */
  readonly one: string;
  /** Its type in names of operations, such as `Repo` in `CreateRepo`. */
  readonly type: string;
  readonly fields: readonly string[];
  /** Its collection. */
  readonly path: string;
  /** The field of an answer that has the rows. */
  readonly key: string;
  /** Its collection in the older version, if that has one. */
  readonly olderPath?: string;
  /** True for a list of v1 that v2 does not have: it is answered whole. */
  readonly isOlder?: true;
  /** True for a kind that no operation lists: its rows are read from a snapshot, and no filter is applied. */
  readonly isStored?: true;
  /** The way in which a list names the group: by a parameter, or at the end of its path; missing for rows outside of groups. */
  readonly place?: 'uidp.children_of' | 'uidp.descendants_of' | 'registry_id' | 'path';
  /** Further parameters that a list needs. */
  readonly query?: string;
  /** The fields that a list is ordered by; the first is its order unless another is chosen. */
  readonly sortable: readonly string[];
  /** The parameters that narrow a list. */
  readonly filters: readonly string[];
  /** The actions on one row. */
  readonly can: {
    readonly read: boolean;
    readonly create: boolean;
    readonly update: boolean;
    readonly delete: boolean;
  };
  /** The kind of row that a new one is created below. */
  readonly parent: string;
  /** The fields that a form for a new one begins with. */
  readonly sample: Readonly<Record<string, unknown>>;
}
