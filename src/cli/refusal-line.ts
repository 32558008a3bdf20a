/** What commander says of a command line that it refuses, in the form of all other errors: one line, after our name. */
export const refusalLine = (text: string): string =>
  `platform-mock: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')}\n`;
