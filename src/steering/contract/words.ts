import { z } from '@hono/zod-openapi';
import { Code, type CodeName } from '../../schema/codes.ts';

/** A word of a list that may grow: an answer may have another one, so that a newer mock breaks no reader. */
export const openWords = <const Word extends string>(words: readonly Word[]) =>
  z.union([z.enum(words as readonly [Word, ...Word[]]), z.string() as z.ZodType<string & {}>]);

/** The names of the codes of gRPC. */
export const CODE_NAMES = Object.keys(Code) as readonly CodeName[];

/** The name of a code of gRPC. */
export const codeName = z.enum(CODE_NAMES);
