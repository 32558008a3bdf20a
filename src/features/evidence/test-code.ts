import type { FaultEffect, FaultMatch, FaultPhase, JournalEntry, StateDifference } from '../../../generated/nouns.ts';
import { sentOf } from './sent-request.ts';

export type TestRunner = 'playwright' | 'vitest';

/** A fault that a test arms for one call, as `world.faults.once` takes it. */
export interface CodedFault {
  readonly operation: string;
  readonly effect: FaultEffect | { readonly preset: string };
  readonly match?: Omit<FaultMatch, 'operation'>;
  readonly phase?: FaultPhase;
}

/** A row that a test expects to have a value in a field. */
export interface CodedField {
  /** The path by which the row is read. */
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** True for a value that another caller has written, by a fault that a right client may not meet. */
  readonly isOfFault?: boolean;
}

/** The demand of a test on a client: it is red with the client as it was recorded. */
export interface CodedFinding {
  /** The end of the client: the text that it printed, the reason of its failure, or `hung`. */
  readonly end: { readonly printed: string } | { readonly failed: string } | 'hung';
  /** `rows`: it leaves the right rows; `success`: it ends well; `end`: it ends; else the pauses between its tries. */
  readonly demand: 'rows' | 'success' | 'end' | 'early' | 'pauseless' | 'many';
  /** Lines that it prints; texts that differ in each run are in angle brackets. */
  readonly lines?: readonly string[];
  readonly fields?: readonly CodedField[];
}

/** The parts of a test as code. */
export interface CodedTest {
  readonly runner: TestRunner;
  /** Its title; by default how its first call is answered. */
  readonly title?: string;
  /** Remarks above the test, a line each. */
  readonly remarks?: readonly string[];
  readonly faults?: readonly CodedFault[];
  /** The calls in their order, each of which is expected to be answered as it was. */
  readonly calls: readonly JournalEntry[];
  /** The ids of calls that a fault meets, which may get no answer, or none that can be read. */
  readonly met?: ReadonlySet<string>;
  /** The uid of the first organization; the test has the organization of its own world in its place. */
  readonly orgId: string;
  /** The rows that the test expects to be changed at its end, by kind and name. */
  readonly changes?: Pick<StateDifference, 'added' | 'removed'>;
  /** The finding about a client. The calls are then a function, which the user's client takes the place of. */
  readonly finding?: CodedFinding;
}

/** The first organization of a world in a template of its test. */
const ORG_OF_WORLD = `\${world.orgId}`;

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** The texts that differ in each run, with the templates that a test has in their place. */
type OwnTexts = readonly (readonly [recorded: string, template: string])[];

