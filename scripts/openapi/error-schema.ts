import type { JsonObject } from '../../src/json.ts';
import { Code } from '../../src/kernel/errors.ts';
import type { Edition } from '../../src/schema/edition.ts';
import type { Components } from './components.ts';

/** The name of the schema of every error. */
export const ERROR = 'Error';

const DOMAIN = 'registry.platform.test';

const text = (description: string, example: string): JsonObject => ({
  type: 'string',
  description,
  examples: [example],
});

const objectOf = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const listOf = (description: string, properties: JsonObject): JsonObject => ({
  type: 'array',
  items: objectOf(properties),
  description,
});

/** The detail messages of google.rpc that errors carry, each with its description and its fields. */
const DETAILS: Readonly<Record<string, readonly [description: string, fields: JsonObject]>> = {
  ErrorInfo: [
    'A machine-readable reason. Every error has it.',
    { reason: text('The name of the code.', 'NOT_FOUND'), domain: text('The service that was called.', DOMAIN) },
  ],
  BadRequest: [
    'The fields of the request that violate a rule.',
    {
      fieldViolations: listOf('Every violation found.', {
        field: text('The path of the field, or the name of the query parameter.', 'claimMatch.issuer'),
        description: text('The rule that it violates.', 'issuer must be an http or https URL'),
      }),
    },
  ],
  PreconditionFailure: [
    'The preconditions that failed.',
    {
      violations: listOf('Every failed precondition.', {
        type: text('The type of the precondition.', 'RESOURCE_NOT_EMPTY'),
        description: text('What failed, as text.', 'cannot delete group with child repos'),
      }),
    },
  ],
  ResourceInfo: [
    'The resource that the error is about.',
    {
      resourceType: text('The type of the resource.', `${DOMAIN}/Repo`),
      resourceName: text('Its uid, or the name that the request has for it.', 'ci-bot'),
    },
  ],
  RetryInfo: ['When the call may be sent again.', { retryDelay: text('How long to wait at least, in seconds.', '2s') }],
};

/**
 * The details of v2's errors, with one schema for each type of them. The type of each is an enum of one value: with a
 * discriminator beside it, generated clients of Rust and Kotlin lose what an error says.
 */
const typedDetails = (components: Components): JsonObject => ({
  type: 'array',
  items: {
    oneOf: Object.entries(DETAILS).map(([type, [description, fields]]) => {
      const name = `google.rpc.${type}`;
      const marker = { type: 'string', enum: [`type.googleapis.com/${name}`] };
      return components.getNamed(name, () => ({ ...objectOf({ '@type': marker, ...fields }), description }));
    }),
  },
  description: 'Typed details, the ErrorInfo first. Branch on the code and on the types of these.',
});

/** Errors of v1 have none (behaviour §12.4 V10). */
const NO_DETAILS: JsonObject = {
  type: 'array',
  items: { type: 'object', properties: {} },
  maxItems: 0,
  description: 'Always empty in v1. Branch on the code.',
};

/** Declares the schema of every error of an edition (spec §7). */
export const declareErrors = (components: Components, { errorDetails }: Pick<Edition, 'errorDetails'>): void => {
  const code = {
    type: 'integer',
    minimum: 1,
    maximum: 16,
    description: 'The number of the gRPC status code.',
    format: 'int32',
    examples: [Code.NOT_FOUND],
  };
  const message = text('What went wrong, as text.', 'Unauthenticated: missing bearer token');
  components.getNamed(ERROR, () => ({
    ...objectOf({ code, message, details: errorDetails ? typedDetails(components) : NO_DETAILS }),
    description: 'Why a call failed (AIP-193).',
  }));
};
