import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtoWriter } from './proto-writer.ts';

const written = (write: (to: ProtoWriter) => void): string => {
  // A new writer each time, so that its buffer has not grown yet.
  const writer = new ProtoWriter();
  write(writer);
  return Buffer.from(writer.finish()).toString('hex');
};

const INTEGERS: readonly (readonly [value: number, hex: string])[] = [
  [0, '00'],
  [127, '7f'],
  [128, '8001'],
  [16_384, '808001'],
  [2_147_483_647, 'ffffffff07'],
  [4_294_967_295, 'ffffffff0f'],
  [4_294_967_296, '8080808010'],
  [Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
  [-1, 'ffffffffffffffffff01'],
  [-2_147_483_648, '80808080f8ffffffff01'],
  [Number.MIN_SAFE_INTEGER, '81808080808080f0ff01'],
];

for (const [value, hex] of INTEGERS) {
  test(`${value} is written as ${hex}, also from its text`, () => {
    const both = [written((to) => to.integer(value)), written((to) => to.int64(String(value)))];
    assert.deepEqual(both, [hex, hex]);
  });
}

const LONGS: readonly (readonly [text: string, hex: string])[] = [
  ['999999999999999', 'ffff99a6eaafe301'],
  ['1000000000000000', '80809aa6eaafe301'],
  ['9007199254740993', '8180808080808010'],
  ['9223372036854775807', 'ffffffffffffffff7f'],
  ['-9223372036854775808', '80808080808080808001'],
];

for (const [text, hex] of LONGS) {
  test(`the long number ${text} is written as ${hex}`, () =>
    assert.equal(
      written((to) => to.int64(text)),
      hex,
    ));
}

// Lengths on both sides of the limit for the loop, and of those where the length takes another byte.
const TEXTS = ['', 'a', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(127), 'x'.repeat(128), 'x'.repeat(16_384)].flatMap(
  (text) => [text, `${text}é`, `${text}😀`],
);

for (const text of [...TEXTS, 'é'.repeat(64), 'é'.repeat(10_000)]) {
  test(`a text of ${text.length} characters and ${Buffer.byteLength(text)} bytes is written in UTF-8`, () => {
    const expected = Buffer.concat([lengthOf(Buffer.byteLength(text)), Buffer.from(text)]);
    assert.equal(
      written((to) => to.string(text)),
      expected.toString('hex'),
    );
  });
}

const lengthOf = (length: number): Buffer =>
  Buffer.from(
    written((to) => to.uint32(length)),
    'hex',
  );

test('a lone surrogate is written as the replacement character', () => {
  assert.equal(
    written((to) => to.string('\ud800')),
    '03efbfbd',
  );
});

for (const size of [0, 127, 128, 16_383, 16_384, 3_000_000]) {
  test(`a value between open and close begins with its length of ${size}, at any depth`, () => {
    const expected = (depth: number): Buffer => {
      const inner = depth === 0 ? Buffer.alloc(size, 0) : expected(depth - 1);
      return Buffer.concat([lengthOf(inner.length), inner]);
    };
    const write = (to: ProtoWriter, depth: number): void => {
      const at = to.open();
      if (depth > 0) write(to, depth - 1);
      else for (let byte = 0; byte < size; byte++) to.bool(false);
      to.close(at);
    };
    const hex = written((to) => write(to, 3));
    assert.equal(hex, expected(3).toString('hex'));
  });
}

test('open and close at the end of the buffer grow it', () => {
  const around = (to: ProtoWriter, depth: number, write: () => void): void => {
    const at = to.open();
    if (depth > 1) around(to, depth - 1, write);
    else write();
    to.close(at);
  };
  const ones = '01'.repeat(130);
  const lengths = [8, 7, 6, 5, 4, 3, 2, 1].map((level) => (128 + level * 2).toString(16));
  for (let filled = 16_200; filled < 16_400; filled++) {
    const hex = written((to) => {
      for (let byte = 0; byte < filled; byte++) to.bool(true);
      around(to, 8, () => {
        for (let byte = 0; byte < 130; byte++) to.bool(true);
      });
    });
    assert.equal(hex, `${'01'.repeat(filled)}${lengths.map((length) => `${length}01`).join('')}${ones}`);
    const empty = written((to) => {
      for (let byte = 0; byte < filled; byte++) to.bool(true);
      around(to, 8, () => {});
    });
    assert.equal(empty, `${'01'.repeat(filled)}0706050403020100`);
  }
});

test('finished bytes do not change when the writer continues', () => {
  const writer = new ProtoWriter();
  writer.string('first');
  const first = writer.finish();
  writer.restart();
  writer.string('other');
  assert.equal(Buffer.from(first).toString(), '\x05first');
});

test('finished bytes have their own memory, of their exact size', () => {
  const writer = new ProtoWriter();
  writer.string('kept');
  assert.equal(writer.finish().buffer.byteLength, 5);
});

test('bytes are written from base64', () =>
  assert.equal(
    written((to) => to.base64('/w8=')),
    '02ff0f',
  ));
