import { z } from '@hono/zod-openapi';
import { Code } from '../kernel/errors.ts';
import type { Edition } from '../schema/edition.ts';
import type { Components } from './components.ts';

/** The name of the schema of every error. */
export const ERROR = 'Error';

const DOMAIN = 'registry.platform.test';

const text = (description: string, example: string): z.ZodString =>
  z.string().openapi({ description, examples: [example] });

/** The detail messages of google.rpc that errors carry, with their fields. */
const DETAILS: Readonly<Record<string, { readonly description: string; readonly shape: () => z.ZodRawShape }>> = {
  ErrorInfo: {
    description: 'A machine-readable reason. Every error has it.',
    shape: () => ({
      reason: text('The name of the code.', 'NOT_FOUND'),
      domain: text('The service that was called.', DOMAIN),
    }),
  },
  BadRequest: {
    description: 'The fields of the request that violate a rule.',
    shape: () => ({
      fieldViolations: z
        .array(
          z.object({
            field: text('The path of the field, or the name of the query parameter.', 'claimMatch.issuer'),
            description: text('The rule that it violates.', 'issuer must be an http or https URL'),
          }),
        )
        .openapi({ description: 'Every violation found.' }),
    }),
  },
  PreconditionFailure: {
    description: 'The preconditions that failed.',
    shape: () => ({
      violations: z
        .array(
          z.object({
            type: text('The type of the precondition.', 'RESOURCE_NOT_EMPTY'),
            description: text('What failed, as text.', 'cannot delete group with child repos'),
          }),
        )
        .openapi({ description: 'Every failed precondition.' }),
    }),
  },
  ResourceInfo: {
    description: 'The resource that the error is about.',
    shape: () => ({
      resourceType: text('The type of the resource.', `${DOMAIN}/Repo`),
      resourceName: text('Its uid, or the name that the request has for it.', 'ci-bot'),
    }),
  },
  RetryInfo: {
    description: 'When the call may be sent again.',
    shape: () => ({ retryDelay: text('How long to wait at least, in seconds.', '2s') }),
  },
};

/**
 * The details of v2's errors, with one schema for each type of them. The type of each is an enum of one value: with a
 * discriminator beside it, generated clients of Rust and Kotlin lose what an error says.
 */
const makeTypedDetails = (components: Components): z.ZodType => {
  const oneOf = Object.entries(DETAILS).map(([type, { description, shape }]) => {
    const name = `google.rpc.${type}`;
    const marked = { '@type': z.literal(`type.googleapis.com/${name}`), ...shape() };
    components.getNamed(name, () => z.object(marked).openapi({ description }));
    return { $ref: `#/components/schemas/${name}` };
  });
  return z.array(z.unknown().openapi({ oneOf })).openapi({
    description: 'Typed details, the ErrorInfo first. Branch on the code and on the types of these.',
  });
};

/** Errors of v1 have none (behaviour §12.4 V10). */
const makeNoDetails = (): z.ZodType =>
  z.array(z.object({})).max(0).openapi({ description: 'Always empty in v1. Branch on the code.' });

/** The schema of every error of an edition (spec §7). */
export const errorSchema = (components: Components, { errorDetails }: Pick<Edition, 'errorDetails'>): z.ZodType =>
  components.getNamed(ERROR, () =>
    z
      .object({
        code: z
          .number()
          .int()
          .min(1)
          .max(16)
          .openapi({ description: 'The number of the gRPC status code.', format: 'int32', examples: [Code.NOT_FOUND] }),
        message: text('What went wrong, as text.', 'Unauthenticated: missing bearer token'),
        details: errorDetails ? makeTypedDetails(components) : makeNoDetails(),
      })
      .openapi({ description: 'Why a call failed (AIP-193).' }),
  );
