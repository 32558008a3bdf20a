import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { html } from 'hono/html';
import type { BegunWorlds } from '../../console/begun-worlds.ts';
import { loadConsoleFile } from '../../console/console-files.ts';
import type { DeclaredOperations } from '../../console/declared-operations.ts';
import type { RowKind } from '../../console/row-kind.ts';

/** The type of the block that has the trace, which no browser runs. */
const DATA_TYPE = 'application/har+json;base64;gzip';

/** The facts that a page has beside its trace. */
export interface TracePageFacts {
  /** The title of the trace. */
  readonly name: string;
  /** The version of the mock that makes the page. */
  readonly version: string;
  /** The names of the fields of a row, by its type. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The kinds of rows that the tree shows. */
  readonly kinds: readonly RowKind[];
  readonly begun: BegunWorlds;
  readonly declared: DeclaredOperations;
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Code that ends no element of this name before its end. */
const withoutEnd = (text: string, name: string): string => text.replaceAll(new RegExp(`</(?=${name})`, 'gi'), '<\\/');

const readText = async (name: 'trace.js' | 'console.css'): Promise<string> =>
  new TextDecoder().decode(await loadConsoleFile(name));

/** A block of data, compressed, in letters of base64 alone. */
const blockOf = async (id: string, text: string): Promise<string> =>
  `<script type="${DATA_TYPE}" id="${id}">${(await promisify(gzip)(text)).toString('base64')}</script>\n`;

const headOf = ({ name, version, fields, kinds }: TracePageFacts, policy: string): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${name} - platform-mock</title>
</head>
<body>
<div id="console" data-name="${name}" data-version="${version}" data-fields="${JSON.stringify(fields)}" data-kinds="${JSON.stringify(kinds)}">
<p>This page shows a trace of platform-mock by its script. If this stays, scripts are off, or the file is cut off.</p>
</div>
`);

/**
 * The page of a trace in one file, which needs no mock and no network: it has the trace, the script and the style that
 * show it, and a policy that allows nothing else.
 */
export const pageText = async (trace: string, facts: TracePageFacts): Promise<string> => {
  const [script, style, begun, declared, data] = await Promise.all([
    readText('trace.js').then((text) => withoutEnd(text, 'script')),
    readText('console.css').then((text) => withoutEnd(text, 'style')),
    blockOf('begun', JSON.stringify(facts.begun)),
    blockOf('declared', JSON.stringify(facts.declared)),
    blockOf('trace', trace),
  ]);
  const sources = [`script-src ${sourceOf(script)}`, `style-src ${sourceOf(style)}`, 'img-src data:'];
  const policy = ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'"].join('; ');
  // A module runs once all is read, so that it can say so of a file that ends in the midst of its data.
  return [
    headOf(facts, policy),
    `<style>${style}</style>\n<script type="module">${script}</script>\n`,
    `${begun}${declared}${data}</body>\n</html>\n`,
  ].join('');
};

const DATA = new RegExp(`<script type="${DATA_TYPE.replaceAll('+', '\\+')}" id="trace">([A-Za-z0-9+/=]*)</script>`);

/** The trace of a page, compressed; undefined for any other text. */
export const traceInPage = (page: string): Uint8Array | undefined => {
  const [, data] = DATA.exec(page) ?? [];
  return data === undefined ? undefined : Buffer.from(data, 'base64');
};
