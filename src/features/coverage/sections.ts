import type {
  Coverage,
  CoverageClient,
  CoverageOperation,
  CoverageVersion,
  MetAnswer,
} from '../../../generated/nouns.ts';
import { countOf } from '../../schema/counted-noun.ts';
import type { Gate } from './gates.ts';
import { answerKey } from './report.ts';

/** A table of a report for people. */
export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** True for a section that is worth a look at once; the rest can be folded. */
  readonly isOpen: boolean;
}

type Table = readonly [title: string, columns: readonly string[], rows: Section['rows'], isOpen?: boolean];

const describeCount = (answer: MetAnswer): string =>
  `${answerKey(answer)}${answer.reason === undefined ? '' : ` (${answer.reason})`} ×${answer.count}`;

const answersText = (answers: readonly MetAnswer[]): string => answers.map(describeCount).join(', ');

const walksText = ({ walks }: CoverageClient): string =>
  walks ? `${countOf(walks.mostPages, 'page')} at most; ${countOf(walks.lists, 'list')}` : '';

const callsOf = ({ answers, faulted }: CoverageClient): number =>
  [...answers, ...faulted].reduce((sum, { count }) => sum + count, 0);

/** True for an operation that any client has called, also where only faults answered. */
const isCalled = ({ clients }: CoverageOperation): boolean => clients.length > 0;

/** The coverage of a version, in words. */
export const versionText = ({ version, covered, operations, percent }: CoverageVersion): string =>
  `${covered} of ${operations} operations of ${version} are covered (${percent} %)`;

const versionTable = ({ versions }: Coverage): Table => [
  'Summary',
  ['version', 'operations covered', 'answers met', 'met by faults only', 'never handled'],
  versions.map(({ version, operations, covered, percent, answers, met, faulted, neverHandled }) => [
    version,
    `${covered} of ${operations} (${percent} %)`,
    `${met} of ${answers}`,
    ...[faulted, neverHandled].map(String),
  ]),
  true,
];

const gateTable = (gates: readonly Gate[]): Table => [
  'Gates',
  ['gate', 'result', 'because'],
  gates.map(({ name, isMet, says }) => [name, isMet ? 'met' : 'FAILED', says]),
  true,
];

const operationTable = (called: readonly CoverageOperation[]): Table => [
  'What was met',
  ['operation', 'client', 'answers', 'handled failures (faults)', 'page walks'],
  called.flatMap(({ operation, clients }) =>
    clients.map((client) => [
      operation,
      client.client,
      answersText(client.answers),
      answersText(client.faulted),
      walksText(client),
    ]),
  ),
];

const tableOfNeverHandled = (called: readonly CoverageOperation[]): Table => [
  'Never handled',
  ['operation', 'declared answers that no client has met'],
  called
    .filter(({ neverHandled }) => neverHandled.length > 0)
    .map(({ operation, neverHandled }) => [operation, neverHandled.map(answerKey).join(', ')]),
];

const walkTable = (called: readonly CoverageOperation[]): Table => [
  'Further pages that nobody asked for',
  ['operation', 'client', 'lists with more than one page', 'of them not followed to the end', 'pages read at most'],
  called.flatMap(({ operation, clients }) =>
    clients.flatMap(({ client, walks }) =>
      walks && walks.notFollowed > 0
        ? [[operation, client, ...[walks.lists, walks.notFollowed, walks.mostPages].map(String)]]
        : [],
    ),
  ),
  true,
];

const tableOfOlder = (called: readonly CoverageOperation[]): Table => [
  'Calls of older versions',
  ['operation', 'calls', 'clients', 'replaced by'],
  called
    .filter(({ replacedBy }) => replacedBy !== undefined)
    .map(({ operation, version, clients, replacedBy }) => [
      operation,
      String(clients.reduce((sum, client) => sum + callsOf(client), 0)),
      clients.map(({ client }) => client).join(', '),
      replacedBy ?? `nothing: it stays on ${version}`,
    ]),
  true,
];

const pathTable = ({ unknownPaths }: Coverage): Table => [
  'Unknown paths',
  ['request', 'answer', 'client', 'calls'],
  unknownPaths.map((path) => [`${path.method} ${path.path}`, answerKey(path), path.client, String(path.count)]),
  true,
];

const tableOfUncalled = ({ versions, operations }: Coverage): Table => [
  'Never called',
  ['version', 'operations'],
  versions.flatMap(({ version }, at) => {
    const all = operations.filter((operation) => operation.version === version);
    const uncalled = all.filter((operation) => !isCalled(operation));
    // A version that no client uses is left out.
    const isShown = uncalled.length > 0 && (at === 0 || uncalled.length < all.length);
    return isShown ? [[version, uncalled.map(({ operation }) => operation).join(', ')]] : [];
  }),
];

const tableOfDropped = ({ dropped: { clients, reasons, unknownPaths } }: Coverage): Table => [
  'Left out to keep the bounds',
  ['what', 'calls'],
  [
    ['calls of clients beyond the first 100, which count as "(other clients)"', clients],
    ['failures of one client and operation beyond 50 kinds', reasons],
    ['requests for unknown paths beyond the first 200', unknownPaths],
  ].flatMap(([what, count]) => (count === 0 ? [] : [[String(what), String(count)]])),
];

/** A report as tables for people; empty ones are left out. */
export const sectionsOf = (report: Coverage, gates: readonly Gate[]): readonly Section[] => {
  const called = report.operations.filter(isCalled);
  const tables = [
    versionTable(report),
    gateTable(gates),
    walkTable(called),
    tableOfOlder(called),
    pathTable(report),
    operationTable(called),
    tableOfNeverHandled(called),
    tableOfUncalled(report),
    tableOfDropped(report),
  ];
  return tables.flatMap(([title, columns, rows, isOpen = false]) =>
    rows.length === 0 ? [] : [{ title, columns, rows, isOpen }],
  );
};
