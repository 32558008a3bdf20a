import assert from 'node:assert/strict';
import type { AnyMessage } from '../schema/field-types.ts';
import type { ShownTwice } from './either-version.ts';
import { Spelled, type Wanted, withoutUnset } from './spelled.ts';
import { toldInV1, withoutElsewhere } from './told-in-v1.ts';

type Json = Readonly<Record<string, unknown>>;

/** A row as a List of v1 shows it, in the message that creates and updates have: what is looked up is its id there. */
const inForm = ({ v1: { message, list } }: ShownTwice, item: Json): Json => {
  if (!list.item) return item;
  const told = [...message.fields.keys()].map((name) => [name, (item[name] as Json | undefined)?.id ?? item[name]]);
  return Object.fromEntries(told.filter(([, value]) => value !== undefined));
};

/** Holds what the two versions show of a row against the tables of behaviour 12.2. */
export const demandAlike = (of: ShownTwice, inV1: Json | undefined, inV2: Json | undefined): void => {
  assert.ok(inV1, `v1 does not show ${inV2?.uid}`);
  assert.ok(inV2, `v2 does not show ${inV1.id}`);
  const { message } = of.v1;
  const shown = withoutUnset(message, withoutElsewhere(message, inForm(of, inV1)));
  assert.deepEqual(shown, withoutUnset(message, toldInV1(message, of.message, inV2)));
};

/** What may be given and is decided by the service all the same. */
const DECIDED: ReadonlySet<string> = new Set(['Group.verified']);

/** Demands of an answer what the request gave, but for what only the service sets and what is never shown. */
export const demandGiven = (of: AnyMessage, given: Wanted, answer: Json): void => {
  for (const [name, item] of Object.entries(withoutUnset(of, given))) {
    const field = of.fields.get(name);
    if (DECIDED.has(`${of.name.split('.').at(-1)}.${name}`)) continue;
    if (!field || field.deprecated || field.behaviour === 'output' || field.behaviour === 'input') continue;
    const held = answer[name];
    const { type } = field;
    if (item instanceof Spelled || type.kind === 'map' || type.element?.kind === 'message') continue;
    // A list may be put in order, and told without doubles.
    if (Array.isArray(item))
      assert.deepEqual(new Set(held as []), new Set(item), `${name} of ${of.name} is not as given`);
    else if (type.kind === 'message' && type.message) demandGiven(type.message(), item as Wanted, (held ?? {}) as Json);
    else assert.deepEqual(held, item, `${name} of ${of.name} is not what was given`);
  }
};
