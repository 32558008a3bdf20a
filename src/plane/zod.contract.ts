import { extendZodWithOpenApi, z } from '@hono/zod-openapi';

// The schemas describe themselves as they are made, in whatever order a bundle loads its modules.
extendZodWithOpenApi(z);

/** Zod, whose schemas have `openapi`. */
export { z };
