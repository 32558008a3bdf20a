import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../src/json.ts';
import { presenceIn, type Variant } from '../../src/openapi/needs.ts';
import { makeReadable } from '../../src/openapi/readable.ts';
import { V2 } from '../../src/schema/edition.ts';
import { checkOnCreate, requireField, requireUnless } from '../../src/schema/field-rules.ts';
import {
  type AnyMessage,
  bool,
  enumOf,
  enumType,
  matching,
  repeated,
  string,
  uid,
} from '../../src/schema/field-types.ts';
import { input, message, of, optional, output, plain, required } from '../../src/schema/message.ts';
import { Components, componentName } from './components.ts';

type Schemas = Readonly<Record<string, JsonObject & { readonly properties?: Readonly<Record<string, JsonObject>> }>>;

const PACKAGE = 'chainguard.platform.test.v2';

const Colour = enumType(`${PACKAGE}.Colour`, 'A colour.', { COLOUR_UNSPECIFIED: 0, RED: 1 });
const Part = message(`${PACKAGE}.Part`, 'A part.', {
  serial: required(1, matching(/^[0-9]{1,4}$/u, 'must be digits', '12'), 'Its number.'),
  maker: output(2, string(), 'Who made it.'),
});
const Thing = message(`${PACKAGE}.Thing`, 'A thing.', {
  uid: output(1, uid(), 'Its uid.', { always: true }),
  name: required(2, string({ max: 5 }), 'Its name.', { always: true }),
  colour: optional(3, enumOf(Colour), 'The colour it has.'),
  engine: optional(4, of(Part), 'What drives it.', { immutable: true }),
  parts: optional(5, repeated(of(Part)), 'What it is made of.'),
  secret: input(6, string(), 'Never shown.'),
  left: optional(7, string(), 'One side.', { oneof: 'side' }),
  right: optional(8, string(), 'The other side.', { oneof: 'side' }),
});

const fresh = (): Components => new Components(presenceIn([], V2));

const written = ({ schemas }: Components): Schemas => makeReadable(schemas) as Schemas;

const schemasOf = (of: AnyMessage, ...variants: readonly Variant[]): Schemas => {
  const components = fresh();
  for (const variant of variants) components.message(of, variant);
  return written(components);
};

test('the name of a component is its full name without the common prefix', () => {
  assert.equal(componentName('chainguard.platform.registry.v2.Repo'), 'registry.v2.Repo');
  assert.equal(componentName('chainguard.capabilities.Capability'), 'capabilities.Capability');
});

test('each variant has its own name, and so have the messages inside it', () => {
  const names = Object.keys(schemasOf(Thing, 'answer', 'input', 'patch')).sort();
  const own = ['Colour', 'Part', 'PartInput', 'PartPatch', 'PartPatchItem', 'Thing', 'ThingInput', 'ThingPatch'];
  assert.deepEqual(
    names,
    own.map((name) => `test.v2.${name}`),
  );
});

const FIELDS: readonly (readonly [Variant, string, string])[] = [
  ['answer', 'uid name colour engine parts left right', 'uid name'],
  ['input', 'name colour engine parts secret left right', 'name'],
  ['patch', 'name colour engine parts secret left right', ''],
];

for (const [variant, fields, needed] of FIELDS) {
  test(`${variant} has the fields "${fields}" and needs "${needed}"`, () => {
    const [schema] = Object.values(schemasOf(Thing, variant)).filter(({ properties }) => properties?.name);
    assert.equal(Object.keys(schema?.properties ?? {}).join(' '), fields);
    assert.equal(((schema?.required ?? []) as readonly string[]).join(' '), needed);
    // A PATCH without a mask refuses unknown fields (behaviour §6.4).
    assert.equal(schema?.additionalProperties, variant === 'patch' ? false : undefined);
  });
}

test('a field is described beside its reference, and the message it holds keeps its own description', () => {
  const { 'test.v2.Thing': thing, 'test.v2.Part': part, 'test.v2.Colour': colour } = schemasOf(Thing, 'answer');
  assert.deepEqual(thing?.properties?.engine, {
    $ref: '#/components/schemas/test.v2.Part',
    description: 'What drives it.',
  });
  assert.equal(part?.description, 'A part.');
  assert.deepEqual(colour, { type: 'string', description: 'A colour.', enum: ['COLOUR_UNSPECIFIED', 'RED'] });
});

test('fields that the service sets are read-only, and immutable ones are marked in a PATCH', () => {
  const schemas = schemasOf(Thing, 'answer', 'input', 'patch');
  assert.equal(schemas['test.v2.Thing']?.properties?.uid?.readOnly, true);
  assert.equal(schemas['test.v2.ThingInput']?.properties?.engine?.description, 'What drives it.');
  assert.equal(schemas['test.v2.ThingPatch']?.properties?.engine?.description, 'What drives it. It cannot change.');
});

test('the rules of a field are in the schemas of requests, and not in those of answers', () => {
  const schemas = schemasOf(Thing, 'answer', 'input');
  assert.deepEqual(schemas['test.v2.Part']?.properties?.serial, {
    type: 'string',
    description: 'Its number.',
    examples: ['12'],
  });
  assert.equal(schemas['test.v2.PartInput']?.properties?.serial?.pattern, '^[0-9]{1,4}$');
  assert.equal(schemas['test.v2.ThingInput']?.properties?.name?.maxLength, 5);
});

