import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, invalid } from '../../kernel/errors.ts';
import { statusTrailers } from './status.ts';

const MAX_WRITTEN = 7_680;
const settings = { serviceDomain: 'platform.test' };

const written = (error: ApiError, domain = settings): { readonly size: number; readonly details: Buffer } => {
  const { 'grpc-message': message, 'grpc-status-details-bin': details } = statusTrailers(error, 'iam', domain);
  return { size: message.length + details.length, details: Buffer.from(details, 'base64') };
};

const violations = (count: number, length: number) =>
  Array.from({ length: count }, (_, nth) => ({ field: `field${nth}`, description: 'x'.repeat(length) }));

const countOf = (details: Buffer): number => details.toString('latin1').split(/field\d+/).length - 1;

test('of many violations the first are kept, as many as fit', () => {
  const { size, details } = written(invalid(violations(1_000, 50)));
  assert.ok(size <= MAX_WRITTEN, `${size} bytes`);
  assert.ok(countOf(details) > 40, `${countOf(details)} of them`);
  assert.ok(details.includes('field0') && !details.includes('field999'));
});

for (const [what, error] of [
  [
    'one violation that is too large',
    new ApiError('INVALID_ARGUMENT', 'no', { fieldViolations: violations(1, 20_000) }),
  ],
  [
    'a resource whose name is too large',
    new ApiError('NOT_FOUND', 'no', { resource: { type: 'iam/Group', name: 'x'.repeat(20_000) } }),
  ],
  [
    'reasons that are too large',
    new ApiError('FAILED_PRECONDITION', 'no', {
      preconditions: [{ type: 'T', description: 'x'.repeat(20_000) }],
    }),
  ],
] as const) {
  test(`of ${what} only the first detail is kept`, () => {
    const { size, details } = written(error);
    assert.ok(size <= MAX_WRITTEN, `${size} bytes`);
    assert.ok(details.includes('ErrorInfo'));
    assert.ok(!/BadRequest|ResourceInfo|PreconditionFailure/.test(details.toString('latin1')));
  });
}

test('a service domain that is too large is kept', () => {
  const domain = { serviceDomain: 'd'.repeat(20_000) };
  assert.ok(written(invalid(violations(3, 10)), domain).details.includes(domain.serviceDomain));
});
