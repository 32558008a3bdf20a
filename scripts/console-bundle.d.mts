/** The files of the console as the browser gets them, and those that they are made of. */
export interface ConsoleBundle {
  readonly files: Readonly<Record<'console.js' | 'console.css' | 'trace.js', Uint8Array<ArrayBuffer>>>;
  readonly sources: readonly string[];
}

/** Bundles the page at / from its source; rejects where esbuild finds a mistake. */
export declare const bundleConsole: () => Promise<ConsoleBundle>;
