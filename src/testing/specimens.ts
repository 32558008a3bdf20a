import { customOperation } from '../kernel/custom-operation.ts';
import { anyOf, equals, where } from '../kernel/filters.ts';
import type { RowContext } from '../kernel/resource.ts';
import { defineResource, type Resource, type RowOf, tokenMethod, writeMethod } from '../kernel/resource.ts';
import type { Row } from '../kernel/rows.ts';
import type { Exchange } from '../kernel/token-service.ts';
import { parentOf, TOP } from '../kernel/uid.ts';
import { enumOf, enumType, int32, int64, repeated, string, timestamp, uid } from '../schema/field-types.ts';
import { name } from '../schema/formats.ts';
import { input, message, of, optional, output, plain, required, type Static } from '../schema/message.ts';

// Small resources for the tests of the kernel. Groups hold shelves, writers and loans; shelves hold books.

const TIMES = {
  createTime: output(100, timestamp(), 'When it was made.'),
  updateTime: output(101, timestamp(), 'When it was changed.'),
};

const own = () => ({
  uid: output(1, uid(), 'Its uid.', { always: true }),
  name: required(2, name(), 'Its name.', { always: true }),
});

const words = (singular: string, plural = `${singular}s`) => ({
  type: singular.charAt(0).toUpperCase() + singular.slice(1),
  singular,
  plural,
  words: { singular, plural },
  description: `Some ${plural}.`,
});

const verb = (capability: string) => ({ capabilities: [capability], description: `Needs ${capability}.` });

const verbs = (singular: string) => ({
  get: verb(`${singular}.list`),
  create: verb(`${singular}.create`),
  update: verb(`${singular}.update`),
  delete: verb(`${singular}.delete`),
});

const listed = (singular: string) => ({
  ...verb(`${singular}.list`),
  uidp: 1,
  paging: [2, 3, 4, 5] as const,
  filters: {},
  order: 'uid',
  sortable: ['uid', 'name', 'createTime'],
});

const GroupMessage = message('specimen.Group', 'A group.', { ...own(), ...TIMES });

/** Groups: the tree itself. Anybody may create a root. */
export const groups = defineResource({
  ...words('group'),
  domain: 'iam',
  message: GroupMessage,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name'],
  verbs: { ...verbs('group'), create: { ...verb('group.create'), unscoped: true }, list: listed('group') },
});

