import { type DocumentedOperation, documents, resolve, type Schema } from '../support/openapi.ts';
import { camelName } from '../support/spelling.ts';

/** A rule of which JSON Schema has no form: how the server reports it, and how the document names it. */
interface UnsayableRule {
  readonly reported: RegExp;
  readonly named: RegExp;
}

/** References, orders of times, other languages, and what several parameters or the stored row decide. */
const RULES: readonly UnsayableRule[] = [
  {
    reported: /must be a built-in role, or one of the group or above it/,
    named: /built in, or of the (group|organization)/i,
  },
  { reported: /must be an identity of the same organization/, named: /of the same organization/ },
  { reported: /must be the uid of the identity provider's organization/, named: /identity provider's organization/ },
  { reported: /must be a mapping of/, named: /all of that identity provider/ },
  { reported: /unknown document/, named: /documents that exist/ },
  { reported: /must be an identity directly under the group/, named: /identity directly under the group/ },
  { reported: /page_token (is invalid|does not match)/, named: /cursor from the previous page/ },
  { reported: /(page_token|skip) cannot be combined/, named: /Not together with `offset`, a cursor or `skip`/ },
  { reported: /page cannot be combined with offset/, named: /Not together with `offset`/ },
  { reported: /limit and page_size differ/, named: /must not differ/ },
  { reported: /must be in the future/, named: /in the future/ },
  { reported: /must be at most \d+ (days ahead|years from now)/, named: /at most (365 days|two years)/ },
  { reported: /must end before the year 10000/, named: /before the year 10000/ },
  { reported: /must not be before/, named: /not before its start/ },
  { reported: /is not a valid regular expression/, named: /RE2 expression/ },
  { reported: /contained unsafe html/, named: /Markdown/ },
  { reported: /must be a JSON Web Key Set/, named: /JSON Web Key Set/ },
  { reported: /must be the uid or the name of one repo/, named: /The repo that images come from/ },
  { reported: /helm repository URL must be/, named: /https or oci, or http on a loopback host/ },
  { reported: /one of repo_id and digest is required/, named: /it or a digest is needed/ },
  { reported: /is immutable/, named: /cannot change/ },
  { reported: /cannot be changed on a synced repo/, named: /a synced repo copies/ },
  { reported: /is inherited from the root group/, named: /every group below has the same/ },
  { reported: /must be the one of the batch/, named: /must (name|be) the one of the batch/ },
  { reported: /^requests\[\d+\]\.roleBinding\.roleUid: .* is required/, named: /each needs one of the two/ },
];

const stepsOf = (field: string): readonly string[] => field.split(/[.[\]]+/).filter((step) => step !== '');

/** A member by its name, or by its name in errors of v1, which is in snake case (behaviour §12.4 V1). */
const memberNamed = <T>(members: Readonly<Record<string, T>>, step: string): T | undefined =>
  members[step] ?? members[camelName(step)];

const memberOf = (given: Schema, step: string, { version }: DocumentedOperation): Schema | undefined => {
  const schema = resolve(given, version);
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return memberNamed(schema.properties ?? {}, step) ?? (/^\d+$/.test(step) ? schema.items : undefined) ?? values;
};

/** Everything that the document says of a field: of its parameters, of the operation, and on the way to it. */
const wordsOn = (operation: DocumentedOperation, field: string): string => {
  const { path, method, version, parameters, body } = operation;
  const said = [documents[version].paths[path]?.[method.toLowerCase()]?.description];
  // The description of any parameter may name a rule about several.
  if (parameters.some(({ name }) => name === field)) said.push(...parameters.map((one) => one.description));
  let at: Schema | undefined = body;
  for (const step of [undefined, ...stepsOf(field)]) {
    if (at && step !== undefined) at = memberOf(at, step, operation);
    if (at) said.push(at.description, resolve(at, version).description);
  }
  // The description of a batch may name a rule about its items.
  said.push(
    ...Object.values(body === undefined ? {} : (resolve(body, version).properties ?? {})).map((one) => one.description),
  );
  return said.filter((text) => text !== undefined).join('\n');
};

const isGiven = (body: unknown, field: string): boolean => {
  let at = body;
  for (const step of stepsOf(field)) {
    if (typeof at !== 'object' || at === null) return false;
    at = memberNamed(at as Readonly<Record<string, unknown>>, step);
  }
  return at !== undefined && at !== '' && (typeof at !== 'object' || Object.keys(at ?? {}).length > 0);
};

/**
 * True for a violation, `field: description`, of a rule that JSON Schema cannot say and that the document names in
 * words. What a PATCH leaves out may be missing in what it results in.
 */
export const isNamedInWords = (operation: DocumentedOperation, body: unknown, violation: string): boolean => {
  const [field = ''] = violation.split(': ', 1);
  const words = wordsOn(operation, field);
  if (operation.method === 'PATCH' && !isGiven(body, field) && /the result must be valid as for a create/.test(words))
    return true;
  return RULES.some(({ reported, named }) => reported.test(violation) && named.test(words));
};
