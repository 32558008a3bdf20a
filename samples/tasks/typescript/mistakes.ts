const made = (process.env.MISTAKE ?? '').split(',');

/** Whether the client makes a mistake: `MISTAKE=pages npx vitest run pages.test.ts` shows what finds it. */
export const mistaken = (name: string): boolean => made.includes(name);
