/** The files of the pages as the browser gets them, and those that they are made of. */
export interface ConsoleBundle {
  readonly files: Readonly<
    Record<'console.js' | 'console.css' | 'docs.js' | 'docs.css' | 'trace.js', Uint8Array<ArrayBuffer>>
  >;
  readonly sources: readonly string[];
}

/** Bundles the pages from their source; rejects where esbuild finds a mistake. */
export declare const bundleConsole: () => Promise<ConsoleBundle>;
