import { integer, list, noun, string } from './values.contract.ts';
import { z } from './zod.contract.ts';

export const problem = noun('Problem', "An error, in the service's own shape.", {
  code: integer('The gRPC status code.'),
  message: string('The fault, for people.'),
  details: list(z.looseObject({ '@type': string('The type of the detail.') }), 'Typed details, ErrorInfo first.'),
});