test('a PATCH changes members of a message but takes whole items of a list', () => {
  const { properties } = schemasOf(Thing, 'patch')['test.v2.ThingPatch'] ?? {};
  assert.equal(properties?.engine?.$ref, '#/components/schemas/test.v2.PartPatch');
  assert.deepEqual(properties?.parts?.items, { $ref: '#/components/schemas/test.v2.PartPatchItem' });
});

test('a message that is replaced needs what a create needs, but for the rules about creates', () => {
  const Lock = message(`${PACKAGE}.Lock`, 'A lock.', { key: optional(1, string(), 'Its key.') }, [
    checkOnCreate(requireField('key')),
  ]);
  const Door = message(`${PACKAGE}.Door`, 'A door.', { lock: required(1, of(Lock), 'Its lock.') });
  const schemas = schemasOf(Door, 'input', 'replacement');
  assert.deepEqual(schemas['test.v2.LockInput']?.required, ['key']);
  assert.equal(schemas['test.v2.LockReplacement']?.required, undefined);
  assert.deepEqual(schemas['test.v2.DoorReplacement']?.required, ['lock']);
  assert.deepEqual(Object.keys(schemasOf(Part, 'replacement')), ['test.v2.PartInput']);
});

test('what must be set may not be empty, and the zero value of an enum is ruled out', () => {
  const Paint = message(`${PACKAGE}.Paint`, 'Paint.', {
    colour: required(1, enumOf(Colour), 'Its colour.'),
    coats: required(2, repeated(string()), 'Its coats.'),
    maker: optional(3, string(), 'Who made it.'),
  });
  const { properties } = schemasOf(Paint, 'input')['test.v2.PaintInput'] ?? {};
  assert.deepEqual(properties?.colour?.not, { enum: ['COLOUR_UNSPECIFIED'] });
  assert.equal(properties?.coats?.minItems, 1);
  assert.equal(properties?.maker?.minLength, undefined);
});

test('two rules of one keyword are refused', () => {
  const Twice = message(
    `${PACKAGE}.Twice`,
    'Twice.',
    { a: optional(1, string(), 'A.'), b: optional(2, bool(), 'B.') },
    [requireUnless('a', 'b'), requireUnless('a', 'b')],
  );
  assert.throws(() => schemasOf(Twice, 'input'), /Twice has two rules of one keyword/);
});

const SIDES: readonly (readonly [object, boolean])[] = [
  [{ name: 'a' }, true],
  [{ name: 'a', left: 'b' }, true],
  [{ name: 'a', right: 'b' }, true],
  [{ name: 'a', left: 'b', right: 'c' }, false],
];

for (const [value, isValid] of SIDES) {
  test(`with a oneof of left and right ${JSON.stringify(value)} is ${isValid ? '' : 'not '}valid`, () => {
    const schemas = schemasOf(Thing, 'input');
    const ajv = new Ajv2020({ strict: false }).addSchema({ components: { schemas } }, 'document');
    const validate = ajv.compile({ $ref: 'document#/components/schemas/test.v2.ThingInput' });
    assert.equal(validate(value), isValid);
    assert.match(String(schemas['test.v2.ThingInput']?.description), /At most one of `left` and `right` is set\./);
  });
}

test('a value that is shown once is required in the answer that shows it, and not in a row', () => {
  const Code = message(`${PACKAGE}.Code`, 'A code.', {
    code: plain(1, string(), 'The code.', { always: true, once: true }),
  });
  assert.deepEqual(schemasOf(Code, 'answer')['test.v2.Code']?.required, ['code']);
  const resource = { message: Code, singular: 'code' };
  const asRow = presenceIn([{ verb: 'create', resource }] as unknown as Parameters<typeof presenceIn>[0], V2);
  const components = new Components(asRow);
  components.message(Code, 'answer');
  assert.equal(written(components)['test.v2.Code']?.required, undefined);
});

test('a body leaves out the fields that are in the path', () => {
  const Request = message(`${PACKAGE}.MendRequest`, 'What to mend.', {
    uid: required(1, uid(), 'Its uid.'),
    thing: required(2, of(Thing), 'How it is to be.'),
  });
  const components = fresh();
  components.body(Request, { without: new Set(['uid']), variant: 'input', inner: 'partial' });
  const { 'test.v2.MendRequest': schema } = written(components);
  assert.deepEqual(Object.keys(schema?.properties ?? {}), ['thing']);
  assert.equal(schema?.properties?.thing?.$ref, '#/components/schemas/test.v2.ThingPartial');
});

test('two schemas with one name are refused', () => {
  const Rival = message(`${PACKAGE}.ThingInput`, 'Another.', {});
  const components = fresh();
  components.message(Thing, 'input');
  assert.throws(() => components.message(Rival, 'answer'), /two schemas are named test\.v2\.ThingInput/);
});

test('a message that contains itself is refused', () => {
  const Knot: AnyMessage = message(`${PACKAGE}.Knot`, 'A knot.', {
    inner: plain(
      1,
      of(() => Knot),
      'Itself.',
    ),
  });
  assert.throws(() => fresh().message(Knot, 'answer'), /test\.v2\.Knot contains itself/);
});
