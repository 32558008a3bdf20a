import type { JournalEntry } from '../../../../generated/nouns.ts';
import { toCurl, toGrpcurl } from '../../../features/evidence/call-code.ts';
import { sentOf } from '../../../features/evidence/sent-request.ts';
import { toTest } from '../../../features/evidence/test-code.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import { Copy, SCROLLS } from '../frame/bits.tsx';
import { Section } from '../frame/outcome.tsx';
import { showHidden } from '../frame/text.ts';

/** The key in a fixture for the rows that an operation creates. */
const PLACES: Readonly<Record<string, string>> = {
  CreateGroup: 'groups',
  CreateIdentity: 'identities',
  CreateRole: 'roles',
  CreateRoleBinding: 'roleBindings',
  CreateRepo: 'repos',
  CreateTag: 'tags',
};

/** The keys in fixtures for references that a request has by uid. */
const REFERENCES: Readonly<Record<string, string>> = { identityUid: 'identity', roleUid: 'role' };

/** The uids above a row, from the root down. */
export const uidsAbove = (uid: string): readonly string[] =>
  uid
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    .slice(0, -1);

/** The row that a call has created, as far as a fixture can have it: its place, its fields and its uid. */
export const findCreated = (
  entry: JournalEntry,
): { readonly place: string; readonly fields: JsonObject; readonly uid: string } | undefined => {
  const place = PLACES[entry.operation ?? ''];
  const uid = entry.changes.find(({ change, type }) => change === 'created' && type === place)?.uid;
  const { body: sent } = sentOf(entry);
  if (place === undefined || uid === undefined || !isObject(sent)) return undefined;
  const fields = Object.entries(sent).map(([name, value]) => [REFERENCES[name] ?? name, value]);
  return { place, fields: Object.fromEntries(fields), uid };
};

/** A fixture that has something in the innermost of nested groups, by their names. */
export const nestInGroups = ([name, ...others]: readonly string[], inner: JsonObject): JsonObject =>
  name === undefined ? inner : { groups: [{ name, ...nestInGroups(others, inner) }] };

/** A fixture, as JSON, that has the row created by a call below the rows of those names. */
export const toFixture = (
  { place, fields }: { readonly place: string; readonly fields: JsonObject },
  namesAbove: readonly string[],
): string => {
  const isTag = place === 'tags';
  const repos = isTag ? { repos: [{ name: namesAbove.at(-1), tags: [fields] }] } : { [place]: [fields] };
  return JSON.stringify(nestInGroups(isTag ? namesAbove.slice(0, -1) : namesAbove, repos), null, 2);
};

/** The facts that code for a call is written with. */
export interface CodeFacts {
  readonly url: string;
  readonly orgId: string;
  /** The names of the groups above a row, by their path; empty if they are not known. */
  readonly namesAbove: readonly string[];
}

const TOKEN = '$PLATFORM_TOKEN';

/** A call as a line for curl, with the variables of `exec`. */
export const curlOf = (entry: JournalEntry, { url }: CodeFacts): string =>
  // The token in single quotes would stay as it is written.
  toCurl(entry, { url, token: TOKEN }).replace(
    /'Authorization: Bearer \$PLATFORM_TOKEN'/i,
    `"Authorization: Bearer ${TOKEN}"`,
  );

/** A call as a test of Vitest or Playwright. */
export const testOf = (entry: JournalEntry, { orgId }: CodeFacts, runner: 'vitest' | 'playwright'): string =>
  toTest({ runner, calls: [entry], orgId });

const One = ({ name, text, keyName }: { name: string; text: string; keyName?: string }) => {
  const copy = (
    <Copy look="q small" text={() => text} of={`as ${name}`} {...(keyName !== undefined && { keyName })}>
      Copy
    </Copy>
  );
  return (
    <Section title={name} beside={copy}>
      <pre class="jsn" {...SCROLLS}>
        {showHidden(text)}
      </pre>
    </Section>
  );
};

/** A call as code: for a shell, as a test, and as a fixture of the row that it has made. */
export const CodeTab = ({ entry, facts }: { entry: JournalEntry; facts: CodeFacts }) => {
  const grpcurl = toGrpcurl(entry, { url: facts.url, token: TOKEN });
  const created = findCreated(entry);
  const isPlaced = created !== undefined && uidsAbove(created.uid).length === facts.namesAbove.length;
  return (
    <>
      <One name="curl" text={curlOf(entry, facts)} keyName="c" />
      <One name="Vitest test" text={testOf(entry, facts, 'vitest')} keyName="y" />
      <One name="Playwright test" text={testOf(entry, facts, 'playwright')} />
      {grpcurl !== undefined && (
        <One
          name="grpcurl"
          text={grpcurl.replace(/'authorization: Bearer [^']*'/, `"authorization: Bearer ${TOKEN}"`)}
        />
      )}
      {created && isPlaced && <One name="fixture" text={toFixture(created, facts.namesAbove)} />}
    </>
  );
};
