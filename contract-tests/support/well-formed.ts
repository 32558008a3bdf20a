const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
const TEXT = /(?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+/y;
const DECLARATION = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/;
const ENTITY = /&(?!(?:amp|lt|gt|quot|#\d+);)/;

/** The place at which a text is no XML, as far as reports are written in it; undefined if it is well-formed. */
export const xmlFault = (text: string): string | undefined => {
  const open: string[] = [];
  let at = DECLARATION.exec(text)?.[0].length ?? 0;
  if (at === 0) return 'it has no declaration';
  while (at < text.length) {
    TAG.lastIndex = at;
    TEXT.lastIndex = at;
    const tag = TAG.exec(text);
    const next = tag ?? TEXT.exec(text);
    if (!next) return `at ${at}: ${text.slice(at, at + 40)}`;
    at += next[0].length;
    if (!tag) {
      if (open.length === 0 && next[0].trim() !== '') return 'text beside the root';
      continue;
    }
    const [, closes, name = '', attributes = '', isEmpty] = tag;
    if (ENTITY.test(attributes)) return `in ${tag[0]}`;
    if (closes && open.pop() !== name) return `</${name}> closes nothing`;
    if (!closes && !isEmpty) open.push(name);
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is not closed`;
};
