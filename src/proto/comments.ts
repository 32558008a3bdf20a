const WIDTH = 100;

const wrapText = (paragraph: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/**
 * Text as the lines of a comment, each at most 100 columns wide with its indent but for words that are wider; an
 * empty line separates paragraphs. No text results in no lines.
 */
export const commentLines = (text: string, indent = ''): readonly string[] => {
  const marker = `${indent}//`;
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => wrapText(paragraph, WIDTH - marker.length - 1))
    .filter((lines) => lines.length > 0);
  return paragraphs.flatMap((lines, index) => [
    ...(index === 0 ? [] : [marker]),
    ...lines.map((line) => `${marker} ${line}`),
  ]);
};
