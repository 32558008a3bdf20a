import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeated, string } from './field-types.ts';
import { type Fields, type Message, message, of, oneofMembers, optional, plain, required, snake } from './message.ts';

const text = (number: number, proto?: string) =>
  plain(number, string(), 'Some text.', proto === undefined ? {} : { proto });

const REFUSED: readonly (readonly [why: string, table: Fields, message: RegExp])[] = [
  ['uses a number twice', { one: text(1), two: text(1) }, /uses number 1 twice/],
  ['spells two fields alike', { createTime: text(1), create_time: text(2) }, /two fields spelled create_time/],
  ['has a field with the proto name of another', { one: text(1), two: text(2, 'one') }, /two fields spelled one/],
];

for (const [why, table, error] of REFUSED) {
  test(`a message that ${why} has no fields`, () => {
    const refused = message(`mock.test.message.Refused${why.length}`, 'Wrong.', table);
    assert.throws(() => refused.fields, error);
    assert.throws(() => refused.find('one'), error);
  });
}

test('a message name is declared once', () => {
  message('mock.test.message.Once', 'First.', {});
  assert.throws(() => message('mock.test.message.Once', 'Second.', {}), /Once is declared twice/);
});

const Thing = message('mock.test.message.Thing', 'A thing.', {
  createTime: text(1),
  syncConfig: text(2, 'sync'),
  exact: plain(3, string(), 'One of two.', { oneof: 'match' }),
  pattern: plain(4, string(), 'The other of two.', { oneof: 'match' }),
});

const FOUND: readonly (readonly [spelling: string, field: string | undefined])[] = [
  ['createTime', 'createTime'],
  ['create_time', 'createTime'],
  ['syncConfig', 'syncConfig'],
  ['sync', 'syncConfig'],
  ['sync_config', undefined],
  ['CreateTime', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
];

for (const [spelling, field] of FOUND) {
  test(`${JSON.stringify(spelling)} finds ${field ?? 'no field'}`, () => {
    assert.equal(Thing.find(spelling)?.name, field);
  });
}

test('the proto name of a field is its JSON name in snake case', () => {
  assert.deepEqual(['name', 'createTime', 'inRoot', 'nvdapi'].map(snake), ['name', 'create_time', 'in_root', 'nvdapi']);
});

test('a field has the options of the table, and defaults for the rest', () => {
  const { fields } = message('mock.test.message.Full', 'Everything.', {
    firstName: required(7, string(), 'A name.', { immutable: true, always: true, example: 'ada' }),
  });
  const { type: _, ...field } = fields.get('firstName') ?? assert.fail('there is no such field');
  assert.deepEqual(field, {
    name: 'firstName',
    json: 'firstName',
    proto: 'first_name',
    number: 7,
    behaviour: 'required',
    description: 'A name.',
    immutable: true,
    always: true,
    nullable: false,
    once: false,
    secret: false,
    presence: false,
    keepsZero: false,
    deprecated: false,
    added: false,
    example: 'ada',
  });
});

test('the members of a oneof are in table order', () => {
  assert.deepEqual(
    oneofMembers(Thing, 'match').map(({ name }) => name),
    ['exact', 'pattern'],
  );
});

test('a message may contain itself', () => {
  const Node: Message = message('mock.test.message.Node', 'A node.', {
    children: optional(1, repeated(of((): Message => Node)), 'What is below.'),
  });
  assert.equal(Node.fields.get('children')?.type.element?.message?.(), Node);
});
