import type { AnswerForm } from './form.ts';

/** The introduction of v2's document: the rules of all operations. */
export const overviewOfV2 = ({ profile }: AnswerForm): string =>
  `
The identity and access management, registry, vulnerability, library, advisory feed and event interfaces of the
platform. Every path is also available under \`/v2beta1/\` instead of \`/v2/\`.

## Identifiers

A \`uid\` is the path of a resource through the group hierarchy: 40 hexadecimal digits for a root, and a slash with
16 more for each level below it. Treat it as opaque. In a URL its slashes may be sent as they are or as \`%2F\`.

## Names and values

Answers have fields in camelCase${
    profile.fieldNames === 'lowerCamel' ? '' : ', but for `sync_config`'
  }; requests may use camelCase or snake_case, in bodies and in queries. 64-bit integers
are strings, timestamps RFC 3339 in UTC (the years 1 to 9999), durations seconds with an \`s\`, bytes base64 and enum values their names.
A field without a value is left out, never \`null\`; fields that are required here are always present. Unknown fields
are ignored in the body of a create, and rejected in the body of a \`PATCH\`${
    profile.otherKeys === 'refused' ? '' : ' without `updateMask`'
  }. The schemas have the rules of requests; what they cannot say, such as that a uid
must exist, is in the descriptions.

## Lists

A list returns 50 results, or \`page_size\` of them, up to 200. \`nextPageToken\` is the cursor of the next page and is
absent on the last one; it expires after three days, and then leads to the first page. \`skip\` skips results, counted
from the cursor. \`order_by\` takes a field, optionally followed by \`desc\`, or several of them separated by commas.
A request with a \`page_token\` may leave out filters and order, which stay as on the first page.

## Changes

A \`PATCH\` changes the fields in its body. With \`updateMask\` it changes the fields listed there and ignores the
others; a listed field that the body leaves out becomes empty. \`updateMask=*\` replaces everything that can be set.

## Errors

Every error has a numeric \`code\`, a \`message\` and typed \`details\`. An unknown path results in 404, a
method that the path does not have in 501 with an \`Allow\` header.
`.trimStart();
