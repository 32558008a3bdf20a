import type { FaultEffect } from '../../../generated/nouns.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { ReadOnceMore } from '../../kernel/hooks.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { answerValue } from '../../plane/answer-value.ts';
import type { Profile } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { addEnumValue, addField } from './unpublished.ts';

/** The means by which an answer is changed. */
export interface AnswerTools {
  readonly bound: BoundOperation;
  readonly profile: Profile;
  /** Runs the call once more; missing for a call that writes. */
  readonly again: ReadOnceMore | undefined;
  /** The rows as they were before the last writes, the newest first. */
  readonly earlier: () => Iterable<Rows>;
}

/** An answer that an effect has changed. `rows` counts the rows of a shorter page. */
export interface ChangedAnswer {
  readonly answer: Answer;
  readonly rows?: readonly [answered: number, of: number];
}

/** The answer with another page of its List; undefined if that does not differ. */
const readOtherwise = ({ rows, expireCursor }: FaultEffect, { again }: AnswerTools): ChangedAnswer | undefined => {
  let differs = false;
  let counts: ChangedAnswer['rows'];
  const rowsOf = (wanted: number | true) => (count: number) => {
    // Half of them, but one at least (behaviour F30).
    const rest = wanted === true ? Math.max(1, Math.floor(count / 2)) : wanted;
    counts = [rest, count];
    return rest;
  };
  const answer = again?.(undefined, {
    ...(rows !== undefined && { rowsOf: rowsOf(rows) }),
    ...(expireCursor && { isExpired: true }),
    differs: () => {
      differs = true;
    },
  });
  return differs && answer ? { answer, ...(counts && { rows: counts }) } : undefined;
};

/** The text of an answer without its cursor, which differs each time. */
const textOf = (answer: Answer, { bound }: AnswerTools): string => {
  const { nextPageToken: _, ...rest } = answerValue(answer, bound.operation.response)?.value ?? {};
  return JSON.stringify(rest);
};

/**
 * The answer by the rows as they were before the last write that it shows; undefined if it shows none (behaviour F39).
 * @throws ApiError if the call was refused then
 */
const readEarlier = (answer: Answer, tools: AnswerTools): Answer | undefined => {
  const { again, earlier } = tools;
  if (!again) return undefined;
  const present = textOf(answer, tools);
  for (const rows of earlier()) {
    const before = again(rows);
    if (textOf(before, tools) !== present) return before;
  }
  return undefined;
};

/** The answer with an unpublished field or enum value; undefined if it has no place for that (behaviour F33, F34). */
const addTo = (answer: Answer, what: FaultEffect['add'], { bound, profile }: AnswerTools): Answer | undefined => {
  const content = answerValue(answer, bound.operation.response);
  if (!content) return undefined;
  const { message, value, once = false } = content;
  const form = { message: messagesIn(profile)(message), value };
  const added = what === 'field' ? addField(form) : addEnumValue(form);
  return added && { kind: 'message', ...added, once, isWidened: true };
};

/**
 * The answer as an effect changes it, itself if it does not; undefined if there is nothing that the effect could
 * change.
 * @throws ApiError if a read by earlier rows was refused
 */
export const changeAnswer = (effect: FaultEffect, answer: Answer, tools: AnswerTools): ChangedAnswer | undefined => {
  if (effect.rows !== undefined || effect.expireCursor) return readOtherwise(effect, tools);
  if (!effect.stale && effect.add === undefined) return { answer };
  const changed = effect.stale ? readEarlier(answer, tools) : addTo(answer, effect.add, tools);
  return changed && { answer: changed };
};
