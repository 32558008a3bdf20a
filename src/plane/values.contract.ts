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

/**
 * One of several forms. The one that was meant is chosen before it is read, so that mistakes are reported for it and
 * not for the choice. The document has the choice by `.openapi({ anyOf })`.
 */
export const chooseForm = <Form extends z.ZodType>(choose: (given: unknown) => Form) =>
  z.unknown().superRefine((given, context) => {
    for (const { message, path } of choose(given).safeParse(given).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message, path: [...path] });
    }
  }) as z.ZodType<z.output<Form>>;

/** A text that names something, such as an operation, a caller or a path. */
export const text = z.string().min(1).max(2_048);

/** The pattern of a name that begins and ends with a letter or a digit, by how many characters it has at most. */
export const namePattern = (max: number): string => `[A-Za-z0-9](?:[A-Za-z0-9._-]{0,${max - 2}}[A-Za-z0-9])?`;

/** A name of so many characters at most. */
export const nameText = (max: number) =>
  z
    .string()
    .regex(new RegExp(`^${namePattern(max)}$`), `must be 1 to ${max} letters, digits, dots, dashes or underscores`);

/** An identity, as a request names it. */
export const identityName = z
  .string()
  .min(1)
  .describe('A uid, an alias of a fixture, or a name that only one identity has.');

/** An object of JSON. */
export const object = z.record(z.string(), z.unknown());

/** A number in decimal text, as a pattern. */
export const DIGITS = /^\d{1,15}$/;

/** A number in decimal text. */
export const numberText = (what: string) => z.string().regex(DIGITS, `must be ${what}`);

/** A limit of a list in decimal text: from 1 to 1,000, which `limitOf` of `await-answer.ts` checks and reads. */
export const limitText = numberText('a number from 1 to 1000').openapi({ pattern: '^0{0,11}(?:[1-9]\\d{0,2}|1000)$' });

/** A part of an item that is waited for. */
export const partial = (description: string) => z.unknown().optional().openapi({ description });

/** A text with its description. */
export const string = (description: string, example?: string) =>
  z.string().openapi({ description, ...(example !== undefined && { example }) });

/** A whole number with its description. */
export const integer = (description: string, example?: number) =>
  z
    .number()
    .int()
    .openapi({ description, ...(example !== undefined && { example }) });

/** A list with its description. */
export const list = <Item extends z.ZodType>(item: Item, description: string, example?: readonly z.input<Item>[]) =>
  z.array(item).openapi({ description, ...(example !== undefined && { example }) });

/** One of some words, with its description. */
export const choice = <const Words extends readonly string[]>(words: Words, description: string) =>
  z.enum(words).openapi({ description });

/** Values by their names, with their description. */
export const map = <Value extends z.ZodType>(value: Value, description: string, example?: object) =>
  z.record(z.string(), value).openapi({ description, ...(example && { example }) });

/** An object without a name, with its description. */
export const part = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.object(shape).openapi({ description });

/** A mark that is there or not, with its description. */
export const flag = (description: string) => z.literal(true).optional().openapi({ description });

/** A noun that is answered, by its name and its description in the document: it may have properties that are added later. */
export const noun = <Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape, rules?: object) =>
  z.object(shape).openapi(name, { description, ...rules });

/** A noun that a request writes, which refuses any other property; `rules` are what OpenAPI says of several of them. */
export const closedNoun = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  rules?: object,
) => z.strictObject(shape).openapi(name, { description, ...rules });
