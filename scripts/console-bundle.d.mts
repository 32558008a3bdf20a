/** The files of the console as the browser gets them. */
interface ConsoleBundle {
  readonly 'console.js': Uint8Array<ArrayBuffer>;
  readonly 'console.css': Uint8Array<ArrayBuffer>;
}

/** Bundles the page at / from its source; rejects where esbuild finds a mistake. */
export declare const bundleConsole: () => Promise<ConsoleBundle>;
