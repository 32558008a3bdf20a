import { isAllowedTag, isPlainComment } from './readme-policy.ts';

/** True when raw HTML, which Markdown passes on as it is, has only tags that a readme may have. */
export const isAllowedHtml = (html: string): boolean => {
  let at = html.indexOf('<');
  while (at >= 0) {
    const next = html[at + 1] ?? '';
    let end = at + 1;
    if (html.startsWith('<!--', at)) {
      const close = html.indexOf('-->', at + 4);
      if (close < 0 || !isPlainComment(html.slice(at, close + 3))) return false;
      end = close + 3;
    } else if (/[a-z]/i.test(next) || next === '/') {
      const close = html.indexOf('>', at);
      if (close < 0 || !isAllowedTag(html.slice(at, close + 1))) return false;
      end = close + 1;
    } else if (next === '!' || next === '?') {
      return false;
    }
    at = html.indexOf('<', end);
  }
  return true;
};
