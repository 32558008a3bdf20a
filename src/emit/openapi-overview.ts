import type { Spelling } from '../schema/encode-json.ts';

/** The introduction of v2's document: what holds for all operations. */
export const overviewOfV2 = `
The identity and access management, registry, vulnerability, library, advisory feed and event interfaces of the
platform. Everything here is also reached under \`/v2beta1/\` instead of \`/v2/\`.

## Identifiers

A \`uid\` is the path of a resource through the group hierarchy: 40 hexadecimal digits for a root, and a slash with
16 more for each level below it. Treat it as opaque. In a URL its slashes may be sent as they are or as \`%2F\`.

## Names and values

Fields are written in camelCase and taken in snake_case as well, and so are query parameters. 64-bit integers are
strings, timestamps RFC 3339 in UTC, durations seconds with an \`s\`, bytes base64 and enum values their names.
A field that has no value is left out, never \`null\`; those that are required here are always there. Fields that are
not known are passed over in the body of a create, and refused in that of a \`PATCH\` without \`updateMask\`.

## Lists

Lists answer 50 results, or as many as \`page_size\` says, up to 200. \`nextPageToken\` leads to the next page and is
absent on the last one; a token holds for three days, and then starts over. \`skip\` passes over results, counted from
the token. \`order_by\` takes a field, optionally followed by \`desc\`, or several of them separated by commas. Filters
and order may be left out together with a \`page_token\`: they stay those of the first page.

## Changes

A \`PATCH\` changes the fields that its body gives. With \`updateMask\` it changes the fields listed there and passes
over the others; a listed field that the body does not give becomes empty. \`updateMask=*\` replaces everything that
can be set.

## Errors

Every error has a numeric \`code\`, a \`message\` and typed \`details\`. A path that leads nowhere is answered with 404,
one that does not take the method with 501 and an \`Allow\` header.
`.trimStart();

const SPELLED: Readonly<Record<Spelling, string>> = {
  proto: `
Fields are answered in snake_case, as the published messages name them, and taken in camelCase as well; so are query
parameters. A mock that is started with \`--v1-casing camel\` answers in camelCase.`,
  name: `
Fields are answered in camelCase, since this mock was started with \`--v1-casing camel\`, and taken in snake_case as
well; so are query parameters. Without that flag answers are in snake_case.`,
};

/** The introduction of v1's document, which spells names as the server does that it is of. */
export const overviewOfV1 = (spelling: Spelling): string =>
  `
The older version of the same interfaces, over the same resources: what is written through the one is read through the
other. It is fully supported, with manners of its own. Tokens are made by the operations under \`/sts/\`, which have no
versions and are described together with v2.

## Identifiers

The \`id\` of a resource is its \`uid\` in v2: the path of the resource through the group hierarchy. Treat it as
opaque. In a URL its slashes may be sent as they are or as \`%2F\`.

## Names and values
${SPELLED[spelling]}

64-bit integers are strings, timestamps RFC 3339 in UTC, durations seconds with an \`s\`, bytes base64 and enum values
their names. A field that has no value is left out, never \`null\`; those that are required in an answer are there with
their zero values, too.

## Lists

A list answers everything that matches in \`items\`, in the order of ids, and does not count it. \`offset\` passes over
results and \`page\`, counted from 1, over whole pages; \`page_size\`, which may also be called \`limit\`, says how many
to answer, and a \`page\` without it has 50. The few lists that have a \`page_token\` answer page by page where a
size is given without an offset or a page, and tell of more by \`next_page_token\`.

## What is not there

There is no way to get one resource but a list with its \`id\`, save where such a call is described here. What does
not exist is answered with 200: a list without items, a message of zero values, and for a delete nothing. A \`PUT\`
and other changes of what is not there are 404.

## Changes

A \`PUT\` replaces the whole resource: fields that its body leaves out fall to their zero values. Its id is that of the
path. What the service sets is passed over in a body, and so are fields that are not known.

## Errors

Every error has a numeric \`code\`, a \`message\`, and \`details\` that are always empty. A delete that is refused does
not say what stands in its way.
`.trimStart();
