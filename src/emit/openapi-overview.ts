/** The document's introduction: what holds for all operations. */
export const overview = `
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
