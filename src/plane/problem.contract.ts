import { z } from './zod.contract.ts';

/** The service's own error shape. */
export const problem = z
  .object({
    code: z.number().int().describe('The gRPC status code.'),
    message: z.string().describe('The fault, for people.'),
    details: z
      .array(z.looseObject({ '@type': z.string().describe('The type of the detail.') }))
      .describe('Typed details, ErrorInfo first.'),
  })
  .openapi('Problem', { description: "An error, in the service's own shape." });
