import { quoteForShell } from './call-code.ts';

/** The form of variables as lines: for a shell, or for a `.env` file. */
export type EnvironmentFormat = 'sh' | 'dotenv';

/** Variables as lines of text, in the order of their names, each line with its end. */
export const environmentText = (env: Readonly<Record<string, string>>, format: EnvironmentFormat): string =>
  Object.entries(env)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) =>
      format === 'sh' ? `export ${name}=${quoteForShell(value)}\n` : `${name}=${JSON.stringify(value)}\n`,
    )
    .join('');
