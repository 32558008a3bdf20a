const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in an element or in an attribute. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A template of HTML whose values are escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  parts.reduce((page, part, at) => `${page}${escapeHtml(values[at - 1] ?? '')}${part}`);
