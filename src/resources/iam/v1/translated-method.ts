import type { AnyMessage } from '../../../schema/field-types.ts';
import type { Operation } from '../../../schema/operation.ts';
import { type Counterparts, conversion } from '../../../v1/conversion.ts';
import type { V1Method } from '../../../v1/form.ts';

interface Translated
  extends Pick<V1Method, 'request' | 'http' | 'scope' | 'looksUp'>,
    Partial<Pick<V1Method, 'name' | 'summary' | 'description'>> {
  readonly response: AnyMessage;
  /** The fields of its messages whose names differ. */
  readonly renamed?: Counterparts;
}

/** A method of v1 with messages other than its v2 counterpart; its name and texts are the same unless given. */
export const translateMethod = (newer: Operation, { renamed, ...older }: Translated): V1Method => {
  const { id, summary, description, response } = newer;
  if (!response) throw new Error(`${id} returns no message`);
  const asked = conversion(older.request, newer.request, renamed);
  return {
    name: id,
    calls: id,
    summary,
    description,
    ...older,
    ask: asked.newer,
    answer: conversion(older.response, response, renamed).older,
    pathOf: asked.pathOf,
  };
};
