import { z } from './zod.contract.ts';

/**
 * The listed form of a noun: what a request writes, with some properties in a form of their own. It may have properties
 * that are added later, which the written form refuses. `about` begins its description.
 */
export const asListed = <Shape extends z.ZodRawShape, Own extends z.ZodRawShape = Record<never, never>>(
  written: z.ZodObject<Shape, z.core.$strict>,
  name: string,
  about: string,
  own: Own = {} as Own,
) =>
  z
    .object(written.shape)
    .extend(own)
    .openapi(name, { description: `${about}, as it is listed.` });
