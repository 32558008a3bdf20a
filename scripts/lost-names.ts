import type { Metafile } from 'esbuild';

/**
 * The CommonJS files that a bundle of ES modules imports dynamically, sorted: the result of such an import has no names
 * but `default`, where the source has all of them. A module of our own that exports those in use is imported in
 * its place.
 */
export const lostNames = ({ inputs, outputs }: Metafile): readonly string[] => {
  const imported = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => outputs[path]?.entryPoint),
  );
  const files = imported.filter((path) => path !== undefined && inputs[path]?.format === 'cjs');
  return [...new Set(files)].map(String).sort();
};
