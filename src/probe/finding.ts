import type { FaultMatch } from '../../generated/nouns.ts';
import { operationsById } from '../editions/editions.ts';
import { type CodedField, type CodedFinding, type TestRunner, toTest } from '../features/evidence/test-code.ts';
import { fieldOf } from '../kernel/rows.ts';
import type { Baseline } from './baseline.ts';
import type { ExpectedWorld } from './expected-world.ts';
import type { Job } from './job.ts';
import { faultOfTrial } from './plan.ts';
import type { ProbeVerdict } from './report.ts';
import type { SeenCall } from './seen-call.ts';
import { describeEnd, hasSucceeded } from './subject.ts';
import type { MadeTrial } from './trial.ts';

/** A finding as texts of files. */
export interface FindingTexts {
  /** The run as a HAR, in pieces. */
  readonly trace: AsyncIterable<string>;
  readonly vitest: string;
  readonly playwright: string;
}

/** The maximum number of calls of a test. */
const MAX_CALLS = 50;
/** The maximum number of bytes of a trace. */
const MAX_TRACE_BYTES = 50_000_000;

/** The match that tells the faulted call from the others of its world: the operation alone, if that is enough. */
const narrowest = (
  { operation, caller, resource, nth }: FaultMatch,
  calls: readonly SeenCall[],
): Omit<FaultMatch, 'operation'> => {
  const alike = calls.filter((call) => call.operation === operation);
  const isOne = (view: (call: SeenCall) => string): boolean => new Set(alike.map(view)).size <= 1;
  return {
    ...(caller !== undefined && !isOne((call) => call.caller) && { caller }),
    ...(resource !== undefined && !isOne((call) => call.resource) && { resource }),
    ...(nth !== undefined && nth > 1 && { nth }),
  };
};

/** The maximum number of characters of the client's output in a test. */
const MAX_PRINTED = 2_000;
/** The maximum number of lines, and of fields of rows, that a test expects. */
const MAX_EXPECTED = 5;

/** The path by which a row of a kind is read; undefined if no operation reads one. */
const pathOfRow = (kind: string, uid: string): string | undefined => {
  for (const { operation, resource, verb } of operationsById().values()) {
    const { method, path } = operation.http ?? {};
    if (
      resource.name === kind &&
      verb === 'get' &&
      method === 'GET' &&
      path?.endsWith('/{uid=**}') &&
      operation.edition.name === 'v2'
    )
      return path.replace('{uid=**}', uid);
  }
  return undefined;
};

/** The fields of rows that are not as they should be, with the values that they should have. */
const fieldsOf = ({ judgement }: MadeTrial): readonly CodedField[] =>
  judgement.differences.flatMap(({ how, kind, uid, field, shouldBe }) => {
    const path = pathOfRow(kind, uid);
    // A text in angle brackets is the name of a row in the place of its uid.
    if (path === undefined || field === undefined || shouldBe === undefined || /<.+>/.test(shouldBe)) return [];
    return [{ path, field, value: JSON.parse(shouldBe) as unknown, isOfFault: how === 'overwritten' }];
  });

/** What the test of a finding demands, by its verdict; for any other verdict, the right rows. */
const DEMANDS: Partial<Readonly<Record<ProbeVerdict, CodedFinding['demand']>>> = {
  hung: 'end',
  broken: 'success',
  misled: 'success',
};

/** The rows that are added and removed if the client is right, by the surprise itself too. */
const changesOf = ({ run }: MadeTrial, expected: ExpectedWorld | undefined): ExpectedWorld['changes'] | undefined => {
  if (!expected) return undefined;
  let { added, removed } = expected.changes;
  for (const { of: kind, before, after } of run.record.ownChanges) {
    const row = before ?? after;
    if (!row || (before && after)) continue;
    const name = fieldOf(row, 'name');
    const named = { type: kind.name, uid: row.uid, ...(typeof name === 'string' && { name }) };
    const isSame = (other: { readonly type: string; readonly name?: string }): boolean =>
      other.type === named.type && other.name === named.name;
    if (after && !added.some(isSame)) added = [...added, named];
    if (before && added.some(isSame)) added = added.filter((other) => !isSame(other));
    else if (before && !removed.some(({ uid }) => uid === row.uid)) removed = [...removed, named];
  }
  return { added, removed };
};

const testOf = (made: MadeTrial, baseline: Baseline, runner: TestRunner): string => {
  const { trial, why, judgement } = made;
  const { verdict, storm, missing } = judgement;
  const { ended } = made.run;
  const end = hasSucceeded(ended) ? { printed: ended.stdout.slice(-MAX_PRINTED) } : { failed: describeEnd(ended) };
  const stage = made.run.record.stages.find(({ calls }) => calls.some(({ isSurprised }) => isSurprised));
  const { preset, match } = faultOfTrial(trial);
  const met = new Set(stage?.calls.filter(({ isSurprised }) => isSurprised).map(({ id }) => String(id)));
  const calls = (stage?.entries ?? []).filter(({ id, isOpen, operation }) => {
    // No test can have a token that somebody else has made.
    const hasOwnToken = operation?.auth !== 'bearer' && operation?.auth !== 'upstream';
    return !isOpen && operation !== undefined && (met.has(String(id)) || hasOwnToken);
  });
  const further = calls.length - MAX_CALLS;
  const changes = changesOf(made, baseline.worlds.get(stage?.name ?? ''));
  return toTest({
    runner,
    title: trial.id,
    remarks: [why, ...(further > 0 ? [`${further} further calls are not listed.`] : [])],
    faults: [{ operation: trial.call.seen.operation, effect: { preset }, match: narrowest(match, stage?.calls ?? []) }],
    calls: calls.slice(0, MAX_CALLS).flatMap((entry) => stage?.world.journal?.view(entry) ?? []),
    met,
    orgId: stage?.orgId ?? '',
    ...(changes && { changes }),
    finding: {
      end: verdict === 'hung' ? 'hung' : end,
      demand: DEMANDS[verdict] ?? (verdict === 'stormed' ? (storm?.how ?? 'many') : 'rows'),
      ...(verdict === 'misled' && { lines: missing.slice(0, MAX_EXPECTED) }),
      fields: fieldsOf(made).slice(0, MAX_EXPECTED),
    },
  });
};

/** Renders the evidence of a finding, from the last run of its job. */
export const textsOf = async (job: Job, made: MadeTrial, baseline: Baseline): Promise<FindingTexts> => {
  const { runs, rendered } = await job.renderRuns();
  const { pieces } = runs.bounded(rendered, MAX_TRACE_BYTES);
  return {
    trace: pieces,
    vitest: testOf(made, baseline, 'vitest'),
    playwright: testOf(made, baseline, 'playwright'),
  };
};
