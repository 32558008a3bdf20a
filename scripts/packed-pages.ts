import { posix } from 'node:path';

/** A tag of the repository. */
export interface Web {
  /** The address of the repository, without a slash at its end. */
  readonly repository: string;
  readonly tag: string;
}

/** The place where a page is read. */
export interface PackedPlace {
  /** The page, by its path in the repository and in the package. */
  readonly file: string;
  /** All files of the package. */
  readonly packed: ReadonlySet<string>;
  /** The release on the web; undefined before one is published. */
  readonly web?: Web;
}

/** A block of code, whose links are text, or a link or a picture in Markdown or HTML. */
const PARTS = /^ *```[\s\S]*?^ *```$|<picture>[\s\S]*?<\/picture>\n?|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/gm;

const isPicture = (path: string): boolean => /\.(?:png|svg|gif)$/.test(path);

/** The target of a link in the package or on the web; undefined if a reader of the package has neither. */
const targetOf = (link: string, { file, packed, web }: PackedPlace): string | undefined => {
  if (/^(?:[a-z]+:|#)/.test(link)) return link;
  const [path = '', anchor] = link.split('#', 2);
  const within = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const isPacked = packed.has(within) || [...packed].some((name) => name.startsWith(`${within}/`));
  // npm shows README.md on its own page, where relative links lead to the newest commit.
  if (isPacked && (web === undefined || file !== 'README.md')) return link;
  if (web === undefined) return undefined;
  return `${web.repository}/${isPicture(within) ? 'raw' : 'blob'}/${web.tag}/${within}${anchor === undefined ? '' : `#${anchor}`}`;
};

/**
 * A page as the package has it. Links to what is not packed lead to the release on the web; before one is published,
 * their text stands without the link, and pictures are omitted.
 */
export const packedPage = (text: string, place: PackedPlace): string =>
  text.replace(PARTS, (whole, mark: string | undefined, words: string | undefined, link: string | undefined) => {
    if (link !== undefined) {
      const target = targetOf(link, place);
      if (target !== undefined) return `${mark}[${words}](${target})`;
      return mark === '!' ? '' : (words ?? '');
    }
    if (!whole.startsWith('<picture>')) return whole;
    const targets = [...whole.matchAll(/(?<=\bsrc(?:set)?=")[^"]+/g)].map(([path]) => [path, targetOf(path, place)]);
    if (targets.some(([, target]) => target === undefined)) return '';
    return targets.reduce((html, [path = '', target = '']) => html.replace(`"${path}"`, `"${target}"`), whole);
  });
