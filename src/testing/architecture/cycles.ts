import { type SourceFile, targetOf } from './source-file.ts';

/** The nodes that each node has an arrow to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports of every file, also of types. */
export const fileGraph = (files: readonly SourceFile[]): Graph =>
  new Map(
    files.map(({ path, imports }) => [
      path,
      new Set(imports.filter(({ from }) => from.startsWith('.')).map(({ from }) => targetOf(path, from))),
    ]),
  );

/** The imports between places such as rooms; `placeOf` returns the place of a path. */
export const placeGraph = (files: Graph, placeOf: (path: string) => string): Graph => {
  const places = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const place = placeOf(path);
    const arrows = places.get(place) ?? new Set<string>();
    places.set(place, arrows);
    for (const target of targets) if (placeOf(target) !== place) arrows.add(placeOf(target));
  }
  return places;
};

/** Every node that can be reached from a node along the arrows. */
const reached = (graph: Graph, from: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = [...(graph.get(from) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return found;
};

/** The cycles of a graph: sets of nodes that can all be reached from each other, sorted and joined. */
export const cyclesOf = (graph: Graph): readonly string[] => {
  const reach = new Map([...graph.keys()].map((node) => [node, reached(graph, node)]));
  const cycles = [...reach]
    .filter(([node, ahead]) => ahead.has(node))
    .map(([node, ahead]) =>
      [...ahead]
        .filter((other) => reach.get(other)?.has(node))
        .sort()
        .join(' <-> '),
    );
  return [...new Set(cycles)].sort();
};
