import assert from 'node:assert/strict';
import type { JsonObject } from '../../json.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { expectedInV1, withoutElsewhere } from './expected-in-v1.ts';
import { listedForm } from './forms-in-v1.ts';
import { Spelled, type Wanted, withoutUnset } from './spelled.ts';

/** An item of a List of v1 as the message of creates and updates, which has the id of a row that the List looks up. */
const inForm = (of: Resource, item: JsonObject): JsonObject => {
  const { message, list } = listedForm(of);
  if (!list.item) return item;
  const members = [...message.fields.keys()].map((name) => [
    name,
    (item[name] as JsonObject | undefined)?.id ?? item[name],
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
};

/** Checks that two versions show the same of a row, by the tables of behaviour 12.2. @throws AssertionError */
export const demandAlike = (of: Resource, inV1: JsonObject | undefined, inV2: JsonObject | undefined): void => {
  assert.ok(inV1, `v1 does not show ${inV2?.uid}`);
  assert.ok(inV2, `v2 does not show ${inV1.id}`);
  const { message } = listedForm(of);
  const listed = withoutUnset(message, withoutElsewhere(message, inForm(of, inV1)));
  assert.deepEqual(listed, withoutUnset(message, expectedInV1(message, of.message, inV2)));
};

/** Fields that callers may set, but whose value the service decides. */
const DECIDED: ReadonlySet<string> = new Set(['Group.verified']);

/** Checks that an answer has the values of its request, except for fields that the service sets or never returns. */
export const demandReturned = (of: AnyMessage, given: Wanted, answer: JsonObject): void => {
  for (const [name, item] of Object.entries(withoutUnset(of, given))) {
    const field = of.fields.get(name);
    if (DECIDED.has(`${of.name.split('.').at(-1)}.${name}`)) continue;
    if (!field || field.deprecated || field.behaviour === 'output' || field.behaviour === 'input') continue;
    const returned = answer[name];
    const { type } = field;
    if (item instanceof Spelled || type.kind === 'map' || type.element?.kind === 'message') continue;
    // A list may be returned sorted and without duplicates.
    if (Array.isArray(item))
      assert.deepEqual(new Set(returned as []), new Set(item), `${name} of ${of.name} is not what was sent`);
    else if (type.kind === 'message' && type.message)
      demandReturned(type.message(), item as Wanted, (returned ?? {}) as JsonObject);
    else assert.deepEqual(returned, item, `${name} of ${of.name} is not what was sent`);
  }
};
