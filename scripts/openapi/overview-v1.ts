import type { Spelling } from '../../src/schema/encode-json.ts';
import { SPECIFICATION } from '../../src/schema/profile.ts';
import type { AnswerForm } from './form.ts';

const SPELLED: Readonly<Record<Spelling, string>> = {
  proto: `
Answers have fields in snake_case, as the published messages name them; requests may use snake_case or camelCase, in
bodies and in queries. A mock that is started with \`--v1-casing camel\` answers in camelCase.`,
  json: `
Answers have fields in camelCase, since this mock was started with \`--v1-casing camel\`; requests may use camelCase or
snake_case, in bodies and in queries. Without that flag answers are in snake_case.`,
};

/** The text about asking for a part of a list, for operations with the fields for it. */
const SLICES = `\`offset\` skips results, and
\`page\`, counted from 1, skips whole pages; \`page_size\`, also called \`limit\`, is the number of results to return,
and a \`page\` without it has 50. The few lists that have a \`page_token\` return pages where a size is given
without an offset or a page, with the cursor of the next one in \`next_page_token\`.`;
const NO_SLICES = `The few
lists that have a \`page_token\` return pages where a size is given, with the cursor of the next one in
\`nextPageToken\`.`;

/** The sentence about names: in the default profile the flag decides, in others the profile does. */
const namesIn = ({ spelling, profile }: AnswerForm): string =>
  profile.spelling === SPECIFICATION.spelling
    ? SPELLED[spelling]
    : `
Answers have fields in ${spelling === 'json' ? 'camelCase' : 'snake_case'}; requests may use camelCase or snake_case, in bodies and in queries.`;

/** The introduction of v1's document, for the answers of the server that serves it. */
export const overviewOfV1 = (form: AnswerForm): string =>
  `
The older version of the same interfaces, over the same resources: what is written through one version is read through
the other. It is fully supported. The sections below describe how it differs. The operations under
\`/sts/\` and \`/auth/\` have no versions: their answers have fields in camelCase and errors with details, as in v2.

## Identifiers

The \`id\` of a resource is its \`uid\` in v2: the path of the resource through the group hierarchy. Treat it as
opaque. In a URL its slashes may be sent as they are or as \`%2F\`.

## Names and values
${namesIn(form)}

64-bit integers are strings, timestamps RFC 3339 in UTC (the years 1 to 9999), durations seconds with an \`s\`, bytes
base64 and enum values their names. A field without a value is left out, never \`null\`; fields that are required in an
answer are always present, also with their zero values. Unknown fields are ignored.

## Lists

A list returns all results that match in \`items\`, in the order of ids, without a count. ${
    form.profile.addedFields === 'answered' ? SLICES : NO_SLICES
  }

## Missing resources

Most resources have no call that gets one of them: use a list with its \`id\`. Where something does not exist, the
answer is still 200: a list without items, a message of zero values, or ${
    form.profile.emptyAnswer === '' ? 'an empty answer to a delete' : '`{}` for a delete'
  }. A \`PUT\` or
another change of something that does not exist results in 404.

## Changes

A \`PUT\` replaces the whole resource: fields that its body leaves out are reset to their zero values. The id is taken
from the path. In a body, fields that the service sets and unknown fields are ignored.

## Errors

Every error has a numeric \`code\`, a \`message\`, and \`details\` that are always empty. The answer to a
rejected delete does not name what prevents it.
`.trimStart();
