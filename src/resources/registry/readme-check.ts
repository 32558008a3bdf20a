import { readBlocks } from './readme-blocks.ts';
import { isAllowedHtml } from './readme-html.ts';
import { isAllowedInline } from './readme-inline.ts';
import { isAllowedAttribute } from './readme-policy.ts';

/**
 * True when the page that a Markdown text becomes is the same after the published sanitizer of user content, which also
 * writes a tag in its own form and knows only line feeds (behaviour §5.0). It accepts or refuses, and sanitizes
 * nothing.
 */
export const isSafeReadme = (markdown: string): boolean => {
  if (markdown.includes('\r')) return false;
  const { html, texts, languages, ids, targets } = readBlocks(markdown);
  return (
    languages.every((language) => isAllowedAttribute('code', 'class', `language-${language}`)) &&
    ids.every((id) => isAllowedAttribute('h1', 'id', id)) &&
    html.every(isAllowedHtml) &&
    texts.every((text) => isAllowedInline(text, targets))
  );
};
