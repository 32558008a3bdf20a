import { z } from './zod.contract.ts';

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

/** A limit of a list in decimal text: from 1 to 1,000. */
export const limitText = numberText('a number from 1 to 1000').openapi({ pattern: '^0{0,11}(?:[1-9]\\d{0,2}|1000)$' });

/** A part of an item that is waited for. */
export const partial = (description: string) => z.unknown().optional().openapi({ description });
