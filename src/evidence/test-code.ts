import type { FaultEffect, FaultMatch, FaultPhase, StateDifference } from '../steering/contract/nouns.ts';
import type { CallFacts } from './call-facts.ts';
import { sentOf } from './sent-request.ts';

/** The test runner that a test is for. */
export type TestRunner = 'playwright' | 'vitest';

/** A fault that a test arms for one call, as `world.faults.once` takes it. */
export interface CodedFault {
  readonly operation: string;
  readonly effect: FaultEffect | { readonly preset: string };
  readonly match?: Omit<FaultMatch, 'operation'>;
  readonly phase?: FaultPhase;
}

/** The parts of a test as code. */
export interface CodedTest {
  readonly runner: TestRunner;
  /** What it shows; by default how its first call is answered. */
  readonly title?: string;
  /** Remarks above the test, a line each. */
  readonly remarks?: readonly string[];
  readonly faults?: readonly CodedFault[];
  /** The calls in their order, each of which is expected to be answered as it was. */
  readonly calls: readonly CallFacts[];
  /** The ids of calls that a fault meets, which may get no answer, or none that can be read. */
  readonly met?: ReadonlySet<string>;
  /** The uid of the first organization, in whose place the test has that of its own world. */
  readonly orgId: string;
  /** The rows that the test expects to be changed at its end, by kind and name. */
  readonly changes?: Pick<StateDifference, 'added' | 'removed'>;
}

/** The first organization of a world in a template of its test. */
const ORG_OF_WORLD = `\${world.orgId}`;

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** A text as a literal that has the first organization of the test's own world. */
const literal = (text: string, orgId: string): string => {
  if (orgId === '' || !text.includes(orgId)) return quote(text);
  const safe = text.replaceAll(/[\\`]|\$\{/g, (special) => `\\${special}`);
  return `\`${safe.replaceAll(orgId, ORG_OF_WORLD)}\``;
};

/** How long a test waits for an answer that may never come, in milliseconds. */
const PATIENCE = 5_000;

const propertiesOf = (entry: CallFacts, body: unknown, { orgId, met }: CodedTest): readonly string[] => {
  const token = entry.caller ? `\${await world.token(${quote(entry.caller.name || entry.caller.identity)})}` : 'none';
  return [
    ...(entry.method === 'GET' ? [] : [`method: ${quote(entry.method)}`]),
    `headers: { authorization: \`Bearer ${token}\`${body === undefined ? '' : ", 'content-type': 'application/json'"} }`,
    ...(body === undefined ? [] : [`body: ${literal(JSON.stringify(body), orgId)}`]),
    ...(met?.has(entry.id) ? [`signal: AbortSignal.timeout(${PATIENCE})`] : []),
  ];
};

/** A request by the `fetch` of a world. */
const fetchOf = (entry: CallFacts, test: CodedTest): string => {
  const { body, query } = sentOf(entry);
  const target = literal(`${entry.path}${query === '' ? '' : `?${query}`}`, test.orgId);
  const properties = propertiesOf(entry, body, test).map((property) => `\n    ${property},`);
  return `world.fetch(${target}, {${properties.join('')}\n  })`;
};

const callLines = (entry: CallFacts, at: number, test: CodedTest): readonly string[] => {
  const call = fetchOf(entry, test);
  if (test.met?.has(entry.id)) return [`await ${call}.catch(() => undefined);`];
  const name = at === 0 ? 'answer' : `answer${at + 1}`;
  return [`const ${name} = await ${call};`, `expect(${name}.status).toBe(${entry.status ?? 200});`];
};

const faultLine = ({ operation, effect, match, phase }: CodedFault): string => {
  const options = { ...(match && Object.keys(match).length > 0 && { match }), ...(phase && { phase }) };
  const more = Object.keys(options).length === 0 ? '' : `, ${JSON.stringify(options)}`;
  return `await world.faults.once(${quote(operation)}, ${JSON.stringify(effect)}${more});`;
};

/** A value of JSON as code; it names no organization. */
const literalJson = (value: unknown, orgId: string): string => {
  const text = JSON.stringify(value);
  return orgId !== '' && text.includes(orgId) ? `JSON.parse(${literal(text, orgId)})` : text;
};

const changeLines = ({ changes, orgId }: CodedTest): readonly string[] => {
  if (!changes) return [];
  const lines = (['added', 'removed'] as const).map((kind) => {
    const rows = changes[kind].map(({ type, name }) => ({ type, ...(name !== undefined && { name }) }));
    return `expect(changes.${kind}).toMatchObject(${literalJson(rows, orgId)});`;
  });
  return ['const changes = await world.diff();', ...lines];
};

const titleOf = ({ title, calls: [first] }: CodedTest): string =>
  title ?? `${first?.operation ?? first?.path ?? 'a call'} is answered with ${first?.status ?? 200}`;

/** A test that makes calls in a world of its own, with faults, and expects how they were answered. */
export const toTest = (test: CodedTest): string => {
  const { runner, remarks = [], faults = [], calls } = test;
  const isPlaywright = runner === 'playwright';
  const lines = [
    ...faults.map(faultLine),
    ...calls.flatMap((entry, at) => callLines(entry, at, test)),
    ...changeLines(test),
  ];
  return [
    `import { ${isPlaywright ? 'expect, ' : ''}test } from 'platform-mock/${runner}';`,
    '',
    ...remarks.map((remark) => `// ${remark}`),
    `test(${quote(titleOf(test))}, async ({ world${isPlaywright ? '' : ', expect'} }) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
};
