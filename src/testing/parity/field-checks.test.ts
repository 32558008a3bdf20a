import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedOperations } from '../../editions/editions.ts';
import type { AnyMessage, FieldType } from '../../schema/field-types.ts';

/** Values of the canonical form of each kind whose values may break a rule. */
const VALUES: Partial<Record<FieldType['kind'], readonly unknown[]>> = {
  string: [
    ...['', 'a', 'A b', 'ci-bot', 'x'.repeat(200), '\u{1f600}'.repeat(65_536), 'x'.repeat(65_537), '123456789012'],
    ...['https://example.com/a?b#c', 'http://example.com', 'ftp://example.com', 'a@example.com', 'a b@example.com'],
    ...['*', 'registry', 'GET', '1.2.3', 'sha256:0', '-1', 'true', '# title', '<b>', '/a/b', 'a/b', '2026-11-01'],
  ],
  duration: ['1s', '-1s', '0s', '-0s', '0.5s', '315576000000s'],
  enum: ['UNKNOWN'],
  message: [{}],
};

const valuesOf = ({ kind, element, enum: of }: FieldType): readonly unknown[] => {
  if (kind === 'enum') return Object.keys(of?.values ?? {});
  if (!element) return VALUES[kind] ?? [];
  const items = valuesOf(element);
  if (kind === 'map') return [{}, ...items.map((item) => ({ a: item, b: items[0] }))];
  return [[], items, ...items.map((item) => [item]), ...items.slice(0, 2).map((item) => new Array(1_001).fill(item))];
};

/** Each message that requests and answers have, by its name. */
const messages = (): ReadonlyMap<string, AnyMessage> => {
  const found = new Map<string, AnyMessage>();
  const add = (message: AnyMessage | undefined): void => {
    if (!message || found.has(message.name)) return;
    found.set(message.name, message);
    for (const { type } of message.fields.values()) add((type.element ?? type).message?.());
  };
  for (const { operation, resource } of describedOperations()) {
    for (const message of [operation.request, operation.response, resource.message]) add(message);
  }
  return found;
};

test('the check of each field says what its schema says, in the same words', () => {
  const kinds = new Map<string, number>();
  for (const [name, { fields }] of messages()) {
    for (const { name: field, type } of fields.values()) {
      for (const value of valuesOf(type)) {
        const described = type.check?.(value);
        const byZod = type.zod().safeParse(value).error?.issues[0]?.message;
        assert.equal(described, byZod, `${name}.${field}: ${JSON.stringify(value).slice(0, 80)}`);
        if (described !== undefined) kinds.set(type.kind, (kinds.get(type.kind) ?? 0) + 1);
      }
    }
  }
  // Rules of each of these kinds were broken.
  assert.deepEqual([...kinds.keys()].sort(), ['duration', 'map', 'repeated', 'string']);
});
