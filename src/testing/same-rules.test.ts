import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v1 } from '../resources/v1.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';

// v1 runs the operations of v2, which check the fields of v2: its own tables are only the words of its document.

const messageOf = ({ message, element }: FieldType): AnyMessage | undefined => message?.() ?? element?.message?.();

/** The rules in a document for a type, and for the message that it holds. */
const rulesOf = (type: FieldType): unknown => {
  const { keywords, reserved } = type;
  const rules = messageOf(type)?.rules ?? [];
  return {
    keywords: keywords?.(),
    reserved,
    rules: rules.map(({ oneof, required, onCreate, byResource }) => ({ oneof, required, onCreate, byResource })),
  };
};

for (const { form } of v1) {
  if (!form || (!form.create && !form.update)) continue;
  const { message, conversion } = form;
  // A field that v2 demands and v1 does not.
  const waived = new Set([...(form.create?.waived ?? []), ...(form.update?.waived ?? [])]);
  for (const { older, newer } of conversion.counterparts()) {
    // Ids of accounts are the same 32 bits, with a sign or without; the published field is not marked.
    if (older.type.kind === 'uint32' || newer.type.kind === 'enum') continue;
    // A rule that JSON Schema cannot say is in words.
    if (Object.keys(newer.type.keywords?.() ?? { none: true }).length === 0) continue;
    test(`${message.name}: ${older.name} has the rules of ${newer.name} in v2`, () => {
      assert.deepEqual(rulesOf(older.type), rulesOf(newer.type));
      const isDemanded = newer.behaviour === 'required' && !waived.has(newer.name);
      assert.equal(older.behaviour === 'required', isDemanded);
    });
  }
}
