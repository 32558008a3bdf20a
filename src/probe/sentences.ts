import { operationsById } from '../editions/editions.ts';
import type { SurpriseName } from '../features/faults/fault-presets.contract.ts';
import { fieldOf } from '../kernel/rows.ts';
import type { BaseCall } from './base-calls.ts';
import type { Difference } from './differences.ts';
import type { DoneRun } from './job.ts';
import type { Judgement } from './judge.ts';
import { kinds } from './row-place.ts';
import type { SeenCall } from './seen-call.ts';
import type { Storm } from './storm.ts';
import { describeEnd } from './subject.ts';
import { FACTS } from './surprises.ts';

/** The surprises that shorten a page: the right reaction is to ask for the next page, and not to try again. */
const PAGES: ReadonlySet<SurpriseName> = new Set(['short_page', 'empty_page']);

const MAX_VALUE = 80;

const cut = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text);

const wordOf = (kind: string): string => kinds.get(kind)?.words.singular ?? kind;

const describeDifference = (difference: Difference): string => {
  const { how, kind, name, names, field = 'a field', is = 'nothing', shouldBe = 'nothing' } = difference;
  const row = name === '' ? `a ${wordOf(kind)}` : `${wordOf(kind)} ${name}`;
  switch (how) {
    case 'doubled':
      return `${row} was created ${names.length === 2 ? 'twice' : `${names.length} times`}`;
    case 'missing':
      return `${row} is missing`;
    case 'added':
      return `${row} is there, which should not be`;
    case 'undeleted':
      return `${row} was not deleted`;
    case 'changed':
      return `${row} has the ${field} ${cut(is)}, and not ${cut(shouldBe)}`;
    case 'overwritten':
      return `${row} has its old ${field} ${cut(is)} again, and not ${cut(shouldBe)}, which was written meanwhile`;
  }
};

/** The facts that a sentence is made from. */
export interface SentenceFacts {
  readonly judgement: Judgement;
  readonly call: BaseCall;
  readonly surprise: SurpriseName;
  readonly run: DoneRun;
}

const callsMet = (run: DoneRun): readonly SeenCall[] =>
  run.record.stages.find(({ calls }) => calls.some(({ isSurprised }) => isSurprised))?.calls ?? [];

/** The call by which the client tries the surprised call again, or goes on to the next page. */
interface Again {
  readonly call: SeenCall;
  /** True if it creates a row of another name, one that no run without a surprise uses. */
  readonly isRenamed: boolean;
}

const findAgain = ({ run, call: { others }, surprise }: SentenceFacts): Again | undefined => {
  const calls = callsMet(run);
  const at = calls.findIndex(({ isSurprised }) => isSurprised);
  const met = calls[at];
  if (!met) return undefined;
  const isAlike = ({ operation, caller }: SeenCall): boolean => operation === met.operation && caller === met.caller;
  const later = calls.slice(at + 1).filter(isAlike);
  // The next page is the answer to another question.
  const asksSame = ({ question }: SeenCall): boolean => PAGES.has(surprise) !== (question === met.question);
  const same = later.find((other) => other.resource === met.resource && asksSame(other));
  if (same) return { call: same, isRenamed: false };
  if (operationsById().get(met.operation)?.verb !== 'create') return undefined;
  const known = new Set(others.filter(isAlike).map(({ resource }) => resource));
  const renamed = later.find(({ resource }) => !known.has(resource));
  return renamed && { call: renamed, isRenamed: true };
};

/** The outcome of the call that the surprise met, and the client's reaction. */
const reactionOf = ({ call, surprise }: SentenceFacts, again: Again | undefined): string => {
  const { operation } = call.seen;
  const [happened, , isRetried = false] = FACTS[surprise];
  if (PAGES.has(surprise))
    return `${operation} ${again ? 'went on to' : 'was not asked for'} the next page after ${happened}`;
  if (again) return `${operation} was tried again${again.isRenamed ? ', with another name,' : ''} after ${happened}`;
  if (isRetried) return `${operation} was not tried again after ${happened}`;
  return `when ${operation} was called, ${happened}`;
};

/** Describes a row that was created twice, since the create was tried again with another name; undefined for others. */
const describeRepeated = (
  { uid, kind, name }: Difference,
  again: Again | undefined,
  { run }: SentenceFacts,
): string | undefined => {
  if (!again?.isRenamed || !again.call.changed.includes(uid)) return undefined;
  const touched = run.record.stages.flatMap((stage) =>
    stage.calls.some(({ isSurprised }) => isSurprised) ? stage.touched : [],
  );
  const made = new Set(callsMet(run).flatMap(({ isSurprised, changed }) => (isSurprised ? changed : [])));
  const first = touched.find((row) => row.kind === kind && row.after && made.has(row.uid))?.after;
  const firstName = first && fieldOf(first, 'name');
  if (typeof firstName !== 'string') return undefined;
  return `${wordOf(kind)} ${firstName} was created twice, the second time as ${name}`;
};

const describeStorm = (storm: Storm): string => {
  const { operation } = storm.call;
  switch (storm.how) {
    case 'early':
      return `${operation} was tried again ${Math.round(storm.afterMillis)} ms, and not ${storm.askedMillis / 1_000} s,`;
    case 'pauseless':
      return `${operation} was tried ${storm.tries} times without a pause`;
    case 'many':
      return `${operation} was tried ${storm.tries} times`;
  }
};

/** Why a trial has its verdict, in one sentence. */
export const whyOf = (facts: SentenceFacts): string => {
  const { judgement, surprise, run } = facts;
  const { verdict, differences, storm, missing } = judgement;
  const again = findAgain(facts);
  const reaction = reactionOf(facts, again);
  const end = describeEnd(run.ended);
  switch (verdict) {
    case 'not_reached':
      return `the call did not come again: ${end}`;
    case 'hung':
      return `${end}: ${reaction}`;
    case 'stormed':
      return storm ? `${describeStorm(storm)} after ${FACTS[surprise][0]}` : reaction;
    case 'corrupted': {
      const [first] = differences;
      if (!first) break;
      const repeated = differences
        .map((each) => describeRepeated(each, again, facts))
        .find((text) => text !== undefined);
      const more = differences.length === 1 ? '' : `, and ${differences.length - 1} more`;
      return `${repeated ?? describeDifference(first)}${more}: ${reaction}`;
    }
    case 'broken':
      return `${end}: ${reaction}, which clients must ignore`;
    case 'misled':
      return `exit status 0 without the line ${JSON.stringify(cut(missing[0] ?? ''))}: ${reaction}`;
    case 'surfaced':
      return `${end}, ${judgement.isDone ? 'though all was done' : 'with nothing half done'}: ${reaction}`;
    case 'absorbed':
      return `exit status 0 and the same state: ${reaction}`;
  }
  return `the state differs: ${reaction}`;
};