const Colour = enumType('specimen.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1, GREEN: 2 });

const Shelf = message('specimen.Shelf', 'A shelf.', {
  ...own(),
  note: optional(3, string({ max: 20 }), 'A note.', { always: true }),
  size: optional(4, int32(), 'How many books it holds.'),
  weight: optional(5, int64(), 'How heavy it is.'),
  colour: optional(6, enumOf(Colour), 'Its colour.'),
  tags: optional(7, repeated(string()), 'Labels.'),
  secret: input(8, string(), 'Never shown.'),
  code: output(9, string(), 'Shown once.', { once: true }),
  ...TIMES,
});

/** A stored shelf. */
export type ShelfRow = RowOf<typeof Shelf>;

const shelfOfName = ({ name: wanted = '' }: ShelfRow, { rows, parent }: RowContext): ShelfRow | undefined =>
  rows.by(shelves, 'name', wanted).find((other) => parentOf(other.uid) === parent);

/** Shelves: each name once in a group. They block the deletion of their group. Dusty ones are hidden by default. */
export const shelves: Resource<ShelfRow> = defineResource({
  ...words('shelf', 'shelves'),
  domain: 'registry',
  message: Shelf,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name'],
  verbs: {
    ...verbs('shelf'),
    list: {
      ...listed('shelf'),
      filters: {
        name: equals(6, string(), 'name', 'Shelves of exactly this name.'),
        colour: equals(7, enumOf(Colour), 'colour', 'Shelves of this colour.'),
        tags: anyOf(8, string(), 'tags', 'Shelves with one of these tags.'),
        minSize: where(
          9,
          int32(),
          'Shelves that hold this many.',
          (least: number) =>
            ({ size = 0 }: ShelfRow) =>
              size >= least,
          { validate: (least) => (least > 1_000 ? 'minSize must be at most 1000' : undefined) },
        ),
        dusty: where(10, string(), 'Any text: dusty shelves too.', () => () => true),
      },
      visible: ({ dusty }) => (dusty === undefined ? (row: ShelfRow) => row.note !== 'dusty' : undefined),
      sortable: ['uid', 'name', 'createTime', 'updateTime', 'size', 'weight', 'colour', 'note', 'ending'],
      sortValue: { ending: ({ name: text = '' }: ShelfRow) => text.at(-1) },
      compare: { ending: (a, b) => (a === b ? 0 : a < b ? 1 : -1) },
    },
  },
  rules: {
    clash: (draft, context) => {
      const row = shelfOfName(draft, context);
      return row && { row, label: draft.name ?? '' };
    },
    beforeCreate: (row) => ({ ...row, code: 'open sesame' }),
    afterCreate: ({ name: given }) => {
      if (given === 'cursed') throw new Error('a rule fails half way');
    },
  },
});

const Writer = message('specimen.Writer', 'A writer.', { ...own(), ...TIMES });

const PraiseWriterRequest = message('specimen.PraiseWriterRequest', 'Whom to praise.', {
  writerUid: required(1, uid(), 'The writer.'),
  praise: optional(2, string({ max: 20 }), 'How.'),
});

/** Writers: they block the deletion of their group, and cannot be deleted while a book refers to them. */
export const writers: Resource<RowOf<typeof Writer>> = defineResource({
  ...words('writer'),
  domain: 'iam',
  message: Writer,
  parent: { singular: 'group', onDelete: 'block' },
  verbs: { ...verbs('writer'), list: listed('writer') },
  methods: {
    praiseWriter: writeMethod(
      customOperation({
        domain: 'iam',
        plural: 'writers',
        id: 'PraiseWriter',
        summary: 'Praise a writer',
        description: 'Praises a writer.',
        http: { method: 'POST', path: '/iam/v2/writers/{writer_uid=**}:praise', body: '*' },
        request: PraiseWriterRequest,
        response: message('specimen.PraiseWriterResponse', 'Who was praised.', {
          writer: plain(1, of(Writer), 'Who.'),
        }),
        capabilities: ['writer.update'],
        scope: 'writerUid',
      }),
      ({ writerUid = '', praise = '' }: Static<typeof PraiseWriterRequest>, { tx }) => {
        const writer = { ...tx.get(writers, writerUid), uid: writerUid, name: `${praise} writer` };
        tx.put(writers, writer);
        return { writer };
      },
    ),
  },
});

const Book = message('specimen.Book', 'A book.', {
  ...own(),
  writerUid: optional(3, uid(), 'Who wrote it.'),
  followsUid: optional(4, uid(), 'The book that it follows.'),
  ...TIMES,
});

/** Books: they are deleted with their shelf, and with the book that they follow. */
export const books = defineResource({
  ...words('book'),
  domain: 'registry',
  message: Book,
  parent: { singular: 'shelf', onDelete: 'cascade' },
  indexes: ['writerUid', 'followsUid'],
  references: {
    writerUid: { to: 'writer', onDelete: 'block' },
    followsUid: { to: 'book', onDelete: 'cascade' },
  },
  verbs: { ...verbs('book'), list: { ...listed('book'), filters: {}, order: 'name desc' } },
});

/** Loans: they are deleted with their group, and block the deletion of their book. */
export const loans = defineResource({
  ...words('loan'),
  domain: 'events',
  message: message('specimen.Loan', 'A loan.', { ...own(), bookUid: required(3, uid(), 'The book.'), ...TIMES }),
  parent: { singular: 'group', onDelete: 'cascade' },
  indexes: ['bookUid'],
  references: { bookUid: { to: 'book', onDelete: 'block' } },
  verbs: { ...verbs('loan'), list: listed('loan') },
});

/** Ribbons: they belong to a book, refer to a book, and block the deletion of that one. */
const ribbons = defineResource({
  ...words('ribbon'),
  domain: 'registry',
  message: message('specimen.Ribbon', 'A ribbon.', { ...own(), bookUid: required(3, uid(), 'The book.'), ...TIMES }),
  parent: { singular: 'book', onDelete: 'cascade' },
  indexes: ['bookUid'],
  references: { bookUid: { to: 'book', onDelete: 'block' } },
  verbs: { ...verbs('ribbon'), list: listed('ribbon') },
});

const SealMessage = message('specimen.Seal', 'A seal.', { ...own(), ...TIMES });

/** Seals: at most one in a group, with the uid of the group. */
export const seals: Resource<RowOf<typeof SealMessage>> = defineResource({
  ...words('seal'),
  domain: 'iam',
  message: SealMessage,
  parent: { singular: 'group', onDelete: 'cascade' },
  sharesParentUid: true,
  verbs: { ...verbs('seal'), list: listed('seal') },
  rules: {
    notMaskedByWildcard: ['name'],
    clash: (_, { rows, parent }) => {
      const row = rows.get(seals, parent);
      return row && { row, label: parent };
    },
  },
});

const isBuiltIn = ({ uid: at }: Row): boolean => parentOf(at) === TOP;

/** Genres: those at the root are visible to everybody and cannot be changed. */
export const genres = defineResource({
  ...words('genre'),
  domain: 'iam',
  message: message('specimen.Genre', 'A genre.', { ...own(), ...TIMES }),
  parent: { singular: 'group', onDelete: 'cascade' },
  verbs: {
    ...verbs('genre'),
    get: { ...verb('genre.list'), unscoped: true },
    list: { ...listed('genre'), rootsVisible: true },
  },
  rules: { sealed: (row) => (isBuiltIn(row) ? 'built-in genres cannot be modified' : undefined) },
});

/** Stamps: they are outside the tree, so that a caller who may list them anywhere sees all of them. */
export const stamps = defineResource({
  ...words('stamp'),
  domain: 'libraries',
  message: message('specimen.Stamp', 'A stamp.', own()),
  verbs: {
    list: {
      ...verb('stamp.list'),
      paging: [1, 2, 3, 4],
      filters: {},
      order: 'name',
      sortable: ['name'],
      outsideTree: true,
    },
  },
});

const PASS = { domain: 'oidc', plural: 'passes' } as const;

/** Passes: they are not stored. Every caller with a token gets one, at a path without a version. */
const passes = defineResource({
  ...words('pass', 'passes'),
  ...PASS,
  message: message('specimen.Pass', 'Nothing is kept.', {}),
  served: false,
  methods: {
    issuePass: tokenMethod(
      customOperation({
        ...PASS,
        id: 'IssuePass',
        summary: 'Issue a pass',
        description: 'Issues a pass.',
        http: { method: 'POST', path: '/sts/passes' },
        request: message('specimen.IssuePassRequest', 'What the pass is for.', {
          aud: optional(1, repeated(string()), 'Whom it is for.'),
          identityProvider: optional(2, string({ max: 20 }), 'Who vouches.'),
        }),
        response: message('specimen.IssuedPass', 'A pass.', {
          token: plain(1, string(), 'The pass.', { always: true }),
          expiry: plain(2, timestamp(), 'When it ends.'),
        }),
        capabilities: [],
        auth: 'bearer',
        additionalHttp: [{ method: 'GET', path: '/sts/passes' }],
      }),
      ({ request, ...presented }, tokens) => tokens.exchange({ ...presented, request: () => request() as Exchange }),
    ),
  },
});

/** All of them, in the order in which they are reported when they block a delete. */
export const specimens: readonly Resource[] = [
  shelves,
  groups,
  writers,
  books,
  loans,
  ribbons,
  seals,
  genres,
  stamps,
  passes,
];
