import { allOperations, allResources, describedOperations } from '../../editions/editions.ts';
import { selectOverHttp } from '../../kernel/over-http.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import { Examples } from '../../openapi/examples.ts';
import { presenceIn } from '../../openapi/needs.ts';
import { publishedEvents } from '../../resources/index.ts';
import { V2 } from '../../schema/edition.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { makePerProfile } from '../../schema/profile.ts';
import { type KnownType, listTypes } from './event-types.ts';

/** The types of events that the operations of a profile emit, and the others that are published. */
export const eventTypesIn = makePerProfile((profile): readonly KnownType[] =>
  listTypes(operationsIn(profile, describedOperations()), publishedEvents, profile),
);

let examples: Examples | undefined;

/** An example of a message, as the documents have it; `owner` is the singular name of the resource that it is about. */
export const eventExample = (message: AnyMessage, owner: string): Readonly<Record<string, unknown>> => {
  examples ??= new Examples(allResources, presenceIn(selectOverHttp(allOperations(), V2), { missingIsEmpty: false }));
  return examples.message(message, 'answer', owner) as Readonly<Record<string, unknown>>;
};
