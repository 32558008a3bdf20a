import { textOrNone } from '../json.ts';
import type { EventRule, Happened, Operation } from '../schema/operation.ts';
import { type Answer, fieldsOf, hydrateRow, type Incoming } from './answer.ts';
import type { EventBody, EventDraft } from './events.ts';
import type { Resource, WriteContext } from './resource.ts';
import type { Rows } from './rows.ts';
import type { Runner } from './runner.ts';
import { parentOf, TOP } from './uid.ts';

/** An operation whose calls emit an event, with the resource that it is of. */
interface Emitting {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly rule: EventRule;
  /** The path of the collection, the same for each event. */
  readonly path: string;
}

/** An operation as the source of its event. */
export const emitterOf = (operation: Operation, resource: Resource, rule: EventRule): Emitting => ({
  operation,
  resource,
  rule,
  path: `/${resource.domain}/v2/${rule.collection ?? resource.plural}`,
});

const bodyOf = ({ operation, rule }: Emitting, happened: Happened): EventBody | undefined => {
  if (rule.body === 'none') return undefined;
  const { shows } = rule;
  if (rule.body) return { message: rule.body.message, value: rule.body.value(happened) ?? {}, shows };
  const { request, response } = operation;
  return response
    ? { message: response, value: happened.answer, shows }
    : { message: request, value: happened.request, shows };
};

/** Reads rows as answers of v2 have them, by the names of their resources. */
export const rowReader =
  (named: (singular: string) => Resource, rows: Rows): Happened['read'] =>
  (singular, uid) => {
    const resource = named(singular);
    const row = rows.get(resource, uid);
    return row && hydrateRow(resource, row, rows);
  };

/** The event of a call, by the rule of its operation (behaviour E2 to E4). */
export const draftOf = (emitted: Emitting, happened: Happened): EventDraft => {
  const { rule, path } = emitted;
  const { answer, request } = happened;
  const subject = rule.subject?.(happened) ?? (textOrNone(answer.uid) || textOrNone(request.uid));
  const above = parentOf(subject);
  // All fields at once: a log has thousands of events, and a field that is added later takes more memory.
  return {
    family: 'api',
    type: rule.type,
    audience: rule.audience,
    path,
    subject,
    // A row without a parent is its own group (behaviour E4).
    group: rule.group ? rule.group(subject) : above === TOP ? subject : above,
    identityProvider: rule.identityProvider?.(subject),
    body: bodyOf(emitted, happened),
  };
};

/** Wraps a runner so that it emits the event of its operation when a call has changed a row (behaviour E5). */
export const emitAfter = (operation: Operation, resource: Resource, runner: Runner): Runner => {
  const { event: rule } = operation;
  if (!rule || runner.kind !== 'write') return runner;
  const emitter = emitterOf(operation, resource, rule);
  return {
    ...runner,
    run: (incoming: Incoming, context: WriteContext): Answer => {
      const { tx, emit, caller, directory } = context;
      const before = tx.countWritten();
      const answer = runner.run(incoming, context);
      if (!emit || tx.countWritten() === before) return answer;
      const read = rowReader((singular) => directory.getResource(singular), tx);
      const happened = { request: incoming.request, answer: fieldsOf(answer), caller: caller.identity, read };
      emit(draftOf(emitter, happened));
      return answer;
    },
  };
};
