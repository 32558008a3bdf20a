import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bool, int32, map, repeated, string, uid } from '../schema/field-types.ts';
import { maskPattern } from '../schema/mask-pattern.ts';
import { message, of, optional, output } from '../schema/message.ts';
import { readMask } from './field-mask.ts';

const Part = message('test.MaskPart', 'A part.', {
  serialNumber: optional(1, string(), 'Its number.'),
  madeBy: output(2, string(), 'Who made it.'),
});
const Thing = message('test.MaskThing', 'A thing.', {
  uid: output(1, uid(), 'Its uid.'),
  name: optional(2, string(), 'Its name.'),
  mainPart: optional(3, of(Part), 'Its main part.'),
  parts: optional(4, repeated(of(Part)), 'Its parts.'),
  labels: optional(5, map('string', string()), 'Its labels.'),
  byPlace: optional(6, map('string', of(Part)), 'Parts by place.'),
  isNew: optional(7, bool(), 'Whether it is new.'),
  count: optional(8, int32(), 'How many.'),
});

const pattern = new RegExp(maskPattern(Thing), 'u');

const isAccepted = (mask: string): boolean => {
  try {
    readMask(Thing, mask, []);
    return true;
  } catch {
    return false;
  }
};

const STEPS = ['name', 'mainPart', 'main_part', 'serialNumber', 'madeBy', 'uid', 'parts', 'labels', 'byPlace', 'x', ''];

const path = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 3 }).map((steps) => steps.join('.'));
const masks = fc.oneof(
  fc.constantFrom('', '*', ' * ', '*,name', ',', 'name,', 'createTime', ' name , is_new ', 'byPlace.a b.serial_number'),
  fc.array(path, { maxLength: 3 }).map((paths) => paths.join(',')),
  fc.stringMatching(pattern),
);

test('6.5, 6.6: the pattern of a mask matches the masks that are accepted', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      // A path below an output field is passed over; the pattern has no such paths.
      if (/(^|[,.])(uid|madeBy|made_by)[.]/.test(mask.replaceAll(/\s/g, ''))) return;
      assert.equal(pattern.test(mask), isAccepted(mask), JSON.stringify(mask));
    }),
    { numRuns: 500 },
  );
});
