import { extendZodWithOpenApi, z } from '@hono/zod-openapi';
import { describeMistake } from '../schema/zod-words.ts';

z.config({ customError: describeMistake });
// The schemas describe themselves as they are made, in whatever order a bundle loads its modules.
extendZodWithOpenApi(z);

/** Zod, whose schemas have `openapi`. */
export { z };
