import { z } from './zod.contract.ts';

/** The service's own error shape. */
export const problem = z
  .object({
    code: z.number().int().openapi({ description: 'The gRPC status code.' }),
    message: z.string().openapi({ description: 'What is wrong, for people.' }),
    details: z
      .array(z.looseObject({ '@type': z.string().openapi({ description: 'The type of the detail.' }) }))
      .openapi({ description: 'Typed details, ErrorInfo first.' }),
  })
  .openapi('Problem', { description: "An error, in the service's own shape." });
