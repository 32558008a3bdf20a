import { type Answer, fieldsOf, type Incoming } from '../kernel/answer.ts';
import type { EventBody, EventDraft } from '../kernel/events.ts';
import type { WriteContext } from '../kernel/resource.ts';
import type { Runner, WriteRunner } from '../kernel/runner.ts';
import { writeContextOf } from '../kernel/write-contexts.ts';
import type { Operation } from '../schema/operation.ts';
import { profileIn } from '../schema/profile.ts';
import type { V1Adapter } from './adapter.ts';

/** The collection in the path of an operation: what stands before a uid or a verb. */
const COLLECTION = /^\/[^/]+\/v1\/[^/{:]+/;

const collectionOf = ({ http }: Operation, { path }: EventDraft): string =>
  COLLECTION.exec(http?.path ?? '')?.[0] ?? path.replace('/v2/', '/v1/');

/** The names of v1 for the fields of v2, and the only ones that an event shows. */
type InV1 = Pick<V1Adapter, 'pathOf' | 'shows'>;

/** The body of an event in its form of v1: the answer, or the request if that is empty. */
const bodyOf = (
  { request, response }: Operation,
  { shows }: EventBody,
  asked: Incoming,
  answer: Answer,
  { pathOf, shows: own }: InV1,
): EventBody => {
  const message = response ?? request;
  return {
    message,
    value: response ? fieldsOf(answer) : asked.request,
    shows: own ?? shows?.map((name) => message.find(pathOf(name))?.name ?? name),
  };
};

/** Runs a write, and hands its own event over in the form of v1; others of the call stay as they are. */
const runEmitting =
  (operation: Operation, names: InV1, { run }: WriteRunner): WriteRunner['run'] =>
  (incoming: Incoming, context: WriteContext): Answer => {
    const { emit, settings, tx } = context;
    if (!emit || profileIn(settings).eventsOfV1 !== 'own') return run(incoming, context);
    const drafts: EventDraft[] = [];
    const answer = run(
      incoming,
      writeContextOf(context, tx, (draft) => void drafts.push(draft)),
    );
    for (const draft of drafts) {
      const { type, body } = draft;
      const isOwn = type === operation.event?.type;
      emit(
        isOwn
          ? {
              ...draft,
              path: collectionOf(operation, draft),
              body: body && bodyOf(operation, body, incoming, answer, names),
            }
          : draft,
      );
    }
    return answer;
  };

/**
 * The runner of an operation of v1. In some profiles its event has the body and the path of v1, and not those of v2
 * (behaviour C35).
 */
export const emitInV1 = (operation: Operation, names: InV1, runner: Runner): Runner =>
  runner.kind === 'write' && operation.event ? { ...runner, run: runEmitting(operation, names, runner) } : runner;