/** A text as a literal of code, in which templates replace the recorded texts. */
const literal = (text: string, own: OwnTexts): string => {
  const found = own.filter(([recorded]) => text.includes(recorded));
  if (found.length === 0) return quote(text);
  const safe = text.replaceAll(/[\\`]|\$\{/g, (special) => `\\${special}`);
  return `\`${found.reduce((made, [recorded, template]) => made.replaceAll(recorded, template), safe)}\``;
};

/** A cursor that a call was answered with, and a later one has sent. */
interface Cursor {
  /** The field of the answer that has it. */
  readonly field: string;
  readonly text: string;
  /** The name that the test gives it. */
  readonly name: string;
}

const CURSOR_FIELDS = ['nextPageToken', 'next_page_token'];

/** The cursors that a test takes from the answers to its own calls, by the ids of these. */
const findCursors = (calls: readonly JournalEntry[]): ReadonlyMap<string, Cursor> => {
  const found = new Map<string, Cursor>();
  for (const [at, { id, answer = {} }] of calls.entries()) {
    const field = CURSOR_FIELDS.find((name) => typeof answer[name] === 'string' && answer[name] !== '');
    if (field === undefined) continue;
    const text = String(answer[field]);
    const isSent = calls.slice(at + 1).some(({ request }) => request?.pageToken === text);
    if (isSent) found.set(id, { field, text, name: found.size === 0 ? 'cursor' : `cursor${found.size + 1}` });
  }
  return found;
};

/** A test while it is written. */
interface Draft extends CodedTest {
  readonly own: OwnTexts;
  readonly cursors: ReadonlyMap<string, Cursor>;
}

const draftOf = (test: CodedTest): Draft => {
  const { calls, orgId } = test;
  const cursors = findCursors(calls);
  // A recorded cursor may have a part that is hidden, which is otherwise spelled in a query.
  const named = [...cursors.values()].flatMap(({ text, name }) =>
    [text, encodeURIComponent(text)].map((recorded) => [recorded, `\${${name}}`] as const),
  );
  return { ...test, cursors, own: [...(orgId === '' ? [] : [[orgId, ORG_OF_WORLD] as const]), ...named] };
};

/** The time for an answer that may never come, and for a test of a finding, in milliseconds. */
const PATIENCE = 5_000;
const TEST_LIMIT = 30_000;

/** The names of the callers of a test; a client has a token of each. */
const callersOf = ({ calls }: Draft): readonly string[] => [
  ...new Set(calls.flatMap(({ caller }) => (caller ? [caller.name || caller.identity] : []))),
];

const tokenName = (nth: number): string => (nth === 0 ? 'token' : `token${nth + 1}`);

/** The token of a call as code. The tokens of a client are minted before its first call, and not between its calls. */
const tokenOf = ({ caller }: JournalEntry, test: Draft): string => {
  if (!caller) return 'none';
  const name = caller.name || caller.identity;
  return test.finding ? `\${${tokenName(callersOf(test).indexOf(name))}}` : `\${await world.token(${quote(name)})}`;
};

/** A request by the `fetch` of a world. */
const fetchOf = (entry: JournalEntry, test: Draft): string => {
  const { own, met, finding } = test;
  const { body, query } = sentOf(entry);
  const target = literal(`${entry.path}${query === '' ? '' : `?${query}`}`, own);
  const type = body === undefined ? '' : ", 'content-type': 'application/json'";
  const properties = [
    ...(entry.method === 'GET' ? [] : [`method: ${quote(entry.method)}`]),
    `headers: { authorization: \`Bearer ${tokenOf(entry, test)}\`${type} }`,
    ...(body === undefined ? [] : [`body: ${literal(JSON.stringify(body), own)}`]),
    ...(met?.has(entry.id) && finding?.end !== 'hung' ? [`signal: AbortSignal.timeout(${PATIENCE})`] : []),
  ];
  return `world.fetch(${target}, {${properties.map((property) => `\n    ${property},`).join('')}\n  })`;
};

const callLines = (entry: JournalEntry, at: number, test: Draft): readonly string[] => {
  const call = fetchOf(entry, test);
  const cursor = test.cursors.get(entry.id);
  if (test.met?.has(entry.id) && !cursor) return [`await ${call}.catch(() => undefined);`];
  if (test.finding && !cursor) return [`await ${call};`];
  const name = at === 0 ? 'answer' : `answer${at + 1}`;
  return [
    `const ${name} = await ${call};`,
    // The answers to a client are not what is demanded of it.
    ...(test.finding ? [] : [`expect(${name}.status).toBe(${entry.status ?? 200});`]),
    ...(cursor
      ? [`const { ${cursor.field}: ${cursor.name} } = (await ${name}.json()) as { ${cursor.field}: string };`]
      : []),
  ];
};

/** A value of JSON as code, in which templates replace the recorded texts. */
const literalJson = (value: unknown, own: OwnTexts): string => {
  const text = JSON.stringify(value);
  return own.some(([recorded]) => text.includes(recorded)) ? `JSON.parse(${literal(text, own)})` : text;
};

const faultLine = ({ operation, effect, match, phase }: CodedFault, own: OwnTexts): string => {
  const options = { ...(match && Object.keys(match).length > 0 && { match }), ...(phase && { phase }) };
  const more = Object.keys(options).length === 0 ? '' : `, ${literalJson(options, own)}`;
  return `await world.faults.once(${quote(operation)}, ${JSON.stringify(effect)}${more});`;
};

const changeLines = ({ changes, own }: Draft): readonly string[] => {
  if (!changes) return [];
  const lines = (['added', 'removed'] as const).map((kind) => {
    const rows = changes[kind].map(({ type, name }) => ({ type, ...(name !== undefined && { name }) }));
    return `expect(changes.${kind}).toMatchObject(${literalJson(rows, own)});`;
  });
  return ['const changes = await world.diff();', ...lines];
};

/** The bounds of pauses between two tries: of none, and of the second that an answer asks for; in milliseconds. */
const NO_PAUSE = 100;
const ASKED_PAUSE = 900;
const MAX_TRIES = 10;

/** A line that a client prints, as a pattern, which matches any text for each part in angle brackets. */
const patternOf = (line: string): string => {
  const parts = line.split(/<[\w ]+>/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `/^${parts.join('.*')}$/m`;
};

const endLine = ({ end }: CodedFinding): string => {
  if (end === 'hung') return 'return new Promise(() => undefined);';
  return 'failed' in end ? `throw new Error(${quote(end.failed)});` : `return ${quote(end.printed)};`;
};

/** The pauses between the tries of an operation, as the journal has them. */
const pauseLines = (operation: string): readonly string[] => [
  `const { entries } = await world.journal.list({ operation: ${quote(operation)} });`,
  'const calls = entries.toReversed();',
  'const tries = calls.slice(calls.findIndex(({ faults }) => faults.length > 0));',
  'const ended = tries.map(({ machineTime, durationMs = 0 }) => Date.parse(machineTime) + durationMs);',
  'const pauses = tries.slice(1).map(({ machineTime }, at) => Date.parse(machineTime) - (ended[at] ?? 0));',
];

const demandLines = ({ demand, lines = [], fields = [] }: CodedFinding, test: Draft): readonly string[] => {
  const [fault] = test.faults ?? [];
  const tolerant = 'await client(world).catch(() => undefined);';
  switch (demand) {
    case 'success':
      return [
        `${lines.length > 0 ? 'const printed = ' : ''}await client(world);`,
        ...lines.map((line) => `expect(printed).toMatch(${patternOf(line)});`),
      ];
    case 'end':
      return [
        'const ended = client(world).then(() => true, () => true);',
        `const late = new Promise((resolve) => setTimeout(resolve, ${PATIENCE - 1_000}, false));`,
        `expect(await Promise.race([ended, late]), 'the client has ended').toBe(true);`,
      ];
    case 'rows':
      return [
        tolerant,
        ...(fields.some(({ isOfFault }) => isOfFault) ? ['const { neverFired } = await world.faults.report();'] : []),
        ...fields.flatMap(({ path, field, value, isOfFault }, at) => [
          `const row${at + 1} = await (await world.fetch(${literal(path, test.own)})).json();`,
          `${isOfFault ? 'if (neverFired.length === 0) ' : ''}expect(row${at + 1}.${field}).toEqual(${JSON.stringify(value)});`,
        ]),
      ];
    case 'many':
      return [
        tolerant,
        ...pauseLines(fault?.operation ?? ''),
        `expect(tries.length).toBeLessThanOrEqual(${MAX_TRIES});`,
      ];
    case 'early':
      return [
        tolerant,
        ...pauseLines(fault?.operation ?? ''),
        `expect(pauses[0] ?? ${ASKED_PAUSE}).toBeGreaterThanOrEqual(${ASKED_PAUSE});`,
      ];
    case 'pauseless':
      return [
        tolerant,
        ...pauseLines(fault?.operation ?? ''),
        `expect(pauses.filter((millis) => millis < ${NO_PAUSE}).length).toBeLessThan(2);`,
      ];
  }
};

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** The client as a function: its calls, and its end. */
const clientLines = (finding: CodedFinding, calls: readonly string[], test: Draft): readonly string[] => [
  '// The client as it was recorded. Call yours in its place: return what it prints, and throw if it fails.',
  'const client = async (world: World): Promise<string> => {',
  ...indented([
    ...callersOf(test).map((name, nth) => `const ${tokenName(nth)} = await world.token(${quote(name)});`),
    ...calls,
    endLine(finding),
  ]),
  '};',
  '',
];

/** A test that makes calls in a world of its own, with faults, and expects how they were answered, or what was found. */
export const toTest = (coded: CodedTest): string => {
  const test = draftOf(coded);
  const { runner, remarks = [], faults = [], calls, finding } = test;
  const isPlaywright = runner === 'playwright';
  const [first] = calls;
  const title = test.title ?? `${first?.operation ?? first?.path ?? 'a call'} is answered with ${first?.status ?? 200}`;
  // A client that rightly ends or pauses may have half of its rows written.
  const isOfRows = finding === undefined || finding.demand === 'rows' || finding.demand === 'success';
  const made = calls.flatMap((entry, at) => callLines(entry, at, test));
  const lines = [
    ...faults.map((fault) => faultLine(fault, test.own)),
    ...(finding ? demandLines(finding, test) : made),
    ...(isOfRows ? changeLines(test) : []),
  ];
  return [
    ...(finding ? ["import type { World } from 'platform-mock/client';"] : []),
    `import { ${isPlaywright ? 'expect, ' : ''}test } from 'platform-mock/${runner}';`,
    '',
    ...(finding ? clientLines(finding, made, test) : []),
    ...remarks.map((remark) => `// ${remark}`),
    `test(${quote(title)}, async ({ world${isPlaywright ? '' : ', expect'} }) => {`,
    ...indented(lines),
    // Playwright's is as long.
    `}${finding && !isPlaywright ? `, ${TEST_LIMIT}` : ''});`,
    '',
  ].join('\n');
};
