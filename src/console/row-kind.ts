/** A kind of row that the tree of the console shows below a group. */
export interface RowKind {
  /** Its key in Lists of v2. */
  readonly name: string;
  readonly title: string;
  /** Its collection in v2. */
  readonly path: string;
  /** Its collection in the older version, where that has one. */
  readonly olderPath?: string;
  readonly orderBy: string;
  /** The rows that belong to a group: those directly below it, or all. */
  readonly place: 'uidp.children_of' | 'uidp.descendants_of';
  /** The kind of row that a new one is created below. */
  readonly parent: string;
  /** The fields that a form for a new one begins with. */
  readonly sample: Readonly<Record<string, unknown>>;
}
