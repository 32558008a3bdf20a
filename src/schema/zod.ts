import { z } from 'zod';
import { describeMistake } from './zod-words.ts';

z.config({ customError: describeMistake });

/** Zod, with messages in the words of the API. */
export { z };
