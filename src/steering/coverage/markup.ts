const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 does not have, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text as HTML and XML show it, in an element or in an attribute. */
export const markupText = (text: string): string =>
  text.replaceAll(NOT_IN_XML, '\u{fffd}').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Text as a cell of a Markdown table shows it, on one line. An underscore within a word has no meaning there. */
export const markdownText = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]|~$#]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/\s+/g, ' ');
