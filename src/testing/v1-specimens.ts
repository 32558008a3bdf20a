import { Kernel } from '../kernel/call.ts';
import { equals } from '../kernel/filters.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { enumOf, enumType, int32, int64, repeated, string, timestamp, uid } from '../schema/field-types.ts';
import { ALWAYS, message, of, optional, output, plain, required } from '../schema/message.ts';
import type { V1Operation } from '../v1/adapter.ts';
import { conversion } from '../v1/conversion.ts';
import type { V1Form, V1Resource } from '../v1/form.ts';
import { v1OperationsOf } from '../v1/operations.ts';
import { accessOf, kernel } from './specimen-world.ts';
import { books, groups, seals, shelves, specimens, writers } from './specimens.ts';

// The v1 forms of some specimens. Each has another set of the features that v1 forms of the API use.

const id = () => output(1, uid(), 'Its id.', ALWAYS);
const name = () => required(2, string(), 'Its name.', ALWAYS);
const named = (number: number) => equals(number, string(), 'name', 'Those of exactly this name.');
const byId = (number: number) => equals(number, uid(), 'uid', 'The one of this id.');

/** Shelves: over HTTP, with other names for some fields, fewer values of the enum, and no weight. */
const shelvesV1 = (shelf: AnyMessage): V1Form => {
  const Shade = enumType('specimen.v1.Shade', 'A colour.', { SHADE_NONE: 0, SHADE_RED: 1 });
  const ShelfV1 = message('specimen.v1.Shelf', 'A shelf.', {
    id: id(),
    name: name(),
    remark: optional(3, string(), 'A note.', ALWAYS),
    size: optional(4, int32(), 'How many books it holds.'),
    shade: optional(6, enumOf(Shade), 'Its colour.'),
    labels: optional(7, repeated(string()), 'Labels.', ALWAYS),
    code: output(9, string(), 'Shown once.', { once: true }),
    createdAt: output(10, timestamp(), 'When it was made.'),
  });
  return {
    service: 'specimen.v1.Shelves',
    path: '/registry/v1/shelves',
    message: ShelfV1,
    conversion: conversion(ShelfV1, shelf, {
      id: 'uid',
      remark: 'note',
      shade: 'colour',
      labels: 'tags',
      createdAt: 'createTime',
    }),
    list: {
      request: 'specimen.v1.ShelfFilter',
      response: 'specimen.v1.ShelfList',
      uidp: 2,
      filters: { id: byId(1), name: named(3) },
    },
    create: { request: 'specimen.v1.CreateShelfRequest', parent: 'parentId', body: 'shelf' },
    update: {},
    delete: { request: 'specimen.v1.DeleteShelfRequest' },
  };
};

/** Groups: only over gRPC. */
const groupsV1 = (group: AnyMessage): V1Form => {
  const GroupV1 = message('specimen.v1.Group', 'A group.', { id: id(), name: name() });
  return {
    service: 'specimen.v1.Groups',
    message: GroupV1,
    conversion: conversion(GroupV1, group, { id: 'uid' }),
    create: { name: 'Make', request: 'specimen.v1.MakeGroupRequest', parent: 'parent', body: 'group' },
    delete: { request: 'specimen.v1.DeleteGroupRequest', id: 'groupId' },
  };
};

/** Books: only a List with a cursor. */
const booksV1 = (book: AnyMessage): V1Form => {
  const BookV1 = message('specimen.v1.Book', 'A book.', { id: id(), name: name() });
  return {
    service: 'specimen.v1.Books',
    path: '/registry/v1/books',
    message: BookV1,
    conversion: conversion(BookV1, book, { id: 'uid' }),
    list: {
      request: 'specimen.v1.BookFilter',
      response: 'specimen.v1.BookList',
      filters: { name: named(3) },
      order: 'name',
      cursor: {
        asks: {
          pageSize: optional(1, int64(), 'How many at most.'),
          pageToken: optional(2, string(), 'Where to go on.'),
        },
        read: (request) => ({ ...request, pageSize: Number(request.pageSize ?? 0) }),
        itemsNumber: 2,
        returns: { nextPageToken: plain(1, string(), 'Where to go on.') },
        answer: ({ nextPageToken }) => (nextPageToken === undefined ? {} : { nextPageToken }),
      },
    },
  };
};

/** Writers: a custom method with another name. */
const writersV1 = (writer: AnyMessage): V1Form => {
  const WriterV1 = message('specimen.v1.Writer', 'A writer.', { id: id(), name: name() });
  const versions = conversion(WriterV1, writer, { id: 'uid' });
  return {
    service: 'specimen.v1.Writers',
    path: '/iam/v1/writers',
    message: WriterV1,
    conversion: versions,
    methods: [
      {
        name: 'Praise',
        calls: 'PraiseWriter',
        summary: 'Praise a writer',
        description: 'Praises a writer.',
        http: { method: 'POST', path: '/iam/v1/writers/{writer_id=**}:praise', body: '*' },
        request: message('specimen.v1.PraiseRequest', 'Whom to praise.', {
          writerId: required(1, uid(), 'The id of the writer.'),
          praise: optional(2, string(), 'How.'),
        }),
        response: message('specimen.v1.PraiseResponse', 'Who was praised.', { writer: plain(1, of(WriterV1), 'Who.') }),
        scope: 'writerId',
        ask: ({ writerId, praise }) => ({ writerUid: writerId, praise }),
        answer: ({ writer: praised }) => ({ writer: versions.older(praised as object) }),
        pathOf: (field) => (field === 'writerUid' ? 'writer_id' : undefined),
      },
    ],
  };
};

/** Seals: their message is the request, and their id is the group. */
const sealsV1 = (seal: AnyMessage): V1Form => {
  const SealV1 = message('specimen.v1.Seal', 'A seal.', {
    group: required(1, uid(), 'The group that it is on.', ALWAYS),
    name: name(),
  });
  return {
    service: 'specimen.v1.Seals',
    path: '/iam/v1/seals',
    message: SealV1,
    conversion: conversion(SealV1, seal, { group: 'uid' }),
    id: 'group',
    create: { parent: 'group' },
    update: {},
    delete: { request: 'specimen.v1.DeleteSealRequest', id: 'group' },
  };
};

/** The specimens that v1 serves. */
const parts: readonly V1Resource[] = [
  { resource: groups, form: groupsV1(groups.message) },
  { resource: shelves, form: shelvesV1(shelves.message) },
  { resource: writers, form: writersV1(writers.message) },
  { resource: books, form: booksV1(books.message) },
  { resource: seals, form: sealsV1(seals.message) },
];

/** The operations of v1 on specimens. */
export const operationsInV1: readonly V1Operation[] = parts.flatMap((part) => v1OperationsOf(part, kernel.operations));

/** A kernel with the specimens in v1 and v2. */
export const kernelWithV1 = new Kernel(specimens, kernel.operations, accessOf, () => operationsInV1);
