import type { Answer } from '../../kernel/answer.ts';
import type { ReadOnceMore } from '../../kernel/hooks.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Profile } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import type { FaultEffect } from '../contract/nouns.ts';
import { answerValue } from '../plane/answer-value.ts';
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

/** The number of rows that an effect leaves, of so many: half of them, but one at least (behaviour F30). */
const rowsLeft = (wanted: number | true, count: number): number =>
  wanted === true ? Math.max(1, Math.floor(count / 2)) : wanted;

/** The answer with another page of its List; undefined where that is the same. */
const readOtherwise = ({ rows, expireCursor }: FaultEffect, { again }: AnswerTools): Answer | undefined => {
  let differs = false;
  const answer = again?.(undefined, {
    ...(rows !== undefined && { rowsOf: (count) => rowsLeft(rows, count) }),
    ...(expireCursor && { isExpired: true }),
    differs: () => {
      differs = true;
    },
  });
  return differs ? answer : undefined;
};

/** What an answer shows, as text: without its cursor, which is another one each time. */
const textOf = (answer: Answer, { bound }: AnswerTools): string => {
  const { nextPageToken: _, ...shown } = answerValue(answer, bound.operation.response)?.value ?? {};
  return JSON.stringify(shown);
};

/**
 * The answer by the rows as they were before the last write that it shows; undefined where it shows none (behaviour F39).
 * @throws ApiError where the call was refused then
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

/** The answer with something that no published message has; undefined where there is no place for it (behaviour F33, F34). */
const addTo = (answer: Answer, what: FaultEffect['add'], { bound, profile }: AnswerTools): Answer | undefined => {
  const shown = answerValue(answer, bound.operation.response);
  if (!shown) return undefined;
  const { message, value, once = false } = shown;
  const form = { message: messagesIn(profile)(message), value };
  const added = what === 'field' ? addField(form) : addEnumValue(form);
  return added && { kind: 'message', ...added, once, isWidened: true };
};

/**
 * The answer as an effect changes it, itself where it does not; undefined where there is nothing that the effect could
 * change.
 * @throws ApiError where a read by earlier rows was refused
 */
export const changeAnswer = (effect: FaultEffect, answer: Answer, tools: AnswerTools): Answer | undefined => {
  if (effect.rows !== undefined || effect.expireCursor) return readOtherwise(effect, tools);
  if (effect.stale) return readEarlier(answer, tools);
  if (effect.add !== undefined) return addTo(answer, effect.add, tools);
  return answer;
};
