import type { JournalEntry } from '../../../../generated/nouns.ts';
import { toCurl, toGrpcurl } from '../../../features/evidence/call-code.ts';
import { toTest } from '../../../features/evidence/test-code.ts';
import { Copy, SCROLLS, showHidden } from '../frame/bits.tsx';
import { findCreated, toFixture, uidsAbove } from './copied-fixture.ts';

/** The facts that code for a call is written with. */
export interface CodeFacts {
  readonly url: string;
  readonly orgId: string;
  /** The names of the groups above a row, by their path; empty if they are not known. */
  readonly namesAbove: readonly string[];
}

const TOKEN = '$PLATFORM_TOKEN';

/** The token in single quotes would stay as it is written. */
const withVariable = (line: string): string =>
  line.replace(/'Authorization: Bearer \$PLATFORM_TOKEN'/i, `"Authorization: Bearer ${TOKEN}"`);

/** A call as a line for curl, with the variables of `exec`. */
export const curlOf = (entry: JournalEntry, { url }: CodeFacts): string =>
  withVariable(toCurl(entry, { url, token: TOKEN }));

/** A call as a test of Vitest or Playwright. */
export const testOf = (entry: JournalEntry, { orgId }: CodeFacts, runner: 'vitest' | 'playwright'): string =>
  toTest({ runner, calls: [entry], orgId });

const One = (props: { name: string; text: string; keyName?: string }) => (
  <section>
    <h3 class="cap">
      <span>{props.name}</span>
      <Copy
        look="q small"
        text={() => props.text}
        of={`as ${props.name}`}
        {...(props.keyName !== undefined && { keyName: props.keyName })}
      >
        Copy
      </Copy>
    </h3>
    <pre class="jsn" {...SCROLLS}>
      {showHidden(props.text)}
    </pre>
  </section>
);

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
