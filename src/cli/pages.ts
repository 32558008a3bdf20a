import { CommandFailure } from '../command/command-failure.ts';
import { Exit } from '../command/exit.ts';
import type { Surroundings } from '../command/family.ts';
import { findNearestName } from '../schema/nearest-name.ts';
import { noSuch } from './refusal-text.ts';

/** The name of a page as it may be written: `docs/probe.md`, `/probe` and `probe` are one. */
const pageName = (word: string): string =>
  word
    .replace(/^(?:\.?\/)*(?:docs\/)?/, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '');

/** The lines that are not in a block of code, each with its number. */
const proseOf = (lines: readonly string[]): readonly (readonly [line: string, at: number])[] => {
  let isOpen = false;
  return lines.flatMap((line, at) => {
    const isFence = /^ *```/.test(line);
    if (isFence) isOpen = !isOpen;
    return isOpen || isFence ? [] : [[line, at] as const];
  });
};

/** The anchor of a heading, as it is in links. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]*>/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The sections of a page by the anchors of their headings, each with those below it. */
const sectionsOf = (page: string): readonly { readonly anchor: string; readonly text: string }[] => {
  const lines = page.split('\n');
  const headings = proseOf(lines).flatMap(([line, at]) => {
    const [, marks, title = ''] = /^(#{1,6}) (.+)/.exec(line) ?? [];
    return marks === undefined ? [] : [{ at, level: marks.length, anchor: anchorOf(title) }];
  });
  return headings.map(({ at, level, anchor }, nth) => {
    const end = headings.slice(nth + 1).find((other) => other.level <= level)?.at ?? lines.length;
    return { anchor, text: `${lines.slice(at, end).join('\n').trimEnd()}\n` };
  });
};

const missing = (kind: string, name: string, known: readonly string[], list: string): CommandFailure => {
  const nearest = findNearestName(name, known);
  return new CommandFailure(
    noSuch(kind, name, nearest ? `did you mean ${JSON.stringify(nearest)}?` : list),
    Exit.usage,
  );
};

/** Prints a page of the documentation as Markdown, or its section behind `#`; without a word, the names of all pages. */
export const printPage = async (word: string | undefined, { packageFiles, out }: Surroundings): Promise<number> => {
  const paths = packageFiles.pathsIn('docs').filter((path) => path.endsWith('.md'));
  const names = new Map(paths.map((path) => [pageName(path), path]));
  const read = (path: string): string => packageFiles.read(`docs/${path}`).toString();
  if (word === undefined) {
    const width = Math.max(...[...names.keys()].map(({ length }) => length));
    for (const [name, path] of names) out(`${name.padEnd(width)}  ${/^# (.+)/m.exec(read(path))?.[1] ?? ''}\n`);
    return Exit.ok;
  }
  const [page = '', anchor] = word.split('#', 2);
  const path = names.get(pageName(page));
  if (path === undefined) throw missing('page', page, [...names.keys()], '`platform-mock docs` lists those there are');
  const text = read(path);
  const sections = anchor === undefined ? [{ anchor, text }] : sectionsOf(text);
  const section = sections.find((each) => each.anchor === anchor);
  if (section === undefined) {
    const anchors = sections.flatMap((each) => each.anchor ?? []);
    throw missing(`section of ${pageName(page)}`, anchor ?? '', anchors, `there are ${anchors.join(', ')}`);
  }
  out(section.text);
  return Exit.ok;
};
